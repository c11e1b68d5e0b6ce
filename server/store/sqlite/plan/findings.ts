import { selectsCode, selectsWarning } from '../../answers/selection.ts';
import type { Filter } from '../../store.ts';
import { type FindingKind, type Findings, kindsWhere } from '../cells/kind-cells.ts';
import type { Segment } from '../cells/segments.ts';
import type { Connection } from '../file/connection.ts';
import { given, type Sql, within, without } from '../file/sql.ts';
import type { Ids } from '../rows/filters.ts';

/** What of a plan selects findings. */
interface Selecting {
  readonly ids: Ids;
  readonly segments: readonly Segment[];
  readonly filter: Filter;
}

/** The failures that the plan selects, of the kinds that meet `only`. */
export function failuresIn(connection: Connection, plan: Selecting, only: readonly Sql[] = []): Findings {
  return findingsIn(connection, plan, 'failure', [...faultConditions(plan.ids), ...only]);
}

export function faultConditions(ids: Ids): readonly Sql[] {
  return [...within('fault', ids.fault), ...without('fault', ids.notFault)];
}

/** The warnings that the plan selects, of all severities, of the kinds that meet `only`. The filter's codes are here those of warnings. */
export function warningsIn(connection: Connection, plan: Selecting, only: readonly Sql[] = []): Findings {
  return findingsIn(connection, plan, 'warning', [...codeKinds(connection, plan.filter), ...only]);
}

/** Selects the kinds of warning at or above the plan's threshold. */
export function upToThreshold({ ids: { severityMax } }: Selecting): readonly Sql[] {
  return given(severityMax, (most) => ({ text: 'severity <= ?', values: [most] }));
}

function codeKinds(connection: Connection, filter: Filter): readonly Sql[] {
  const { code: asked, notCode, warning } = filter;
  if (asked === undefined && notCode === undefined && warning === undefined) return [];
  const all = connection.all<{ id: number; code: string | null }>('SELECT id, code FROM warning_kinds');
  const selected = all.filter(({ code }) => selectsCode(filter, code) && selectsWarning(filter, code));
  return within(
    'id',
    selected.map(({ id }) => id),
  );
}

/** The violations that the plan selects. */
export function violationsIn(connection: Connection, plan: Selecting): Findings {
  return findingsIn(connection, plan, 'violation', within('rule', plan.ids.rule));
}

function findingsIn(
  connection: Connection,
  { ids, segments }: Selecting,
  of: FindingKind,
  conditions: readonly Sql[],
): Findings {
  const all = [...kindConditions(ids), ...conditions];
  const kinds = all.length === 0 ? undefined : kindsWhere(connection, of, all);
  return { of, segments, kinds, callers: ids.caller };
}

/** Conditions on what every kind has. */
export function kindConditions(ids: Ids): readonly Sql[] {
  return [
    ...within('server', ids.server),
    ...within('operation', ids.operation),
    ...within('dialect', ids.dialect),
    ...within('outcome', ids.outcome),
  ];
}
