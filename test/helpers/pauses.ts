import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { vi } from 'vitest';
import { atEnd } from './at-end.ts';

/**
 * Until the end of the running test, has pauses in this process end at once, or only with their signal. Returns how long each
 * would have been, ms.
 */
export function pausesOf(ending: 'at once' | 'by their signal'): readonly number[] {
  const pauses: number[] = [];
  const short = vi.spyOn(timers, 'setTimeout').mockImplementation((ms = 0, value, { signal } = {}) => {
    pauses.push(ms);
    return new Promise((resolve, reject) => {
      if (ending === 'at once') setImmediate(resolve, value);
      else signal?.addEventListener('abort', reject);
    });
  });
  syncBuiltinESMExports();
  atEnd(() => {
    short.mockRestore();
    syncBuiltinESMExports();
  });
  return pauses;
}
