import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { errorCode } from '../../shared/text/words.ts';
import { decoderOf } from '../encodings/decoders.ts';
import { Gather } from '../encodings/gather.ts';
import type { Allowance } from './allowance.ts';
import { BodyUnreadable } from './ingest.ts';
import type { Limits } from './limits.ts';
import { badEncoding, bodyTooLarge, unknownEncoding } from './refusals.ts';

/**
 * Reads a request body to its end and decodes its content-encoding, within the limits. The bytes count
 * against `receiving` until the caller gives them back. The rest of a refused body is read and dropped, since
 * most clients read the response only after sending everything.
 * Throws BodyUnreadable (too large, truncated, not in the declared encoding), QueueFull if too much is being
 * received already, and the stream's own error if the client disconnected.
 */
export async function decodeBody(
  stream: Readable,
  encoding: string | undefined,
  limits: Limits,
  receiving: Allowance,
): Promise<Uint8Array<ArrayBuffer>> {
  const name = encoding?.trim().toLowerCase() ?? 'identity';
  const wire = { bytes: 0 };
  const body = new Gather();
  const collect = async (source: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of source) {
      checkDecoded(body.length + chunk.length, wire.bytes, limits);
      receiving.take(chunk.length);
      body.push(chunk);
    }
  };
  const source = counted(stream, wire, limits);
  try {
    if (name === 'identity' || name === '') await collect(source);
    else await inflate(name, source, wire, collect);
  } catch (error) {
    receiving.give(body.length);
    // A decoder that failed does not return what it was reading, and the stream stops until that is done.
    const readOn = () => stream.resume();
    source.return().then(readOn, readOn);
    throw error;
  }
  return body.take();
}

/** Codes of zlib's errors and of brotli's. */
const OF_ZLIB = /^(Z_|ERR__ERROR)/;

async function inflate(
  name: string,
  source: AsyncGenerator<Buffer>,
  wire: { readonly bytes: number },
  collect: (source: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const makeDecoder = decoderOf(name);
  if (makeDecoder === undefined) {
    throw new BodyUnreadable(415, unknownEncoding(name));
  }
  const first = await source.next();
  const decoder = makeDecoder(first.done ? new Uint8Array() : first.value);
  const whole = async function* () {
    if (first.done) return;
    yield first.value;
    yield* source;
  };
  try {
    await pipeline(whole, decoder, collect);
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined || !OF_ZLIB.test(code)) throw error;
    const reason = code === 'Z_BUF_ERROR' ? `the ${name} stream is truncated` : `the body is not ${name}`;
    throw new BodyUnreadable(400, badEncoding(reason));
  }
  // Decoders stop where their stream ends.
  if (decoder.bytesWritten < wire.bytes)
    throw new BodyUnreadable(400, badEncoding(`the ${name} stream ends before the body`));
}

async function* counted(
  stream: Readable,
  wire: { bytes: number },
  limits: Limits,
): AsyncGenerator<Buffer, void> {
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    wire.bytes += chunk.length;
    if (wire.bytes > limits.bodyBytes) throw exceeded('body size', limits.bodyBytes, wire.bytes, 'bytes');
    yield chunk;
  }
}

function checkDecoded(decoded: number, wire: number, limits: Limits): void {
  if (decoded > limits.decodedBytes) {
    throw exceeded('decoded body size', limits.decodedBytes, decoded, 'bytes');
  }
  if (decoded > limits.ratioFloorBytes && decoded > wire * limits.ratio) {
    throw exceeded('compression ratio', limits.ratio, Math.floor(decoded / wire), 'times');
  }
}

function exceeded(...limit: Parameters<typeof bodyTooLarge>): BodyUnreadable {
  return new BodyUnreadable(413, bodyTooLarge(...limit));
}
