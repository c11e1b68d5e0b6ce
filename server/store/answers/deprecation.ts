import type { Deprecation } from '../../../shared/api/deprecations.ts';
import { defined } from '../../../shared/collections/defined.ts';
import { DEPRECATION_VERDICTS, type DeprecationVerdict } from '../../../shared/deprecation-verdict.ts';
import { counted, day, figure } from '../../../shared/text/words.ts';
import { daysTo } from '../../../shared/time/dates.ts';
import { isoOrNull } from '../../../shared/time/instant.ts';
import type { Range } from '../../../shared/time/range.ts';
import { DAY, HOUR } from '../../../shared/time/units.ts';
import type { DeprecationAsk, Filter } from '../store.ts';
import { byName } from './order.ts';
import { FORESEEN } from './period.ts';

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

interface UseVerdict {
  readonly verdict: DeprecationVerdict;
  readonly evidence: string;
  readonly quiet_days: number;
  readonly zero_at: string | null;
}

/** Returns the filter for the window that a verdict considers: the whole server, all clients, up to now. */
export function windowOf({ server, notServer }: Filter, { windowDays }: DeprecationAsk, now: number): Filter {
  return {
    from: now - windowDays * DAY,
    to: now + 1,
    ...defined({ server, notServer }),
  };
}

/**
 * Decides whether a deprecated item may be removed. In this order: `safe_to_remove`, uses in the window at or
 * below the threshold while its server had traffic; `past_date`, its removal day has passed and it was used
 * on or after that day; `quiet`, no use for QUIET_DAYS; `fading`, at most half the uses of the previous
 * period; else `in_use`. The evidence is the reason, in words.
 */
export function verdictOn(
  use: Use,
  range: Range,
  { windowDays, threshold }: DeprecationAsk,
  now: number,
): UseVerdict {
  const { count, before, clients, removalAt, lastSeen, inWindow, windowResponses } = use;
  const quietDays = Math.max(0, Math.floor((now - lastSeen) / DAY));
  const daysLeft = removalAt === null ? null : daysTo(removalAt, now);
  const zeroAt = zeroOf(use, range, now);
  const found = (verdict: UseVerdict['verdict'], ...evidence: readonly string[]): UseVerdict => ({
    quiet_days: quietDays,
    zero_at: isoOrNull(zeroAt),
    verdict,
    evidence: evidence.filter((part) => part !== '').join(', '),
  });
  const uses = counted(count, 'use');
  const unused = `last use ${quietDays === 0 ? 'less than a day' : counted(quietDays, 'day')} ago`;
  const users = `${uses} by ${counted(clients, 'client')}`;

  if (inWindow <= threshold && windowResponses > 0)
    return found(
      'safe_to_remove',
      `${counted(inWindow, 'use')} in ${counted(windowResponses, 'response')} of ${counted(windowDays, 'day')}`,
    );
  if (removalAt !== null && daysLeft !== null && daysLeft < 0 && lastSeen >= removalAt)
    return found(
      'past_date',
      count === 0 ? unused : `${users} in ${lengthOf(range)}`,
      `${counted(-daysLeft, 'day')} past its date`,
    );
  if (quietDays >= Math.min(QUIET_DAYS, windowDays))
    return found('quiet', `last use ${day(lastSeen)}`, `safe after ${counted(windowDays, 'day')}`);
  if (count < before && count <= before * FADING)
    return found('fading', uses, changeOf(use, range), zeroAt === null ? '' : `zero about ${day(zeroAt)}`);
  return count === 0 ? found('in_use', unused) : found('in_use', users, changeOf(use, range));
}

/**
 * When an item will no longer be used, epoch ms, if its uses go on falling by as many as from the previous
 * period to this one; null if they do not fall, too slowly to be foreseen, or that is not known.
 */
function zeroOf({ count, before, isBeforeWhole }: Use, { from, to }: Range, now: number): number | null {
  if (count === 0 || count >= before || !isBeforeWhole) return null;
  const zero = to + ((to - from) * count) / (before - count);
  return zero < now + FORESEEN ? zero : null;
}

/** The change since the previous period, as `−69 % in 7 days` or `unchanged in 7 days`; empty if there is nothing to compare with. */
function changeOf({ count, before, isBeforeWhole }: Use, range: Range): string {
  if (before === 0 || !isBeforeWhole) return '';
  if (count === before) return `unchanged in ${lengthOf(range)}`;
  const change = Math.round((count / before - 1) * 100);
  const sign = change > 0 ? '+' : change < 0 ? '−' : '±';
  return `${sign}${figure(Math.abs(change))} % in ${lengthOf(range)}`;
}

interface Ranked {
  readonly row: Pick<Deprecation, 'verdict' | 'count' | 'server' | 'deprecated_item' | 'type'>;
  /** Epoch ms; null if there is no date that can be read. */
  readonly removalAt: number | null;
}

/** Orders deprecated items by verdict, then by removal date, then by use, then by name. */
export function mostUrgentFirst(a: Ranked, b: Ranked): number {
  const rank = ({ row }: Ranked) => DEPRECATION_VERDICTS.indexOf(row.verdict);
  const date = ({ removalAt }: Ranked) => removalAt ?? Number.MAX_VALUE;
  return (
    rank(a) - rank(b) ||
    date(a) - date(b) ||
    b.row.count - a.row.count ||
    byName(a.row.server, b.row.server) ||
    byName(a.row.deprecated_item, b.row.deprecated_item) ||
    byName(a.row.type, b.row.type)
  );
}

/** The length of a range in whole days, or in whole hours (at least one) if it rounds to no day. */
function lengthOf({ from, to }: Range): string {
  // A long range was widened by up to half a day, which nobody asked for.
  const whole = Math.ceil((to - from) / DAY - 0.5);
  return whole >= 1 ? counted(whole, 'day') : counted(Math.max(1, Math.round((to - from) / HOUR)), 'hour');
}
