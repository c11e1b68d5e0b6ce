import type { Severity } from '../../../../shared/severity.ts';
import { UNIDENTIFIED } from '../../../../shared/unidentified.ts';
import { CATEGORIES, DIALECTS, LEVELS, OUTCOMES } from '../../../../shared/verdict.ts';
import {
  type Dimension,
  leftOut,
  type Named,
  selectsCode,
  selectsWarning,
  usedBy,
  wordsOf,
} from '../../answers/selection.ts';
import type { Filter } from '../../store.ts';
import type { Connection } from '../file/connection.ts';
import { and, given, LIST, list, type Sql, within, without } from '../file/sql.ts';
import { numberOf } from '../file/words.ts';

/**
 * A filter with names resolved to ids: an absent dimension excludes nothing, an empty one matches nothing.
 */
export interface Ids {
  readonly server?: readonly number[];
  readonly operation?: readonly number[];
  readonly caller?: readonly number[];
  readonly dialect?: readonly number[];
  /** Sources that speak one of the dialects. */
  readonly source?: readonly number[];
  readonly outcome?: readonly number[];
  /** Faults of the requested categories and codes, without those of excluded codes. */
  readonly fault?: readonly number[];
  /** Faults of excluded codes if no category or code is requested: a response without a code stays. */
  readonly notFault?: readonly number[];
  /** Rules with the requested ids and levels. */
  readonly rule?: readonly number[];
  readonly severityMax?: Severity;
  /** Kinds of the requested warnings: of their codes, and at or above `severityMax`. */
  readonly warning?: readonly number[];
  /** In FTS5 syntax; empty if the words have no letter or digit. */
  readonly match?: string;
}

/** Resolves the names of a filter to ids. */
export function resolve(connection: Connection, { from: _, to: __, ...named }: Filter): Ids {
  return connection.memo(`ids ${JSON.stringify(named)}`, () => lookUp(connection, named));
}

function lookUp(connection: Connection, filter: Named): Ids {
  const ids = (text: string, conditions: readonly Sql[]) => {
    const wanted = and(conditions);
    return connection.numbers(`${text} WHERE ${wanted.text}`, ...wanted.values);
  };
  const used = new Set(usedBy(filter));
  /** Ids whose name the filter selects and does not exclude; undefined if it does not use the dimension. */
  const named = (dimension: 'server' | 'client' | 'operation', text: string, more: readonly Sql[] = []) => {
    if (!used.has(dimension)) return undefined;
    const name = dimension === 'client' ? `coalesce(client, '${UNIDENTIFIED}')` : 'name';
    return ids(text, [
      ...within(name, filter[dimension]),
      ...without(name, leftOut(filter, dimension)),
      ...more,
    ]);
  };
  const server = named('server', 'SELECT id FROM servers');
  const operations = named('operation', 'SELECT id FROM operations', within('server', server));
  // 0 means no operation: it stays if names are only excluded.
  const operation = operations && filter.operation === undefined ? [0, ...operations] : operations;
  const caller = named('client', 'SELECT id FROM callers');
  const categories = filter.category && new Set(filter.category.map((word) => numberOf(CATEGORIES, word)));
  const dialect = filter.dialect?.map((word) => numberOf(DIALECTS, word));
  return {
    ...(server && { server }),
    ...(operation && { operation }),
    ...(caller && { caller }),
    ...(dialect && {
      dialect,
      source: ids('SELECT id FROM sources', within('dialect', dialect)),
    }),
    ...(filter.outcome && { outcome: filter.outcome.map((word) => numberOf(OUTCOMES, word)) }),
    ...((used.has('category') || used.has('code')) && {
      fault: faultsOf(
        connection,
        ({ category, code }) =>
          category !== null &&
          (categories === undefined || categories.has(category)) &&
          selectsCode(filter, code),
      ),
    }),
    ...(used.has('notCode') && {
      notFault: faultsOf(connection, ({ code }) => !selectsCode(filter, code)),
    }),
    ...((filter.rule || filter.level) && {
      rule: ids('SELECT id FROM rules', [
        ...within('rule', filter.rule),
        ...within(
          'level',
          filter.level?.map((word) => numberOf(LEVELS, word)),
        ),
      ]),
    }),
    ...(filter.severityMax !== undefined && { severityMax: filter.severityMax }),
    ...(used.has('warning') && { warning: warningsOf(connection, filter) }),
    ...(filter.q !== undefined && { match: matchOf(filter.q) }),
  };
}

function warningsOf(connection: Connection, filter: Named): readonly number[] {
  const all = connection.all<{ id: number; code: string | null }>(
    'SELECT id, code FROM warning_kinds WHERE severity <= ?',
    filter.severityMax ?? 2,
  );
  return all.filter(({ code }) => selectsWarning(filter, code)).map(({ id }) => id);
}

interface Fault {
  readonly id: number;
  /** Null for the `error` of a success, which is not a failure. */
  readonly category: number | null;
  readonly code: string | null;
}

function faultsOf(connection: Connection, wanted: (fault: Fault) => boolean): readonly number[] {
  const all = connection.all<Fault>('SELECT id, category, code FROM faults');
  return all.filter(wanted).map(({ id }) => id);
}

/** Requires every word, whole or by its beginning: `disk fu*` finds "disk full". */
function matchOf(q: string): string {
  return wordsOf(q)
    .map(({ text, isPrefix }) => `"${text}"${isPrefix ? '*' : ''}`)
    .join(' AND ');
}

/** Conditions on a row of `responses AS r` for the given dimensions. */
export function rowConditions(ids: Ids, dimensions: ReadonlySet<Dimension>): readonly Sql[] {
  const on = <T>(dimension: Dimension, value: T) => (dimensions.has(dimension) ? value : undefined);
  const fault = dimensions.has('category') || dimensions.has('code') ? ids.fault : undefined;
  const rule = dimensions.has('rule') || dimensions.has('level') ? ids.rule : undefined;
  return [
    ...within('r.server', on('server', ids.server)),
    ...within('r.operation', on('operation', ids.operation)),
    ...within('r.caller', on('client', ids.caller)),
    ...within('r.source', on('dialect', ids.source)),
    // A batch succeeds or fails as a whole, whatever its members do.
    ...within(
      'CASE WHEN r.parent IS NULL THEN r.outcome ELSE (SELECT b.outcome FROM responses b WHERE b.id = r.parent) END',
      on('outcome', ids.outcome),
    ),
    ...within('r.fault', fault),
    ...without('r.fault', on('notCode', ids.notFault)),
    ...given(on('severityMax', ids.severityMax), (most) => ({ text: 'r.severity <= ?', values: [most] })),
    ...given(on('warning', ids.warning), (kinds) => ({
      text: `r.severity IS NOT NULL AND EXISTS (
        SELECT 1 FROM json_each(warning_kinds_in((SELECT packed FROM counts WHERE response = r.id))) w
        WHERE w.value IN ${LIST})`,
      values: [list(kinds)],
    })),
    // Rules are judged on a batch as a whole.
    ...given(rule, (rules) => ({
      text: `EXISTS (SELECT 1 FROM violations v WHERE v.server = r.server AND v.response = coalesce(r.parent, r.id)
        AND v.rule IN ${LIST})`,
      values: [list(rules)],
    })),
    ...given(on('q', ids.match), (match) =>
      match === ''
        ? { text: 'FALSE', values: [] }
        : { text: 'r.id IN (SELECT rowid FROM messages WHERE messages MATCH ?)', values: [match] },
    ),
  ];
}
