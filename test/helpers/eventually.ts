import { setTimeout as pause } from 'node:timers/promises';

/** Asks until the answer is as wanted, and returns it. Limited only by the test's own timeout. */
export async function eventually<T>(ask: () => Promise<T>, wanted: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (wanted(answer)) return answer;
    await pause(50);
  }
}
