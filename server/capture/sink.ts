import { setTimeout as pause } from 'node:timers/promises';
import { counted, errorMessage } from '../../shared/text/words.ts';
import {
  type Dashboard,
  type Delivery,
  deliver,
  type Hello,
  patience,
  pauseAfter,
  request,
  Undelivered,
} from './dashboard.ts';

/** Maximum number of captures waiting for the dashboard; beyond it the oldest is dropped. */
const MOST_CAPTURES = 10_000;
/** In UTF-16 units, which are bytes where a capture is ASCII. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Of one request. */
const BATCH_CAPTURES = 500;
/** The longest body that nginx takes unless told otherwise. */
const BATCH_BYTES = 1024 * 1024;
/** Besides the time that its captures need. */
const REQUEST_MS = 10_000;
/** How often in a row a capture may break the connection alone before it is dropped: it seems to end the dashboard. */
const MOST_BREAKS = 3;

/** What became of all captures so far. */
export interface Totals {
  readonly sent: number;
  /** Lost because the dashboard was away or would not have them. */
  readonly dropped: number;
  /** Sent, but not answered: stored or not. */
  readonly unanswered: number;
  /** Why the last of those that are lost, or may be, did not arrive. */
  readonly reason: string | undefined;
}

/** What happens to captures that do not arrive. */
type Fate = 'captures are queued' | 'captures are lost' | 'it is lost';

/**
 * Sends captures to the dashboard in the background. Whatever happens there, nothing here throws, blocks or grows
 * without bound: what cannot be sent is retried with growing pauses, and beyond the limits the oldest is dropped and counted.
 */
export class Sink {
  readonly #dashboard: Dashboard;
  readonly #tell: (trouble: string) => void;
  readonly #tellEnd: () => void;
  #waiting: string[] = [];
  #bytes = 0;
  #sent = 0;
  #dropped = 0;
  /** Of those that do not wait any more: stored or not. */
  #unanswered = 0;
  #reason: string | undefined;
  /** Fates that were told since a capture last arrived. */
  readonly #fates = new Set<Fate>();
  /** Of one request: fewer than usual while one of them seems to end the dashboard. */
  #most = BATCH_CAPTURES;
  /** Breaks in a row over the oldest capture alone. */
  #breaks = 0;
  /** Captures of the request that has no answer yet. */
  #posted = 0;
  /** How many of these, and then of the oldest that wait, an earlier request held that was never answered. */
  #unclear = 0;
  readonly #closing = new AbortController();
  #sending: Promise<void> | undefined;

  /**
   * `tell` hears in one sentence why captures do not arrive and what becomes of them, once until one arrives again, and
   * `tellEnd` is then called if none did.
   */
  constructor(dashboard: Dashboard, tell: (trouble: string) => void, tellEnd: () => void = () => {}) {
    this.#dashboard = dashboard;
    this.#tell = tell;
    this.#tellEnd = tellEnd;
  }

  /** Takes a capture: one line of JSON. */
  push(capture: string): void {
    this.#waiting.push(capture);
    this.#bytes += capture.length;
    this.#makeRoom();
    this.#sending ??= this.#drain();
  }

