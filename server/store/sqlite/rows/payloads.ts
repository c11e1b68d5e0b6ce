import { brotliCompressSync, brotliDecompressSync, constants, crc32 } from 'node:zlib';
import { addTo } from '../../../../shared/add-to.ts';
import { sum } from '../../../../shared/sum.ts';
import { FILE_DAMAGED, StoreDamaged } from '../../faults.ts';
import type { Connection } from '../file/connection.ts';

/** Payloads of an append share compressed blocks of at most this many, or this many bytes if that is less. */
const BLOCK_ROWS = 256;
const BLOCK_BYTES = 256 * 1024;
/** Runs below both limits are stored alone until `pack` gathers them: small blocks compress badly. */
const BLOCK_LEAST = 16;
const BLOCK_LEAST_BYTES = 64 * 1024;

/** Where a payload is stored: in a block, or (block null) in a row of its own. */
export interface Lodging {
  readonly block: number | null;
  readonly slot: number;
}

export const ALONE: Lodging = { block: null, slot: 0 };

/** A capture's bytes, and what its verdict says beyond its row: JSON, or empty if there is nothing more. */
export interface Payload {
  readonly bytes: Uint8Array;
  readonly verdict: Uint8Array;
}

export const NO_PAYLOAD: Payload = { bytes: new Uint8Array(0), verdict: new Uint8Array(0) };

const lengthOf = ({ bytes, verdict }: Payload) => bytes.byteLength + verdict.byteLength;

/** Bytes of the checksum (CRC-32) of everything after it in a block. */
const CHECK_BYTES = 4;

/**
 * A block is a checksum, the number of its parts (two per payload) and the length of each as 32-bit numbers,
 * then the parts, all compressed together.
 */
function compress(payloads: readonly Payload[]): Uint8Array {
  const parts = payloads.flatMap(({ bytes, verdict }) => [bytes, verdict]);
  const head = Buffer.alloc(4 * (parts.length + 1));
  head.writeUInt32LE(parts.length, 0);
  parts.forEach((part, i) => {
    head.writeUInt32LE(part.byteLength, 4 * (i + 1));
  });
  const whole = Buffer.concat([Buffer.alloc(CHECK_BYTES), head, ...parts]);
  whole.writeUInt32LE(crc32(whole.subarray(CHECK_BYTES)), 0);
  return brotliCompressSync(whole, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 18 },
  });
}

/** Returns a block's content. Throws if the block is damaged, which brotli itself does not always notice. */
function decompress(block: Uint8Array): Buffer {
  const whole = brotliDecompressSync(block);
  const plain = whole.subarray(CHECK_BYTES);
  if (whole.readUInt32LE(0) !== crc32(plain)) throw new RangeError('The block does not match its checksum');
  return plain;
}

/** True if a block is as it was written. */
export function isWhole(block: Uint8Array): boolean {
  try {
    decompress(block);
    return true;
  } catch {
    return false;
  }
}

function extract(plain: Buffer, slot: number): Payload {
  const length = (part: number) => plain.readUInt32LE(4 * (part + 1));
  let start = 4 * (plain.readUInt32LE(0) + 1);
  for (let part = 0; part < 2 * slot; part++) start += length(part);
  const middle = start + length(2 * slot);
  return {
    bytes: plain.subarray(start, middle),
    verdict: plain.subarray(middle, middle + length(2 * slot + 1)),
  };
}

/** Splits payloads into runs of one block each. */
function runs<T extends Payload>(items: readonly T[]): readonly (readonly T[])[] {
  const cut: T[][] = [];
  let bytes = 0;
  for (const item of items) {
    const last = cut.at(-1);
    if (last === undefined || last.length >= BLOCK_ROWS || bytes + lengthOf(item) > BLOCK_BYTES) {
      cut.push([item]);
      bytes = lengthOf(item);
    } else {
      last.push(item);
      bytes += lengthOf(item);
    }
  }
  return cut;
}

function insertBlock(connection: Connection, payloads: readonly Payload[]): number {
  return connection.insert(
    'INSERT INTO blocks (live, bytes) VALUES (?, ?)',
    payloads.length,
    compress(payloads),
  );
}

/**
 * Stores the payloads of an append, in order, and returns where each is. For those left alone, the caller
 * must call `storeAlone`.
 */
export function storeBlocks(connection: Connection, payloads: readonly Payload[]): readonly Lodging[] {
  return runs(payloads).flatMap((run) => {
    const bytes = sum(run.map(lengthOf));
    if (run.length < BLOCK_LEAST && bytes < BLOCK_LEAST_BYTES) return run.map(() => ALONE);
    const block = insertBlock(connection, run);
    return run.map((_, slot) => ({ block, slot }));
  });
}

