import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Bytes. Smaller replies cost more to compress than to send. */
const THRESHOLD = 1400;

/** Compresses replies only: ingestion decodes the content-encoding of requests, within its limits. */
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
