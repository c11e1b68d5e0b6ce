import type { Packed } from './packed.ts';

/** Readings of one condition: number, worst ratio, and the newest (`at` in epoch ms, `response` its key). */
export interface ReadingSum {
  n: number;
  worst: number;
  at: number;
  response: number;
  a: number;
  b: number;
  ratio: number;
}

/**
 * Readings by condition, for one time bucket. Encoded as little-endian 64-bit floats: each condition and its
 * sum, in ascending order of condition, so that equal readings are equal bytes.
 */
export class ReadingCounts implements Packed<ReadingCounts> {
  readonly #sums = new Map<number, ReadingSum>();

  get sums(): ReadonlyMap<number, Readonly<ReadingSum>> {
    return this.#sums;
  }

  add(condition: number, reading: Readonly<ReadingSum>): void {
    const sum = this.#sums.get(condition);
    if (sum === undefined) {
      this.#sums.set(condition, { ...reading });
      return;
    }
    const n = sum.n + reading.n;
    const worst = Math.max(sum.worst, reading.worst);
    // Of two readings at the same time the later response wins, so that the order of adding does not matter.
    if (reading.at > sum.at || (reading.at === sum.at && reading.response > sum.response))
      Object.assign(sum, reading);
    sum.n = n;
    sum.worst = worst;
  }

  addAll(other: ReadingCounts): void {
    for (const [condition, sum] of other.#sums) this.add(condition, sum);
  }

  addEncoded(bytes: Uint8Array): void {
    eachReading(bytes, (condition, sum) => this.add(condition, sum));
  }

  /** Subtracts as many readings, part of these; the newest and worst of the rest are then unknown. */
  subtractEncoded(bytes: Uint8Array): void {
    eachReading(bytes, (condition, { n }) => {
      const sum = this.#sums.get(condition);
      if (sum !== undefined) sum.n -= n;
    });
  }

  /** Omits conditions without readings. */
  encode(): Buffer {
    const left = [...this.#sums].filter(([, { n }]) => n > 0).sort(([a], [b]) => a - b);
    const bytes = Buffer.alloc(left.length * ENTRY);
    left.forEach(([condition, { n, worst, at, response, a, b, ratio }], index) => {
      [condition, n, worst, at, response, a, b, ratio].forEach((value, place) => {
        bytes.writeDoubleLE(value, index * ENTRY + place * 8);
      });
    });
    return bytes;
  }
}

/** Bytes per entry. */
const ENTRY = 8 * 8;

/** Visits the entries in order. A visitor must not keep the sum, which is the same object each time. */
function eachReading(bytes: Uint8Array, visit: (condition: number, sum: Readonly<ReadingSum>) => void): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const sum = { n: 0, worst: 0, at: 0, response: 0, a: 0, b: 0, ratio: 0 };
  for (let at = 0; at < bytes.length; at += ENTRY) {
    sum.n = view.getFloat64(at + 8, true);
    sum.worst = view.getFloat64(at + 16, true);
    sum.at = view.getFloat64(at + 24, true);
    sum.response = view.getFloat64(at + 32, true);
    sum.a = view.getFloat64(at + 40, true);
    sum.b = view.getFloat64(at + 48, true);
    sum.ratio = view.getFloat64(at + 56, true);
    visit(view.getFloat64(at, true), sum);
  }
}

/** Returns encoded readings without those of some conditions. */
export function withoutConditions(bytes: Uint8Array, conditions: ReadonlySet<number>): Uint8Array {
  const rest = new ReadingCounts();
  eachReading(bytes, (condition, sum) => {
    if (!conditions.has(condition)) rest.add(condition, sum);
  });
  return rest.encode();
}
