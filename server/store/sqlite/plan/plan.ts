import type { Range } from '../../../../shared/time/range.ts';
import { type Coverage, type Covering, coverageOf, together } from '../../answers/coverage.ts';
import { type Dimension, usedBy } from '../../answers/selection.ts';
import type { Filter } from '../../store.ts';
import type { CountedResponse, Part } from '../cells/cell-counter.ts';
import { kindsWhere } from '../cells/kind-cells.ts';
import { cellAround, cellsIn, compose, minuteOf, removedBefore, type Segment } from '../cells/segments.ts';
import type { Connection } from '../file/connection.ts';
import { numberOf } from '../file/words.ts';
import { FACETS, type Facet, WIDEST } from '../packed/cell-tables.ts';
import { type Ids, resolve } from '../rows/filters.ts';
import { faultConditions, kindConditions } from './findings.ts';
import { FACETS_HOLD, SCOPES, type Scope } from './held.ts';
import type { Among, Sought } from './leads.ts';
import { budgetOf, countRows, scan } from './scan.ts';

/** How a question is answered over the range of its filter. */
export interface Plan {
  readonly filter: Filter;
  readonly ids: Ids;
  readonly segments: readonly Segment[];
  /** The facet of traffic to read. */
  readonly facet: Facet;
  /** Whether failures are those of responses, or each is counted by itself. */
  readonly among: Among;
  /**
   * If no rollup holds what the filter selects: the responses, or failures, that were counted one by one,
   * newest first; the cells hold no others.
   */
  readonly scanned: readonly CountedResponse[] | undefined;
  /** What is counted: the filter's range, its newest part, or a wider range. */
  readonly covered: Range;
  /** The only members of the answer that rest on this plan; if there are none, the whole answer does. */
  readonly members: readonly string[];
}

export interface Options {
  /** No cell is wider than those of this tier. */
  readonly coarsest?: number;
  /** The facet that traffic must be split by, if any. */
  readonly by?: Facet;
  /** As in {@link Plan}. */
  readonly members?: readonly string[];
}

/** Plans a question, and makes a scan if one is needed. {@link coverageOver} tells what it covers. */
export function planOf(connection: Connection, filter: Filter, scope: Scope, options: Options = {}): Plan {
  return recorded(connection, planFor(connection, filter, scope, options, filter));
}

/** What one of several plans is for; its filter has the range of the others. */
interface Figures extends Options {
  readonly filter: Filter;
  readonly scope: Scope;
}

/** Plans the figures of one answer over a range so that they cover the same, in their order. */
export function plansOf<const F extends readonly Figures[]>(
  connection: Connection,
  asked: Range,
  figures: F,
): { readonly [K in keyof F]: Plan } {
  const plans = together(
    asked,
    figures.map(
      ({ filter, scope, ...options }) =>
        (range: Range, since?: number) =>
          planFor(connection, filter, scope, options, range, since),
    ),
  );
  // There is one for each.
  return plans.map((plan) => recorded(connection, plan)) as { readonly [K in keyof F]: Plan };
}

/** Plans what is counted in a range, from the given time on (epoch ms) if any. */
function planFor(
  connection: Connection,
  filter: Filter,
  scope: Scope,
  { coarsest = WIDEST, by, members = [] }: Options,
  { from, to }: Range,
  since?: number,
): Plan {
  const { holds, ignores, own, table } = SCOPES[scope];
  const ids = resolve(connection, filter);
  const used = usedBy(filter).filter((dimension) => !ignores.includes(dimension));
  const facet = scope === 'traffic' ? facetFor(used, by) : 'source';
  const held = scope === 'traffic' || used.every((dimension) => holds.includes(dimension));
  const isHeld = facet !== undefined && held;
  const whole: Sought = {
    ids,
    from,
    to,
    ...(scope === 'failures' && used.includes('q')
      ? {
          // No response tells which of its failures has the words: each is looked for by itself.
          dimensions: new Set(used.filter((dimension) => dimension === 'q' || !own.includes(dimension))),
          among: 'members',
          failures: kindsWhere(connection, 'failure', [...kindConditions(ids), ...faultConditions(ids)]),
        }
      : { dimensions: new Set(used.filter((dimension) => !own.includes(dimension))), among: 'responses' }),
  };
  const part = { table, facet: isHeld ? facet : (by ?? 'source') };
  const counted = isHeld
    ? rangeSegments(connection, whole, part, coarsest, since)
    : scannedSegments(connection, whole, part, coarsest, since);
  return { filter, ids, facet: part.facet, among: whole.among, members, scanned: undefined, ...counted };
}

