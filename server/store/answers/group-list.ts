import type { GroupState } from '../../../shared/group-state.ts';
import type { GroupsAsk } from '../store.ts';
import { type Standing, stateAt } from './group-state.ts';
import type { Range } from './period.ts';

/** What chooses and sorts an error group; times are epoch ms. */
export interface Listed extends Pick<Standing, 'state' | 'until'> {
  /** Greater for one that was made later. */
  readonly id: number;
  readonly firstSeen: number;
  readonly lastSeen: number;
  readonly regressed: boolean;
  /** In the filter. */
  readonly count: number;
}

/** A place in the order: after the group `id`, which is sorted by `value`. */
export interface Place {
  readonly value: number;
  readonly id: number;
}

export interface GroupPage {
  /** Groups in each state, whatever is asked for. */
  readonly states: Record<GroupState, number>;
  /** Groups that are asked for, on all pages. */
  readonly total: number;
  readonly ids: readonly number[];
  /** Where the next page goes on; undefined on the last. */
  readonly next: Place | undefined;
}

/** True for a group that was first seen inside a range. */
export function isNew(firstSeen: number, { from, to }: Range): boolean {
  return firstSeen >= from && firstSeen < to;
}

/** A page of the groups with a failure in the range, most first; equal ones in the order in which they were made. */
export function groupPage(
  groups: readonly Listed[],
  { state, news, sort, limit }: Pick<GroupsAsk, 'state' | 'news' | 'sort' | 'limit'>,
  range: Range,
  now: number,
  after: Place | undefined,
): GroupPage {
  const states = { open: 0, acknowledged: 0, resolved: 0, muted: 0 };
  for (const group of groups) states[stateAt(group, now)]++;
  const sorted = groups
    .filter((group) => state === undefined || state.includes(stateAt(group, now)))
    .filter(({ firstSeen, regressed }) => !news || isNew(firstSeen, range) || regressed)
    .map((group): Place => ({ value: group[VALUES[sort]], id: group.id }))
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

function inOrder(a: Place, b: Place): number {
  return b.value - a.value || a.id - b.id;
}
