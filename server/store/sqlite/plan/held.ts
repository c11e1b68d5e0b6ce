import type { Dimension } from '../../answers/selection.ts';
import type { Facet, PackedTable } from '../packed/cell-tables.ts';

/** What a question counts. */
export type Scope = 'traffic' | 'failures' | 'warnings' | 'violations' | 'readings';

/** Dimensions by which each facet of traffic is kept, besides time. */
export const FACETS_HOLD: Readonly<Record<Facet, readonly Dimension[]>> = {
  source: ['server', 'dialect', 'outcome'],
  operation: ['server', 'operation', 'outcome'],
  caller: ['server', 'client', 'outcome'],
  fault: ['server', 'category', 'code', 'outcome'],
};

/**
 * Which combinations the rollups hold. A filter whose dimensions are all in `holds` (for traffic, in one
 * facet) is answered exactly and fast over any range; any other by a scan of the newest responses in it,
 * which says what range it covered. `ignores` are dimensions that select something other than what is
 * counted. `own` are dimensions of the counted item itself, which may differ from its response's: a batch
 * member's operation and words, a warning's code. `table` has the rollups. The table in `shared/api/README.md`
 * is generated from this.
 */
export const SCOPES: Readonly<
  Record<
    Scope,
    {
      readonly holds: readonly Dimension[];
      readonly ignores: readonly Dimension[];
      readonly own: readonly Dimension[];
      readonly table: PackedTable;
    }
  >
> = {
  traffic: { holds: [], ignores: ['severityMax', 'warning'], own: [], table: 'traffic_cells' },
  failures: {
    holds: ['server', 'client', 'operation', 'dialect', 'outcome', 'category', 'code', 'notCode'],
    ignores: ['severityMax', 'warning'],
    own: ['operation', 'category', 'code', 'notCode', 'q'],
    table: 'failure_cells',
  },
  warnings: {
    holds: [
      'server',
      'client',
      'operation',
      'dialect',
      'outcome',
      'code',
      'notCode',
      'severityMax',
      'warning',
    ],
    ignores: [],
    own: ['code', 'notCode', 'severityMax', 'warning'],
    table: 'warning_cells',
  },
  violations: {
    holds: ['server', 'client', 'operation', 'dialect', 'outcome', 'rule', 'level'],
    ignores: ['severityMax', 'warning'],
    own: [],
    table: 'violation_cells',
  },
  readings: {
    holds: ['server', 'operation'],
    ignores: ['severityMax', 'warning', 'code', 'notCode'],
    own: ['operation'],
    table: 'reading_cells',
  },
};
