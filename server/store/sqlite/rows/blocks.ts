import { kMaxLength } from 'node:buffer';
import { brotliCompressSync, brotliDecompressSync, constants, crc32 } from 'node:zlib';
import { FILE_DAMAGED, StoreDamaged } from '../../faults.ts';
import type { Connection } from '../file/connection.ts';
import { readMeta, writeMeta } from '../file/meta.ts';

/** A capture's bytes, and what its verdict says beyond its row: JSON, or empty if there is nothing more. */
export interface Payload {
  readonly bytes: Uint8Array;
  readonly verdict: Uint8Array;
}

export const NO_PAYLOAD: Payload = { bytes: new Uint8Array(0), verdict: new Uint8Array(0) };

export const lengthOf = ({ bytes, verdict }: Payload) => bytes.byteLength + verdict.byteLength;

/** Bytes of the checksum (CRC-32) of everything after it in a block. */
const CHECK_BYTES = 4;

/**
 * Brotli's quality while an append waits, and while nobody does. On the benchmark's captures 5 takes 29 % less space than 1, on
 * recorded ones 15 to 28 %, in three times the processor time, and is read as fast; 9 saves 4 % more, in 25 times the time.
 */
const QUICK = 1;
const THOROUGH = 5;
const settings = (quality: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: 18 },
});
/** Bytes of content compressed thoroughly per call, which take some five milliseconds, and what a block costs in addition to its own. */
const COMPACTED_BYTES = 256 * 1024;
const BLOCK_COST = 4096;
/** Content of a block beyond which it stays as it is: nobody may wait that long. */
const COMPACTED_AT_MOST = 1024 * 1024;

/**
 * A block is a checksum, the number of its parts (two per payload) and the length of each as 32-bit numbers,
 * then the parts, all compressed together.
 */
function compress(payloads: readonly Payload[], quality = QUICK): Uint8Array {
  const parts = payloads.flatMap(({ bytes, verdict }) => [bytes, verdict]);
  const head = Buffer.alloc(4 * (parts.length + 1));
  head.writeUInt32LE(parts.length, 0);
  parts.forEach((part, i) => {
    head.writeUInt32LE(part.byteLength, 4 * (i + 1));
  });
  const whole = Buffer.concat([Buffer.alloc(CHECK_BYTES), head, ...parts]);
  whole.writeUInt32LE(crc32(whole.subarray(CHECK_BYTES)), 0);
  return brotliCompressSync(whole, settings(quality));
}

/**
 * Returns a block's content, with its checksum. Throws if it is damaged, which brotli itself does not always notice,
 * or longer than `most` bytes.
 */
function decompress(block: Uint8Array, most = kMaxLength): Buffer {
  const whole = brotliDecompressSync(block, { maxOutputLength: most });
  if (whole.readUInt32LE(0) !== crc32(whole.subarray(CHECK_BYTES)))
    throw new RangeError('The block does not match its checksum');
  return whole;
}

/** A block that was read. What cannot be read from it is damage: throws StoreDamaged. */
export class Block {
  readonly #plain: Buffer;

  constructor(bytes: Uint8Array) {
    this.#plain = readable(() => decompress(bytes).subarray(CHECK_BYTES));
  }

  get byteLength(): number {
    return this.#plain.byteLength;
  }

