import type { Dimension } from '../../answers/selection.ts';
import type { Facet } from '../packed/cell-tables.ts';

/** What a question counts. */
export type Scope = 'traffic' | 'failures' | 'warnings' | 'violations' | 'readings';

/** Dimensions by which each facet of traffic is kept, beside time. */
export const FACETS_HOLD: Readonly<Record<Facet, readonly Dimension[]>> = {
  source: ['server', 'dialect', 'outcome'],
  operation: ['server', 'operation', 'outcome'],
  caller: ['server', 'client', 'outcome'],
  fault: ['server', 'category', 'code', 'outcome'],
};

/**
 * Which combinations the rollups hold: a filter whose dimensions all stand in `holds`, for traffic in one facet, is exact
 * and fast over any range; any other is answered by a scan of the newest responses in it, which says what range it covered.
 * `ignores` are dimensions that select something else than what is counted. `own` are dimensions of the thing counted
 * itself, which may differ from its response's: a batch member's operation, a warning's code.
 * The table of `shared/api/README.md` is made from this.
 */
export const SCOPES: Readonly<
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
    holds: ['server', 'client', 'operation', 'dialect', 'outcome', 'category', 'code', 'notCode'],
    ignores: ['severityMax'],
    own: ['operation', 'category', 'code', 'notCode'],
  },
  warnings: {
    holds: ['server', 'client', 'operation', 'dialect', 'outcome', 'code', 'notCode', 'severityMax'],
    ignores: [],
    own: ['code', 'notCode', 'severityMax'],
  },
  violations: {
    holds: ['server', 'client', 'operation', 'dialect', 'outcome', 'rule', 'level'],
    ignores: ['severityMax'],
    own: [],
  },
  readings: {
    holds: ['server', 'operation'],
    ignores: ['severityMax', 'code', 'notCode'],
    own: ['operation'],
  },
};
