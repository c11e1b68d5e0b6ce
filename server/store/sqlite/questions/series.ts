import type { Series } from '../../../../shared/api/series.ts';
import { entry } from '../../../../shared/collections/entry.ts';
import { iso } from '../../../../shared/time/instant.ts';
import { UNIDENTIFIED } from '../../../../shared/unidentified.ts';
import { addAt, bucketsOf, type Grid, pointsOf, zeros } from '../../answers/grid.ts';
import { ALL, drawn, mergeRest, NONE } from '../../answers/series.ts';
import type { Filter, SeriesAsk } from '../../store.ts';
import { gridOver, tierFor } from '../cells/segments.ts';
import type { Connection } from '../file/connection.ts';
import { categoryOf, outcomeOf } from '../file/words.ts';
import type { Facet } from '../packed/cell-tables.ts';
import { Histogram } from '../packed/histogram.ts';
import { failuresIn, upToThreshold, violationsIn, warningsIn } from '../plan/findings.ts';
import { coverageOver, planOf } from '../plan/plan.ts';
import { type Cell, eachCell } from '../plan/traffic.ts';
import { kindSeries } from './kind-series.ts';

type GroupBy = NonNullable<SeriesAsk['groupBy']>;

const SHARES = { duration_p50: 0.5, duration_p95: 0.95, duration_p99: 0.99 } as const;

/** As described at `Store.series`. */
export function series(connection: Connection, filter: Filter, ask: SeriesAsk): Series {
  const grid = gridOver(connection, filter, ask.bucket);
  return {
    from: iso(filter.from),
    to: iso(filter.to),
    bucket_ms: grid.width,
    series: countedSeries(connection, filter, ask, grid),
    ...coverageOver(connection, filter),
  };
}

function countedSeries(connection: Connection, filter: Filter, ask: SeriesAsk, grid: Grid): Series['series'] {
  const tier = tierFor(grid);
  switch (ask.metric) {
    case 'responses':
      return trafficSeries(connection, filter, ask, grid, undefined);
    case 'duration_p50':
    case 'duration_p95':
    case 'duration_p99':
      return trafficSeries(connection, filter, ask, grid, SHARES[ask.metric]);
    case 'errors': {
      const plan = planOf(connection, filter, 'failures', { coarsest: tier });
      return kindSeries(connection, failuresIn(connection, plan), ask, grid);
    }
    case 'warnings': {
      const plan = planOf(connection, filter, 'warnings', { coarsest: tier });
      return kindSeries(connection, warningsIn(connection, plan, upToThreshold(plan)), ask, grid);
    }
    case 'violations': {
      const plan = planOf(connection, filter, 'violations', { coarsest: tier });
      return kindSeries(connection, violationsIn(connection, plan), ask, grid);
    }
  }
}

/** The facet of traffic that tells a dimension's values apart, where not every facet does, or none. */
const FACET_OF: Readonly<Partial<Record<GroupBy, Facet>>> = {
  operation: 'operation',
  client: 'caller',
  category: 'fault',
  code: 'fault',
};

const NAMES = {
  server: 'SELECT id, name AS key FROM servers',
  operation: 'SELECT id, name AS key FROM operations',
  client: `SELECT id, ifnull(client, '${UNIDENTIFIED}') AS key FROM callers`,
  category: 'SELECT id, category AS key FROM faults',
  code: 'SELECT id, code AS key FROM faults',
} as const satisfies Partial<Record<GroupBy, string>>;

/** Number of responses or, with `share`, a percentile of their durations. */
function trafficSeries(
  connection: Connection,
  filter: Filter,
  ask: SeriesAsk,
  grid: Grid,
  share: number | undefined,
): Series['series'] {
  const { groupBy } = ask;
  const facet = groupBy === undefined ? undefined : FACET_OF[groupBy];
  const plan = planOf(connection, filter, 'traffic', {
    coarsest: tierFor(grid),
    ...(facet && { by: facet }),
  });
  const names = namesOf(connection, groupBy);
  const counts = new Map<string, number[]>(groupBy === undefined ? [[ALL, zeros(grid)]] : []);
  const bucketOf = bucketsOf(grid);
  const histograms = new Map<string, Histogram[]>();
  eachCell(connection, plan, { sums: 'responses' }, (cell) => {
    const key = names(cell);
    const bucket = bucketOf(cell.minute);
    const values = entry(counts, key, () => zeros(grid));
    addAt(values, bucket, cell.responses);
    if (share === undefined) return;
    const byBucket = entry(histograms, key, () => []);
    const histogram = byBucket[bucket] ?? new Histogram();
    byBucket[bucket] = histogram;
    cell.addDurations(histogram);
  });
  const merged = mergeRest(counts, ask.limit);
  if (share === undefined) return drawn(grid, merged.counts);
  return [...merged.counts.keys()].map((key) => ({
    key,
    points: pointsOf(
      grid,
      percentiles(
        grid,
        merged.membersOf(key).map((one) => histograms.get(one) ?? []),
        share,
      ),
    ),
  }));
}

function percentiles(
  grid: Grid,
  members: readonly (readonly Histogram[])[],
  share: number,
): (number | null | undefined)[] {
  return Array.from({ length: grid.size }, (_, bucket) => {
    // Each histogram is of one series, so that the first can be the sum.
    const [sum, ...others] = members.flatMap(({ [bucket]: histogram }) => histogram ?? []);
    for (const other of others) sum?.addAll(other);
    return sum?.percentile(share);
  });
}

function namesOf(connection: Connection, groupBy: GroupBy | undefined): (cell: Cell) => string {
  switch (groupBy) {
    case undefined:
      return () => ALL;
    case 'outcome':
      return ({ outcome }) => outcomeOf(outcome);
    case 'class':
    case 'severity':
    case 'rule':
      return () => NONE;
    default: {
      const names = new Map(
        connection
          .all<{ id: number; key: string | number | null }>(NAMES[groupBy])
          .map(({ id, key }) => [id, typeof key === 'number' ? categoryOf(key) : (key ?? NONE)]),
      );
      return ({ server, value }) => names.get(groupBy === 'server' ? server : value) ?? NONE;
    }
  }
}