  payload(slot: number): Payload {
    return readable(() => extract(this.#plain, slot));
  }

  payloads(): Payload[] {
    return readable(() =>
      Array.from({ length: this.#plain.readUInt32LE(0) / 2 }, (_, slot) => extract(this.#plain, slot)),
    );
  }
}

function extract(plain: Buffer, slot: number): Payload {
  const length = (part: number) => plain.readUInt32LE(4 * (part + 1));
  const parts = plain.readUInt32LE(0);
  if (2 * slot >= parts) throw new RangeError(`The block has ${parts / 2} payloads, and none at ${slot}`);
  let start = 4 * (parts + 1);
  for (let part = 0; part < 2 * slot; part++) start += length(part);
  const middle = start + length(2 * slot);
  return {
    bytes: plain.subarray(start, middle),
    verdict: plain.subarray(middle, middle + length(2 * slot + 1)),
  };
}

function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new StoreDamaged(FILE_DAMAGED, { cause: error });
  }
}

/** Undefined if the file does not hold the block. */
export function readBlock(connection: Connection, id: number): Block | undefined {
  const row = connection.get<{ bytes: Uint8Array }>('SELECT bytes FROM blocks WHERE id = ?', id);
  return row && new Block(row.bytes);
}

/** Returns the new block's id. */
export function insertBlock(connection: Connection, payloads: readonly Payload[]): number {
  const id = connection.insert(
    'INSERT INTO blocks (live, bytes) VALUES (?, ?)',
    payloads.length,
    compress(payloads),
  );
  // After the last block was deleted, its id is given again.
  noteLoose(connection, id);
  return id;
}

export function replaceBlock(connection: Connection, id: number, payloads: readonly Payload[]): void {
  connection.run('UPDATE blocks SET bytes = ? WHERE id = ?', compress(payloads), id);
  noteLoose(connection, id);
}

interface BlockRow {
  readonly id: number;
  /** Number of its payloads that are not yet released. */
  readonly live: number;
  readonly bytes: Uint8Array;
}

/** Id of the block up to which all are compressed thoroughly. */
function compactedUpTo(connection: Connection): number {
  return readMeta(connection, 'compacted_block') ?? 0;
}

function noteLoose(connection: Connection, id: number): void {
  if (id <= compactedUpTo(connection)) writeMeta(connection, 'compacted_block', id - 1);
}

/**
 * Compresses the next blocks thoroughly; false if none is left. What is damaged or too large stays as it is. Must be
 * called in a transaction.
 */
export function compact(connection: Connection): boolean {
  const start = compactedUpTo(connection);
  let last = start;
  for (let cost = 0; cost < COMPACTED_BYTES; cost += BLOCK_COST) {
    const block = connection.get<BlockRow>('SELECT * FROM blocks WHERE id > ? ORDER BY id LIMIT 1', last);
    if (block === undefined) break;
    last = block.id;
    const whole = ifReadable(() => decompress(block.bytes, COMPACTED_AT_MOST));
    if (whole === undefined) continue;
    cost += whole.byteLength;
    const bytes = brotliCompressSync(whole, settings(THOROUGH));
    if (bytes.byteLength < block.bytes.byteLength) moveTogether(connection, { ...block, bytes });
  }
  if (last === start) return false;
  writeMeta(connection, 'compacted_block', last);
  return true;
}

/**
 * Empties payloads of a block. False if the file has the block, but it cannot be read: it stays as it is. One that is compressed
 * thoroughly remains so: if compaction began again at the oldest blocks with each removal, it would never reach the newest.
 */
export function emptySlots(connection: Connection, id: number, slots: readonly number[]): boolean {
  const row = connection.get<BlockRow>('SELECT * FROM blocks WHERE id = ?', id);
  if (row === undefined) return true;
  const block = ifReadable(() => new Block(row.bytes));
  if (block === undefined) return false;
  const payloads = block.payloads();
  for (const slot of slots) payloads[slot] = NO_PAYLOAD;
  const isCompacted = id <= compactedUpTo(connection) && block.byteLength <= COMPACTED_AT_MOST;
  moveTogether(connection, { ...row, bytes: compress(payloads, isCompacted ? THOROUGH : QUICK) });
  return true;
}

/** SQLite merges pages around a row that is deleted, but not around one that shrinks: at ten million responses, 73 bytes each instead of 87. */
function moveTogether(connection: Connection, { id, live, bytes }: BlockRow): void {
  connection.run('DELETE FROM blocks WHERE id = ?', id);
  connection.run('INSERT INTO blocks (id, live, bytes) VALUES (?, ?, ?)', id, live, bytes);
}

function ifReadable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    // Whoever reads it says why.
    return undefined;
  }
}
