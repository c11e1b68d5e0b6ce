import type { FastifyInstance } from 'fastify';
import type { Receipt } from '../../shared/api/responses.ts';
import { checkCharset } from '../body-headers.ts';
import { Failure, invalidParam, missingParam } from '../errors.ts';
import { Allowance } from '../ingest/allowance.ts';
import { decodeBody } from '../ingest/decode.ts';
import type { IngestBody } from '../ingest/ingest.ts';
import { documented, type Services } from './route.ts';

const KINDS: readonly (readonly [mediaType: string, kind: IngestBody['kind']])[] = [
  ['application/json', 'json'],
  ['application/x-ndjson', 'ndjson'],
  ['application/ndjson', 'ndjson'],
  ['application/jsonl', 'ndjson'],
  ['application/x-jsonlines', 'ndjson'],
];

/** The types named in errors; those who use the other names of NDJSON know them. */
const TAKEN = 'application/json or application/x-ndjson';

/**
 * `POST /api/v1/responses`, in a scope of its own: the handler reads the body as bytes, so the content type
 * parsers only return its kind and refuse other media types.
 */
export function ingestRoutes(app: FastifyInstance, services: Services): void {
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    for (const [mediaType, kind] of KINDS) {
      scope.addContentTypeParser(mediaType, (_request, _payload, done) => done(null, kind));
    }
    scope.addContentTypeParser('*', ({ headers }, _payload, done) =>
      done(invalidParam('content-type', TAKEN, headers['content-type'] ?? 'none', 415)),
    );
    takeBodies(scope, services);
    done();
  });
}

function takeBodies(app: FastifyInstance, { ingest, limits, clock }: Services): void {
  const receiving = new Allowance(limits.receivingBytes);
  const schema = documented('POST /api/v1/responses');
  type Asked = { Body: IngestBody['kind'] | undefined; Querystring: { server?: string } };

  // This is not a page, and the policy costs a tenth of the request.
  const helmet = { contentSecurityPolicy: false } as const;
  app.post<Asked>('/api/v1/responses', { schema, helmet }, async (request) => {
    if (request.body === undefined) throw missingParam('body');
    checkCharset(request.headers['content-type']);
    const encoding = request.headers['content-encoding'];
    const bytes = await decodeBody(request.raw, encoding, limits, receiving);
    // Transferred bytes no longer have a length.
    const { length } = bytes;
    try {
      const { server } = request.query;
      const receipt = await ingest.submit({ bytes, kind: request.body, server, receivedAt: clock() });
      refuseWhereNothingStored(receipt);
      return { success: true, data: receipt };
    } finally {
      receiving.give(length);
    }
  });
}

/** If nothing was stored and something rejected, the request fails with the error of the first item. */
function refuseWhereNothingStored({ accepted, duplicates, rejected, rejected_count }: Receipt): void {
  const [first] = rejected;
  if (first === undefined || accepted + duplicates > 0) return;
  throw new Failure(422, { ...first.error, details: { ...first.error.details, rejected, rejected_count } });
}
