import type { Warnings } from '../../../../shared/api/warnings.ts';
import type { Severity } from '../../../../shared/severity.ts';
import { iso } from '../../../../shared/time/instant.ts';
import type { Grid } from '../../answers/grid.ts';
import { byName } from '../../answers/order.ts';
import { type WarningCount, warningCodes } from '../../answers/warning-codes.ts';
import type { Filter } from '../../store.ts';
import { CONDITIONS } from '../cells/counting.ts';
import { type Findings, sumByKind } from '../cells/kind-cells.ts';
import { cellsIn, sparklineOver, tierFor } from '../cells/segments.ts';
import type { Connection } from '../file/connection.ts';
import { and, LIST, list, within } from '../file/sql.ts';
import { classOf } from '../file/words.ts';
import { ReadingCounts, type ReadingSum } from '../packed/reading-counts.ts';
import { warningsIn } from '../plan/findings.ts';
import { coverageOver, type Plan, plansOf } from '../plan/plan.ts';
import { sumOf } from '../plan/traffic.ts';
import { publicId } from '../rows/ids.ts';

interface Kind {
  readonly id: number;
  readonly code: string | null;
  readonly class: number;
  readonly severity: Severity;
  readonly defaulted: number;
  readonly server: number;
  readonly first_seen: number;
  readonly last_seen: number;
}

/** As described at `Store.warnings`. */
export function warnings(connection: Connection, filter: Filter): Warnings {
  const grid = sparklineOver(connection, filter);
  const isByCode = [filter.code, filter.notCode, filter.warning].some((codes) => codes !== undefined);
  const [plan, read, traffic] = plansOf(connection, filter, [
    { filter, scope: 'warnings', coarsest: tierFor(grid) },
    { filter, scope: 'readings', members: ['slow', 'truncations'] },
    ...(isByCode ? [] : [{ filter, scope: 'traffic' } as const]),
  ]);
  const { codes, ...counts } = warningCodes(
    countedKinds(connection, warningsIn(connection, plan), grid),
    filter.severityMax ?? 2,
    grid.size,
  );
  return {
    ...counts,
    responses:
      traffic === undefined
        ? codes.reduce((sum, { responses }) => sum + responses, 0)
        : sumOf(connection, traffic, 'warned'),
    codes,
    ...readings(connection, read),
    ...coverageOver(connection, filter),
  };
}

/** The kinds of warning that were counted, with their counts, and when their code was ever seen: that does not depend on the range. */
function countedKinds(
  connection: Connection,
  findings: Findings,
  grid: Grid,
): readonly WarningCount<number>[] {
  const sums = sumByKind(connection, findings, grid);
  const counted = list(sums.keys());
  const selected = and(within('id', findings.kinds));
  return connection
    .all<Kind>(
      `SELECT k.id, k.code, k.class, k.severity, k.defaulted, k.server, seen.first_seen, seen.last_seen FROM warning_kinds k
       JOIN (SELECT code, min(first_seen) AS first_seen, max(last_seen) AS last_seen FROM warning_kinds
             WHERE ${selected.text} AND coalesce(code, '') IN (SELECT coalesce(code, '') FROM warning_kinds WHERE id IN ${LIST})
             GROUP BY code) seen ON seen.code IS k.code
       WHERE k.id IN ${LIST}`,
      ...[...selected.values, counted, counted],
    )
    .map(({ id, code, severity, server, ...kind }) => {
      const { n = 0, responses = 0, buckets = [] } = sums.get(id) ?? {};
      return {
        code,
        class: classOf(kind.class),
        severity,
        defaulted: kind.defaulted === 1,
        server,
        firstSeen: kind.first_seen,
        lastSeen: kind.last_seen,
        count: n,
        responses,
        parts: buckets,
      };
    });
}

interface Condition {
  readonly id: number;
  readonly kind: number;
  readonly server: string;
  readonly operation: string | null;
  readonly name: string;
}

/** Slow operations and truncations, by their newest reading, worst first. */
function readings(connection: Connection, plan: Plan): Pick<Warnings, 'slow' | 'truncations'> {
  const slow: Warnings['slow'] = [];
  const truncations: Warnings['truncations'] = [];
  for (const sum of readingSums(connection, plan)) {
    const { at, response, a, b, ratio } = sum;
    const newest = { last_seen: iso(at), response: publicId(response) };
    if (sum.kind === CONDITIONS.slow)
      slow.push({
        server: sum.server,
        operation: sum.operation ?? '',
        count: sum.n,
        duration_ms: a,
        threshold_ms: b,
        times: ratio,
        worst_times: sum.worst,
        ...newest,
      });
    else
      truncations.push({
        server: sum.server,
        operation: sum.operation,
        field: sum.name,
        count: sum.n,
        original_count: a,
        truncated_count: b,
        lost: ratio,
        worst_lost: sum.worst,
        ...newest,
      });
  }
  return { slow, truncations };
}

function readingSums(connection: Connection, plan: Plan): readonly (Condition & ReadingSum)[] {
  const counts = new ReadingCounts();
  const cells = cellsIn(plan.segments, 'reading_cells', 'c.packed');
  for (const [packed] of connection.rows<readonly [Uint8Array]>(cells.text, ...cells.values))
    counts.addEncoded(packed);
  const conditions = and([...within('server', plan.ids.server), ...within('operation', plan.ids.operation)]);
  return connection
    .all<Condition>(
      `SELECT d.id, d.kind, s.name AS server, o.name AS operation, d.name FROM conditions d
         JOIN servers s ON s.id = d.server LEFT JOIN operations o ON o.id = d.operation
       WHERE d.id IN (SELECT id FROM conditions WHERE ${conditions.text})`,
      ...conditions.values,
    )
    .flatMap((condition) => {
      const sum = counts.sums.get(condition.id);
      return sum === undefined ? [] : [{ ...condition, ...sum }];
    })
    .sort(
      (a, b) =>
        b.ratio - a.ratio ||
        byName(a.server, b.server) ||
        byName(a.operation, b.operation) ||
        byName(a.name, b.name),
    );
}
