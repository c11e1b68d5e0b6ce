import type { Query, QueryClient } from '@tanstack/react-query';
import { isLive } from './question.ts';

/** Refresh interval of a range that moves on by itself, ms: it ends now, or has a relative or future end. */
const MOVES_ON_MS = 60_000;

/**
 * Refreshes what is on screen: at most once per second, at least once per minute if the range moves on, and
 * never while the page is hidden. `stop` does at once what was asked for and is still due: nobody asks again.
 */
export function refresher(client: QueryClient, moves: boolean): { ask(): void; stop(): void } {
  let due: ReturnType<typeof setTimeout> | undefined;
  let idle: ReturnType<typeof setTimeout> | undefined;
  let last = 0;
  const late = new Set<Query>();
  const run = () => {
    due = undefined;
    waitOn();
    // What nobody sees is fetched again when it is seen.
    if (document.hidden) return void client.invalidateQueries({ predicate: isLive, refetchType: 'none' });
    last = Date.now();
    // An answer in flight may predate the arrival: let it complete, so that none starves, then fetch again.
    for (const query of client.getQueryCache().findAll({ predicate: isLive, fetchStatus: 'fetching' })) {
      if (late.has(query)) continue;
      late.add(query);
      void Promise.allSettled([query.promise]).then(() => {
        late.delete(query);
        return client.invalidateQueries({ predicate: (one) => one === query });
      });
    }
    void client.invalidateQueries({ predicate: isLive }, { cancelRefetch: false });
  };
  const waitOn = () => {
    clearTimeout(idle);
    if (moves) idle = setTimeout(run, MOVES_ON_MS);
  };
  waitOn();
  return {
    ask: () => {
      due ??= setTimeout(run, Math.max(0, last + 1000 - Date.now()));
    },
    stop: () => {
      clearTimeout(due);
      if (due !== undefined) run();
      clearTimeout(idle);
    },
  };
}
