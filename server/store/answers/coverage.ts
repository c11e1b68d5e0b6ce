import type { Servers } from '../../../shared/api/servers.ts';
import { iso } from '../../../shared/time/instant.ts';
import type { Range } from '../../../shared/time/range.ts';

/** The range counted for some members of an answer, or for all if it names none. */
export interface Covering extends Range {
  readonly members: readonly string[];
}

/** What an answer says that does not cover exactly the range of its filter; empty for any other. */
export type Coverage = Pick<Servers, 'partial' | 'in_part' | 'covered'>;

/**
 * Returns which range an answer covers: the newest part that all figures share if that is not the whole
 * range, else everything that any figure covers. If only some members lack a part, the range is theirs.
 */
export function coverageOf(asked: Range, coverings: readonly Covering[]): Coverage {
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

/** A count over a range, over its newest part, or over whole buckets around it. */
interface Count {
  readonly covered: Range;
  /** The only members of an answer that rest on it; if there are none, the whole answer does. */
  readonly members: readonly string[];
}

/**
 * Makes the counts of one answer over a range, so that what {@link coverageOf} says of it is true for each. If
 * one covers more than the range, all do. If one covers only a part, so does every other, or every other part
 * if all of them are of named members. A count that is made `since` a time begins then or later.
 */
export function together<T extends Count>(
  asked: Range,
  makes: readonly ((range: Range, since?: number) => T)[],
): readonly T[] {
  const first = makes.map((make) => ({ make, count: make(asked) }));
  const whole = {
    from: Math.min(asked.from, ...first.map(({ count }) => count.covered.from)),
    to: Math.max(asked.to, ...first.map(({ count }) => count.covered.to)),
  };
  const isPart = ({ covered }: T) => covered.from > whole.from;
  let counts = first.map(({ make, count }) => {
    const { from, to } = count.covered;
    const isAlike = to === whole.to && (from === whole.from || from > asked.from);
    return { make, count: isAlike ? count : make(whole) };
  });
  // Ends, since each round moves the beginning of at least one count later, and none passes the end of the range.
  for (;;) {
    const parts = counts.filter(({ count }) => isPart(count));
    const isInPart = parts.every(({ count }) => count.members.length > 0);
    // After the start of the range, so that it is told as a part.
    const since = Math.max(asked.from + 1, ...parts.map(({ count }) => count.covered.from));
    const isLong = (count: T) => count.covered.from < since && (isPart(count) || !isInPart);
    if (!counts.some(({ count }) => isLong(count))) return counts.map(({ count }) => count);
    counts = counts.map(({ make, count }) => ({ make, count: isLong(count) ? make(whole, since) : count }));
  }
}
