import type { FastifyInstance, FastifyRequest } from 'fastify';
import { checkPlain } from '../body-headers.ts';
import { missingParam } from '../errors.ts';
import { answer, type Services } from './route.ts';

/** `POST /api/v1/inspect`, in a scope of its own: its bodies, which may be large, are read where they are judged. */
export function inspectRoutes(app: FastifyInstance, { inspection, limits }: Services): void {
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer' },
      async ({ headers }: FastifyRequest, sent: Buffer) => {
        checkPlain(headers);
        return sent;
      },
    );
    answer(
      scope,
      'POST /api/v1/inspect',
      async ({ request: { body } }) => {
        if (!(body instanceof Buffer)) throw missingParam('body');
        return inspection.inspect(new Uint8Array(body));
      },
      { bodyLimit: limits.itemBytes },
    );
    done();
  });
}
