import type { FastifyInstance } from 'fastify';
import { checkPlain } from '../body-headers.ts';
import { Allowance } from '../ingest/allowance.ts';
import { decodeBody } from '../ingest/decode.ts';
import { answer, type Services } from './route.ts';

/** `POST /api/v1/inspect`, in a scope of its own: its bodies, which may be large, are parsed where they are judged. */
export function inspectRoutes(app: FastifyInstance, { inspection, limits }: Services): void {
  const receiving = new Allowance(limits.receivingBytes);
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', (_request, _payload, done) => done(null));
    answer(scope, 'POST /api/v1/inspect', async ({ request: { headers, raw } }) => {
      checkPlain(headers);
      const bytes = await decodeBody(raw, 'identity', { ...limits, bodyBytes: limits.itemBytes }, receiving);
      // Transferred bytes no longer have a length.
      const { length } = bytes;
      return inspection.inspect(bytes).finally(() => receiving.give(length));
    });
    done();
  });
}
