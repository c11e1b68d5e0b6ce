import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Allowance } from '../../../server/ingest/allowance.ts';
import { decodeBody } from '../../../server/ingest/decode.ts';
import { QueueFull } from '../../../server/ingest/ingest.ts';
import { LIMITS } from '../../../server/ingest/limits.ts';

const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

const ENCODERS = [
  ['identity', (bytes: Uint8Array) => bytes],
  ['', (bytes: Uint8Array) => bytes],
  ['gzip', (bytes: Uint8Array) => gzipSync(bytes)],
  ['x-gzip', (bytes: Uint8Array) => gzipSync(bytes)],
  [' GZip ', (bytes: Uint8Array) => gzipSync(bytes)],
  ['deflate', (bytes: Uint8Array) => deflateSync(bytes)],
  ['deflate', (bytes: Uint8Array) => deflateRawSync(bytes)],
  ['br', (bytes: Uint8Array) => brotliCompressSync(bytes, FAST)],
] as const;

/** Streams the bytes in chunks that end at the cuts. */
function chunked(bytes: Uint8Array, cuts: readonly number[]): Readable {
  const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  let from = 0;
  const chunks = [...ends, bytes.length].map((end) => {
    const chunk = Buffer.from(bytes.subarray(from, end));
    from = end;
    return chunk;
  });
  return Readable.from(
    chunks.filter((chunk) => chunk.length > 0),
    { objectMode: false },
  );
}

const decode = (bytes: Uint8Array, encoding: string, limits = LIMITS, cuts: readonly number[] = []) =>
  decodeBody(chunked(bytes, cuts), encoding, limits, new Allowance(limits.receivingBytes));

describe('a body', () => {
  test.each(ENCODERS)('in %s arrives unchanged, in whatever chunks', async (encoding, encode) => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 1, maxLength: 5000, size: 'max' }),
        fc.array(fc.nat(), { maxLength: 20 }),
        async (bytes, cuts) => {
          expect(Buffer.from(await decode(encode(bytes), encoding, LIMITS, cuts))).toEqual(
            Buffer.from(bytes),
          );
        },
      ),
      { numRuns: 50 },
    );
  });

  test.each(ENCODERS.slice(5))('in %s with something after its end is refused', async (encoding, encode) => {
    const stream = encode(Buffer.from('{"a":1}'));
    const more = [stream, Buffer.from('junk'), Buffer.from([0])];
    for (const rest of more) {
      const bytes = Buffer.concat([stream, rest]);
      for (const cuts of [[], [stream.length], [stream.length - 1]])
        await expect(decode(bytes, encoding, LIMITS, cuts)).rejects.toMatchObject({
          status: 400,
          refusal: { details: { reason: `the ${encoding} stream ends before the body` } },
        });
    }
  });

  test.each(['gzip', 'deflate', 'br'])('cut off or garbled in %s is refused', async (encoding) => {
    const encode = ENCODERS.find(([name]) => name === encoding)?.[1];
    const whole = encode?.(Buffer.from(`[${'{"a":1},'.repeat(500)}1]`)) ?? new Uint8Array();
    const cut = `the ${encoding} stream is truncated`;
    for (const [bytes, reason] of [
      [whole.subarray(0, -3), cut],
      [whole.subarray(0, 1), cut],
      [new Uint8Array(), cut],
      [Buffer.from('xyz{"plain":1}'), `the body is not ${encoding}`],
    ] as const) {
      await expect(decode(bytes, encoding)).rejects.toMatchObject({
        status: 400,
        refusal: { code: 'VALIDATION_INVALID_ENCODING', details: { reason } },
      });
    }
  });

  test('in an unknown encoding is refused, and the known ones are named', async () => {
    await expect(decode(new Uint8Array(3), 'zstd')).rejects.toMatchObject({
      status: 415,
      message: "Parameter 'content-encoding' expected 'gzip, deflate or br', got 'zstd'",
    });
  });

  test('that is too large as sent is refused', async () => {
    const limits = { ...LIMITS, bodyBytes: 1000 };
    await expect(decode(new Uint8Array(1001), 'identity', limits)).rejects.toMatchObject({ status: 413 });
    await expect(decode(new Uint8Array(1000), 'identity', limits)).resolves.toHaveLength(1000);
  });

  test('that is larger than may be kept is refused, however it is cut', async () => {
    const limits = { ...LIMITS, decodedBytes: 1000 };
    await expect(decode(new Uint8Array(1001), 'identity', limits, [500])).rejects.toMatchObject({
      status: 413,
      refusal: { details: { limit_type: 'decoded body size', actual_value: 1001 } },
    });
    await expect(decode(new Uint8Array(1000), 'identity', limits, [500])).resolves.toHaveLength(1000);
  });

  test.each(['identity', 'gzip', 'deflate', 'br', 'zstd'])(
    'in %s that is refused is read to its end, for who reads the response only then',
    async (encoding) => {
      let chunks = 0;
      const stream = new Readable({
        read() {
          setImmediate(() => this.push(++chunks > 40 ? null : Buffer.alloc(16_384, '{')));
        },
      });
      const limits = { ...LIMITS, bodyBytes: 200_000 };
      await expect(decodeBody(stream, encoding, limits, new Allowance(1e6))).rejects.toThrow();
      await finished(stream);
      expect(stream.readableEnded).toBe(true);
    },
  );

  test('that is small may be as compressible as it likes', async () => {
    const bytes = new Uint8Array(LIMITS.ratioFloorBytes);
    await expect(decode(gzipSync(bytes), 'gzip')).resolves.toHaveLength(bytes.length);
  });

  test.each(['gzip', 'deflate', 'br'])(
    'that %s inflates too far is refused before it is completely in memory',
    async (encoding) => {
      const encode = ENCODERS.find(([name]) => name === encoding)?.[1];
      const bomb = encode?.(new Uint8Array(16 * 1024 * 1024)) ?? new Uint8Array();
      await expect(decode(bomb, encoding)).rejects.toMatchObject({
        status: 413,
        refusal: { details: { limit_type: 'compression ratio', unit: 'times' } },
      });
      await expect(
        decode(bomb, encoding, { ...LIMITS, ratio: 1e9, decodedBytes: 1e7 }),
      ).rejects.toMatchObject({
        status: 413,
        refusal: { details: { limit_type: 'decoded body size', limit_value: 1e7 } },
      });
    },
  );

  test('that does not fit beside others is refused, and frees what it held', async () => {
    const room = new Allowance(1000);
    room.take(600);
    const body = () => chunked(new Uint8Array(600), [100, 200]);
    await expect(decodeBody(body(), undefined, LIMITS, room)).rejects.toBeInstanceOf(QueueFull);
    room.give(600);
    const whole = chunked(new Uint8Array(1000), [100, 200]);
    await expect(decodeBody(whole, undefined, LIMITS, room)).resolves.toHaveLength(1000);
  });

  test('whose sender disconnects fails with the stream’s error', async () => {
    const stream = new Readable({ read() {} });
    stream.push('{"a":');
    setImmediate(() => stream.destroy(new Error('aborted')));
    await expect(decodeBody(stream, 'gzip', LIMITS, new Allowance(1000))).rejects.toThrow();
  });
});
