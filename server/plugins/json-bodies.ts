import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isObject } from '../../shared/json/value.ts';
import { checkPlain } from '../body-headers.ts';
import { readJsonBody } from '../ingest/json-body.ts';
import type { Limits } from '../ingest/limits.ts';

/** Accepts JSON only, as {@link readJsonBody} reads it. */
export function jsonBodies(app: FastifyInstance, limits: Limits): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async ({ headers, routeOptions }: FastifyRequest, sent: Buffer) => {
      checkPlain(headers);
      // Many clients name the type with every request.
      if (sent.length === 0 && !takesBody(routeOptions.schema)) return undefined;
      return readJsonBody(sent, limits).value;
    },
  );
}

function takesBody(schema: unknown): boolean {
  return isObject(schema) && schema.body !== undefined;
}
