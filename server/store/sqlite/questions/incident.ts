import type { Overview } from '../../../../shared/api/overview.ts';
import { addTo } from '../../../../shared/collections/add-to.ts';
import { sum } from '../../../../shared/collections/sum.ts';
import { iso } from '../../../../shared/time/instant.ts';
import { MINUTE } from '../../../../shared/time/units.ts';
import { stateAt } from '../../answers/group-state.ts';
import {
  beganWith,
  lastPart,
  measureOf,
  type Surge,
  startBucket,
  surgeStart,
  worstSurge,
} from '../../answers/incident.ts';
import type { Filter } from '../../store.ts';
import { countByKind, eachKindCell, failureKinds } from '../cells/kind-cells.ts';
import { removedBefore, tierWithin } from '../cells/segments.ts';
import type { Connection } from '../file/connection.ts';
import { within } from '../file/sql.ts';
import { categoryOf } from '../file/words.ts';
import { failuresIn } from '../plan/findings.ts';
import { planOf } from '../plan/plan.ts';
import { eachCell } from '../plan/traffic.ts';
import { standingOf } from '../rows/group-states.ts';
import { observedAt, publicId } from '../rows/ids.ts';
import { callersById, countClients } from './callers.ts';
import { firstFailure } from './group-failures.ts';
import { clientsOf, storedGroup } from './group-rows.ts';

/**
 * What is failing now: the group (one server, operation and code) with the worst surge in the last part of
 * the range; null if there is none. It may have begun before the range. `failed` are the failures in all
 * of the filter, at the index of each kind.
 */
export function incident(
  connection: Connection,
  filter: Filter,
  failed = failuresByKind(connection, filter),
): Overview['incident'] {
  const recent = failuresByGroup(connection, lastPart(filter));
  const whole = byGroup(connection, failed);
  const past = {
    // The same range as the page's if that is long enough, so that a scan of it is made only once.
    earlier: () => failuresByGroup(connection, measureOf(filter)),
    knownSince: (group: number) => knownSince(connection, group),
  };
  const surge = worstSurge(filter, { recent, whole }, past);
  return surge === undefined ? null : describe(connection, filter, surge, whole);
}

function failuresByKind(connection: Connection, filter: Filter): readonly number[] {
  return countByKind(connection, failuresIn(connection, planOf(connection, filter, 'failures')));
}

function failuresByGroup(connection: Connection, filter: Filter): ReadonlyMap<number, number> {
  return byGroup(connection, failuresByKind(connection, filter));
}

function byGroup(connection: Connection, failed: readonly number[]): ReadonlyMap<number, number> {
  const { groups: groupOf } = failureKinds(connection);
  const groups = new Map<number, number>();
  failed.forEach((n, kind) => {
    const group = groupOf[kind];
    if (group !== undefined) addTo(groups, group, n);
  });
  return groups;
}

/** First sighting of a group's server, epoch ms. */
function knownSince(connection: Connection, group: number): number {
  return connection.number(
    'SELECT min(so.first_seen) FROM groups g JOIN sources so ON so.server = g.server WHERE g.id = ?',
    group,
  );
}

interface FirstRow {
  readonly id: number;
  readonly shift: number;
  readonly version: string | null;
  /** First sightings of the version and of the server's other versions, epoch ms. */
  readonly first_seen: number | null;
  readonly others_first_seen: number | null;
}

function describe(
  connection: Connection,
  filter: Filter,
  surge: Surge<number>,
  whole: ReadonlyMap<number, number>,
): Overview['incident'] {
  const { group, pace } = surge;
  const row = storedGroup(connection, group);
  const start = surgeStart(filter, pace, failuresByBucket(connection, filter, group));
  const first = connection.get<FirstRow>(
    `SELECT r.id, r.shift, so.version,
       (SELECT min(first_seen) FROM sources WHERE server = so.server AND version = so.version) AS first_seen,
       (SELECT min(first_seen) FROM sources WHERE server = so.server AND version <> so.version) AS others_first_seen
     FROM responses r JOIN sources so ON so.id = r.source WHERE r.id = ?`,
    firstFailure(connection, group, start, filter) ?? null,
  );
  if (row === undefined || first === undefined) return null;
  // Where its first responses were removed, only the counts tell when it began, and nothing with which version.
  const isRemoved = start < removedBefore(connection);
  const since = isRemoved ? start : observedAt(first);
  const ongoing = { ...filter, from: since };
  // All failures and clients since it began, if that was before the range.
  const around = { ...filter, from: Math.min(since, filter.from) };
  const all = since < filter.from ? failuresByGroup(connection, around) : whole;
  return {
    server: row.server,
    group: publicId(group),
    code: row.code,
    category: categoryOf(row.category),
    operation: row.operation,
    state: stateAt(standingOf(row), filter.to),
    since: iso(since),
    count: failuresByGroup(connection, ongoing).get(group) ?? 0,
    failures: sum(all.values()),
    clients: clientsOf(connection, planOf(connection, ongoing, 'failures'), [group]).get(group) ?? 0,
    all_clients: allClients(connection, around),
    version:
      !isRemoved && beganWith(first.first_seen, first.others_first_seen, ongoing) ? first.version : null,
    first_response: publicId(first.id),
  };
}

/** Failures of a group in the range and in its baseline, by bucket of {@link startBucket}. */
function failuresByBucket(
  connection: Connection,
  filter: Filter,
  group: number,
): ReadonlyMap<number, number> {
  const width = startBucket(filter);
  const around = { ...filter, from: measureOf(filter).from };
  const plan = planOf(connection, around, 'failures', { coarsest: tierWithin(width) });
  const counts = new Map<number, number>();
  eachKindCell(connection, failuresIn(connection, plan, within('group_id', [group])), ({ minute, n }) => {
    const bucket = Math.floor((minute * MINUTE) / width);
    addTo(counts, bucket, n);
  });
  return counts;
}

/** Null if only a part could be counted: it is shown beside the number of all who met the failure. */
function allClients(connection: Connection, filter: Filter): number | null {
  const callers = new Set<number>();
  const plan = planOf(connection, filter, 'traffic', { by: 'caller' });
  if (plan.covered.from > filter.from) return null;
  eachCell(connection, plan, { sums: 'responses' }, ({ value }) => callers.add(value));
  return countClients(callersById(connection), callers);
}