function recorded(connection: Connection, plan: Plan): Plan {
  coverings(connection, plan.filter).push({ ...plan.covered, members: plan.members });
  return plan;
}

/** What the plans made for the current question cover of a range. */
function coverings(connection: Connection, { from, to }: Range): Covering[] {
  return connection.memo(`covered ${from} ${to}`, () => []);
}

/** Tells what the plans made so far over a range cover of it. */
export function coverageOver(connection: Connection, asked: Range): Coverage {
  return coverageOf(asked, coverings(connection, asked));
}

function facetFor(used: readonly Dimension[], by: Facet | undefined): Facet | undefined {
  const facets: readonly Facet[] = by === undefined ? FACETS : [by];
  return facets.find((facet) => used.every((dimension) => FACETS_HOLD[facet].includes(dimension)));
}

/**
 * Share of a scan's budget that is spent on the rows of the cell that an end of the range cuts (some five
 * milliseconds for 500), if the cell is less than EDGE_PART of the range; otherwise all of it.
 */
const EDGE_BUDGET = 1 / 20;
/** A cell of less than this share of the range may count whole without making it another range. */
export const EDGE_PART = 1 / 100;

const scratch = (number: number): Segment => ({
  prefix: 'scratch_',
  tier: number,
  from: 0,
  to: Number.MAX_SAFE_INTEGER,
});

/** What the figures of a plan are based on. */
type Basis = Pick<Plan, 'segments' | 'scanned' | 'covered'>;

function scannedSegments(
  connection: Connection,
  whole: Sought,
  part: Part,
  coarsest: number,
  since?: number,
): Basis {
  const { number, covered, rows } = scan(connection, whole, part, coarsest, since);
  return { segments: [scratch(number)], scanned: rows, covered };
}

/**
 * Whole cells from the rollups. The cell that an end of the range cuts is counted from its rows, unless none
 * of them lies outside the range, they are no longer kept, or there are too many. The whole cell then counts,
 * and except in the first case `covered` begins or ends with it; but what begins `since` a time begins with
 * the next cell instead.
 */
function rangeSegments(
  connection: Connection,
  whole: Sought,
  part: Part,
  coarsest: number,
  since?: number,
): Omit<Basis, 'scanned'> {
  const from = Math.max(whole.from, since ?? whole.from);
  const { to } = whole;
  const head = cellAround(connection, from);
  const tail = cellAround(connection, to);
  const end = tail.start === to ? to : tail.end;
  const edges: Segment[] = [];
  const counted = (start: number, stop: number, width: number): boolean => {
    const share = width < (to - from) * EDGE_PART ? EDGE_BUDGET : 1;
    const most = Math.ceil(budgetOf(connection) * share);
    if (countRows(connection, start, stop, most + 1) > most) return false;
    const { number, covered } = scan(connection, { ...whole, from: start, to: stop }, part, 0);
    if (covered.from > start) return false;
    edges.push(scratch(number));
    return true;
  };
  const headCut = cutsCell(connection, head.start, from);
  const tailCut = cutsCell(connection, to, end);
  const inside = (start: number, stop: number) =>
    compose(connection, minuteOf(start), minuteOf(stop), coarsest);
  if (head.end >= end) {
    if ((headCut || tailCut) && counted(from, to, end - head.start))
      return { segments: edges, covered: { from, to } };
    const stop = tailCut ? end : to;
    if (headCut && since !== undefined) return { segments: [], covered: { from: stop, to: stop } };
    const covered = { from: headCut ? head.start : from, to: stop };
    return { segments: inside(head.start, end), covered };
  }
  const headCounted = headCut && counted(from, head.end, head.end - head.start);
  const tailCounted = tailCut && counted(tail.start, to, tail.end - tail.start);
  const isHeadOut = headCounted || (headCut && since !== undefined);
  return {
    segments: [...edges, ...inside(isHeadOut ? head.end : head.start, tailCounted ? tail.start : end)],
    covered: {
      from: !headCut || headCounted ? from : isHeadOut ? head.end : head.start,
      to: tailCut && !tailCounted ? end : to,
    },
  };
}

/** True if the part `[start, stop)` of a cell, outside the range, holds a response or may have held one. */
function cutsCell(connection: Connection, start: number, stop: number): boolean {
  if (start >= stop) return false;
  if (start >= removedBefore(connection)) return countRows(connection, start, stop, 1) > 0;
  const { start: first, end } = cellAround(connection, start);
  const cells = cellsIn(compose(connection, minuteOf(first), minuteOf(end), 0), 'traffic_cells', '1', {
    text: 'c.facet = ?',
    values: [numberOf(FACETS, 'source')],
  });
  return connection.get(`${cells.text} LIMIT 1`, ...cells.values) !== undefined;
}
