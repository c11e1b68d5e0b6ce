import type { Refusal } from '../../../shared/refusal.ts';
import { HOUR } from '../../../shared/time/units.ts';
import { type AqlWarning, errors, type Quota, warnings } from '../aql.ts';
import type { Tokens } from './tokens.ts';

/** Small, so that it is used up while somebody tries the server. */
const CALLS: Quota = { metric: 'requests_per_hour', warn: 80, pause: 95, hardStop: 100 };
const CONTINUE = 'quota_continue';

/** Counts calls per clock hour (rate-limiting 4: warn, pause, hard stop). */
export class CallQuota {
  readonly #tokens: Tokens;
  #hour = 0;
  #calls = 0;

  constructor(tokens: Tokens) {
    this.#tokens = tokens;
  }

  /** Counts one call. `token` is the caller's `_quota_continue`, which lets one call pass the pause. */
  count(
    now: number,
    token: unknown,
  ): { readonly error: Refusal } | { readonly warnings: readonly AqlWarning[] } {
    const hour = Math.floor(now / HOUR);
    if (hour !== this.#hour) {
      this.#hour = hour;
      this.#calls = 0;
    }
    this.#calls += 1;
    const current = this.#calls;
    if (current >= CALLS.hardStop) {
      return { error: errors.quotaExhausted(CALLS.metric, current, CALLS.hardStop, now, (hour + 1) * HOUR) };
    }
    if (current >= CALLS.pause) {
      if (typeof token !== 'string') {
        const issued = this.#tokens.issue(CONTINUE, now).token;
        return { error: errors.quotaPause(CALLS.metric, current, CALLS.pause, issued, now) };
      }
      const refused = this.#tokens.redeem(token, CONTINUE, now);
      return refused === undefined ? { warnings: [] } : { error: refused };
    }
    return { warnings: current >= CALLS.warn ? [warnings.quota(CALLS, current)] : [] };
  }
}
