import { GROUP_STATES, type GroupState } from '../../../../shared/group-state.ts';
import type { GroupStateChange } from '../../store.ts';
import type { Connection } from '../file/connection.ts';
import { numberOf, wellFormed } from '../file/words.ts';

export const stateOf = (number: number): GroupState => GROUP_STATES[number] ?? 'open';

/** The name under which a group changes by itself. */
export const SYSTEM = 'system';

/** Failures of one group in one append, in the order stored. */
export interface Failures {
  readonly events: { readonly at: number; readonly version: string | null }[];
}

interface GroupRow {
  readonly server: number;
  readonly count: number;
  readonly state: number;
  readonly state_at: number;
  readonly state_count: number;
  readonly until: number | null;
  readonly until_count: number | null;
  readonly version: string | null;
}

interface Change {
  readonly to: GroupState;
  readonly at: number;
  /** Since when it is in that state, where that is not the time of the change. */
  readonly since?: number | undefined;
  readonly by: string;
  readonly regressed: boolean;
  readonly until: number | null;
  readonly untilCount: number | null;
  readonly version: string | null;
}

/** The state at a time: a group muted until a time is open from then on. */
export function stateAt(row: Pick<GroupRow, 'state' | 'until'>, now: number): GroupState {
  const state = stateOf(row.state);
  return state === 'muted' && row.until !== null && row.until <= now ? 'open' : state;
}

/** Counts failures into their group and lets a resolved or muted one return. */
export function applyFailures(connection: Connection, group: number, { events }: Failures): void {
  const row = readGroup(connection, group);
  if (row === undefined) throw new Error(`Group ${group} is not stored`);
  if (row.state !== numberOf(GROUP_STATES, 'open') && row.state !== numberOf(GROUP_STATES, 'acknowledged')) {
    let nth = row.count;
    for (const event of events) {
      nth++;
      const change = returned(connection, row, event, nth);
      if (change !== undefined) {
        setState(connection, group, row, change, nth);
        break;
      }
    }
  }
  count(connection, group, events, events.length);
}

/**
 * Counts failures of stored responses that are judged again, of which so many were counted before. The group's state is
 * not touched, and what it takes to leave that state counts on.
 */
export function recountFailures(
  connection: Connection,
  group: number,
  { events }: Failures,
  counted: number,
): void {
  const more = events.length - counted;
  connection.run('UPDATE groups SET state_count = state_count + ? WHERE id = ?', more, group);
  count(connection, group, events, more);
}

function count(connection: Connection, group: number, events: Failures['events'], more: number): void {
  const times = events.map(({ at }) => at);
  connection.run(
    'UPDATE groups SET count = count + ?, first_seen = min(first_seen, ?), last_seen = max(last_seen, ?) WHERE id = ?',
    more,
    times.reduce((a, b) => Math.min(a, b), Number.MAX_SAFE_INTEGER),
    times.reduce((a, b) => Math.max(a, b), 0),
    group,
  );
  const versions = new Map<string, number>();
  for (const { at, version } of events)
    if (version !== null) versions.set(version, Math.min(at, versions.get(version) ?? at));
  for (const [version, at] of versions)
    connection.run(
      `INSERT INTO group_versions (group_id, version, first_seen) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET first_seen = min(first_seen, excluded.first_seen)`,
      group,
      version,
      at,
    );
}

/** The change that a failure brings about in a resolved or muted group; `count` includes the failure. */
function returned(
  connection: Connection,
  row: GroupRow,
  { at, version }: Failures['events'][number],
  count: number,
): Change | undefined {
  const reopened = { to: 'open', by: SYSTEM, until: null, untilCount: null } as const;
  switch (stateOf(row.state)) {
    case 'resolved': {
      if (at < row.state_at || isEarlier(connection, row.server, version, row.version)) return undefined;
      return { ...reopened, at, regressed: true, version };
    }
    case 'muted': {
      if (row.until !== null && at >= row.until)
        return { ...reopened, at: row.until, regressed: false, version: null };
      if (row.until_count !== null && count - row.state_count >= row.until_count)
        return { ...reopened, at, regressed: false, version: null };
      return undefined;
    }
    case 'open':
    case 'acknowledged':
      return undefined;
  }
}

