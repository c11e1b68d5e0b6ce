import type { Overview, Totals } from '../../../../shared/api/overview.ts';
import type { BucketWidth } from '../../../../shared/api/series.ts';
import { entry } from '../../../../shared/collections/entry.ts';
import { sum } from '../../../../shared/collections/sum.ts';
import { iso } from '../../../../shared/time/instant.ts';
import { CATEGORIES, type Category } from '../../../../shared/verdict.ts';
import { categoryRows } from '../../answers/categories.ts';
import {
  addAt,
  bucketsOf,
  type Grid,
  gridBefore,
  pointsBefore,
  pointsOf,
  zeros,
} from '../../answers/grid.ts';
import { type FailureCounts, NO_RESPONSES } from '../../answers/health.ts';
import { previous } from '../../answers/period.ts';
import type { Filter } from '../../store.ts';
import { eachKindCell, failureKinds } from '../cells/kind-cells.ts';
import { gridOver, sparklineOver, tierFor } from '../cells/segments.ts';
import type { Connection } from '../file/connection.ts';
import { and, within } from '../file/sql.ts';
import { FAILURE } from '../file/words.ts';
import { failuresIn } from '../plan/findings.ts';
import { coverageOver, type Plan, plansOf } from '../plan/plan.ts';
import { eachCell, Traffic } from '../plan/traffic.ts';
import { type Before, planBefore } from './before.ts';
import { incident } from './incident.ts';
import { ServerSums, serverRows } from './servers.ts';

/** All that the first page shows, from one pass over the range's cells and one over the previous period's. */
export function overview(connection: Connection, filter: Filter, bucket: BucketWidth = 'auto'): Overview {
  const grid = gridOver(connection, filter, bucket, previous(filter).from);
  const spark = sparklineOver(connection, filter);
  const coarsest = Math.min(tierFor(grid), tierFor(spark));
  const [plan, failures] = plansOf(connection, filter, [
    { filter, scope: 'traffic', coarsest },
    { filter, scope: 'failures', coarsest },
  ]);
  const now = sumNow(connection, plan, grid, spark);
  const earlier = planBefore(connection, plan, 'traffic', { coarsest });
  const before = sumBefore(connection, earlier, grid);
  const failed = countFailures(connection, failures, grid);
  const failuresOf = new Map([...failed.categories].map(([id, values]) => [id, sum(values)]));
  const line = (of: (traffic: Traffic) => number | null) => pointsOf(grid, now.buckets.map(of));
  const lineBefore = (of: (bucket: FailureCounts) => number) =>
    pointsBefore(grid, before.buckets.map(of), earlier.countedFrom);
  // Before the incident is planned: its figures are its own.
  const coverage = coverageOver(connection, filter);
  // Counted over a part of the range, they might name another one than a question that covers another part.
  const found = incident(connection, filter, coverage.partial ? undefined : failed.kinds);
  const rows = serverRows(connection, plan, now.servers, earlier.isWhole ? before.servers : new Map(), found);
  return {
    from: iso(filter.from),
    to: iso(filter.to),
    previous_from: iso(earlier.plan.filter.from),
    bucket_ms: grid.width,
    totals: totalsOf(now.whole),
    previous: earlier.isWhole ? totalsOf(before.whole) : null,
    series: {
      responses: line(({ responses }) => responses),
      successes: line(({ successes }) => successes),
      failures: line((traffic) => traffic.failures),
      unknown: line(({ unknown }) => unknown),
      warnings: line(({ warnings }) => warnings),
      must_violations: line(({ must }) => must),
      duration_p95: line(({ durations }) => durations.percentile(0.95)),
      categories: CATEGORIES.flatMap((key) => {
        const values = failed.categories.get(key);
        return values === undefined ? [] : [{ key, points: pointsOf(grid, values) }];
      }),
      previous_responses: lineBefore(({ responses }) => responses),
      previous_failures: lineBefore((sums) => sums.failures),
    },
    categories: categoryRows(failuresOf),
    servers: rows.map(({ id: _, ...row }) => row),
    versions: versionsIn(connection, plan),
    incident: found,
    ...coverage,
  };
}

