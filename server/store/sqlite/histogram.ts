import { NumberReader, writeNumber } from './numbers.ts';
import type { Packed } from './packed.ts';

/**
 * Durations in bins that grow by 5 %, so a percentile is within 2.5 % of the true one and histograms merge by addition.
 * Encoded as pairs of numbers, the gap to the bin before and the count, in ascending order.
 */
const GROWTH = Math.log(1.05);
/** Milliseconds; bin 0 holds everything up to it. */
const FLOOR = 0.01;

/** The last bin holds everything from some thirty thousand years on. */
const BINS = 800;
/** Bins of the first allocation: most histograms hold a few durations that lie close together. */
const FIRST_BINS = 8;

function binOf(ms: number): number {
  return ms <= FLOOR ? 0 : Math.min(BINS - 1, Math.ceil(Math.log(ms / FLOOR) / GROWTH));
}

function middleOf(bin: number): number {
  return bin === 0 ? 0 : FLOOR * Math.exp((bin - 0.5) * GROWTH);
}

const NO_BINS = new Float64Array(0);

/** How many durations there are in each bin. */
export class Histogram implements Packed<Histogram> {
  /** Counts of the bins from `start` on. */
  #counts = NO_BINS;
  #start = 0;
  /** The bins in use lie in `[low, high]`. */
  #low = BINS;
  #high = -1;

  /** Counts a duration in milliseconds; what is not a finite number of 0 or more is left out. */
  addDuration(ms: number): void {
    if (Number.isFinite(ms) && ms >= 0) this.#add(binOf(ms), 1);
  }

  addEncoded(bytes: Uint8Array): void {
    this.#addTimes(1, bytes);
  }

  subtractEncoded(bytes: Uint8Array): void {
    this.#addTimes(-1, bytes);
  }

  #addTimes(times: 1 | -1, bytes: Uint8Array): void {
    const numbers = new NumberReader(bytes);
    for (let bin = 0; !numbers.ended; ) {
      bin += numbers.next();
      this.#add(bin, times * numbers.next());
    }
  }

  addAll(other: Histogram): void {
    for (let bin = other.#low; bin <= other.#high; bin++) {
      const count = other.#of(bin);
      if (count > 0) this.#add(bin, count);
    }
  }

  #of(bin: number): number {
    return this.#counts[bin - this.#start] ?? 0;
  }

  #add(bin: number, count: number): void {
    const { length } = this.#counts;
    if (bin < this.#start || bin >= this.#start + length) this.#reach(bin);
    this.#counts[bin - this.#start] = this.#of(bin) + count;
    if (bin < this.#low) this.#low = bin;
    if (bin > this.#high) this.#high = bin;
  }

  /** Makes room for a bin, and for as much again around those in use. */
  #reach(bin: number): void {
    const [low, high] = [Math.min(this.#low, bin), Math.max(this.#high, bin)];
    const size = Math.max(FIRST_BINS, 2 * (high - low + 1));
    const start = Math.max(0, low - ((size - (high - low + 1)) >> 1));
    const counts = new Float64Array(size);
    for (let used = this.#low; used <= this.#high; used++) counts[used - start] = this.#of(used);
    this.#counts = counts;
    this.#start = start;
  }

  encode(): Uint8Array {
    const bytes: number[] = [];
    let before = 0;
    for (let bin = this.#low; bin <= this.#high; bin++) {
      const count = this.#of(bin);
      if (count === 0) continue;
      writeNumber(bytes, bin - before);
      writeNumber(bytes, count);
      before = bin;
    }
    return Buffer.from(bytes);
  }

  get count(): number {
    let count = 0;
    for (let bin = this.#low; bin <= this.#high; bin++) count += this.#of(bin);
    return count;
  }

  /** The value below which `share` (0 to 1) of the durations lie, in milliseconds to three digits; null where there are none. */
  percentile(share: number): number | null {
    let left = Math.max(1, Math.ceil(this.count * share));
    for (let bin = this.#low; bin <= this.#high; bin++) {
      left -= this.#of(bin);
      if (left <= 0) return Number(middleOf(bin).toPrecision(3));
    }
    return null;
  }
}
