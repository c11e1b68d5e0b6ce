import type { GroupChange, GroupStanding } from '../../../shared/api/error-groups.ts';
import type { GroupState } from '../../../shared/group-state.ts';
import { iso, isoOrNull } from '../../../shared/instant.ts';
import type { GroupStateChange } from '../store.ts';

/** The name under which a group changes by itself. */
const SYSTEM = 'system';

/** How a group stands. */
export interface Standing {
  readonly state: GroupState;
  /** Epoch ms since when. */
  readonly since: number;
  /** Failures of the group that were counted when it came to stand so. */
  readonly countThen: number;
  /** Of a mute: epoch ms of its end, failures until its end. */
  readonly until: number | null;
  readonly untilCount: number | null;
  /** In which it is resolved. */
  readonly version: string | null;
  /** Whether it is open since it returned, and in which version it did. */
  readonly regressed: boolean;
  readonly regressedIn: string | null;
}

/** A change of a group's state. */
export interface Change {
  readonly from: GroupState;
  readonly to: GroupState;
  /** Epoch ms. */
  readonly at: number;
  /** Since when it is in that state, where that is not the time of the change. */
  readonly since?: number | undefined;
  readonly by: string;
  readonly regressed: boolean;
  readonly until: number | null;
  readonly untilCount: number | null;
  readonly version: string | null;
}

/** A failure as its group sees it. */
export interface FailureEvent {
  /** Epoch ms. */
  readonly at: number;
  /** Of the server. */
  readonly version: string | null;
}

/** How a group stands, as an answer tells it; `count` are its failures. */
export function toldStanding(standing: Standing, count: number, now: number): GroupStanding {
  const state = stateAt(standing, now);
  const { countThen, until, untilCount, version, regressed, regressedIn } = standing;
  const muted = state === 'muted';
  return {
    state,
    regressed,
    regressed_in: regressedIn,
    resolved_in: state === 'resolved' ? version : null,
    muted_until: muted ? isoOrNull(until) : null,
    // What is left of it.
    muted_until_count: muted && untilCount !== null ? Math.max(0, untilCount - (count - countThen)) : null,
  };
}

/** A change as an answer tells it. */
export function toldChange(change: Change): GroupChange {
  const { at, by, from, to, regressed, until, untilCount, version } = change;
  return {
    at: iso(at),
    by,
    from,
    to,
    regressed,
    until: isoOrNull(until),
    until_count: untilCount,
    version,
  };
}

/** The end of a mute until a time, where that has come. */
export function ranOut({ state, until }: Pick<Standing, 'state' | 'until'>, now: number): Change | undefined {
  if (state !== 'muted' || until === null || until > now) return undefined;
  return { ...REOPENED, from: state, at: until, regressed: false, version: null };
}

const REOPENED = { to: 'open', by: SYSTEM, until: null, untilCount: null } as const;

/** The state at a time: a group muted until a time is open from then on. */
export function stateAt(standing: Pick<Standing, 'state' | 'until'>, now: number): GroupState {
  return ranOut(standing, now)?.to ?? standing.state;
}

/** True for a state that a failure may end. */
export function mayReturn(state: GroupState): boolean {
  return state === 'resolved' || state === 'muted';
}

/**
 * The change that a failure brings about in a resolved or muted group; `count` are the group's failures with it.
 * `isEarlier` says whether one version comes before another.
 */
export function returnedBy(
  standing: Standing,
  { at, version }: FailureEvent,
  count: number,
  isEarlier: (version: string, resolvedIn: string) => boolean,
): Change | undefined {
  const { state, since, countThen, until, untilCount, version: resolvedIn } = standing;
  switch (state) {
    case 'resolved':
      // A failure without a version is not held to be of an earlier one.
      if (at < since || (version !== null && resolvedIn !== null && isEarlier(version, resolvedIn)))
        return undefined;
      return { ...REOPENED, from: state, at, regressed: true, version };
    case 'muted':
      if (until !== null && at >= until) return ranOut(standing, at);
      if (untilCount !== null && count - countThen >= untilCount)
        return { ...REOPENED, from: state, at, regressed: false, version: null };
      return undefined;
    case 'open':
    case 'acknowledged':
      return undefined;
  }
}

/**
 * The changes that a person's makes, in their order: a mute that ran out is noted first. `returned` is when the group
 * regressed last (epoch ms), since when it stands where that is restored.
 */
export function changesBy(
  standing: Pick<Standing, 'state' | 'until'>,
  change: GroupStateChange,
  returned: () => number | undefined,
): readonly Change[] {
  const { state: to, at, by, until = null, untilCount = null, version = null } = change;
  const ended = ranOut(standing, at);
  const regressed = to === 'open' && change.regressed === true;
  const muted = to === 'muted';
  const asked: Change = {
    ...{ from: ended?.to ?? standing.state, to, at, by, regressed, version },
    ...(regressed && { since: returned() }),
    until: muted ? until : null,
    untilCount: muted ? untilCount : null,
  };
  return ended === undefined ? [asked] : [ended, asked];
}

/**
 * Whether a version comes before another: by their dotted numbers where both have them, else by when the server was first
 * seen with each.
 */
export function isEarlierVersion(
  version: string,
  than: string,
  firstSeen: (version: string) => number,
): boolean {
  if (version === than) return false;
  const [a, b] = [numbersOf(version), numbersOf(than)];
  if (a !== undefined && b !== undefined) {
    for (let i = 0; i < Math.max(a.length, b.length); i++) {
      const difference = (a[i] ?? 0) - (b[i] ?? 0);
      if (difference !== 0) return difference < 0;
    }
  }
  return firstSeen(version) < firstSeen(than);
}

function numbersOf(version: string): readonly number[] | undefined {
  const match = /^v?(\d+(?:\.\d+)*)/.exec(version);
  return match?.[1]?.split('.').map(Number);
}
