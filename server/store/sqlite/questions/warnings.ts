import type { Static } from 'typebox';
import type { SlowOperation, Truncation, WarningRow, Warnings } from '../../../../shared/api/warnings.ts';
import { WARNING_CODES } from '../../../../shared/codes.ts';
import { entry } from '../../../../shared/entry.ts';
import type { Filter } from '../../store.ts';
import { CONDITIONS } from '../cells/counting.ts';
import { zeros } from '../cells/grid.ts';
import { sumByKind } from '../cells/kind-cells.ts';
import { cellsIn, sparklineOver, tierFor } from '../cells/segments.ts';
import type { Connection } from '../file/connection.ts';
import { classOf, iso } from '../file/words.ts';
import { ReadingCounts, type ReadingSum } from '../packed/reading-counts.ts';
import { noteOver, type Plan, planOf, together, warningsIn } from '../plan/plan.ts';
import { eachCell } from '../plan/traffic.ts';
import { and, within } from '../rows/filters.ts';
import { publicId } from '../rows/ids.ts';

type Row = Static<typeof WarningRow>;
type Severities = Record<'0' | '1' | '2', number>;

const SEVERITIES = ['0', '1', '2'] as const;

/** What is found of one code. */
interface CodeSum {
  readonly row: Omit<Row, 'servers' | 'share' | 'first_seen' | 'last_seen'>;
  /** Epoch ms. */
  first: number;
  last: number;
  readonly servers: Set<number>;
}

interface Kind {
  readonly id: number;
  readonly code: string | null;
  readonly class: number;
  readonly severity: number;
  readonly defaulted: number;
  readonly server: number;
  readonly first_seen: number;
  readonly last_seen: number;
}

/**
 * Warnings by code. A code in the filter is a warning's code here; `responses` of the whole then counts a response once
 * for each selected code that it has.
 */
export function warnings(connection: Connection, filter: Filter): Warnings {
  const grid = sparklineOver(connection, filter);
  const planned = (since?: number) =>
    planOf(connection, filter, 'warnings', { coarsest: tierFor(grid), since });
  const isByCode = filter.code !== undefined || filter.notCode !== undefined;
  const [plan, traffic] = isByCode
    ? [planned()]
    : together(planned, (since) => planOf(connection, filter, 'traffic', { since }));
  const threshold = filter.severityMax ?? 2;
  const codes = new Map<string | null, CodeSum>();
  const bySeverity: Severities = { '0': 0, '1': 0, '2': 0 };
  let defaulted = 0;
  const sums = sumByKind(connection, warningsIn(connection, plan, { anySeverity: true }), grid);
  for (const kind of connection.all<Kind>(
    `SELECT id, code, class, severity, defaulted, server, first_seen, last_seen FROM warning_kinds
     WHERE id IN (SELECT value FROM json_each(?))`,
    JSON.stringify([...sums.keys()]),
  )) {
    const { n = 0, responses = 0, buckets = [] } = sums.get(kind.id) ?? {};
    const known = entry(codes, kind.code, () => ({
      row: emptyRow(kind, zeros(grid)),
      first: kind.first_seen,
      last: kind.last_seen,
      servers: new Set(),
    }));
    const { row } = known;
    const severity = SEVERITIES[kind.severity] ?? '1';
    row.by_severity[severity] += n;
    bySeverity[severity] += n;
    known.first = Math.min(known.first, kind.first_seen);
    known.last = Math.max(known.last, kind.last_seen);
    if (kind.severity > threshold) continue;
    row.count += n;
    row.responses += responses;
    buckets.forEach((value, bucket) => {
      row.sparkline[bucket] = (row.sparkline[bucket] ?? 0) + value;
    });
    known.servers.add(kind.server);
    if (kind.defaulted === 1) {
      row.defaulted += n;
      defaulted += n;
    }
  }
  const rows = [...codes.values()].filter(({ row }) => row.count > 0);
  const total = rows.reduce((sum, { row }) => sum + row.count, 0);
  return {
    total,
    by_severity: bySeverity,
    defaulted,
    responses:
      traffic === undefined
        ? rows.reduce((sum, { row }) => sum + row.responses, 0)
        : warnedResponses(connection, traffic),
    codes: rows
      .map(({ row, first, last, servers }) => ({
        ...row,
        first_seen: iso(first),
        last_seen: iso(last),
        servers: servers.size,
        share: row.count / total,
      }))
      .sort((a, b) => b.count - a.count),
    ...readings(connection, filter),
    ...noteOver(connection, filter),
  };
}

function emptyRow(kind: Kind, sparkline: number[]): CodeSum['row'] {
  return {
    code: kind.code,
    class: classOf(kind.class),
    standard: kind.code !== null && WARNING_CODES.has(kind.code),
    count: 0,
    by_severity: { '0': 0, '1': 0, '2': 0 },
    defaulted: 0,
    responses: 0,
    sparkline,
  };
}

function warnedResponses(connection: Connection, traffic: Plan): number {
  let responses = 0;
  eachCell(connection, traffic, { sums: 'all' }, ({ warned }) => {
    responses += warned;
  });
  return responses;
}

interface Condition {
  readonly id: number;
  readonly kind: number;
  readonly server: string;
  readonly operation: string | null;
  readonly name: string;
}

/** Slow operations and truncations, worst of the newest first. */
function readings(connection: Connection, filter: Filter): Pick<Warnings, 'slow' | 'truncations'> {
  const plan = planOf(connection, filter, 'readings', { members: ['slow', 'truncations'] });
  const slow: Static<typeof SlowOperation>[] = [];
  const truncations: Static<typeof Truncation>[] = [];
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
  const cells = cellsIn(plan.segments, 'reading_cells', 'c.packed', { text: 'TRUE', values: [] });
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
    .sort((a, b) => b.ratio - a.ratio);
}
