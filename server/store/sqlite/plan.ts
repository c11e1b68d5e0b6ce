import type { Filter } from '../store.ts';
import type { Connection, Sql } from './connection.ts';
import { and, type Dimension, type Ids, resolve, usedBy, within } from './filters.ts';
import { FACETS, type Facet } from './rollups.ts';
import { rowsOutside, scan } from './scan.ts';
import { cellsIn, compose, minuteOf, type Segment } from './segments.ts';
import { SCAN_BUDGET } from './walk.ts';
import { iso } from './words.ts';

/** What a question counts. */
export type Scope = 'traffic' | 'failures' | 'warnings' | 'violations' | 'readings';

/** Dimensions by which each facet of traffic is kept, beside time. */
const FACET_HOLDS: Readonly<Record<Facet, readonly Dimension[]>> = {
  source: ['server', 'dialect', 'outcome'],
  operation: ['server', 'operation', 'outcome'],
  caller: ['server', 'client', 'outcome'],
  fault: ['server', 'category', 'code', 'outcome'],
};

/**
 * Which combinations the rollups hold: a filter whose dimensions all stand in `holds` is exact and fast over any range;
 * any other is answered by a scan of the newest SCAN_BUDGET responses in it, which says what range it covered.
 * `ignores` are dimensions that select something else than what is counted. `own` are dimensions of the thing counted
 * itself, which may differ from its response's: a batch member's operation, a warning's code.
 */
const RULES: Readonly<
  Record<
    Scope,
    {
      readonly holds: readonly Dimension[];
      readonly ignores: readonly Dimension[];
      readonly own: readonly Dimension[];
    }
  >
> = {
  traffic: { holds: [], ignores: ['severityMax'], own: [] },
  failures: {
    holds: ['server', 'client', 'operation', 'dialect', 'outcome', 'category', 'code'],
    ignores: ['severityMax'],
    own: ['operation', 'category', 'code'],
  },
  warnings: {
    holds: ['server', 'client', 'operation', 'dialect', 'outcome', 'code', 'severityMax'],
    ignores: [],
    own: ['code', 'severityMax'],
  },
  violations: {
    holds: ['server', 'client', 'operation', 'dialect', 'outcome', 'rule', 'level'],
    ignores: ['severityMax'],
    own: [],
  },
  readings: { holds: ['server', 'operation'], ignores: ['severityMax', 'code'], own: ['operation'] },
};

/** How a question is answered over the range of its filter. */
export interface Plan {
  readonly filter: Filter;
  readonly ids: Ids;
  readonly segments: readonly Segment[];
  /** The facet of traffic to read. */
  readonly facet: Facet;
  /** True where the cells hold only what the filter selects. */
  readonly scanned: boolean;
  /** Marks the answer where a scan did not reach the start of the range. */
  readonly note: {
    readonly partial?: true;
    readonly covered?: { readonly from: string; readonly to: string };
  };
}

/**
 * Plans a question; no cell is wider than the tier `coarsest`. A scan, where one is needed, is made here. `by` is the
 * facet in which traffic must be told apart, where it matters.
 */
export function planOf(
  connection: Connection,
  filter: Filter,
  scope: Scope,
  coarsest: number,
  by?: Facet,
): Plan {
  const { holds, ignores, own } = RULES[scope];
  const ids = resolve(connection, filter);
  const used = usedBy(filter).filter((dimension) => !ignores.includes(dimension));
  const facet = scope === 'traffic' ? facetFor(used, by) : 'source';
  const held =
    scope === 'traffic' ? facet !== undefined : used.every((dimension) => holds.includes(dimension));
  const ofRows = new Set(used.filter((dimension) => !own.includes(dimension)));
  const whole = { ids, dimensions: ofRows, from: filter.from, to: filter.to, members: false };
  if (facet === undefined || !held) {
    const { number, coveredFrom } = scan(connection, whole, SCAN_BUDGET);
    return {
      filter,
      ids,
      segments: [
        { prefix: 'scratch_', tier: number, from: minuteOf(filter.from), to: minuteOf(filter.to) + 1 },
      ],
      facet: by ?? 'source',
      scanned: true,
      note:
        coveredFrom === undefined
          ? {}
          : { partial: true, covered: { from: iso(coveredFrom), to: iso(filter.to) } },
    };
  }
  return {
    filter,
    ids,
    segments: exactSegments(connection, filter, whole, coarsest),
    facet,
    scanned: false,
    note: {},
  };
}

