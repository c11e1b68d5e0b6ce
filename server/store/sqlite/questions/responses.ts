import type { ResponsePage, ResponseRow } from '../../../../shared/api/responses.ts';
import { CursorUnreadable, type Filter, type LogAsk } from '../../store.ts';
import { eachKindCell, type Findings } from '../cells/kind-cells.ts';
import { removedBefore } from '../cells/segments.ts';
import type { Connection } from '../file/connection.ts';
import { iso } from '../file/words.ts';
import type { Measure } from '../packed/cell-tables.ts';
import { failuresIn, noteOver, planOf, violationsIn } from '../plan/plan.ts';
import { eachCell, sumOf } from '../plan/traffic.ts';
import { SCAN_BUDGET, walk } from '../plan/walk.ts';
import { and, type Dimension, resolve, rowConditions, usedBy } from '../rows/filters.ts';
import { firstWhole, keyOf, publicId, timeOf } from '../rows/ids.ts';
import { rowsOf } from './stored-rows.ts';

/**
 * The log. Batch members stand in it where the filter is about failures (category, code), in which they count; the
 * cursor is the key of the last row looked at, so that a page which its budget ended goes on from there.
 */
export function responses(
  connection: Connection,
  filter: Filter,
  { limit, cursor, quarantined = false }: LogAsk,
): ResponsePage {
  const before = cursor === undefined ? undefined : keyOf(cursor);
  if (cursor !== undefined && before === undefined) throw new CursorUnreadable(cursor);
  const used = usedBy(filter);
  const { rows, stoppedAt } = walk<readonly [number]>(
    connection,
    {
      ids: resolve(connection, filter),
      dimensions: new Set(used),
      from: filter.from,
      to: filter.to,
      among: quarantined ? 'quarantined' : aboutFailures(used) ? 'members' : 'responses',
    },
    { columns: 'r.id' },
    { limit, budget: SCAN_BUDGET, ...(before !== undefined && { before }) },
  );
  const short = stoppedAt !== undefined && rows.length < limit;
  // Cells count what was removed, too.
  const stored = { ...filter, from: Math.max(filter.from, removedBefore(connection)) };
  return {
    items: [
      ...rowsOf(
        connection,
        rows.map(([key]) => key),
      ),
    ],
    next_cursor: stoppedAt === undefined ? null : publicId(stoppedAt),
    total:
      stoppedAt === undefined && cursor === undefined
        ? rows.length
        : cursor === undefined && !quarantined
          ? totalOf(connection, stored, used)
          : null,
    ...(short
      ? {
          partial: true as const,
          covered: {
            from: iso(firstWhole(stoppedAt)),
            to: iso(before === undefined ? filter.to : timeOf(before)),
          },
        }
      : noteOver(connection, stored)),
  };
}

function aboutFailures(used: readonly Dimension[]): boolean {
  return used.includes('category') || used.includes('code');
}

function total(connection: Connection, findings: Findings, measure: 'n' | 'responses'): number {
  let sum = 0;
  eachKindCell(connection, findings, (cell) => {
    sum += cell[measure];
  });
  return sum;
}

/** Rows in the filter where the rollups hold its combination, else null. */
function totalOf(connection: Connection, filter: Filter, used: readonly Dimension[]): number | null {
  const [single, ...more] = used.filter((dimension) => dimension !== 'server');
  if (more.length > 0) return null;
  const traffic = (wider: Filter, measure: Measure) =>
    sumOf(connection, planOf(connection, wider, 'traffic'), measure);
  switch (single) {
    case 'q':
      return null;
    case 'category':
    case 'code':
      return total(connection, failuresIn(connection, planOf(connection, filter, 'failures')), 'n');
    case 'notCode': {
      const { notCode: _, ...rest } = filter;
      const leftOut = new Set(resolve(connection, filter).notFault);
      let total = traffic(rest, 'responses');
      const plan = planOf(connection, rest, 'traffic', { by: 'fault' });
      eachCell(connection, plan, { sums: 'responses' }, ({ value, responses }) => {
        if (leftOut.has(value)) total -= responses;
      });
      return total;
    }
    case 'rule':
      return filter.rule?.length === 1
        ? total(connection, violationsIn(connection, planOf(connection, filter, 'violations')), 'responses')
        : null;
    case 'level': {
      const level = filter.level?.length === 1 ? filter.level[0] : undefined;
      if (level === undefined || level === 'info') return null;
      const { level: _, ...rest } = filter;
      return traffic(rest, `${level}_responses`);
    }
    case 'severityMax':
      return traffic(filter, 'warned');
    default:
      return traffic(filter, 'responses');
  }
}

/** Rows stored after an ordinal, in the order of storing; undefined where the ordinals after it are no longer kept. */
export function since(
  connection: Connection,
  ordinal: number,
  filter: Filter,
  limit: number,
): readonly { ordinal: number; row: ResponseRow }[] | undefined {
  const oldest = connection.get<{ ordinal: number | null }>(
    'SELECT min(ordinal) AS ordinal FROM arrivals',
  )?.ordinal;
  if (oldest !== null && oldest !== undefined && ordinal + 1 < oldest) return undefined;
  const used = usedBy(filter);
  const wanted = and([
    { text: 'r.place = 0', values: [] },
    ...rowConditions(resolve(connection, filter), new Set(used)),
  ]);
  const arrived = arrivedAfter(connection, ordinal);
  const found: { ordinal: number; row: ResponseRow }[] = [];
  for (let start = 0; start < arrived.length && found.length < limit; start += LOOKED_AT) {
    const some = arrived.slice(start, start + LOOKED_AT);
    const hits = connection.rows<readonly [number]>(
      `SELECT r.id FROM responses r WHERE r.id IN (SELECT value FROM json_each(?)) AND ${wanted.text}`,
      JSON.stringify(some.map(({ key }) => key)),
      ...wanted.values,
    );
    const rows = new Map(
      rowsOf(
        connection,
        hits.map(([key]) => key),
      ).map((row) => [row.id, row]),
    );
    for (const { ordinal, key } of some) {
      const row = rows.get(publicId(key));
      const time = row === undefined ? Number.NaN : Date.parse(row.observed_at);
      if (row !== undefined && time >= filter.from && time < filter.to) found.push({ ordinal, row });
    }
  }
  return found.slice(0, limit);
}

/** Arrivals of which the rows are read at once. */
const LOOKED_AT = 500;

interface Arrived {
  readonly ordinal: number;
  readonly key: number;
}

/** What was stored after an ordinal, in that order. */
function arrivedAfter(connection: Connection, ordinal: number): readonly Arrived[] {
  return connection
    .rows<readonly [number, Uint8Array]>(
      `SELECT ordinal, ids FROM arrivals
       WHERE ordinal >= ifnull((SELECT max(ordinal) FROM arrivals WHERE ordinal <= ?), 0) ORDER BY ordinal`,
      ordinal + 1,
    )
    .flatMap(([first, ids]) =>
      [...new Float64Array(Uint8Array.from(ids).buffer)].map((key, i) => ({ ordinal: first + i, key })),
    )
    .filter((arrived) => arrived.ordinal > ordinal);
}
