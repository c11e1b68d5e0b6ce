import { iso } from '../../../shared/instant.ts';
import type { Range } from './period.ts';

/** What was counted, for some members of the answer or, where it names none, for all. */
export interface Covering extends Range {
  readonly members: readonly string[];
}

/** Marks an answer that is not of exactly the range of its filter. */
export interface Note {
  readonly partial?: true;
  readonly in_part?: string[];
  readonly covered?: { readonly from: string; readonly to: string };
}

/** Says what of a range was counted for an answer: the newest part that all figures are of, else all that any is of. */
export function noteOf(asked: Range, coverings: readonly Covering[]): Note {
  const covered = [asked, ...coverings];
  const newest = Math.max(...covered.map(({ from }) => from));
  const isPart = newest > asked.from;
  const from = isPart ? newest : Math.min(...covered.map((range) => range.from));
  const to = Math.max(...covered.map((range) => range.to));
  if (from === asked.from && to === asked.to) return {};
  const parts = coverings.filter((one) => one.from > asked.from).map(({ members }) => members);
  return {
    ...(isPart && { partial: true }),
    ...(isPart && parts.every(({ length }) => length > 0) && { in_part: [...new Set(parts.flat())] }),
    covered: { from: iso(from), to: iso(to) },
  };
}

/** Something that was counted over a range, or over its newest part. */
interface Counted {
  readonly filter: Range;
  readonly covered: Range;
}

/** Two counts whose figures are set in relation: where one covers only a part of the range, both are made of that part. */
export function together<T extends Counted>(
  one: (since?: number) => T,
  other: (since?: number) => T,
): readonly [T, T] {
  const [a, b] = [one(), other()];
  const since = Math.max(a.covered.from, b.covered.from);
  const narrowed = (counted: T, make: typeof one) =>
    since > counted.filter.from && since > counted.covered.from ? make(since) : counted;
  return [narrowed(a, one), narrowed(b, other)];
}
