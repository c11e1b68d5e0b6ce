import type { GroupState } from '../../../shared/group-state.ts';
import type { Range } from '../../../shared/time/range.ts';
import type { GroupsAsk } from '../store.ts';
import { type Standing, stateAt } from './group-state.ts';

/** What selects and sorts an error group. Times are epoch ms. */
export interface Listed extends Pick<Standing, 'state' | 'since' | 'until' | 'regressed'> {
  /** Greater for a group created later. */
  readonly id: number;
  readonly firstSeen: number;
  readonly lastSeen: number;
  /** Failures in the filter. */
  readonly count: number;
}

/** A position in the order: after the group `id`, whose sort value is `value`. */
export interface Position {
  readonly value: number;
  readonly id: number;
}

interface GroupPage {
  /** Groups in each state, whatever is requested. */
  readonly states: Record<GroupState, number>;
  /** Requested groups on all pages. */
  readonly total: number;
  readonly ids: readonly number[];
  /** Where the next page continues; undefined on the last page. */
  readonly next: Position | undefined;
}

/** True if a group was first seen within the range. */
export function isNew(firstSeen: number, { from, to }: Range): boolean {
  return firstSeen >= from && firstSeen < to;
}

/** Returns a page of the groups with a failure in the range, greatest value first, ties by creation. */
export function groupPage(
  groups: readonly Listed[],
  { state, news, sort, limit }: Pick<GroupsAsk, 'state' | 'news' | 'sort' | 'limit'>,
  range: Range,
  now: number,
  after: Position | undefined,
): GroupPage {
  const states = { open: 0, acknowledged: 0, resolved: 0, muted: 0 };
  for (const group of groups) states[stateAt(group, now)]++;
  const sorted = groups
    .filter((group) => state === undefined || state.includes(stateAt(group, now)))
    .filter(
      ({ firstSeen, regressed, since }) =>
        !news || isNew(firstSeen, range) || (regressed && since < range.to),
    )
    .map((group): Position => ({ value: group[VALUES[sort]], id: group.id }))
    .sort(inOrder);
  const rest = after === undefined ? sorted : sorted.filter((place) => inOrder(after, place) < 0);
  const page = rest.slice(0, limit);
  return {
    states,
    total: sorted.length,
    ids: page.map(({ id }) => id),
    next: rest.length > page.length ? page.at(-1) : undefined,
  };
}

const VALUES = { count: 'count', first_seen: 'firstSeen', last_seen: 'lastSeen' } as const;

function inOrder(a: Position, b: Position): number {
  return b.value - a.value || a.id - b.id;
}
