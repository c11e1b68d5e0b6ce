import { SUMS } from './cells.ts';
import { type Histogram, mergeDurations, subtractDurations } from './histogram.ts';

/** What tells the traffic of one facet and bucket apart; `value` is of the facet. */
export interface TrafficKey {
  readonly server: number;
  readonly value: number;
  readonly outcome: number;
}

/** An entry of encoded traffic: sums in the order of SUMS, durations as a histogram encodes them. */
export interface TrafficEntry extends TrafficKey {
  readonly sums: ArrayLike<number>;
  readonly durations: Uint8Array;
}

/**
 * Encodes entries in ascending order of server, value and outcome, those of no response left out, so that equal traffic is
 * equal bytes. An entry is unsigned LEB128 numbers: its key, the sums that are not 0 after a mask that says which (the
 * first is the lowest bit), and the length of its durations, which follow.
 */
export function encodeTraffic(
  entries: Iterable<TrafficKey & { readonly sums: ArrayLike<number>; readonly durations: Histogram }>,
): Buffer {
  const bytes: number[] = [];
  for (const { durations, ...entry } of [...entries].sort(compareKeys))
    write(bytes, { ...entry, durations: durations.encode() ?? NOTHING });
  return Buffer.from(bytes);
}

const NOTHING = new Uint8Array(0);

function compareKeys(a: TrafficKey, b: TrafficKey): number {
  return a.server - b.server || a.value - b.value || a.outcome - b.outcome;
}

function write(bytes: number[], { server, value, outcome, sums, durations }: TrafficEntry): void {
  if (sums[0] === 0) return;
  number(bytes, server);
  number(bytes, value);
  number(bytes, outcome);
  let mask = 0;
  for (let i = 0; i < SUMS.length; i++) if (sums[i] !== 0) mask |= 1 << i;
  number(bytes, mask);
  for (let i = 0; i < SUMS.length; i++) if (sums[i] !== 0) number(bytes, sums[i] ?? 0);
  number(bytes, durations.length);
  for (const byte of durations) bytes.push(byte);
}

function number(bytes: number[], value: number): void {
  let rest = value;
  while (rest > 127) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}

/** Reads the entries of encoded traffic one after the other, each into the same place. */
export class TrafficReader implements TrafficEntry {
  server = 0;
  value = 0;
  outcome = 0;
  readonly sums = new Float64Array(SUMS.length);
  /** Where the entry's durations stand. */
  #from = 0;
  #at = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get durations(): Uint8Array {
    return this.#bytes.subarray(this.#from, this.#at);
  }

  /** False where there are no more. */
  next(): boolean {
    if (this.#at >= this.#bytes.length) return false;
    this.server = this.#number();
    this.value = this.#number();
    this.outcome = this.#number();
    const mask = this.#number();
    for (let i = 0; i < SUMS.length; i++) this.sums[i] = (mask & (1 << i)) === 0 ? 0 : this.#number();
    const length = this.#number();
    this.#from = this.#at;
    this.#at += length;
    return true;
  }

  #number(): number {
    let byte = this.#bytes[this.#at++] ?? 0;
    if (byte < 128) return byte;
    let value = byte - 128;
    for (let scale = 128; ; scale *= 128) {
      byte = this.#bytes[this.#at++] ?? 0;
      if (byte < 128) return value + byte * scale;
      value += (byte - 128) * scale;
    }
  }
}

/** The sum of encoded traffic. */
export function mergeTraffic(a: Uint8Array | null, b: Uint8Array | null): Uint8Array {
  return combined(a ?? NOTHING, b ?? NOTHING, 1, mergeDurations);
}

/** Encoded traffic without some that is part of it. */
export function subtractTraffic(a: Uint8Array | null, b: Uint8Array | null): Uint8Array {
  return combined(a ?? NOTHING, b ?? NOTHING, -1, subtractDurations);
}

function combined(
  a: Uint8Array,
  b: Uint8Array,
  times: 1 | -1,
  durationsOf: (a: Uint8Array, b: Uint8Array) => Uint8Array | null,
): Uint8Array {
  const [left, right] = [new TrafficReader(a), new TrafficReader(b)];
  const bytes: number[] = [];
  let [hasLeft, hasRight] = [left.next(), right.next()];
  while (hasLeft || hasRight) {
    const order = !hasLeft ? 1 : !hasRight ? -1 : compareKeys(left, right);
    if (order < 0) write(bytes, left);
    else if (order > 0) write(bytes, right);
    else {
      const sums = left.sums.map((sum, i) => sum + times * (right.sums[i] ?? 0));
      const durations = durationsOf(left.durations, right.durations) ?? NOTHING;
      write(bytes, { server: left.server, value: left.value, outcome: left.outcome, sums, durations });
    }
    if (order <= 0) hasLeft = left.next();
    if (order >= 0) hasRight = right.next();
  }
  return Buffer.from(bytes);
}

/** Encoded traffic without that of a server. */
export function withoutServer(bytes: Uint8Array, server: number): Uint8Array {
  const rest: number[] = [];
  const entry = new TrafficReader(bytes);
  while (entry.next()) if (entry.server !== server) write(rest, entry);
  return Buffer.from(rest);
}
