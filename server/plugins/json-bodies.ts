import type { FastifyInstance, FastifyRequest } from 'fastify';
import { checkCharset } from '../charset.ts';
import { readJsonBody } from '../ingest/json-body.ts';
import type { Limits } from '../ingest/limits.ts';

/** Accepts JSON only, as {@link readJsonBody} reads it. */
export function jsonBodies(app: FastifyInstance, limits: Limits): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async ({ headers }: FastifyRequest, sent: Buffer) => {
      checkCharset(headers['content-type']);
      return readJsonBody(sent, limits).value;
    },
  );
}
