import { isObject, type JsonObject } from '../../json/value.ts';
import { dateOf } from '../../time/dates.ts';
import { MINUTE } from '../../time/units.ts';
import { aql, EXAMPLE_TIME, failed, UNCONFIRMED } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { shown } from '../show.ts';

/** Maximum lifetime of a token, minutes (confirmation-tokens 5.1); one more minute is tolerated for differing clocks. */
const LONGEST_MINUTES: ReadonlyMap<unknown, number> = new Map([
  ['CONFIRMATION_REQUIRED', 15],
  ['RATE_LIMIT_QUOTA_PAUSE', 10],
]);

interface Expiry {
  readonly value: unknown;
  readonly pointer: string;
}

function expiryOf({ details }: JsonObject, { confirmation }: JsonObject): Expiry | undefined {
  const above = isObject(confirmation) ? confirmation.expires_at : undefined;
  if (above !== undefined && above !== null) return { value: above, pointer: '/confirmation/expires_at' };
  const inside = isObject(details) ? details.expires_at : undefined;
  if (inside === undefined || inside === null) return undefined;
  return { value: inside, pointer: '/error/details/expires_at' };
}

function faultOf(value: unknown, now: number, longest: number): string | undefined {
  const expiry = dateOf(value);
  if (expiry === undefined) return `expires_at must be an ISO 8601 date or date-time, not ${shown(value)}.`;
  if (expiry <= now) return `The confirmation token had already expired at ${shown(value)} when it was sent.`;
  if (expiry - now <= (longest + 1) * MINUTE) return undefined;
  const minutes = Math.round((expiry - now) / MINUTE);
  return `The confirmation token is valid for ${minutes} minutes; the limit is ${longest}.`;
}

export const rule: Rule = {
  id: 'TOK-02',
  level: 'should',
  dialects: ['mcp-aql'],
  title: 'A confirmation token expires within minutes',
  condition:
    'The expiry of the confirmation token is not an ISO 8601 date or date-time, is not after the time of observation, or is more than 15 minutes after it (10 for RATE_LIMIT_QUOTA_PAUSE; one more minute is tolerated). Not checked without a time of observation.',
  reason:
    'An expired token cannot be used, and a long-lived one confirms something that the user has forgotten.',
  source: 'docs/security/confirmation-tokens.md 5.1',
  pointer: '/error/details/expires_at',
  good: [
    {
      exchange: failed({
        ...UNCONFIRMED,
        details: { confirmation_token: 'c1', expires_at: '2026-11-21T00:15:00Z' },
      }),
    },
  ],
  bad: [
    {
      exchange: aql({
        success: false,
        error: UNCONFIRMED,
        confirmation: { token: 'c1', expires_at: '2026-11-21T02:00:00Z' },
      }),
      pointer: '/confirmation/expires_at',
    },
    {
      exchange: failed({
        ...UNCONFIRMED,
        details: { confirmation_token: 'c1', expires_at: new Date(EXAMPLE_TIME).toISOString() },
      }),
      pointer: '/error/details/expires_at',
    },
  ],
  check: {
    confirmation(error, scene) {
      const longest = LONGEST_MINUTES.get(error.code);
      const { observed_at } = scene.reading.exchange;
      if (longest === undefined || observed_at === undefined) return;
      const expiry = expiryOf(error, scene.envelope);
      const fault = expiry && faultOf(expiry.value, observed_at, longest);
      if (expiry !== undefined && fault !== undefined) scene.breach(expiry.pointer, fault);
    },
  },
};