export function storeAlone(connection: Connection, key: number, { bytes, verdict }: Payload): void {
  connection.run('INSERT INTO payloads (response, bytes, verdict) VALUES (?, ?, ?)', key, bytes, verdict);
}

/**
 * Gathers payloads stored alone, oldest first, into blocks of a full run. Returns how many were moved: 0 if
 * there are too few. Must be called in a transaction.
 */
export function pack(connection: Connection): number {
  const alone = connection.all<Payload & { readonly response: number }>(
    'SELECT response, bytes, verdict FROM payloads ORDER BY response LIMIT ?',
    BLOCK_ROWS,
  );
  if (alone.length < BLOCK_ROWS) return 0;
  for (const run of runs(alone)) {
    const block = insertBlock(connection, run);
    run.forEach(({ response }, slot) => {
      connection.run('UPDATE responses SET block = ?, slot = ? WHERE id = ?', block, slot, response);
      connection.run('DELETE FROM payloads WHERE response = ?', response);
    });
  }
  return alone.length;
}

/** Returns the payload of a response; undefined if the file does not hold it. */
export function readPayload(connection: Connection, key: number, lodging: Lodging): Payload | undefined {
  return new Unpacked(connection).read(key, lodging);
}

/** Bytes that a page unpacks before it ends: some twenty blocks, in 40 ms. A single payload may have more. */
export const MOST_UNPACKED = 4 * 1024 * 1024;

/** Reads payloads one after another, many of them from the same block, while nothing is written. */
export class Unpacked {
  readonly #connection: Connection;
  #last: { readonly block: number; readonly plain: Buffer } | undefined;
  /** Bytes unpacked so far. */
  bytes = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Like {@link readPayload}. */
  read(key: number, { block, slot }: Lodging): Payload | undefined {
    if (block === null) {
      const alone = this.#connection.get<Payload>(
        'SELECT bytes, verdict FROM payloads WHERE response = ?',
        key,
      );
      this.bytes += alone?.bytes.byteLength ?? 0;
      return alone;
    }
    if (this.#last?.block !== block) {
      const plain = readBlock(this.#connection, block);
      if (plain === undefined) return undefined;
      this.#last = { block, plain };
      this.bytes += plain.byteLength;
    }
    const { plain } = this.#last;
    return readable(() => extract(plain, slot));
  }
}

/** Returns a block's content; undefined if the file does not hold the block. */
function readBlock(connection: Connection, block: number): Buffer | undefined {
  const row = connection.get<{ bytes: Uint8Array }>('SELECT bytes FROM blocks WHERE id = ?', block);
  return row && readable(() => decompress(row.bytes));
}

/** Reads from a block; what cannot be read is damage. */
function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new StoreDamaged(FILE_DAMAGED, { cause: error });
  }
}

/** A response's key and where its payload is stored. */
export interface Lodged extends Lodging {
  readonly id: number;
}

/** Replaces payloads. Each block is compressed once; one that is gone is skipped. */
export function replacePayloads(
  connection: Connection,
  replaced: readonly (Lodged & { readonly payload: Payload })[],
): void {
  const blocks = new Map<number, Payload[]>();
  for (const { id, block, slot, payload } of replaced) {
    if (block === null) {
      const { bytes, verdict } = payload;
      connection.run('UPDATE payloads SET bytes = ?, verdict = ? WHERE response = ?', bytes, verdict, id);
      continue;
    }
    const payloads = blocks.get(block) ?? payloadsIn(connection, block);
    if (payloads === undefined) continue;
    payloads[slot] = payload;
    blocks.set(block, payloads);
  }
  for (const [block, payloads] of blocks)
    connection.run('UPDATE blocks SET bytes = ? WHERE id = ?', compress(payloads), block);
}

function payloadsIn(connection: Connection, block: number): Payload[] | undefined {
  const plain = readBlock(connection, block);
  if (plain === undefined) return undefined;
  return readable(() => Array.from({ length: plain.readUInt32LE(0) / 2 }, (_, slot) => extract(plain, slot)));
}

/** Releases payloads whose responses were deleted; a block is deleted with its last one. */
export function releasePayloads(
  connection: Connection,
  responses: readonly { readonly id: number; readonly block: number | null }[],
): void {
  const gone = new Map<number, number>();
  for (const { id, block } of responses) {
    if (block === null) connection.run('DELETE FROM payloads WHERE response = ?', id);
    else addTo(gone, block);
  }
  for (const [block, count] of gone) {
    connection.run('UPDATE blocks SET live = live - ? WHERE id = ?', count, block);
    connection.run('DELETE FROM blocks WHERE id = ? AND live <= 0', block);
  }
}
