import { DAY, HOUR } from '../../shared/time/units.ts';
import { type AqlWarning, errors, type Failure, failure, type Quota, warnings } from './aql.ts';
import { hash } from './random.ts';
import type { Scene } from './script.ts';

/** A quota that fills up over each window (UTC). */
export interface Meter extends Quota {
  readonly window: 'hour' | 'day' | 'month';
  /** Share of the hard stop that is used up when the story ends. */
  readonly target: number;
  /** Range of the shares reached at the end of the other windows. */
  readonly peaks: readonly [number, number];
  /** Decimal places of a reading. */
  readonly decimals: number;
}

/** A window younger than this share of its length fills at the ordinary pace: the target would be a leap. */
const YOUNG = 0.3;
/** Clients stop when told to, so the count stays just above the hard stop. */
const CEILING = 1.02;

function windowOf(meter: Meter, at: number): { start: number; end: number } {
  if (meter.window === 'month') {
    const date = new Date(at);
    const month = (add: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + add, 1);
    return { start: month(0), end: month(1) };
  }
  const length = meter.window === 'hour' ? HOUR : DAY;
  const start = Math.floor(at / length) * length;
  return { start, end: start + length };
}

/** Returns the amount used at a time, which grows within a window and restarts with the next. */
function reading(meter: Meter, at: number, end: number): number {
  const window = windowOf(meter, at);
  const elapsed = (time: number) => (time - window.start) / (window.end - window.start);
  const [low, high] = meter.peaks;
  const ordinary = low + ((hash(`${meter.metric} ${window.start}`) % 1000) / 1000) * (high - low);
  const current = window.start <= end && end < window.end && elapsed(end) >= YOUNG;
  const peak = current ? meter.target / elapsed(end) : ordinary;
  const share = Math.min(CEILING, peak * elapsed(at));
  return Number((share * meter.hardStop).toFixed(meter.decimals));
}

type Metered = { readonly refused: Failure } | { readonly warned: readonly AqlWarning[] };

/** Returns what a call at this time gets, if anything: warning, pause or hard stop (rate-limiting 4). */
export function metered(meter: Meter, { at, end, random }: Scene): Metered {
  const current = reading(meter, at, end);
  if (current >= meter.hardStop) {
    const resetsAt = windowOf(meter, at).end;
    return { refused: failure(errors.quotaExhausted(meter.metric, current, meter.hardStop, at, resetsAt)) };
  }
  if (current >= meter.pause) {
    const token = `qt_${random.hex(16)}`;
    return { refused: failure(errors.quotaPause(meter.metric, current, meter.pause, token, at)) };
  }
  return { warned: current >= meter.warn ? [warnings.quota(meter, current)] : [] };
}
