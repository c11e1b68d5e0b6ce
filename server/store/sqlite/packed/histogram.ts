import { NumberReader, writeNumber } from './numbers.ts';
import type { Packed } from './packed.ts';

/**
 * Durations in bins that grow by 5 %, so that a percentile is within 2.5 % of the true one and histograms
 * merge by addition. Encoded as pairs of numbers in ascending order: the gap to the previous bin, and the
 * count.
 */
const GROWTH = Math.log(1.05);
/** Milliseconds; bin 0 holds everything up to it. */
const FLOOR = 0.01;

/** The last bin holds everything above some thirty thousand years. */
const BINS = 800;

function binOf(ms: number): number {
  return ms <= FLOOR ? 0 : Math.min(BINS - 1, Math.ceil(Math.log(ms / FLOOR) / GROWTH));
}

function middleOf(bin: number): number {
  return bin === 0 ? 0 : FLOOR * Math.exp((bin - 0.5) * GROWTH);
}

/** The number of durations in each bin. */
export class Histogram implements Packed<Histogram> {
  /** Of the bins from the lowest to the highest in use: most histograms are of a few durations. */
  readonly #counts: number[] = [];
  #low = 0;

  /** Counts a duration in milliseconds; ignores whatever is not a finite number of at least 0. */
  addDuration(ms: number): void {
    if (Number.isFinite(ms) && ms >= 0) this.#add(binOf(ms), 1);
  }

  addEncoded(bytes: Uint8Array): void {
    this.addNumbers(new NumberReader(bytes), bytes.length);
  }

  /** Adds what is encoded up to a position, to `also` too: decoding costs more than adding. */
  addNumbers(numbers: NumberReader, end: number, also?: Histogram): void {
    for (let bin = 0; numbers.at < end; ) {
      bin += numbers.next();
      const count = numbers.next();
      this.#add(bin, count);
      if (also !== undefined) also.#add(bin, count);
    }
  }

  subtractEncoded(bytes: Uint8Array): void {
    const numbers = new NumberReader(bytes);
    for (let bin = 0; !numbers.ended; ) {
      bin += numbers.next();
      this.#add(bin, -numbers.next());
    }
  }

  addAll(other: Histogram): void {
    other.#counts.forEach((count, i) => {
      if (count > 0) this.#add(other.#low + i, count);
    });
  }

  #add(bin: number, count: number): void {
    if (bin < this.#low || bin >= this.#low + this.#counts.length) this.#reach(bin);
    const i = bin - this.#low;
    this.#counts[i] = (this.#counts[i] ?? 0) + count;
  }

  /** Makes room for a bin. */
  #reach(bin: number): void {
    if (this.#counts.length === 0) this.#low = bin;
    for (; this.#low > bin; this.#low--) this.#counts.unshift(0);
    while (this.#counts.length <= bin - this.#low) this.#counts.push(0);
  }

  encode(): Uint8Array {
    const bytes: number[] = [];
    let before = 0;
    this.#counts.forEach((count, i) => {
      if (count === 0) return;
      const bin = this.#low + i;
      writeNumber(bytes, bin - before);
      writeNumber(bytes, count);
      before = bin;
    });
    return Buffer.from(bytes);
  }

  get count(): number {
    let count = 0;
    for (const n of this.#counts) count += n;
    return count;
  }

  /** The value below which `share` (0 to 1) of the durations lie, in ms to three digits; null if none. */
  percentile(share: number): number | null {
    let left = Math.max(1, Math.ceil(this.count * share));
    const i = this.#counts.findIndex((count) => {
      left -= count;
      return left <= 0;
    });
    return i < 0 ? null : Number(middleOf(this.#low + i).toPrecision(3));
  }
}
