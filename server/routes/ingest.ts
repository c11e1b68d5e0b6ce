import type { FastifyInstance } from 'fastify';
import type { Receipt } from '../../shared/api/responses.ts';
import { responsesRoutes } from '../../shared/api/responses.ts';
import { Failure, missingParam } from '../errors.ts';
import { Allowance } from '../ingest/allowance.ts';
import { decodeBody } from '../ingest/decode.ts';
import type { Ingest, IngestBody } from '../ingest/ingest.ts';
import type { Limits } from '../ingest/limits.ts';
import { parametersOf, readQuery } from '../parameters.ts';

export interface IngestRoutesOptions {
  readonly ingest: Ingest;
  readonly limits: Limits;
  /** Epoch ms. */
  readonly clock: () => number;
}

const KINDS: readonly (readonly [mediaType: string, kind: IngestBody['kind']])[] = [
  ['application/json', 'json'],
  ['application/x-ndjson', 'ndjson'],
];

/**
 * `POST /api/v1/responses`. In its own scope: the body is not parsed but read as bytes by the handler, so all that
 * Fastify's parser does is to tell its kind, and to refuse other media types.
 */
export async function ingestRoutes(
  app: FastifyInstance,
  { ingest, limits, clock }: IngestRoutesOptions,
): Promise<void> {
  const parameters = parametersOf(responsesRoutes['POST /api/v1/responses'].query);
  const receiving = new Allowance(limits.receivingBytes);

  app.removeAllContentTypeParsers();
  for (const [mediaType, kind] of KINDS) {
    app.addContentTypeParser(mediaType, (_request, _payload, done) => done(null, kind));
  }

  app.post<{ Body: IngestBody['kind'] | undefined }>('/api/v1/responses', async (request) => {
    const query = readQuery(parameters, request.query, 'POST /api/v1/responses');
    if (query instanceof Failure) throw query;
    if (request.body === undefined) throw missingParam('body');
    const encoding = request.headers['content-encoding'];
    const bytes = await decodeBody(request.raw, encoding, limits, receiving);
    try {
      const { server } = query;
      const receipt = await ingest.submit({
        bytes,
        kind: request.body,
        receivedAt: clock(),
        ...(typeof server === 'string' ? { server } : {}),
      });
      refuseWhereNothingStored(receipt);
      return { success: true, data: receipt };
    } finally {
      receiving.give(bytes.length);
    }
  });
}

/** Nothing stored and something rejected is a failure, whose error is that of the first item. */
function refuseWhereNothingStored({ accepted, duplicates, rejected }: Receipt): void {
  const [first] = rejected;
  if (first === undefined || accepted + duplicates > 0) return;
  const { code, message, details } = first.error;
  throw new Failure(422, code, message, { ...details, rejected });
}
