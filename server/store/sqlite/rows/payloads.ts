import { entry } from '../../../../shared/collections/entry.ts';
import { sum } from '../../../../shared/collections/sum.ts';
import type { Connection } from '../file/connection.ts';
import {
  type Block,
  emptySlots,
  insertBlock,
  lengthOf,
  type Payload,
  readBlock,
  replaceBlock,
} from './blocks.ts';

/** Payloads of an append share compressed blocks of at most this many, or this many bytes if that is less. */
const BLOCK_ROWS = 256;
const BLOCK_BYTES = 256 * 1024;
/** Runs below both limits are stored alone until `pack` gathers them: small blocks compress badly. */
const BLOCK_LEAST = 16;
const BLOCK_LEAST_BYTES = 64 * 1024;

/** Blocks from which payloads are removed per call: each is compressed again, which takes some three milliseconds, five at most. */
const FEW_BLOCKS = 6;

/** Where a payload is stored: in a block, or (block null) in a row of its own. */
export interface Lodging {
  readonly block: number | null;
  readonly slot: number;
}

export const ALONE: Lodging = { block: null, slot: 0 };

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

/** Number of payloads stored alone. */
export function countAlone(connection: Connection): number {
  return connection.number('SELECT count(*) FROM payloads');
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

/**
 * Reads payloads one after another, many of them from the same blocks, while nothing is written. What was stored at several
 * times, such as two recordings of one day, is in several blocks by turns.
 */
export class Unpacked {
  readonly #connection: Connection;
  readonly #held = new Map<number, Block>();
  #heldBytes = 0;
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
    const held = this.#held.get(block) ?? this.#unpack(block);
    return held?.payload(slot);
  }

  #unpack(id: number): Block | undefined {
    const block = readBlock(this.#connection, id);
    if (block === undefined) return undefined;
    if (this.#heldBytes > MOST_UNPACKED) {
      this.#held.clear();
      this.#heldBytes = 0;
    }
    this.#held.set(id, block);
    this.#heldBytes += block.byteLength;
    this.bytes += block.byteLength;
    return block;
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
    const payloads = blocks.get(block) ?? readBlock(connection, block)?.payloads();
    if (payloads === undefined) continue;
    payloads[slot] = payload;
    blocks.set(block, payloads);
  }
  for (const [block, payloads] of blocks) replaceBlock(connection, block, payloads);
}

/** The first of some responses, in their order, as far as few blocks hold them. */
export function inFewBlocks(responses: readonly Lodged[]): readonly Lodged[] {
  const blocks = new Set<number>();
  const end = responses.findIndex(({ block }) => block !== null && blocks.add(block).size > FEW_BLOCKS);
  return end < 0 ? responses : responses.slice(0, end);
}

/**
 * Removes payloads, so that nothing of them is left in the file; a block is deleted with its last one. False if a block cannot
 * be read: what it holds stays until then.
 */
export function releasePayloads(connection: Connection, responses: readonly Lodged[]): boolean {
  const gone = new Map<number, number[]>();
  for (const { id, block, slot } of responses) {
    if (block === null) connection.run('DELETE FROM payloads WHERE response = ?', id);
    else entry(gone, block, () => []).push(slot);
  }
  let isWhole = true;
  for (const [block, slots] of gone) {
    connection.run('UPDATE blocks SET live = live - ? WHERE id = ?', slots.length, block);
    connection.run('DELETE FROM blocks WHERE id = ? AND live <= 0', block);
    if (!emptySlots(connection, block, slots)) isWhole = false;
  }
  return isWhole;
}