  /** Sends a hello; one that does not arrive is no loss. */
  hello(hello: Hello): void {
    request(this.#dashboard, '/api/v1/hellos', {
      method: 'POST',
      type: 'application/json',
      body: JSON.stringify(hello),
      signal: patience(REQUEST_MS),
    }).catch(() => {});
  }

  get totals(): Totals {
    return {
      sent: this.#sent,
      dropped: this.#dropped,
      unanswered: this.#unanswered + this.#posted,
      reason: this.#reason,
    };
  }

  /**
   * Sends what waits, for at most `ms` and without trying again where the dashboard is away. The rest is lost, except that
   * what has no answer by then may be stored.
   */
  async close(ms: number): Promise<Totals> {
    this.#closing.abort();
    await Promise.race([this.#sending, new Promise((resolve) => setTimeout(resolve, ms).unref())]);
    this.#drop(this.#waiting.length);
    if (this.#posted > 0) this.#reason = `${this.#dashboard.address} does not answer`;
    return this.totals;
  }

  /** Tells what the end of the process costs, which nothing that takes time can change. */
  abandon(): void {
    const left = this.#posted + this.#waiting.length;
    if (left > 0) this.#say(() => this.#tell(`the process ends; ${counted(left, 'capture')} may be lost`));
  }

  async #drain(): Promise<void> {
    // What arrives in one turn of the event loop goes together.
    await new Promise(setImmediate);
    for (let failures = 0; this.#waiting.length > 0; ) {
      const batch = this.#batch();
      try {
        this.#account(await this.#post(batch));
        this.#settle(batch.length);
        failures = 0;
      } catch (error) {
        const retry = this.#keep(batch, error);
        if (retry === undefined) continue;
        const { signal } = this.#closing;
        if (signal.aborted) break;
        // What breaks off is there, so the pauses need not grow.
        failures = retry.broke ? 1 : failures + 1;
        await pause(pauseAfter(failures, retry.after), undefined, { ref: false, signal }).catch(() => {});
      }
    }
    this.#sending = undefined;
  }

  #account({ accepted, duplicates, rejected }: Delivery): void {
    this.#breaks = 0;
    this.#most = Math.min(2 * this.#most, BATCH_CAPTURES);
    this.#sent += accepted + duplicates;
    if (accepted + duplicates > 0) this.#arrived();
    this.#dropped += rejected.length;
    const [first] = rejected;
    if (first === undefined) return;
    this.#reason = first.reason;
    this.#trouble(`${this.#dashboard.address} rejected a capture: ${first.reason}`, 'it is lost');
  }

  /** Keeps what was not delivered for another try, which makes sense `after` that many ms; undefined where none does. */
  #keep(
    batch: readonly string[],
    error: unknown,
  ): { readonly after: number; readonly broke: boolean } | undefined {
    this.#reason = errorMessage(error);
    if (!(error instanceof Undelivered) || error.retryAfter === undefined) {
      this.#dropped += batch.length;
      this.#settle(batch.length);
      this.#trouble(this.#reason, 'captures are lost');
      return undefined;
    }
    const { ending, retryAfter } = error;
    const broke = ending === 'broke';
    if (broke && this.#suspect(batch.length)) {
      this.#dropped += 1;
      this.#settle(1);
      this.#reason = `${this.#dashboard.address} broke the connection ${MOST_BREAKS} times over one capture`;
      this.#trouble(this.#reason, 'it is lost');
    } else {
      if (ending !== undefined) this.#unclear = Math.max(this.#unclear, batch.length);
      this.#putBack(batch);
      if (!this.#closing.signal.aborted) this.#trouble(this.#reason, 'captures are queued');
    }
    return { after: retryAfter, broke };
  }

  /** A capture that is suspected alone is sent only once the dashboard answers: else the connection would have broken without it. */
  async #post(batch: readonly string[]): Promise<Delivery> {
    this.#posted = batch.length;
    try {
      const signal = patience(REQUEST_MS, batch);
      if (this.#most === 1) await request(this.#dashboard, '/healthz', { method: 'GET', signal });
      return await deliver(this.#dashboard, batch, undefined, signal);
    } finally {
      this.#posted = 0;
    }
  }

  /** Looks for a capture that ends the dashboard among the oldest, over which the connection broke. Returns true once it is found: the oldest. */
  #suspect(count: number): boolean {
    this.#most = Math.ceil(count / 2);
    this.#breaks = count === 1 ? this.#breaks + 1 : 0;
    if (this.#breaks < MOST_BREAKS) return false;
    this.#breaks = 0;
    return true;
  }

  #arrived(): void {
    const hadNone = this.#fates.has('captures are queued') || this.#fates.has('captures are lost');
    this.#fates.clear();
    if (hadNone) this.#say(this.#tellEnd);
  }

  #trouble(why: string, fate: Fate): void {
    if (this.#fates.has(fate)) return;
    this.#fates.add(fate);
    this.#say(() => this.#tell(`${why}; ${fate}`));
  }

  #say(what: () => void): void {
    try {
      what();
    } catch {
      // Whoever listens is told once; captures go on either way.
    }
  }

  #batch(): string[] {
    let bytes = 0;
    let count = 0;
    for (const capture of this.#waiting) {
      bytes += Buffer.byteLength(capture) + '\n'.length;
      if (count > 0 && (count >= this.#most || bytes > BATCH_BYTES)) break;
      count += 1;
    }
    const batch = this.#waiting.splice(0, count);
    for (const capture of batch) this.#bytes -= capture.length;
    return batch;
  }

  #putBack(batch: readonly string[]): void {
    this.#waiting = [...batch, ...this.#waiting];
    for (const capture of batch) this.#bytes += capture.length;
    this.#makeRoom();
  }

  /** Drops the oldest while more is waiting than may. */
  #makeRoom(): void {
    while (this.#waiting.length > MOST_CAPTURES || this.#bytes > MOST_BYTES) this.#drop(1);
  }

  /** Drops the oldest. The next of them is not to blame for what that broke. */
  #drop(count: number): void {
    this.#breaks = 0;
    for (const capture of this.#waiting.splice(0, count)) this.#bytes -= capture.length;
    const unclear = Math.min(count, Math.max(0, this.#unclear - this.#posted));
    this.#unclear -= unclear;
    this.#unanswered += unclear;
    this.#dropped += count - unclear;
  }

  /** What became of the oldest captures is known now. */
  #settle(count: number): void {
    this.#unclear = Math.max(0, this.#unclear - count);
  }
}
