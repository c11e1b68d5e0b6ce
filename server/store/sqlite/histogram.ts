import { NumberReader, writeNumber } from './numbers.ts';

/**
 * Durations in bins that grow by 5 %, so a percentile is within 2.5 % of the true one and histograms merge by addition.
 * Encoded as pairs of numbers, the gap to the bin before and the count, in ascending order.
 */
const GROWTH = Math.log(1.05);
/** Milliseconds; bin 0 holds everything up to it. */
const FLOOR = 0.01;

/** The last bin holds everything from some thirty thousand years on. */
const BINS = 800;
/** Bins of the first allocation: durations up to some seconds. */
const FIRST_BINS = 256;

function binOf(ms: number): number {
  return ms <= FLOOR ? 0 : Math.min(BINS - 1, Math.ceil(Math.log(ms / FLOOR) / GROWTH));
}

function middleOf(bin: number): number {
  return bin === 0 ? 0 : FLOOR * Math.exp((bin - 0.5) * GROWTH);
}

/** How many durations there are in each bin. */
export class Histogram {
  #counts = new Float64Array(0);
  /** The bins in use lie in `[low, high]`. */
  #low = BINS;
  #high = -1;

  /** Counts a duration in milliseconds; what is not a finite number of 0 or more is left out. */
  addDuration(ms: number): void {
    if (Number.isFinite(ms) && ms >= 0) this.#add(binOf(ms), 1);
  }

  addEncoded(bytes: Uint8Array | null): void {
    this.#addTimes(1, bytes);
  }

  /** Takes durations away that are in it. */
  subtractEncoded(bytes: Uint8Array | null): void {
    this.#addTimes(-1, bytes);
  }

  #addTimes(times: 1 | -1, bytes: Uint8Array | null): void {
    if (bytes === null) return;
    const numbers = new NumberReader(bytes);
    for (let bin = 0; !numbers.ended; ) {
      bin += numbers.next();
      this.#add(bin, times * numbers.next());
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
      const grown = new Float64Array(bin < FIRST_BINS ? FIRST_BINS : BINS);
      grown.set(this.#counts);
      this.#counts = grown;
    }
    this.#counts[bin] = (this.#counts[bin] ?? 0) + count;
    if (bin < this.#low) this.#low = bin;
    if (bin > this.#high) this.#high = bin;
  }

  /** Null where there are none. */
  encode(): Uint8Array | null {
    if (this.#high < 0) return null;
    const bytes: number[] = [];
    let before = 0;
    for (let bin = this.#low; bin <= this.#high; bin++) {
      const count = this.#counts[bin] ?? 0;
      if (count === 0) continue;
      writeNumber(bytes, bin - before);
      writeNumber(bytes, count);
      before = bin;
    }
    return bytes.length === 0 ? null : Buffer.from(bytes);
  }

  get count(): number {
    let count = 0;
    for (let bin = this.#low; bin <= this.#high; bin++) count += this.#counts[bin] ?? 0;
    return count;
  }

  /** The value below which `share` (0 to 1) of the durations lie, in milliseconds to three digits; null where there are none. */
  percentile(share: number): number | null {
    let left = Math.max(1, Math.ceil(this.count * share));
    for (let bin = this.#low; bin <= this.#high; bin++) {
      left -= this.#counts[bin] ?? 0;
      if (left <= 0) return Number(middleOf(bin).toPrecision(3));
    }
    return null;
  }
}

/** The sum of two encoded histograms, either of which may be absent. */
export function mergeDurations(a: Uint8Array | null, b: Uint8Array | null): Uint8Array | null {
  if (a === null) return b;
  if (b === null) return a;
  const sum = new Histogram();
  sum.addEncoded(a);
  sum.addEncoded(b);
  return sum.encode();
}

/** The first of two encoded histograms without the second, which is part of it. */
export function subtractDurations(a: Uint8Array | null, b: Uint8Array | null): Uint8Array | null {
  if (b === null) return a;
  const rest = new Histogram();
  rest.addEncoded(a);
  rest.subtractEncoded(b);
  return rest.encode();
}