/** Sums traffic as a whole, by bucket of the grid, and by server. Each cell's durations are decoded once. */
function sumNow(connection: Connection, plan: Plan, grid: Grid, spark: Grid) {
  const whole = new Traffic();
  const buckets = Array.from({ length: grid.size }, () => new Traffic());
  const servers = new Map<number, ServerSums>();
  const bucketOf = bucketsOf(grid);
  const noSums = () => new ServerSums(spark);
  eachCell(connection, plan, { sums: 'all' }, (cell) => {
    const server = entry(servers, cell.server, noSums);
    const bucket = buckets[bucketOf(cell.minute)];
    whole.count(cell);
    bucket?.count(cell);
    server.count(cell);
    cell.addDurations(server.whole.durations, bucket?.durations);
  });
  for (const server of servers.values()) whole.durations.addAll(server.whole.durations);
  return { whole, buckets, servers };
}

/** Sums the traffic of the previous period as a whole, by bucket of its grid, and by server. */
function sumBefore(connection: Connection, { plan }: Before, grid: Grid) {
  const whole = new Traffic();
  const buckets = Array.from({ length: grid.size }, (): FailureCounts => ({ ...NO_RESPONSES }));
  const servers = new Map<number, Traffic>();
  const noTraffic = () => new Traffic();
  const bucketOf = bucketsOf(gridBefore(grid));
  eachCell(connection, plan, { sums: 'all' }, (cell) => {
    whole.add(cell);
    const bucket = buckets[bucketOf(cell.minute)];
    if (bucket !== undefined) {
      bucket.responses += cell.responses;
      if (cell.outcome === FAILURE) bucket.failures += cell.responses;
    }
    entry(servers, cell.server, noTraffic).count(cell);
  });
  return { whole, buckets, servers };
}

function totalsOf(traffic: Traffic): Totals {
  const { durations } = traffic;
  return {
    responses: traffic.responses,
    successes: traffic.successes,
    failures: traffic.failures,
    unknown: traffic.unknown,
    warnings: traffic.warnings,
    warned: traffic.warned,
    must_violations: traffic.must,
    broken: traffic.mustResponses,
    duration_p50: durations.percentile(0.5),
    duration_p95: durations.percentile(0.95),
    duration_p99: durations.percentile(0.99),
    timed: durations.count,
  };
}

/** Counts failures by kind, and by bucket those of each category that has any. */
function countFailures(connection: Connection, plan: Plan, grid: Grid) {
  const kinds: number[] = [];
  const categories = new Map<Category, number[]>();
  const bucketsOfKind: number[][] = [];
  failureKinds(connection).categories.forEach((category, kind) => {
    if (category !== undefined) bucketsOfKind[kind] = entry(categories, category, () => zeros(grid));
  });
  const bucketOf = bucketsOf(grid);
  eachKindCell(connection, failuresIn(connection, plan), ({ minute, kind, n }) => {
    addAt(kinds, kind, n);
    addAt(bucketsOfKind[kind] ?? [], bucketOf(minute), n);
  });
  return { kinds, categories: new Map([...categories].filter(([, values]) => sum(values) > 0)) };
}

/** Server versions first seen within the range. */
function versionsIn(connection: Connection, { filter, ids }: Plan): Overview['versions'] {
  const asked = and([{ text: 'so.version IS NOT NULL', values: [] }, ...within('so.server', ids.server)]);
  return connection
    .all<{ server: string; version: string; first_seen: number }>(
      `SELECT s.name AS server, so.version, min(so.first_seen) AS first_seen FROM sources so JOIN servers s ON s.id = so.server
       WHERE ${asked.text}
       GROUP BY so.server, so.version HAVING min(so.first_seen) >= ? AND min(so.first_seen) < ? ORDER BY 3, 1, 2`,
      ...asked.values,
      filter.from,
      filter.to,
    )
    .map(({ server, version, first_seen }) => ({ server, version, first_seen: iso(first_seen) }));
}
