import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';

/** How long anything may take, ms: half of a test's time, so that whoever waits can still say for what. */
export const LONGEST_WAIT = 120_000;

/** Asks until the answer is as wanted, and returns it. Throws with the last answer if it is not for too long. */
export async function eventually<T>(ask: () => Promise<T>, wanted: (answer: T) => boolean): Promise<T> {
  const end = performance.now() + LONGEST_WAIT;
  for (;;) {
    const answer = await ask();
    if (wanted(answer)) return answer;
    if (performance.now() > end) throw new Error(`Not what was waited for: ${inspect(answer)}`);
    await pause(50);
  }
}
