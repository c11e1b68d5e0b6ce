import type { Static } from 'typebox';
import type { Incident } from '../../../../shared/api/overview.ts';
import type { Filter } from '../../store.ts';
import { DAY, previous } from '../cells/grid.ts';
import { eachCallerCell, eachKindCell, groupOfKind, type KindSum, sumByKind } from '../cells/kind-cells.ts';
import { tierWithin } from '../cells/segments.ts';
import type { Connection } from '../file/connection.ts';
import { categoryOf, iso } from '../file/words.ts';
import { failuresIn, planOf } from '../plan/plan.ts';
import { eachCell } from '../plan/traffic.ts';
import { within } from '../rows/filters.ts';
import { publicId } from '../rows/ids.ts';
import { callersById } from './callers.ts';
import { firstFailure } from './group-failures.ts';
import { observedAt } from './stored-rows.ts';

/** The last part of the range in which something must be wrong: an eighth of it, between ten minutes and six hours. */
const RECENT_PART = 1 / 8;
const LEAST_RECENT = 600_000;
const MOST_RECENT = DAY / 4;
/** Before the range at least so much is looked at: in a short one what is wrong would be its own measure. */
const LEAST_BEFORE = 2 * DAY;
/** Failures in that part that make an incident at least, and how many times the group's own pace before they must be. */
const LEAST_FAILURES = 10;
const TIMES_BASELINE = 5;

interface Surge {
  readonly group: number;
  readonly recent: number;
  readonly excess: number;
  /** Failures a millisecond before the last part. */
  readonly pace: number;
}

/**
 * What is failing now: the group (one server, operation and code) with the most failures in the last part of the range
 * above what its pace before would give, in the rest of the range and the period before it (two days of it at least), if
 * they are at least LEAST_FAILURES and TIMES_BASELINE times that; null where there is none. It may have begun before the
 * range. `failed` are the failures in the filter by kind.
 */
export function incident(
  connection: Connection,
  filter: Filter,
  failed = failuresByKind(connection, filter),
): Static<typeof Incident> | null {
  const { from, to } = filter;
  const length = to - from;
  const part = Math.max(LEAST_RECENT, Math.min(MOST_RECENT, length * RECENT_PART));
  // In whole minutes from the end of the range, so that it is made of whole cells where the range is.
  const recentFrom = to - Math.min(length, Math.floor(part / 60_000) * 60_000);
  const failures = (range: Filter) => byGroup(connection, failuresByKind(connection, range));
  const recent = failures({ ...filter, from: recentFrom });
  // The same ranges as those of the page where it is long enough, so that where they are scans each is made once.
  const past = previous(filter, LEAST_BEFORE);
  const [whole, earlier] = [byGroup(connection, failed), failures(past)];
  let worst: Surge | undefined;
  for (const [group, n] of recent) {
    const before = (earlier.get(group) ?? 0) + Math.max(0, (whole.get(group) ?? 0) - n);
    const pace = before / Math.max(1, recentFrom - past.from);
    const expected = pace * (to - recentFrom);
    if (n < LEAST_FAILURES || n < TIMES_BASELINE * expected) continue;
    if (worst === undefined || n - expected > worst.excess)
      worst = { group, recent: n, excess: n - expected, pace };
  }
  return worst === undefined ? null : describe(connection, filter, worst, recentFrom, past.from, whole);
}

function failuresByKind(connection: Connection, filter: Filter): ReadonlyMap<number, KindSum> {
  return sumByKind(connection, failuresIn(connection, planOf(connection, filter, 'failures')));
}

function byGroup(connection: Connection, sums: ReadonlyMap<number, KindSum>): ReadonlyMap<number, number> {
  const groupOf = groupOfKind(connection);
  const groups = new Map<number, number>();
  for (const [kind, { n }] of sums) {
    const group = groupOf[kind];
    if (group !== undefined) groups.set(group, (groups.get(group) ?? 0) + n);
  }
  return groups;
}

interface FirstRow {
  readonly id: number;
  readonly shift: number;
  readonly version: string | null;
  readonly version_first_seen: number;
}

