import type { Deprecation, Deprecations } from '../../../../shared/api/deprecations.ts';
import { addTo } from '../../../../shared/collections/add-to.ts';
import { entry } from '../../../../shared/collections/entry.ts';
import type { Severity } from '../../../../shared/severity.ts';
import { daysTo } from '../../../../shared/time/dates.ts';
import { iso } from '../../../../shared/time/instant.ts';
import type { DeprecatedType } from '../../../../shared/verdict.ts';
import { mostUrgentFirst, verdictOn, windowOf } from '../../answers/deprecation.ts';
import { addAt, bucketsOf, type Grid, zeros } from '../../answers/grid.ts';
import { usedBy } from '../../answers/selection.ts';
import type { DeprecationAsk, Filter } from '../../store.ts';
import { countByKind, eachCallerCell } from '../cells/kind-cells.ts';
import { sparklineOver, tierFor } from '../cells/segments.ts';
import type { Connection } from '../file/connection.ts';
import { and, within } from '../file/sql.ts';
import { WIDEST } from '../packed/cell-tables.ts';
import { warningsIn } from '../plan/findings.ts';
import { coverageOver, type Plan, planOf, plansOf } from '../plan/plan.ts';
import { eachCell } from '../plan/traffic.ts';
import { resolve } from '../rows/filters.ts';
import { publicId } from '../rows/ids.ts';
import { planBefore } from './before.ts';
import { callersById } from './callers.ts';

export interface ItemRow {
  readonly id: number;
  readonly server_id: number;
  readonly server: string;
  readonly type: DeprecatedType;
  readonly name: string;
  readonly replacement: string | null;
  /** Null without a replacement. */
  readonly replacement_deprecated: number | null;
  readonly migration_guide: string | null;
  readonly removal_date: string | null;
  readonly removal_at: number | null;
  readonly severity: Severity;
  readonly first_seen: number;
  readonly last_seen: number;
}

export const ITEMS = `SELECT i.id, i.server AS server_id, s.name AS server, i.type, i.name, i.replacement, i.migration_guide,
    i.removal_date, i.removal_at, i.severity, i.first_seen, i.last_seen,
    (i.server, i.replacement) IN (SELECT server, name FROM items) AS replacement_deprecated
  FROM items i JOIN servers s ON s.id = i.server`;

/** Uses of one item in a plan's range. */
interface Uses {
  count: number;
  readonly clients: Set<string | null>;
  readonly sparkline: number[];
}

/** Stands for the item of deprecation warnings whose details name none. */
const UNREADABLE = 0;
const DEPRECATED = "(item <> 0 OR code = 'DEPRECATION_WARNING')";

/** The kinds of warning that are uses, of any severity, with the item of each or UNREADABLE; read once per question. */
function itemsOfKinds(connection: Connection): readonly (readonly [kind: number, item: number])[] {
  return connection.memo('items of kinds', () =>
    connection.rows(`SELECT id, item FROM warning_kinds WHERE ${DEPRECATED}`),
  );
}

const usesIn = (connection: Connection, plan: Plan) =>
  warningsIn(connection, plan, [{ text: DEPRECATED, values: [] }]);

/** Uses of every item, weighted by occurrences. */
function usesByItem(connection: Connection, plan: Plan, grid: Grid): ReadonlyMap<number, Uses> {
  const callers = callersById(connection);
  const bucketOf = bucketsOf(grid);
  const uses = new Map<number, Uses>();
  const ofKind: Uses[] = [];
  for (const [kind, item] of itemsOfKinds(connection))
    ofKind[kind] = entry(uses, item, () => ({ count: 0, clients: new Set(), sparkline: zeros(grid) }));
  eachCallerCell(connection, usesIn(connection, plan), ({ minute, kind, caller, n }) => {
    const use = ofKind[kind];
    if (use === undefined) return;
    use.count += n;
    use.clients.add(callers[caller]?.client ?? null);
    addAt(use.sparkline, bucketOf(minute), n);
  });
  return new Map([...uses].filter(([, { count }]) => count > 0));
}

/** Like {@link usesByItem}, but only how many: without their callers they are read in a fraction of the time. */
function countByItem(connection: Connection, plan: Plan): ReadonlyMap<number, number> {
  const counts = countByKind(connection, usesIn(connection, plan));
  const sums = new Map<number, number>();
  for (const [kind, item] of itemsOfKinds(connection)) {
    const n = counts[kind];
    if (n !== undefined) addTo(sums, item, n);
  }
  return sums;
}

