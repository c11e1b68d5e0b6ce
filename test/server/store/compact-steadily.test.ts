import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { compactSteadily } from '../../../server/store/compact-steadily.ts';
import { newFile, withStore } from './files.ts';
import { NOW, record, SECOND } from './records.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('compacts a piece a second, rests for a minute when nothing is left, and stops', async () => {
  await withStore(newFile(), async (store) => {
    const seen: boolean[] = [];
    const compact = async () => {
      const { more } = await store.compact();
      seen.push(more);
      return { more };
    };
    const arrive = () =>
      store.append(
        Array.from({ length: 1000 }, (_, n) =>
          record({ at: NOW - n, response: { success: true, data: `${n} `.repeat(200) } }),
        ),
      );
    await arrive();
    const stop = compactSteadily({ compact });
    expect(seen).toEqual([]);
    await vi.advanceTimersByTimeAsync(10 * SECOND);
    const pieces = seen.length;
    expect(seen).toEqual([...Array(pieces - 1).fill(true), false]);
    expect(pieces).toBeGreaterThan(2);
    await vi.advanceTimersByTimeAsync(40 * SECOND);
    expect(seen).toHaveLength(pieces);
    await arrive();
    await vi.advanceTimersByTimeAsync(60 * SECOND);
    expect(seen).toHaveLength(2 * pieces);
    await stop();
    await vi.advanceTimersByTimeAsync(300 * SECOND);
    expect(seen).toHaveLength(2 * pieces);
  });
});