function describe(
  connection: Connection,
  filter: Filter,
  { group, pace }: Surge,
  recentFrom: number,
  earliest: number,
  whole: ReadonlyMap<number, number>,
): Static<typeof Incident> | null {
  const row = connection.get<{
    server: string;
    code: string | null;
    category: number;
    operation: string | null;
  }>(
    `SELECT s.name AS server, g.code, g.category, o.name AS operation FROM groups g JOIN servers s ON s.id = g.server
       LEFT JOIN operations o ON o.id = g.operation WHERE g.id = ?`,
    group,
  );
  const start = surgeStart(connection, filter, group, pace, recentFrom, earliest);
  const first = connection.get<FirstRow>(
    `SELECT r.id, r.shift, so.version, (SELECT min(first_seen) FROM sources WHERE server = so.server
       AND version = so.version) AS version_first_seen
     FROM responses r JOIN sources so ON so.id = r.source WHERE r.id = ?`,
    firstFailure(connection, group, start, filter) ?? null,
  );
  if (row === undefined || first === undefined) return null;
  const since = observedAt(first);
  const now = { ...filter, from: since };
  // Of all failures and clients since it began, where that was before the range.
  const around = { ...filter, from: Math.min(since, filter.from) };
  const all = since < filter.from ? byGroup(connection, failuresByKind(connection, around)) : whole;
  const failures = [...all.values()].reduce((sum, n) => sum + n, 0);
  // The version began with it where it was first seen no longer before than the surge has lasted.
  const began = first.version !== null && first.version_first_seen >= since - (filter.to - since);
  return {
    server: row.server,
    group: publicId(group),
    code: row.code,
    category: categoryOf(row.category),
    operation: row.operation,
    since: iso(since),
    count: byGroup(connection, failuresByKind(connection, now)).get(group) ?? 0,
    failures,
    clients: clientsOf(connection, now, group),
    all_clients: allClients(connection, around),
    version: began ? first.version : null,
    first_response: publicId(first.id),
  };
}

/** Start of the first five minutes or more, from the start of the last part's run backwards, that is above the pace. */
function surgeStart(
  connection: Connection,
  filter: Filter,
  group: number,
  pace: number,
  recentFrom: number,
  earliest: number,
): number {
  const width = Math.max(300_000, Math.ceil((filter.to - filter.from) / 96 / 60_000) * 60_000);
  const past = { ...filter, from: earliest };
  const plan = planOf(connection, past, 'failures', { coarsest: tierWithin(width) });
  const counts = new Map<number, number>();
  eachKindCell(connection, failuresIn(connection, plan, within('group_id', [group])), ({ minute, n }) => {
    const bucket = Math.floor((minute * 60_000) / width);
    counts.set(bucket, (counts.get(bucket) ?? 0) + n);
  });
  const surging = [...counts.keys()]
    .filter((bucket) => (counts.get(bucket) ?? 0) > Math.max(1, TIMES_BASELINE * pace * width))
    .sort((a, b) => b - a);
  let start = surging[0];
  if (start === undefined) return recentFrom;
  // One quiet bucket does not end a surge.
  for (const bucket of surging) if (start - bucket <= 2) start = bucket;
  // Of a surge that came in bits, the last bit alone would say too little.
  let since = 0;
  for (const [bucket, n] of counts) if (bucket >= start) since += n;
  if (since < LEAST_FAILURES) return recentFrom;
  return Math.max(earliest, start * width);
}

function clientsOf(connection: Connection, filter: Filter, group: number): number {
  const callers = new Set<number>();
  const plan = planOf(connection, filter, 'failures');
  eachCallerCell(connection, failuresIn(connection, plan, within('group_id', [group])), ({ caller }) =>
    callers.add(caller),
  );
  return countClients(connection, callers);
}

/** Null where only a part could be counted: it would stand beside the whole of those that met the failure. */
function allClients(connection: Connection, filter: Filter): number | null {
  const callers = new Set<number>();
  const plan = planOf(connection, filter, 'traffic', { by: 'caller' });
  if (plan.covered.from > filter.from) return null;
  eachCell(connection, plan, { sums: 'responses' }, ({ value }) => callers.add(value));
  return countClients(connection, callers);
}

function countClients(connection: Connection, callers: ReadonlySet<number>): number {
  const all = callersById(connection);
  return new Set([...callers].map((caller) => all[caller]?.client ?? null)).size;
}
