import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, type Zlib } from 'node:zlib';

/** Makes a decoder for bytes that begin with these. */
type MakeDecoder = (first: Uint8Array) => Transform & Zlib;

const DECODERS: ReadonlyMap<string, MakeDecoder> = new Map<string, MakeDecoder>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['deflate', (first) => (isRaw(first) ? createInflateRaw() : createInflate())],
  ['br', () => createBrotliDecompress()],
]);

/** What makes the decoder of a content-encoding, whose name is in small letters; undefined if it is not decoded. */
export function decoderOf(name: string): MakeDecoder | undefined {
  return DECODERS.get(name);
}

/** Low nibble of a zlib stream's first byte (RFC 1950). */
const ZLIB_METHOD = 8;

/** Some programs send `deflate` raw, without the head of a zlib stream. */
function isRaw([byte = ZLIB_METHOD]: Uint8Array): boolean {
  return (byte & 0x0f) !== ZLIB_METHOD;
}
