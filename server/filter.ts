import type { FilterQuery } from '../shared/api/filter.ts';
import { moment, SAYABLE } from '../shared/instant.ts';
import { invalidParam } from './errors.ts';
import type { Filter } from './store/store.ts';

/** The range of a question that names none, ms. */
const DEFAULT_RANGE = 24 * 3_600_000;

const MINUTE = 60_000;
/** Steps on which the ends of a relative range stand, ms: a minute, or the widest that is at most this part of the range. */
const STEPS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 180 * MINUTE, 720 * MINUTE];
const STEP_PART = 1 / 700;
/** A shorter range has its ends to the millisecond. */
const LEAST_STEPPED = 60 * MINUTE;

const MOMENT_WORDS = 'RFC 3339, epoch milliseconds, or relative such as -24h';

/**
 * The filter of a query, its times resolved against `now` (epoch ms). `to` is now by default and `from` a day before
 * `to`. A relative end of a range of an hour or more reaches out to a whole step: nobody chose the millisecond, and whole
 * buckets need no look at single responses.
 * Throws Failure (400) for a time that cannot be read and for a range that is empty.
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
    ...((severity_max === 0 || severity_max === 1 || severity_max === 2) && { severityMax: severity_max }),
    ...(rule && { rule }),
    ...(level && { level }),
    ...(q && { q }),
  };
}

/** The default end is now; the default start is a day before an end. */
function isRelative(time: string | undefined): boolean {
  return time === undefined || /^[+-]\d+[a-z]$/.test(time.trim());
}

function stepOf(range: number): number {
  if (range < LEAST_STEPPED) return 1;
  return STEPS.findLast((step) => step <= range * STEP_PART) ?? MINUTE;
}

/** A time of a request, epoch ms, that an answer can repeat. The `+` of an offset that was not percent-encoded arrives as a space. */
export function momentOf(name: string, text: string, now: number): number {
  const at = moment(text.trim().replace(/ (?=\d\d:\d\d$)/, '+'), now);
  if (at === undefined || at < SAYABLE.first || at > SAYABLE.last)
    throw invalidParam(name, MOMENT_WORDS, text);
  return at;
}
