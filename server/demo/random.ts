import { sum } from '../../shared/collections/sum.ts';
import { digest } from '../../shared/text/digest.ts';

/** A seeded source of randomness: equal seeds give equal numbers on every machine. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** An integer from `min` to `max`, inclusive. */
  int(min: number, max: number): number;
  /** True with probability `p`. */
  chance(p: number): boolean;
  pick<T>(items: readonly [T, ...T[]]): T;
  /** An item with a probability in proportion to its weight (≥ 0); the first if all weights are 0. */
  weighted<T>(items: readonly [T, ...T[]], weight: (item: T) => number): T;
  /** Log-normal with median `median`; `spread` is the standard deviation of the logarithm. */
  around(median: number, spread: number): number;
  /** Number of independent events if `expected` happen on average. */
  poisson(expected: number): number;
  /** Hexadecimal digits. */
  hex(length: number): string;
}

/** 32 bits of a text's digest. */
export const hash = (text: string) => Number.parseInt(digest(text).slice(0, 8), 16);

/** mulberry32, seeded by a number and a name, so that the length of one stream never affects another. */
export function random(seed: number, name: string): Random {
  let state = (hash(name) ^ Math.imul(seed | 0, 0x9e3779b1)) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return {
    next,
    int: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (p) => next() < p,
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
    weighted(items, weight) {
      const weights = items.map(weight);
      let left = next() * sum(weights);
      const at = weights.findIndex((w) => {
        left -= w;
        return left < 0;
      });
      return items[at] ?? items[0];
    },
    around: (median, spread) => median * Math.exp(spread * normal()),
    poisson(expected) {
      const limit = Math.exp(-expected);
      let product = next();
      let events = 0;
      while (product > limit) {
        product *= next();
        events += 1;
      }
      return events;
    },
    hex(length) {
      let text = '';
      while (text.length < length) text += Math.floor(next() * 16).toString(16);
      return text;
    },
  };
}
