import type { ResponsePage } from '../../../../shared/api/responses.ts';
import { iso } from '../../../../shared/time/instant.ts';
import { type Dimension, isAboutFailures, usedBy } from '../../answers/selection.ts';
import { CursorUnreadable } from '../../faults.ts';
import type { Filter, LogAsk } from '../../store.ts';
import { sumOfKinds } from '../cells/kind-cells.ts';
import { removedBefore } from '../cells/segments.ts';
import type { Connection } from '../file/connection.ts';
import type { Measure } from '../packed/cell-tables.ts';
import { failuresIn, violationsIn, warningsIn } from '../plan/findings.ts';
import type { Sought } from '../plan/leads.ts';
import { coverageOver, planOf } from '../plan/plan.ts';
import { eachCell, sumOf } from '../plan/traffic.ts';
import { walk } from '../plan/walk.ts';
import { resolve } from '../rows/filters.ts';
import { firstWhole, keyAt, keyOf, publicId, timeOf } from '../rows/ids.ts';
import { PLACES } from '../rows/insert.ts';
import { containing } from './containing.ts';
import { rowsOf } from './stored-rows.ts';

/** Rows that a page of the log may examine before it ends and says how far it came. */
const LOOKED_AT = 20_000;

/**
 * The log. The cursor is the key of the last row examined, so that a page that ran out of budget is continued
 * from there.
 */
export function responses(
  connection: Connection,
  filter: Filter,
  { limit, cursor, oldestFirst = false, quarantined = false, contains, deprecated }: LogAsk,
): ResponsePage {
  const start = cursor === undefined ? undefined : keyOf(cursor);
  if (cursor !== undefined && start === undefined) throw new CursorUnreadable(cursor);
  const used = usedBy(filter);
  const sought: Sought = {
    ids: resolve(connection, filter),
    dimensions: new Set(used),
    from: filter.from,
    to: filter.to,
    ...(deprecated !== undefined && {
      items: connection.numbers('SELECT id FROM items WHERE name = ?', deprecated),
    }),
    among: quarantined ? 'quarantined' : isAboutFailures(filter) ? 'members' : 'responses',
  };
  const bounds = { limit, oldestFirst, ...(start !== undefined && { cursor: start }) };
  const { rows, stoppedAt } =
    contains === undefined
      ? walk<readonly [number]>(connection, sought, { columns: 'r.id' }, { ...bounds, budget: LOOKED_AT })
      : containing(connection, sought, contains, bounds);
  const short = stoppedAt !== undefined && rows.length < limit;
  const isCounted = !quarantined && contains === undefined && deprecated === undefined;
  // Cells also count what was removed.
  const removed = removedBefore(connection);
  const stored = { ...filter, from: Math.max(filter.from, removed) };
  const total = () => {
    if (stoppedAt === undefined) return rows.length;
    if (!isCounted || isStoredIn(connection, filter.from, removed)) return null;
    return totalOf(connection, stored, used);
  };
  const counted = cursor === undefined ? total() : null;
  const coverage = coverageOver(connection, stored);
  // If a whole cell counts, it may hold what is gone.
  const countsGone = coverage.covered !== undefined && Date.parse(coverage.covered.from) < removed;
  return {
    items: [
      ...rowsOf(
        connection,
        rows.map(([key]) => key),
      ),
    ],
    next_cursor: stoppedAt === undefined ? null : publicId(stoppedAt),
    total: countsGone ? null : counted,
    ...(short
      ? {
          partial: true as const,
          covered: oldestFirst
            ? {
                from: iso(start === undefined ? filter.from : firstWhole(start + 1)),
                to: iso(timeOf(stoppedAt + 1)),
              }
            : {
                from: iso(firstWhole(stoppedAt)),
                to: iso(start === undefined ? filter.to : timeOf(start)),
              },
        }
      : !countsGone && coverage),
  };
}

/** Whether a response is stored in `[from, to)`, epoch ms: among what was removed, only a clock that was set back stores any. */
function isStoredIn(connection: Connection, from: number, to: number): boolean {
  const one = connection.get(
    `SELECT 1 FROM responses WHERE id >= ? AND id < ? AND place <> ${PLACES.quarantined} LIMIT 1`,
    keyAt(from),
    keyAt(to),
  );
  return one !== undefined;
}

/** Number of rows in the filter if the rollups hold its combination, else null. */
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
      return sumOfKinds(connection, failuresIn(connection, planOf(connection, filter, 'failures')));
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
        ? sumOfKinds(
            connection,
            violationsIn(connection, planOf(connection, filter, 'violations')),
            'responses',
          )
        : null;
    case 'level': {
      const level = filter.level?.length === 1 ? filter.level[0] : undefined;
      if (level === undefined || level === 'info') return null;
      const { level: _, ...rest } = filter;
      return traffic(rest, `${level}_responses`);
    }
    case 'severityMax':
      return traffic(filter, 'warned');
    case 'warning':
      // A response with warnings of several codes counts for each.
      return filter.warning?.length === 1 && filter.warning[0]?.endsWith('*') === false
        ? sumOfKinds(connection, warningsIn(connection, planOf(connection, filter, 'warnings')), 'responses')
        : null;
    default:
      return traffic(filter, 'responses');
  }
}
