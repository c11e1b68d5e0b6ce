import type { DEPRECATION_VERDICTS, Deprecation } from '../../../shared/api/deprecations.ts';
import { iso } from '../../../shared/instant.ts';
import type { DeprecationAsk, Filter } from '../store.ts';
import { DAY, HOUR, type Range } from './period.ts';

/** Days without use after which an item is quiet, unless the window is shorter. */
const QUIET_DAYS = 7;
/** Share of the previous period's uses at or below which an item is fading. */
const FADING = 0.5;

/** What is known of an item's use. */
export interface Use {
  /** Uses and distinct clients in the filter; uses in the previous period. */
  readonly count: number;
  readonly before: number;
  /** False if the previous period was counted only in part: its uses are then at least `before`. */
  readonly isBeforeWhole: boolean;
  readonly clients: number;
  readonly lastSeen: number;
  readonly removalAt: number | null;
  /** Uses, and responses of the server, in the window that ends now. */
  readonly inWindow: number;
  readonly windowResponses: number;
}

export interface JudgedUse {
  readonly verdict: (typeof DEPRECATION_VERDICTS)[number];
  readonly evidence: string;
  readonly quiet_days: number;
  readonly zero_at: string | null;
}

/** Returns the filter for the window that a verdict considers: the whole server, all clients, up to now. */
export function windowOf({ server, notServer }: Filter, { windowDays }: DeprecationAsk, now: number): Filter {
  return {
    from: now - windowDays * DAY,
    to: now + 1,
    ...(server && { server }),
    ...(notServer && { notServer }),
  };
}

/** Calendar days until a time, in UTC: 0 on the day itself, negative once it is past. */
export function daysTo(time: number, now: number): number {
  return Math.floor(time / DAY) - Math.floor(now / DAY);
}

/**
 * Decides whether a deprecated item may be removed. In this order: `safe_to_remove`, uses in the window at or
 * below the threshold while its server had traffic; `past_date`, its removal day has passed and it was used
 * on or after that day; `quiet`, no use for QUIET_DAYS; `fading`, at most half the uses of the previous
 * period; else `in_use`.
 */
export function judgeUse(
  use: Use,
  { from, to }: Range,
  { windowDays, threshold }: DeprecationAsk,
  now: number,
): JudgedUse {
  const { count, before, isBeforeWhole, clients, removalAt } = use;
  const quietDays = Math.max(0, Math.floor((now - use.lastSeen) / DAY));
  const falls = count < before;
  // Extrapolates the last two periods: uses fell by `before − count` from one to the next.
  const zeroAt =
    falls && count > 0 && isBeforeWhole ? iso(to + ((to - from) * count) / (before - count)) : null;
  const judged = { quiet_days: quietDays, zero_at: zeroAt };
  const change = before === 0 || !isBeforeWhole ? null : Math.round((count / before - 1) * 100);
  const versus =
    change === null
      ? ''
      : `, ${change > 0 ? '+' : change < 0 ? '−' : ''}${Math.abs(change)} % in ${days(from, to)}`;
  if (use.inWindow <= threshold && use.windowResponses > 0)
    return {
      ...judged,
      verdict: 'safe_to_remove',
      evidence: `${plural(use.inWindow, 'use')} in ${plural(use.windowResponses, 'response')} of ${plural(windowDays, 'day')}`,
    };
  if (removalAt !== null && daysTo(removalAt, now) < 0 && use.lastSeen >= removalAt)
    return {
      ...judged,
      verdict: 'past_date',
      evidence: `${count === 0 ? `last use ${plural(quietDays, 'day')} ago` : `${plural(count, 'use')} by ${plural(clients, 'client')} in ${days(from, to)}`}, ${plural(-daysTo(removalAt, now), 'day')} past its date`,
    };
  if (quietDays >= Math.min(QUIET_DAYS, windowDays))
    return {
      ...judged,
      verdict: 'quiet',
      evidence: `last use ${DATE.format(use.lastSeen)}, safe after ${plural(windowDays, 'day')}`,
    };
  if (falls && count <= before * FADING)
    return {
      ...judged,
      verdict: 'fading',
      evidence: `${plural(count, 'use')}${versus}${zeroAt === null ? '' : `, zero about ${DATE.format(Date.parse(zeroAt))}`}`,
    };
  return {
    ...judged,
    verdict: 'in_use',
    evidence:
      count === 0
        ? `last use ${plural(quietDays, 'day')} ago`
        : `${plural(count, 'use')} by ${plural(clients, 'client')}${versus}`,
  };
}

const URGENT_FIRST: readonly JudgedUse['verdict'][] = [
  'past_date',
  'in_use',
  'fading',
  'quiet',
  'safe_to_remove',
];

type Ranked = Pick<Deprecation, 'verdict' | 'removal_date' | 'count'>;

/** Orders deprecated items by verdict, then by removal date, then by use. */
export function mostUrgentFirst(a: Ranked, b: Ranked): number {
  const date = ({ removal_date }: Ranked) =>
    removal_date === null ? Number.POSITIVE_INFINITY : Date.parse(removal_date);
  return (
    URGENT_FIRST.indexOf(a.verdict) - URGENT_FIRST.indexOf(b.verdict) ||
    date(a) - date(b) ||
    b.count - a.count
  );
}

/** `3 Dec 2026`, in UTC. */
const DATE = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

function plural(n: number, word: string): string {
  return `${n.toLocaleString('en')} ${word}${n === 1 ? '' : 's'}`;
}

/** A period in whole days, or in whole hours (at least one) if it rounds to no day. */
function days(from: number, to: number): string {
  const whole = Math.round((to - from) / DAY);
  return whole >= 1 ? plural(whole, 'day') : plural(Math.max(1, Math.round((to - from) / HOUR)), 'hour');
}
