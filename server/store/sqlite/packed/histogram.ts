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
/** Size of the first allocation: durations up to a few seconds. */
const FIRST_BINS = 256;

function binOf(ms: number): number {
  return ms <= FLOOR ? 0 : Math.min(BINS - 1, Math.ceil(Math.log(ms / FLOOR) / GROWTH));
}

function middleOf(bin: number): number {
  return bin === 0 ? 0 : FLOOR * Math.exp((bin - 0.5) * GROWTH);
}

/** The number of durations in each bin. */
export class Histogram implements Packed<Histogram> {
  #counts: number[] = [];
  /** The bins in use lie in `[low, high]`. */
  #low = BINS;
  #high = -1;

  /** Counts a duration in milliseconds; ignores whatever is not a finite number of at least 0. */
  addDuration(ms: number): void {
    if (Number.isFinite(ms) && ms >= 0) this.#add(binOf(ms), 1);
  }

  /** Adds to `also` too: decoding costs more than adding. */
  addEncoded(bytes: Uint8Array, also?: Histogram): void {
    const numbers = new NumberReader(bytes);
    for (let bin = 0; !numbers.ended; ) {
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
    for (let bin = other.#low; bin <= other.#high; bin++) {
      const count = other.#counts[bin] ?? 0;
      if (count > 0) this.#add(bin, count);
    }
  }

  #add(bin: number, count: number): void {
    if (bin >= this.#counts.length) {
      // Creating and filling a plain array takes a quarter of the time of a typed one of this size.
      const more = (bin < FIRST_BINS ? FIRST_BINS : BINS) - this.#counts.length;
      this.#counts = this.#counts.concat(new Array<number>(more).fill(0));
    }
    this.#counts[bin] = (this.#counts[bin] ?? 0) + count;
    if (bin < this.#low) this.#low = bin;
    if (bin > this.#high) this.#high = bin;
  }

  encode(): Uint8Array {
    const bytes: number[] = [];
    let before = 0;
    for (let bin = this.#low; bin <= this.#high; bin++) {
      const count = this.#counts[bin] ?? 0;
      if (count === 0) continue;
      writeNumber(bytes, bin - before);
      writeNumber(bytes, count);
      before = bin;
    }
    return Buffer.from(bytes);
  }

  get count(): number {
    let count = 0;
    for (let bin = this.#low; bin <= this.#high; bin++) count += this.#counts[bin] ?? 0;
    return count;
  }

  /** The value below which `share` (0 to 1) of the durations lie, in ms to three digits; null if none. */
  percentile(share: number): number | null {
    let left = Math.max(1, Math.ceil(this.count * share));
    for (let bin = this.#low; bin <= this.#high; bin++) {
      left -= this.#counts[bin] ?? 0;
      if (left <= 0) return Number(middleOf(bin).toPrecision(3));
    }
    return null;
  }
}