/**
 * Whether a failure's version comes before the one in which its group was resolved: by their dotted numbers where both
 * have them, else by which the server was first seen with. A failure without a version is not held to be earlier.
 */
function isEarlier(
  connection: Connection,
  server: number,
  version: string | null,
  resolvedIn: string | null,
): boolean {
  if (version === null || resolvedIn === null || version === resolvedIn) return false;
  const [a, b] = [numbersOf(version), numbersOf(resolvedIn)];
  if (a !== undefined && b !== undefined) {
    for (let i = 0; i < Math.max(a.length, b.length); i++) {
      const difference = (a[i] ?? 0) - (b[i] ?? 0);
      if (difference !== 0) return difference < 0;
    }
  }
  const firstSeen = (of: string) =>
    connection.get<{ at: number | null }>(
      'SELECT min(first_seen) AS at FROM sources WHERE server = ? AND version = ?',
      server,
      of,
    )?.at ?? Number.POSITIVE_INFINITY;
  return firstSeen(version) < firstSeen(resolvedIn);
}

function numbersOf(version: string): readonly number[] | undefined {
  const match = /^v?(\d+(?:\.\d+)*)/.exec(version);
  return match?.[1]?.split('.').map(Number);
}

function readGroup(connection: Connection, group: number): GroupRow | undefined {
  return connection.get<GroupRow>(
    'SELECT server, count, state, state_at, state_count, until, until_count, version FROM groups WHERE id = ?',
    group,
  );
}

function setState(
  connection: Connection,
  group: number,
  from: GroupRow,
  change: Change,
  count: number,
): void {
  connection.run(
    `UPDATE groups SET state = ?, state_at = ?, state_count = ?, until = ?, until_count = ?, version = ?, regressed = ?,
       regressed_in = ? WHERE id = ?`,
    numberOf(GROUP_STATES, change.to),
    change.since ?? change.at,
    count,
    change.until,
    change.untilCount,
    change.to === 'resolved' ? change.version : null,
    Number(change.regressed),
    change.regressed ? change.version : null,
    group,
  );
  connection.run(
    `INSERT INTO group_history (group_id, at, by, from_state, to_state, regressed, until, until_count, version)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    group,
    change.at,
    change.by,
    from.state,
    numberOf(GROUP_STATES, change.to),
    Number(change.regressed),
    change.until,
    change.untilCount,
    change.version,
  );
}

/** Changes a group's state as asked. A mute that ran out is noted first. */
export function changeState(connection: Connection, group: number, change: GroupStateChange): void {
  const row = readGroup(connection, group);
  if (row === undefined) throw new Error(`Group ${group} is not stored`);
  const ranOut = stateOf(row.state) === 'muted' && row.until !== null && row.until <= change.at;
  if (ranOut)
    setState(
      connection,
      group,
      row,
      {
        to: 'open',
        at: row.until ?? change.at,
        by: SYSTEM,
        regressed: false,
        until: null,
        untilCount: null,
        version: null,
      },
      row.count,
    );
  const regressed = change.state === 'open' && change.regressed === true;
  setState(
    connection,
    group,
    ranOut ? { ...row, state: numberOf(GROUP_STATES, 'open') } : row,
    {
      to: change.state,
      at: change.at,
      by: wellFormed(change.by),
      ...(regressed ? { regressed, since: returnOf(connection, group) } : { regressed: false }),
      until: change.state === 'muted' ? (change.until ?? null) : null,
      untilCount: change.state === 'muted' ? (change.untilCount ?? null) : null,
      version: change.version === undefined ? null : wellFormed(change.version),
    },
    row.count,
  );
}

/** When a group returned last, epoch ms. */
function returnOf(connection: Connection, group: number): number | undefined {
  return connection.get<{ at: number }>(
    'SELECT at FROM group_history WHERE group_id = ? AND regressed = 1 ORDER BY id DESC LIMIT 1',
    group,
  )?.at;
}
