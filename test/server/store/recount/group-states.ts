import type { GroupStateChange } from '../../../../server/store/store.ts';
import type { GroupChange, GroupStanding } from '../../../../shared/api/error-groups.ts';
import { iso, isoOrNull } from './figures.ts';
import { type GroupEvent, type History, type Stored, timeOf } from './history.ts';

/** A group as its failures and people left it, and its history, newest first. */
export interface Group {
  readonly standing: GroupStanding;
  /** Start of that state, epoch ms. */
  readonly since: number;
  readonly changes: readonly GroupChange[];
}

const OPEN: GroupStanding = {
  ...{ state: 'open', regressed: false, regressed_in: null, resolved_in: null },
  ...{ muted_until: null, muted_until_count: null },
};

/** The numbers that a version begins with. */
const numbersOf = (version: string) =>
  version
    .match(/^[\d.]+/)?.[0]
    .split('.')
    .map(Number);

/** True if a version comes before another: by its numbers, else by when its server was first seen with it. */
function isEarlier(version: string, than: string, seen: readonly Stored[]): boolean {
  const [a, b] = [numbersOf(version), numbersOf(than)];
  const places = a && b ? [0, 1, 2].filter((place) => (a[place] ?? 0) !== (b[place] ?? 0)) : [];
  for (const place of places) return (a?.[place] ?? 0) < (b?.[place] ?? 0);
  const firstOf = (name: string) =>
    Math.min(...seen.filter(({ record }) => record.facts.server_version === name).map(timeOf));
  return firstOf(version) < firstOf(than);
}

/** A group, and when it last regressed, epoch ms. */
interface Played extends Group {
  readonly returned: number | undefined;
}

const NEW: Played = { standing: OPEN, since: Number.NEGATIVE_INFINITY, changes: [], returned: undefined };

/** Plays back what failures and people did to a group up to `now`. */
export const groupAt = ({ events }: History, cause: string, now: number): Group => played(events, cause, now);

function played(events: readonly GroupEvent[], cause: string, now: number): Played {
  const born = events.findIndex((one) => 'heir' in one && one.heir === cause);
  const parent = events[born];
  const first =
    parent !== undefined && 'heir' in parent
      ? played(events.slice(0, born), parent.of, Number.NEGATIVE_INFINITY)
      : NEW;
  let { standing, since, returned } = first;
  const changes = [...first.changes];
  const enter = (by: string, at: number, next: GroupStanding, limits: Partial<GroupChange> = {}) => {
    const { regressed, state: to } = next;
    const none = { until: null, until_count: null, version: null };
    changes.unshift({ at: iso(at), by, from: standing.state, to, regressed, ...none, ...limits });
    [standing, since] = [next, at];
  };
  const endMute = (at: number) => {
    const { state, muted_until: until } = standing;
    if (state === 'muted' && until !== null && at >= Date.parse(until))
      enter('system', Date.parse(until), OPEN);
  };
  const fail = ({ record: { facts } }: Stored, seen: readonly Stored[]) => {
    const { observed_at: at, server, server_version: version = null } = facts;
    const known = seen.filter(({ said }) => said.server === server);
    endMute(at);
    const { state, muted_until_count: left, resolved_in: than } = standing;
    if (state === 'muted' && left !== null) {
      if (left === 1) enter('system', at, OPEN);
      else standing = { ...standing, muted_until_count: left - 1 };
    }
    if (state !== 'resolved' || at < since) return;
    if (version !== null && than !== null && isEarlier(version, than, known)) return;
    enter('system', at, { ...OPEN, regressed: true, regressed_in: version }, { version });
    returned = at;
  };
  const act = (change: GroupStateChange) => {
    const { state, at, by, until = null, untilCount = null, version = null, regressed = false } = change;
    endMute(at);
    const limits = { until: isoOrNull(until), until_count: untilCount, version };
    const next: Record<typeof state, GroupStanding> = {
      open: regressed ? { ...OPEN, regressed, regressed_in: version } : OPEN,
      acknowledged: { ...OPEN, state },
      resolved: { ...OPEN, state, resolved_in: version },
      muted: { ...OPEN, state, muted_until: isoOrNull(until), muted_until_count: untilCount },
    };
    enter(by, at, next[state], limits);
    if (regressed) since = returned ?? at;
  };
  for (const one of events)
    if ('change' in one) {
      if (one.cause === cause) act(one.change);
    } else if ('causes' in one) for (const own of one.causes) if (own === cause) fail(one.response, one.seen);
  endMute(now);
  return { standing, since, changes, returned };
}
