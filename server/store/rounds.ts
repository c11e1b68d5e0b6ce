import { MINUTE } from '../../shared/time/units.ts';
import { isStoreFault } from './faults.ts';

/**
 * Repeats a round of work in the background, the first one after `delay`; each returns how long to wait for the next, ms.
 * Returns a function that stops it, after the round in progress. A fault, such as of a full or damaged store, ends its round,
 * and is reported once until a round succeeds.
 */
export function inRounds(
  doing: string,
  delay: number,
  round: (isStopped: () => boolean) => Promise<number>,
): () => Promise<void> {
  let stopped = false;
  let isFailing = false;
  let timer: NodeJS.Timeout;
  let underWay = Promise.resolve();
  const run = async () => {
    let pause = MINUTE;
    try {
      pause = await round(() => stopped);
      isFailing = false;
    } catch (error) {
      // Anything but a fault of the store is a bug of ours, of which the stack is needed.
      const told = isStoreFault(error) ? error.message : error;
      if (!isFailing) console.error(`mailroom: cannot ${doing}; trying again every minute:`, told);
      isFailing = true;
    }
    if (!stopped) next(pause);
  };
  const next = (pause: number) => {
    timer = setTimeout(() => {
      underWay = run();
    }, pause);
  };
  next(delay);
  return () => {
    stopped = true;
    clearTimeout(timer);
    return underWay;
  };
}