function responsesByServer(connection: Connection, plan: Plan): ReadonlyMap<number, number> {
  const sums = new Map<number, number>();
  eachCell(connection, plan, { sums: 'responses' }, ({ server, responses }) =>
    addTo(sums, server, responses),
  );
  return sums;
}

/** What the verdicts on all items are based on. */
interface Usage {
  readonly grid: Grid;
  /** What is counted of the uses. */
  readonly plan: Plan;
  readonly now: ReadonlyMap<number, Uses>;
  readonly before: ReadonlyMap<number, number>;
  readonly isBeforeWhole: boolean;
  readonly window: ReadonlyMap<number, number>;
  readonly responses: ReadonlyMap<number, number>;
  readonly windowResponses: ReadonlyMap<number, number>;
}

/** Counts the uses of all items, from cells no wider than those of a tier. */
export function usageOf(
  connection: Connection,
  filter: Filter,
  ask: DeprecationAsk,
  now: number,
  coarsest = WIDEST,
): Usage {
  const { severityMax: _, ...wanted } = filter;
  // The filter's codes are those of warnings; a response's code is that of its failure.
  const { code: __, notCode: ___, ...ofResponses } = wanted;
  const grid = sparklineOver(connection, filter);
  const window = windowOf(filter, ask, now);
  const [plan, traffic] = plansOf(connection, filter, [
    { filter: wanted, scope: 'warnings', coarsest: Math.min(coarsest, tierFor(grid)) },
    { filter: ofResponses, scope: 'traffic' },
  ]);
  const before = planBefore(connection, plan, 'warnings');
  return {
    grid,
    plan,
    now: usesByItem(connection, plan, grid),
    before: countByItem(connection, before.plan),
    isBeforeWhole: before.isWhole,
    window: countByItem(connection, planOf(connection, window, 'warnings')),
    responses: responsesByServer(connection, traffic),
    windowResponses: responsesByServer(connection, planOf(connection, window, 'traffic')),
  };
}

/** Returns a deprecated item with its verdict. */
export function deprecationRow(
  item: ItemRow,
  usage: Usage,
  filter: Filter,
  ask: DeprecationAsk,
  now: number,
): Deprecation {
  const use = usage.now.get(item.id);
  const count = use?.count ?? 0;
  const before = usage.before.get(item.id) ?? 0;
  const responses = usage.responses.get(item.server_id) ?? 0;
  return {
    id: publicId(item.id),
    server: item.server,
    deprecated_item: item.name,
    type: item.type,
    replacement: item.replacement,
    replacement_deprecated: item.replacement_deprecated === 1,
    migration_guide: item.migration_guide,
    removal_date: item.removal_date,
    days_left: item.removal_at === null ? null : daysTo(item.removal_at, now),
    count,
    previous_count: usage.isBeforeWhole ? before : null,
    responses,
    // A response may use an item more than once.
    share: responses === 0 ? 0 : Math.min(1, count / responses),
    callers: use?.clients.size ?? 0,
    first_seen: iso(item.first_seen),
    last_seen: iso(item.last_seen),
    sparkline: use?.sparkline ?? zeros(usage.grid),
    ...verdictOn(
      {
        count,
        before,
        isBeforeWhole: usage.isBeforeWhole,
        clients: use?.clients.size ?? 0,
        lastSeen: item.last_seen,
        removalAt: item.removal_at,
        inWindow: usage.window.get(item.id) ?? 0,
        windowResponses: usage.windowResponses.get(item.server_id) ?? 0,
      },
      filter,
      ask,
      now,
    ),
  };
}

/** Deprecated items of the filter's servers that were first seen before its end, most urgent first. */
export function deprecations(
  connection: Connection,
  filter: Filter,
  ask: DeprecationAsk,
  now: number,
): Deprecations {
  const usage = usageOf(connection, filter, ask, now);
  const asked = and([
    { text: 'i.first_seen < ?', values: [usage.plan.covered.to] },
    ...within('i.server', resolve(connection, filter).server),
  ]);
  const used = usedBy(filter);
  const narrowed = used.includes('client') || used.includes('operation');
  return {
    window_days: ask.windowDays,
    threshold: ask.threshold,
    ...coverageOver(connection, filter),
    items: connection
      .all<ItemRow>(`${ITEMS} WHERE ${asked.text}`, ...asked.values)
      .filter(({ id }) => !narrowed || usage.now.has(id) || usage.before.has(id))
      .map((item) => ({
        row: deprecationRow(item, usage, filter, ask, now),
        removalAt: item.removal_at,
      }))
      .sort(mostUrgentFirst)
      .map(({ row }) => row),
    unreadable: usage.now.get(UNREADABLE)?.count ?? 0,
  };
}
