import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Smaller replies cost more to compress than to send, bytes. */
const THRESHOLD = 1400;

/** Replies only: a request's content-encoding is undone by ingestion, within its limits. */
export async function compression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    globalDecompression: false,
    threshold: THRESHOLD,
    encodings: ['br', 'gzip'],
    customTypes:
      /^(application\/(json|x-ndjson|sarif\+json|junit\+xml)|text\/(csv|markdown|plain|html))(;|$)/,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 5 },
  });
}
