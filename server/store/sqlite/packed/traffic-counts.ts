import { SUMS } from './cell-tables.ts';
import { Histogram } from './histogram.ts';
import { NumberReader, writeNumber } from './numbers.ts';
import { type Combine, merging, subtracting } from './packed.ts';

/** Identifies an entry in the traffic of one facet and bucket; `value` is an id of the facet. */
export interface TrafficKey {
  readonly server: number;
  readonly value: number;
  readonly outcome: number;
}

/** An entry of encoded traffic: sums in the order of SUMS, durations as encoded by a histogram. */
interface TrafficEntry extends TrafficKey {
  readonly sums: ArrayLike<number>;
  readonly durations: Uint8Array;
}

/**
 * Encodes entries in ascending order of server, value and outcome, without those of no response, so that
 * equal traffic is equal bytes. An entry consists of numbers: its key, a mask of the sums that are not 0 (the
 * first is the lowest bit), these sums, and the length of its durations, which follow.
 */
export function encodeTraffic(
  entries: Iterable<TrafficKey & { readonly sums: ArrayLike<number>; readonly durations: Histogram }>,
): Buffer {
  const bytes: number[] = [];
  for (const { durations, ...entry } of [...entries].sort(compareKeys))
    write(bytes, { ...entry, durations: durations.encode() });
  return Buffer.from(bytes);
}

function compareKeys(a: TrafficKey, b: TrafficKey): number {
  return a.server - b.server || a.value - b.value || a.outcome - b.outcome;
}

function write(bytes: number[], { server, value, outcome, sums, durations }: TrafficEntry): void {
  if (sums[0] === 0) return;
  writeNumber(bytes, server);
  writeNumber(bytes, value);
  writeNumber(bytes, outcome);
  let mask = 0;
  for (let i = 0; i < SUMS.length; i++) if (sums[i] !== 0) mask |= 1 << i;
  writeNumber(bytes, mask);
  for (let i = 0; i < SUMS.length; i++) if (sums[i] !== 0) writeNumber(bytes, sums[i] ?? 0);
  writeNumber(bytes, durations.length);
  for (const byte of durations) bytes.push(byte);
}

/**
 * Reads the entries of encoded traffic one after the other, each into the same object. Skips the sums from
 * index `asked` on, which stay 0.
 */
export class TrafficReader implements TrafficEntry {
  server = 0;
  value = 0;
  outcome = 0;
  readonly sums = SUMS.map(() => 0);
  /** Start of the entry's durations. */
  #from = 0;
  readonly #numbers: NumberReader;
  readonly #asked: number;

  constructor(bytes: Uint8Array, asked = SUMS.length) {
    this.#numbers = new NumberReader(bytes);
    this.#asked = asked;
  }

  get durations(): Uint8Array {
    return this.#numbers.since(this.#from);
  }

  /** Adds the entry's durations to a histogram, and to another if given. */
  addDurations(into: Histogram, also?: Histogram): void {
    const end = this.#numbers.at;
    this.#numbers.at = this.#from;
    into.addNumbers(this.#numbers, end, also);
  }

  /** Reads the next entry; false if there is none. */
  next(): boolean {
    const numbers = this.#numbers;
    if (numbers.ended) return false;
    this.server = numbers.next();
    this.value = numbers.next();
    this.outcome = numbers.next();
    const mask = numbers.next();
    for (let i = 0; i < this.#asked; i++) this.sums[i] = (mask & (1 << i)) === 0 ? 0 : numbers.next();
    for (let left = mask >> this.#asked; left !== 0; left &= left - 1) numbers.skip();
    const length = numbers.next();
    this.#from = numbers.at;
    numbers.at += length;
    return true;
  }
}

/** Returns the sum of encoded traffic. */
export function mergeTraffic(a: Uint8Array, b: Uint8Array): Uint8Array {
  return combined(a, b, 1, mergeDurations);
}

/** Returns encoded traffic without some that is part of it. */
export function subtractTraffic(a: Uint8Array, b: Uint8Array): Uint8Array {
  return combined(a, b, -1, subtractDurations);
}

const mergeDurations = merging(Histogram);
const subtractDurations = subtracting(Histogram);

function combined(a: Uint8Array, b: Uint8Array, times: 1 | -1, durationsOf: Combine): Uint8Array {
  const [left, right] = [new TrafficReader(a), new TrafficReader(b)];
  const bytes: number[] = [];
  let [hasLeft, hasRight] = [left.next(), right.next()];
  while (hasLeft || hasRight) {
    const order = !hasLeft ? 1 : !hasRight ? -1 : compareKeys(left, right);
    if (order < 0) write(bytes, left);
    else if (order > 0) write(bytes, right);
    else {
      const sums = left.sums.map((sum, i) => sum + times * (right.sums[i] ?? 0));
      const durations = durationsOf(left.durations, right.durations);
      write(bytes, { server: left.server, value: left.value, outcome: left.outcome, sums, durations });
    }
    if (order <= 0) hasLeft = left.next();
    if (order >= 0) hasRight = right.next();
  }
  return Buffer.from(bytes);
}

/** Returns encoded traffic without that of a server. */
export function withoutServer(bytes: Uint8Array, server: number): Uint8Array {
  const rest: number[] = [];
  const entry = new TrafficReader(bytes);
  while (entry.next()) if (entry.server !== server) write(rest, entry);
  return Buffer.from(rest);
}
