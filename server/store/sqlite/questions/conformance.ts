import type { Conformance, ServerScore } from '../../../../shared/api/conformance.ts';
import { entry } from '../../../../shared/collections/entry.ts';
import { CATALOGUE_VERSION } from '../../../../shared/rules/index.ts';
import { bucketsOf, type Grid, pointsOf } from '../../answers/grid.ts';
import { lowestFirst, scoreOf } from '../../answers/score.ts';
import type { Filter } from '../../store.ts';
import { gridOver, sparklineOver, tierFor } from '../cells/segments.ts';
import type { Connection } from '../file/connection.ts';
import { dialectOf } from '../file/words.ts';
import { coverageOver, plansOf } from '../plan/plan.ts';
import { eachCell, Traffic } from '../plan/traffic.ts';
import { serversBefore } from './before.ts';
import { type ServerNames, serverNames } from './servers.ts';
import { violations } from './violations.ts';

interface Scored {
  readonly whole: Traffic;
  readonly buckets: (Traffic | undefined)[];
}

/** As described at `Store.conformance`. */
export function conformance(connection: Connection, filter: Filter): Conformance {
  const { rule: _, level: __, ...judged } = filter;
  const grid = gridOver(connection, filter, 'auto');
  const spark = sparklineOver(connection, filter);
  const [plan, broken] = plansOf(connection, filter, [
    { filter: judged, scope: 'traffic', coarsest: tierFor(grid), members: ['servers'] },
    { filter, scope: 'violations', coarsest: tierFor(spark), members: ['violations'] },
  ]);
  const bucketOf = bucketsOf(grid);
  const sums = new Map<number, Scored>();
  eachCell(connection, plan, { sums: 'all' }, (cell) => {
    const { whole, buckets } = entry(sums, cell.server, () => ({ whole: new Traffic(), buckets: [] }));
    whole.count(cell);
    const bucket = bucketOf(cell.minute);
    const traffic = buckets[bucket] ?? new Traffic();
    buckets[bucket] = traffic;
    traffic.count(cell);
  });
  const earlier = serversBefore(connection, plan, 'all');
  const found = violations(connection, filter, broken);
  return {
    bucket_ms: grid.width,
    catalogue: CATALOGUE_VERSION,
    servers: serverNames(connection, plan)
      .flatMap((names) => {
        const sum = sums.get(names.id);
        return sum === undefined ? [] : [scoreRow(names, sum, earlier.get(names.id), grid)];
      })
      .sort(lowestFirst),
    violations: found.items,
    ...coverageOver(connection, filter),
  };
}

function scoreRow(
  names: ServerNames,
  { whole, buckets }: Scored,
  earlier: Traffic | undefined,
  grid: Grid,
): ServerScore {
  const proven = names.proven === 1;
  return {
    server: names.name,
    version: names.version,
    dialect: dialectOf(names.dialect),
    proven,
    score: proven ? scoreOf(whole) : null,
    previous_score: proven && earlier !== undefined ? scoreOf(earlier) : null,
    responses: whole.responses,
    must_responses: whole.mustResponses,
    should_responses: whole.shouldResponses,
    must_share: share(whole.mustResponses, whole),
    should_share: share(whole.shouldResponses, whole),
    must: whole.must,
    should: whole.should,
    info: whole.info,
    trend: pointsOf(
      grid,
      Array.from({ length: grid.size }, (_, i) => {
        const bucket = buckets[i];
        return bucket === undefined || !proven ? null : scoreOf(bucket);
      }),
    ),
  };
}

function share(part: number, { responses }: Traffic): number {
  return responses === 0 ? 0 : part / responses;
}
