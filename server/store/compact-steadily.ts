import { isStoreFault } from './faults.ts';
import type { Changes } from './store.ts';

/** Between two pieces of some five milliseconds each, and after the last one, ms: no more than one post in a hundred may meet one. */
const PAUSE_MS = 1000;
const REST_MS = 60_000;

/**
 * Makes what is stored smaller in the background, piece by piece. Returns a function that stops it, after the piece in progress. A
 * fault is reported once until a piece succeeds.
 */
export function compactSteadily(store: Pick<Changes, 'compact'>): () => Promise<void> {
  let stopped = false;
  let isFailing = false;
  let timer: NodeJS.Timeout;
  let underWay = Promise.resolve();
  const piece = async () => {
    let more = false;
    try {
      ({ more } = await store.compact());
      isFailing = false;
    } catch (error) {
      const told = isStoreFault(error) ? error.message : error;
      if (!isFailing)
        console.error('mailroom: cannot make the database smaller; trying again every minute:', told);
      isFailing = true;
    }
    if (!stopped) next(more ? PAUSE_MS : REST_MS);
  };
  const next = (delay: number) => {
    timer = setTimeout(() => {
      underWay = piece();
    }, delay);
  };
  next(PAUSE_MS);
  return () => {
    stopped = true;
    clearTimeout(timer);
    return underWay;
  };
}
