import type { DeprecationDetail } from '../../../../shared/api/deprecations.ts';
import { entry } from '../../../../shared/collections/entry.ts';
import { iso } from '../../../../shared/time/instant.ts';
import { MINUTE } from '../../../../shared/time/units.ts';
import { addAt, bucketsOf, pointsOf, zeros } from '../../answers/grid.ts';
import { byName } from '../../answers/order.ts';
import { usedBy } from '../../answers/selection.ts';
import type { DeprecationAsk, Filter } from '../../store.ts';
import { eachCallerCell } from '../cells/kind-cells.ts';
import { gridOver, tierFor } from '../cells/segments.ts';
import type { Connection } from '../file/connection.ts';
import { and, within } from '../file/sql.ts';
import { warningsIn } from '../plan/findings.ts';
import { coverageOver, type Plan } from '../plan/plan.ts';
import { resolve, rowConditions } from '../rows/filters.ts';
import { keyAt, keyOf, publicId, SLOTS, timeOf } from '../rows/ids.ts';
import { type Before, planBefore } from './before.ts';
import { type Caller, callersById } from './callers.ts';
import { deprecationRow, ITEMS, type ItemRow, usageOf } from './deprecations.ts';

/** Newest uses examined for the number of sessions and each caller's newest use. */
const LOOKED_AT = 5000;

/** Returns a deprecated item; undefined if none has the id. */
export function deprecation(
  connection: Connection,
  id: string,
  filter: Filter,
  ask: DeprecationAsk,
  now: number,
): DeprecationDetail | undefined {
  const key = keyOf(id);
  const item = key === undefined ? undefined : connection.get<ItemRow>(`${ITEMS} WHERE i.id = ?`, key);
  if (item === undefined) return undefined;
  const grid = gridOver(connection, filter, 'auto');
  const coarsest = tierFor(grid);
  const usage = usageOf(connection, filter, ask, now, coarsest);
  const { callers: _, ...row } = deprecationRow(item, usage, filter, ask, now);
  // Its codes are those of warnings, as for the uses.
  const { severityMax: __, code: ___, notCode: ____, ...wanted } = filter;
  const uses = usesByCaller(connection, item.id, usage.plan);
  const earlier = planBefore(connection, usage.plan, 'warnings', { coarsest });
  const bucketOf = bucketsOf(grid);
  const burnDown = new Map<string | null, number[]>();
  for (const { client, minute, n } of uses) {
    const values = entry(burnDown, client, () => zeros(grid));
    addAt(values, bucketOf(minute), n);
  }
  return {
    ...row,
    from: iso(filter.from),
    to: iso(filter.to),
    bucket_ms: grid.width,
    burn_down: [...burnDown].map(([client, values]) => ({ client, points: pointsOf(grid, values) })),
    callers: callersOf(connection, item.id, wanted, uses, earlier),
    window_days: ask.windowDays,
    threshold: ask.threshold,
    severity: item.severity,
    ...coverageOver(connection, filter),
  };
}

interface CallerUse extends Pick<Caller, 'client' | 'version'> {
  readonly caller: number;
  readonly minute: number;
  readonly n: number;
}

function usesByCaller(connection: Connection, item: number, plan: Plan): readonly CallerUse[] {
  const callers = callersById(connection);
  const uses: CallerUse[] = [];
  const own = warningsIn(connection, plan, within('item', [item]));
  eachCallerCell(connection, own, ({ caller, minute, n }) => {
    const { client = null, version = null } = callers[caller] ?? {};
    uses.push({ caller, client, version, minute, n });
  });
  return uses;
}

/** Callers that used the item in the filter or in the period before it, by use. */
function callersOf(
  connection: Connection,
  item: number,
  filter: Filter,
  uses: readonly CallerUse[],
  earlier: Before,
): DeprecationDetail['callers'] {
  const sums = new Map<number, { caller: CallerUse; count: number; before: number }>();
  const add = (use: CallerUse, into: 'count' | 'before') => {
    entry(sums, use.caller, () => ({ caller: use, count: 0, before: 0 }))[into] += use.n;
  };
  for (const use of uses) add(use, 'count');
  for (const use of usesByCaller(connection, item, earlier.plan)) add(use, 'before');
  const selected = and(rowConditions(resolve(connection, filter), new Set(usedBy(filter))));
  const newest = new Map(
    connection
      .all<{ caller: number; sessions: number; newest: number; last: number }>(
        `SELECT r.caller, count(DISTINCT iif(r.id >= ?, r.session, NULL)) AS sessions, max(r.id) AS newest,
           max(r.id / ${SLOTS} - r.shift) AS last
         FROM (SELECT response FROM uses WHERE item = ? AND response < ? ORDER BY response DESC LIMIT ?) u
           JOIN responses r ON r.id = u.response WHERE ${selected.text} GROUP BY r.caller`,
        keyAt(filter.from),
        item,
        keyAt(filter.to),
        LOOKED_AT,
        ...selected.values,
      )
      .map((row) => [row.caller, row]),
  );
  return [...sums.values()]
    .sort(
      (a, b) =>
        b.count - a.count ||
        b.before - a.before ||
        byName(a.caller.client, b.caller.client) ||
        byName(a.caller.version, b.caller.version),
    )
    .map(({ caller, count, before }) => {
      const seen = newest.get(caller.caller);
      return {
        client: caller.client,
        version: caller.version,
        sessions: seen?.sessions ?? 0,
        count,
        previous_count: earlier.isWhole ? before : null,
        // Beyond the uses examined, the start of the caller's newest bucket.
        last_seen: iso(seen === undefined ? lastMinute(uses, caller) * MINUTE : timeOf(seen.last * SLOTS)),
        response: seen === undefined ? null : publicId(seen.newest),
      };
    });
}

function lastMinute(uses: readonly CallerUse[], { caller, minute }: CallerUse): number {
  return uses.reduce((last, use) => (use.caller === caller ? Math.max(last, use.minute) : last), minute);
}
