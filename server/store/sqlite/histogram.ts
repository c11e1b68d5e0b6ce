/**
 * Durations in bins that grow by 5 %, so a percentile is within 2.5 % of the true one and histograms merge by addition.
 * Encoded as pairs of unsigned LEB128 numbers, the gap to the bin before and the count, in ascending order.
 */
const GROWTH = Math.log(1.05);
/** Milliseconds; bin 0 holds everything up to it. */
const FLOOR = 0.01;

/** The last bin holds everything from some thirty thousand years on. */
const BINS = 800;

function binOf(ms: number): number {
  return ms <= FLOOR ? 0 : Math.min(BINS - 1, Math.ceil(Math.log(ms / FLOOR) / GROWTH));
}

function middleOf(bin: number): number {
  return bin === 0 ? 0 : FLOOR * Math.exp((bin - 0.5) * GROWTH);
}

/** Count by bin. */
export type Histogram = Map<number, number>;

/** Counts a duration in milliseconds; what is not a finite number of 0 or more is left out. */
export function addDuration(histogram: Histogram, ms: number): void {
  if (!Number.isFinite(ms) || ms < 0) return;
  const bin = binOf(ms);
  histogram.set(bin, (histogram.get(bin) ?? 0) + 1);
}

export function addHistogram(into: Histogram, other: Histogram): void {
  for (const [bin, count] of other) into.set(bin, (into.get(bin) ?? 0) + count);
}

export function encodeHistogram(histogram: Histogram): Uint8Array | null {
  if (histogram.size === 0) return null;
  const bytes: number[] = [];
  const write = (value: number) => {
    let rest = value;
    while (rest > 127) {
      bytes.push((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    bytes.push(rest);
  };
  let before = 0;
  for (const bin of [...histogram.keys()].sort((a, b) => a - b)) {
    write(bin - before);
    write(histogram.get(bin) ?? 0);
    before = bin;
  }
  return Buffer.from(bytes);
}

/** Adds an encoded histogram to another. */
export function addEncoded(into: Histogram, bytes: Uint8Array | null): void {
  if (bytes !== null) decode(bytes, (bin, count) => into.set(bin, (into.get(bin) ?? 0) + count));
}

/** Encoded histograms added up: an array, since many are. */
export class HistogramSum {
  readonly #counts = new Float64Array(BINS);

  add(bytes: Uint8Array): void {
    const counts = this.#counts;
    decode(bytes, (bin, count) => {
      counts[bin] = (counts[bin] ?? 0) + count;
    });
  }

  encode(): Uint8Array | null {
    const histogram: Histogram = new Map();
    this.#counts.forEach((count, bin) => {
      if (count > 0) histogram.set(bin, count);
    });
    return encodeHistogram(histogram);
  }
}

function decode(bytes: Uint8Array, each: (bin: number, count: number) => void): void {
  let at = 0;
  let bin = 0;
  const read = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++] ?? 0;
      if (byte < 128) return value + byte * scale;
      value += (byte - 128) * scale;
    }
  };
  while (at < bytes.length) {
    bin += read();
    each(bin, read());
  }
}

/** The sum of two encoded histograms, either of which may be absent. */
export function mergeDurations(a: Uint8Array | null, b: Uint8Array | null): Uint8Array | null {
  if (a === null) return b;
  if (b === null) return a;
  const sum: Histogram = new Map();
  addEncoded(sum, a);
  addEncoded(sum, b);
  return encodeHistogram(sum);
}

export function countOf(histogram: Histogram): number {
  let count = 0;
  for (const n of histogram.values()) count += n;
  return count;
}

/** The value below which `share` (0 to 1) of the durations lie, in milliseconds to three digits; null where there are none. */
export function percentile(histogram: Histogram, share: number): number | null {
  const count = countOf(histogram);
  if (count === 0) return null;
  let left = Math.max(1, Math.ceil(count * share));
  for (const bin of [...histogram.keys()].sort((a, b) => a - b)) {
    left -= histogram.get(bin) ?? 0;
    if (left <= 0) return Number(middleOf(bin).toPrecision(3));
  }
  return null;
}
