import type { FilterQuery } from '../../shared/api/filter.ts';
import { defined } from '../../shared/collections/defined.ts';
import { rangeOf, timeOf, widened } from '../../shared/time/range.ts';
import { invalidParam } from '../errors.ts';
import type { Filter } from '../store/store.ts';

/**
 * Returns the filter of a query, its times resolved against `now` (epoch ms). `to` defaults to now, and
 * `from` to a day before `to`; relative ends are widened as `widened` says.
 * Throws Failure (400) for an invalid time and for an empty range.
 */
export function filterOf(query: FilterQuery, now: number): Filter {
  if (query.to !== undefined) momentOf('to', query.to, now);
  if (query.from !== undefined) momentOf('from', query.from, now);
  const range = rangeOf(query, now);
  if (query.from !== undefined && range.from >= range.to)
    throw invalidParam('from', 'a time before `to`', query.from);
  const { server, client, operation, not_server, not_client, not_operation } = query;
  const { dialect, outcome, category, code, not_code, severity_max, warning, rule, level, q } = query;
  return {
    ...widened(range, query),
    ...defined({
      server,
      client,
      operation,
      notServer: not_server,
      notClient: not_client,
      notOperation: not_operation,
      dialect,
      outcome,
      category,
      code,
      notCode: not_code,
      severityMax: severity_max,
      warning,
      rule,
      level,
      q: q || undefined,
    }),
  };
}

/** Returns a time in a request as epoch ms. Throws Failure (400) for one that cannot be read, with an example of a relative one. */
export function momentOf(name: string, text: string, now: number, example = '-24h'): number {
  const at = timeOf(text, now);
  if (at === undefined)
    throw invalidParam(name, `RFC 3339, epoch milliseconds, or relative such as ${example}`, text);
  return at;
}
