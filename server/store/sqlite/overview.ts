import type { Static } from 'typebox';
import type { CategoryRow, Overview, Totals } from '../../../shared/api/overview.ts';
import { CATEGORY_INFO } from '../../../shared/codes.ts';
import type { Filter } from '../store.ts';
import type { Connection } from './connection.ts';
import { chooseGrid, type Grid, gridOf, pointsOf, previous } from './grid.ts';
import { incident } from './incident.ts';
import { kindSeries } from './kind-series.ts';
import { failureCells, type Plan, planOf } from './plan.ts';
import { tierFor } from './segments.ts';
import { serverRows } from './servers.ts';
import { bucketKey, Traffic, trafficSums } from './traffic.ts';
import { iso } from './words.ts';

/** Traffic of a plan by bucket; `whole` is the sum. */
function trafficByBucket(
  connection: Connection,
  plan: Plan,
  grid: Grid,
  options: { readonly durations: boolean },
): { readonly whole: Traffic; readonly buckets: readonly Traffic[] } {
  const whole = new Traffic();
  const buckets = Array.from({ length: grid.size }, () => new Traffic());
  for (const row of trafficSums(connection, plan, { bucket: bucketKey(grid) }, options)) {
    whole.add(row);
    buckets[row.bucket]?.add(row);
  }
  return { whole, buckets };
}

function traffic(connection: Connection, plan: Plan): Traffic {
  const whole = new Traffic();
  for (const row of trafficSums(connection, plan, {}, { durations: true })) whole.add(row);
  return whole;
}

/** Everything the first page shows. */
export function overview(connection: Connection, filter: Filter): Overview {
  const grid = chooseGrid(filter, 'auto');
  const tier = tierFor(grid.width);
  const earlier = previous(filter);
  const plan = planOf(connection, filter, 'traffic', { coarsest: tier });
  const { whole, buckets } = trafficByBucket(connection, plan, grid, { durations: true });
  const before = traffic(connection, planOf(connection, earlier, 'traffic'));
  // The same number of buckets as now, so that the two lines lie on each other.
  const { buckets: bucketsBefore } = trafficByBucket(
    connection,
    planOf(connection, earlier, 'traffic', { coarsest: tier }),
    { ...gridOf(earlier, grid.width), start: grid.start - (filter.to - filter.from), size: grid.size },
    { durations: false },
  );
  const failures = planOf(connection, filter, 'failures', { coarsest: tier });
  const categories = kindSeries(
    connection,
    'failure',
    failureCells(failures, 'c.minute, c.kind, c.caller, c.n'),
    { metric: 'errors', groupBy: 'category', bucket: 'auto', limit: CATEGORY_INFO.length },
    grid,
  );
  const line = (of: (traffic: Traffic) => number | null, from = buckets) => pointsOf(grid, from.map(of));
  const { rows } = serverRows(connection, filter);
  const found = incident(connection, filter);
  return {
    from: iso(filter.from),
    to: iso(filter.to),
    previous_from: iso(earlier.from),
    bucket_ms: grid.width,
    totals: totalsOf(whole, filter),
    previous: totalsOf(before, filter),
    series: {
      responses: line(({ responses }) => responses),
      successes: line(({ successes }) => successes),
      failures: line((traffic) => traffic.failures),
      unknown: line(({ unknown }) => unknown),
      warnings: line((traffic) => traffic.warningsUpTo(filter.severityMax)),
      must_violations: line(({ must }) => must),
      duration_p95: line((traffic) => traffic.percentile(0.95)),
      categories: CATEGORY_INFO.flatMap(({ id }) => {
        const points = categories.find(({ key }) => key === id)?.points;
        return points === undefined ? [] : [{ key: id, points }];
      }),
      previous_responses: line(({ responses }) => responses, bucketsBefore),
      previous_failures: line((traffic) => traffic.failures, bucketsBefore),
    },
    categories: categoriesOf(categories),
    servers: rows.map(({ id: _, ...row }) =>
      row.name === found?.server ? { ...row, health: 'failing' } : row,
    ),
    versions: versionsIn(connection, plan),
    incident: found,
    ...failures.note,
    ...plan.note,
  };
}

function totalsOf(traffic: Traffic, { severityMax }: Filter): Totals {
  return {
    responses: traffic.responses,
    successes: traffic.successes,
    failures: traffic.failures,
    unknown: traffic.unknown,
    warnings: traffic.warningsUpTo(severityMax),
    warned: traffic.warnedUpTo(severityMax),
    must_violations: traffic.must,
    broken: traffic.mustResponses,
    duration_p50: traffic.percentile(0.5),
    duration_p95: traffic.percentile(0.95),
    duration_p99: traffic.percentile(0.99),
    timed: traffic.timed,
  };
}

/** All nine categories with their sums, in the registry's order. */
function categoriesOf(series: ReturnType<typeof kindSeries>): Static<typeof CategoryRow>[] {
  const counts = CATEGORY_INFO.map(({ id, name, guidance }) => ({
    category: id,
    name,
    guidance,
    count: (series.find(({ key }) => key === id)?.points ?? []).reduce((sum, [, n]) => sum + n, 0),
  }));
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  return counts.map((row) => ({ ...row, share: total === 0 ? 0 : row.count / total }));
}

/** First sightings of a server version inside the range. */
function versionsIn(connection: Connection, { filter, ids }: Plan): Overview['versions'] {
  return connection
    .all<{ server: string; version: string; first_seen: number }>(
      `SELECT s.name AS server, so.version, min(so.first_seen) AS first_seen FROM sources so JOIN servers s ON s.id = so.server
       WHERE so.version IS NOT NULL AND (? IS NULL OR so.server IN (SELECT value FROM json_each(?)))
       GROUP BY so.server, so.version HAVING min(so.first_seen) >= ? AND min(so.first_seen) < ? ORDER BY 3`,
      ids.server === undefined ? null : 1,
      JSON.stringify(ids.server ?? []),
      filter.from,
      filter.to,
    )
    .map(({ server, version, first_seen }) => ({ server, version, first_seen: iso(first_seen) }));
}
