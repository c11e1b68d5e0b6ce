import type { FilterQuery } from '../shared/api/filter.ts';
import { defined } from '../shared/defined.ts';
import { moment, SAYABLE } from '../shared/instant.ts';
import { widened } from '../shared/range.ts';
import { DAY } from '../shared/time-units.ts';
import { invalidParam } from './errors.ts';
import type { Filter } from './store/store.ts';

/** Default range of a question, ms. */
const DEFAULT_RANGE = DAY;

const MOMENT_WORDS = 'RFC 3339, epoch milliseconds, or relative such as -24h';

/**
 * Returns the filter of a query, its times resolved against `now` (epoch ms). `to` defaults to now, and
 * `from` to a day before `to`; relative ends are widened as `widened` says.
 * Throws Failure (400) for an invalid time and for an empty range.
 */
export function filterOf(query: FilterQuery, now: number): Filter {
  const to = query.to === undefined ? now : momentOf('to', query.to, now);
  const from = query.from === undefined ? to - DEFAULT_RANGE : momentOf('from', query.from, now);
  if (query.from !== undefined && from >= to) throw invalidParam('from', 'a time before `to`', query.from);
  const range = widened({ from, to }, { from: query.from?.trim(), to: query.to?.trim() });
  const { server, client, operation, not_server, not_client, not_operation } = query;
  const { dialect, outcome, category, code, not_code, severity_max, warning, rule, level, q } = query;
  return {
    ...range,
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

/**
 * Returns a time in a request as epoch ms, within what an answer can state.
 * The `+` of an offset arrives as a space if it was not percent-encoded.
 */
export function momentOf(name: string, text: string, now: number): number {
  const at = moment(text.trim().replace(/ (?=\d\d:\d\d$)/, '+'), now);
  if (at === undefined || at < SAYABLE.first || at > SAYABLE.last)
    throw invalidParam(name, MOMENT_WORDS, text);
  return at;
}