function facetFor(used: readonly Dimension[], by: Facet | undefined): Facet | undefined {
  const facets: readonly Facet[] = by === undefined ? ['source', 'operation', 'caller', 'fault'] : [by];
  return facets.find((facet) => used.every((dimension) => FACET_HOLDS[facet].includes(dimension)));
}

/**
 * Whole minutes from the rollups. A minute that the range cuts is counted from its rows, unless none of them lies
 * outside the range, or there are more than a scan may look at: then the whole minute stands in the answer.
 */
function exactSegments(
  connection: Connection,
  { from, to }: Filter,
  whole: Parameters<typeof scan>[1],
  coarsest: number,
): readonly Segment[] {
  let first = minuteOf(from);
  let end = Math.ceil(to / 60_000);
  const edges: Segment[] = [];
  const edge = (start: number, stop: number) => {
    const { number, coveredFrom } = scan(connection, { ...whole, from: start, to: stop }, SCAN_BUDGET);
    if (coveredFrom !== undefined) return false;
    edges.push({ prefix: 'scratch_', tier: number, from: minuteOf(start), to: minuteOf(start) + 1 });
    return true;
  };
  const startCut = rowsOutside(connection, first * 60_000, from);
  const endCut = rowsOutside(connection, to, end * 60_000);
  if (end - first === 1) {
    if ((startCut || endCut) && edge(from, to)) return edges;
    return compose(connection, first, end, coarsest);
  }
  if (startCut && edge(from, (first + 1) * 60_000)) first++;
  if (endCut && edge((end - 1) * 60_000, to)) end--;
  return [...edges, ...compose(connection, first, end, coarsest)];
}

/** Cells of traffic that the plan selects, as a compound SELECT of `columns` of the alias c. */
export function trafficCells(plan: Plan, columns: string): Sql {
  const { facet, ids, scanned } = plan;
  const value = { source: ids.source, operation: ids.operation, caller: ids.caller, fault: ids.fault }[facet];
  return cellsIn(
    plan.segments,
    'traffic_cells',
    columns,
    and([
      { text: 'c.facet = ?', values: [FACETS[facet]] },
      ...(scanned
        ? []
        : [
            ...within('c.server', ids.server),
            ...within('c.value', value),
            ...within('c.outcome', ids.outcome),
          ]),
    ]),
  );
}

/** Cells of failures that the plan selects. */
export function failureCells(plan: Plan, columns: string, more: readonly Sql[] = []): Sql {
  const { ids } = plan;
  return kindCells(plan, 'failure', columns, [...within('fault', ids.fault)], more);
}

/** Cells of warnings at or above the threshold, or of all severities with `anySeverity`. */
export function warningCells(
  plan: Plan,
  columns: string,
  kinds: readonly Sql[],
  { anySeverity }: { readonly anySeverity: boolean },
): Sql {
  const severity = anySeverity ? undefined : plan.ids.severityMax;
  return kindCells(plan, 'warning', columns, [
    ...(severity === undefined ? [] : [{ text: 'severity <= ?', values: [severity] }]),
    ...kinds,
  ]);
}

/** Cells of violations that the plan selects. */
export function violationCells(plan: Plan, columns: string, kinds: readonly Sql[] = []): Sql {
  return kindCells(plan, 'violation', columns, [...within('rule', plan.ids.rule), ...kinds]);
}

function kindCells(
  plan: Plan,
  of: 'failure' | 'warning' | 'violation',
  columns: string,
  kinds: readonly Sql[],
  more: readonly Sql[] = [],
): Sql {
  const { ids } = plan;
  const kind = [
    ...within('server', ids.server),
    ...within('operation', ids.operation),
    ...within('dialect', ids.dialect),
    ...within('outcome', ids.outcome),
    ...kinds,
  ];
  const selected = and(kind);
  return cellsIn(
    plan.segments,
    `${of}_cells`,
    columns,
    and([
      ...(kind.length === 0
        ? []
        : [
            {
              text: `c.kind IN (SELECT id FROM ${of}_kinds WHERE ${selected.text})`,
              values: selected.values,
            },
          ]),
      ...within('c.caller', ids.caller),
      ...more,
    ]),
  );
}
