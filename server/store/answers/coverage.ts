import { iso } from '../../../shared/instant.ts';
import type { Range } from './period.ts';

/** The range counted for some members of an answer, or for all if it names none. */
export interface Covering extends Range {
  readonly members: readonly string[];
}

/** Marks an answer that does not cover exactly the range of its filter. */
export interface Note {
  readonly partial?: true;
  readonly in_part?: string[];
  readonly covered?: { readonly from: string; readonly to: string };
}

/**
 * Returns which range an answer covers: the newest part that all figures share if that is not the whole
 * range, else everything that any figure covers. If only some members lack a part, the range is theirs.
 */
export function noteOf(asked: Range, coverings: readonly Covering[]): Note {
  const parts = coverings.filter(({ from }) => from > asked.from);
  const isPart = parts.length > 0;
  const isInPart = isPart && parts.every(({ members }) => members.length > 0);
  const from = isPart
    ? Math.max(...parts.map((part) => part.from))
    : Math.min(asked.from, ...coverings.map((one) => one.from));
  const to = Math.max(asked.to, ...(isInPart ? parts : coverings).map((one) => one.to));
  if (from === asked.from && to === asked.to) return {};
  return {
    ...(isPart && { partial: true }),
    ...(isInPart && { in_part: [...new Set(parts.flatMap(({ members }) => members))] }),
    covered: { from: iso(from), to: iso(to) },
  };
}

/** A count over a range, or over its newest part. */
interface Counted {
  readonly filter: Range;
  readonly covered: Range;
}

/** Makes two counts to be compared: if either covers only part of the range, both cover that part. */
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
