import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepWithin } from '../../../server/store/keep-within.ts';
import { newFile, withStore } from './files.ts';
import { DAY, MINUTE, NOW, record } from './records.ts';

const MONTH = { keepMs: 30 * DAY, maxBytes: null };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

it('loses two days at most by a clock that is ahead for a minute, even one in which responses arrive', async () => {
  await withStore(newFile(), async (store) => {
    const responses = async () => (await store.stored()).responses;
    await store.append([record({ at: NOW - 20 * DAY }), record()]);
    const wrong = NOW + 365 * DAY;
    vi.setSystemTime(wrong);
    const first = keepWithin(store, MONTH);
    await vi.advanceTimersByTimeAsync(0);
    await first();
    expect(await responses()).toBe(2);
    vi.setSystemTime(NOW);
    const stop = keepWithin(store, MONTH);
    await vi.advanceTimersByTimeAsync(0);
    await store.append([record()]);
    vi.setSystemTime(wrong);
    await store.append([record({ at: wrong })]);
    await vi.advanceTimersByTimeAsync(MINUTE);
    await stop();
    expect(await responses()).toBe(4);
  });
});

it('removes what became too old while it did not run, in some minutes', async () => {
  await withStore(newFile(), async (store) => {
    await store.append([record({ at: NOW - 40 * DAY })]);
    const stop = keepWithin(store, MONTH);
    await vi.advanceTimersByTimeAsync(40 * MINUTE);
    await stop();
    expect((await store.stored()).responses).toBe(0);
  });
});

it('stops after the piece it is at, however much is left to remove', async () => {
  await withStore(newFile(), async (store) => {
    const old = Array.from({ length: 1200 }, (_, n) => record({ at: NOW - 40 * DAY + n }));
    await store.append([...old, record()]);
    let pieces = 0;
    const watched: typeof store = new Proxy(store, {
      get: (of, name) => {
        if (name === 'retain' && ++pieces === 3) void stop();
        const member: unknown = Reflect.get(of, name);
        return typeof member === 'function' ? member.bind(of) : member;
      },
    });
    const stop = keepWithin(watched, MONTH);
    await vi.advanceTimersByTimeAsync(0);
    await stop();
    expect(pieces).toBe(3);
    expect((await store.stored()).responses).toBeGreaterThan(1);
  });
});
