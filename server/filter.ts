import type { FilterQuery } from '../shared/api/filter.ts';
import { moment, SAYABLE } from '../shared/instant.ts';
import { invalidParam } from './errors.ts';
import type { Filter } from './store/store.ts';

/** Default range of a question, ms. */
const DEFAULT_RANGE = 24 * 3_600_000;

const MINUTE = 60_000;
/** Steps for aligning relative ranges, ms: the widest that is at most STEP_PART of the range, or a minute. */
const STEPS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 180 * MINUTE, 720 * MINUTE];
const STEP_PART = 1 / 700;
/** Shorter ranges keep their ends to the millisecond. */
const LEAST_STEPPED = 60 * MINUTE;

const MOMENT_WORDS = 'RFC 3339, epoch milliseconds, or relative such as -24h';

/**
 * Returns the filter of a query, its times resolved against `now` (epoch ms). `to` defaults to now, and
 * `from` to a day before `to`. In a range of an hour or more, relative ends are widened to a whole step:
 * nobody chose the millisecond, and whole buckets can be counted without reading single responses.
 * Throws Failure (400) for an invalid time and for an empty range.
 */
export function filterOf(query: FilterQuery, now: number): Filter {
  const to = query.to === undefined ? now : momentOf('to', query.to, now);
  const from = query.from === undefined ? to - DEFAULT_RANGE : momentOf('from', query.from, now);
  if (from >= to) throw invalidParam('from', 'a time before `to`', query.from ?? 'the default');
  const step = stepOf(to - from);
  const { server, client, operation, not_server, not_client, not_operation } = query;
  const { dialect, outcome, category, code, not_code, severity_max, rule, level, q } = query;
  return {
    from: isRelative(query.from ?? query.to) ? Math.floor(from / step) * step : from,
    to: isRelative(query.to) ? Math.ceil(to / step) * step : to,
    ...(server && { server }),
    ...(client && { client }),
    ...(operation && { operation }),
    ...(not_server && { notServer: not_server }),
    ...(not_client && { notClient: not_client }),
    ...(not_operation && { notOperation: not_operation }),
    ...(dialect && { dialect }),
    ...(outcome && { outcome }),
    ...(category && { category }),
    ...(code && { code }),
    ...(not_code && { notCode: not_code }),
    ...(severity_max !== undefined && { severityMax: severity_max }),
    ...(rule && { rule }),
    ...(level && { level }),
    ...(q && { q }),
  };
}

/** An omitted time counts as relative: the default end is now, and the default start a day before the end. */
function isRelative(time: string | undefined): boolean {
  return time === undefined || /^[+-]\d+[a-z]$/.test(time.trim());
}

function stepOf(range: number): number {
  if (range < LEAST_STEPPED) return 1;
  return STEPS.findLast((step) => step <= range * STEP_PART) ?? MINUTE;
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
