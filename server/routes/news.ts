import { setTimeout as pause } from 'node:timers/promises';
import type { ChangeCount } from '../changes.ts';
import type { Committed, Ingest } from '../ingest/ingest.ts';

/** Tracks what was committed and changed since the server started. */
export class News {
  /** The ordinal before the first one committed, and the greatest one; undefined until the first commit. */
  before: number | undefined;
  newest: number | undefined;
  responses = 0;
  /** Number of changes. */
  readonly changes: () => number;
  readonly #waiting = new Set<() => void>();

  constructor(ingest: Ingest, changes: ChangeCount) {
    this.changes = changes.current;
    ingest.onCommitted((committed) => this.#hear(committed));
    changes.onChange(() => this.#wake());
  }

  /** Resolves at the next commit or change, after `ms`, or when the signal aborts. */
  async next(ms: number, signal: AbortSignal): Promise<void> {
    const heard = new AbortController();
    const wake = () => heard.abort();
    this.#waiting.add(wake);
    signal.addEventListener('abort', wake, { once: true });
    if (signal.aborted) wake();
    await rest(ms, heard.signal);
    this.#waiting.delete(wake);
    signal.removeEventListener('abort', wake);
  }

  #hear({ first, last }: Committed): void {
    this.before = Math.min(this.before ?? first - 1, first - 1);
    this.newest = Math.max(this.newest ?? last, last);
    this.responses += last - first + 1;
    this.#wake();
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
  }
}

/** Waits; resolves early if the signal aborts. */
export async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => {});
}
