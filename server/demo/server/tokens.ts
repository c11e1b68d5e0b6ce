import { randomBytes } from 'node:crypto';
import type { Refusal } from '../../../shared/refusal.ts';
import { errors } from '../aql.ts';

/** At most 15 minutes by confirmation-tokens 2; ours are valid for five. */
const TTL_MS = 5 * 60_000;
/** Number of tokens remembered; the oldest are forgotten first and are then invalid. */
const KEPT = 1000;

interface Issued {
  readonly operation: string;
  readonly expiresAt: number;
  readonly used: boolean;
}

/** Confirmation tokens: each is valid for one operation, once, within five minutes. */
export class Tokens {
  readonly #issued = new Map<string, Issued>();

  issue(operation: string, now: number): { token: string; expiresAt: number } {
    const token = `ct_${randomBytes(16).toString('hex')}`;
    const expiresAt = now + TTL_MS;
    this.#issued.set(token, { operation, expiresAt, used: false });
    for (const oldest of this.#issued.keys()) {
      if (this.#issued.size <= KEPT) break;
      this.#issued.delete(oldest);
    }
    return { token, expiresAt };
  }

  /** Uses up a token. Returns an error if it is not valid for the operation. */
  redeem(token: string, operation: string, now: number): Refusal | undefined {
    const issued = this.#issued.get(token);
    if (issued === undefined) return errors.tokenInvalid(token);
    if (issued.used) return errors.tokenUsed(token);
    if (issued.expiresAt <= now) return errors.tokenExpired(token, issued.expiresAt, now);
    if (issued.operation !== operation) return errors.tokenScope(token, issued.operation, operation);
    this.#issued.set(token, { ...issued, used: true });
    return undefined;
  }
}
