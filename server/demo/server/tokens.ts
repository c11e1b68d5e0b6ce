import { randomBytes } from 'node:crypto';
import { type AqlError, errors } from '../aql.ts';

/** confirmation-tokens 2: at most 15 minutes; ours live for five. */
const TTL_MS = 5 * 60_000;
/** Tokens remembered; the oldest are forgotten first, and then count as invalid. */
const KEPT = 1000;

interface Issued {
  readonly operation: string;
  readonly expiresAt: number;
  readonly used: boolean;
}

/** Confirmation tokens: each for one operation, once, for five minutes. */
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

  /** Uses a token up; gives the error where it does not hold for the operation. */
  redeem(token: string, operation: string, now: number): AqlError | undefined {
    const issued = this.#issued.get(token);
    if (issued === undefined) return errors.tokenInvalid(token);
    if (issued.used) return errors.tokenUsed(token);
    if (issued.expiresAt <= now) return errors.tokenExpired(token, issued.expiresAt, now);
    if (issued.operation !== operation) return errors.tokenScope(token, issued.operation, operation);
    this.#issued.set(token, { ...issued, used: true });
    return undefined;
  }
}
