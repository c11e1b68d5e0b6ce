import type { GroupChange, GroupStanding } from '../../../shared/api/error-groups.ts';
import { type GroupState, SYSTEM } from '../../../shared/group-state.ts';
import { iso, isoOrNull } from '../../../shared/time/instant.ts';
import type { GroupStateChange } from '../store.ts';

/** The current state of a group. */
export interface Standing {
  readonly state: GroupState;
  /** Start of the state, epoch ms. */
  readonly since: number;
  /** The group's number of failures at that time. */
  readonly countThen: number;
  /** For a mute: its end in epoch ms, and the number of failures that end it. */
  readonly until: number | null;
  readonly untilCount: number | null;
  /** Server version in which it is resolved. */
  readonly version: string | null;
  /** Whether it has been open since it returned, and in which version it returned. */
  readonly regressed: boolean;
  readonly regressedIn: string | null;
}

/** A change of a group's state. */
export interface Change {
  readonly from: GroupState;
  readonly to: GroupState;
  /** Epoch ms. */
  readonly at: number;
  /** Start of the new state, if that is not the time of the change. */
  readonly since?: number | undefined;
  readonly by: string;
  readonly regressed: boolean;
  readonly until: number | null;
  readonly untilCount: number | null;
  readonly version: string | null;
}

/** What a group needs to know of a failure. */
export interface FailureEvent {
  /** Epoch ms. */
  readonly at: number;
  /** Server version. */
  readonly version: string | null;
}

/** Converts a standing to the form of an answer; `count` is the group's number of failures. */
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
    // Failures that remain until the mute ends.
    muted_until_count: muted && untilCount !== null ? Math.max(0, untilCount - (count - countThen)) : null,
  };
}

/** Converts a change to the form of an answer. */
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

/** Returns the change that ends a mute whose time has run out. */
export function ranOut({ state, until }: Pick<Standing, 'state' | 'until'>, now: number): Change | undefined {
  if (state !== 'muted' || until === null || until > now) return undefined;
  return { ...REOPENED, from: state, at: until, regressed: false, version: null };
}

const REOPENED = { to: 'open', by: SYSTEM, until: null, untilCount: null } as const;

/** Returns the state at `now`: a group muted until a time is open from then on. */
export function stateAt(standing: Pick<Standing, 'state' | 'until'>, now: number): GroupState {
  return ranOut(standing, now)?.to ?? standing.state;
}

/** True for a state that a failure can end. */
export function mayReturn(state: GroupState): boolean {
  return state === 'resolved' || state === 'muted';
}

/**
 * Returns the change that a failure causes in a resolved or muted group; `count` is the group's number of
 * failures, this one included. `isEarlier` tells whether one version precedes another.
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
      // A failure without a version is not assumed to come from an earlier one.
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

/** Returns the state that a change leads to; `count` is the group's number of failures then. */
export function standingAfter(change: Change, count: number): Standing {
  const { to: state, at, since = at, until, untilCount, version, regressed } = change;
  return {
    ...{ state, since, countThen: count, until, untilCount, regressed },
    version: state === 'resolved' ? version : null,
    regressedIn: regressed ? version : null,
  };
}

/**
 * Returns the changes that a person's request makes, in order: the end of a mute that ran out comes first.
 * `returned` gives the time of the group's last regression (epoch ms), from which a restored regression
 * counts.
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
    from: ended?.to ?? standing.state,
    to,
    at,
    by,
    regressed,
    version,
    ...(regressed && { since: returned() }),
    until: muted ? until : null,
    untilCount: muted ? untilCount : null,
  };
  return ended === undefined ? [asked] : [ended, asked];
}

/**
 * Tells whether one version precedes another: by their dotted numbers if both have them, otherwise (or if
 * these are equal) by when the server was first seen with each.
 */
export function isEarlierVersion(
  version: string,
  than: string,
  firstSeen: (version: string) => number,
): boolean {
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
