import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DAY, failure, MINUTE, NOW, record } from '../records.ts';
import { type Bench, finish, LAST_DAY } from './bench.ts';

/** Copies of a store, and one that is full. */
export function durability(on: Bench): void {
  describe('a copy', () => {
    it('gives the same answers as the store, and never overwrites another file', async () => {
      const failed = (n: number) => record({ at: NOW - n * MINUTE - 1, response: failure('X', `${n}`) });
      await on.store.append(Array.from({ length: 50 }, (_, n) => failed(n)));
      const before = [await on.store.errors(LAST_DAY), await on.store.responses(LAST_DAY, { limit: 100 })];
      const name = on.engine.newCopy();
      await on.store.backup(name);
      await on.store.append([failed(60)]);
      await expect(on.store.backup(name)).rejects.toMatchObject({ name: 'StoreUnavailable' });
      const copy = await on.engine.openCopy(name);
      try {
        expect([await copy.errors(LAST_DAY), await copy.responses(LAST_DAY, { limit: 100 })]).toEqual(before);
        expect((await copy.diagnose()).faults).toEqual([]);
      } finally {
        await copy.close();
      }
    });
  });

  describe('a store that is full', () => {
    const noise = (server: string) =>
      Array.from({ length: 50 }, (_, n) =>
        record({
          server,
          at: NOW - n,
          response: { success: true, data: randomBytes(2500).toString('base64') },
        }),
      );

    it('stores nothing of an append, and accepts it once there is space again', async ({ skip }) => {
      const { openSmall } = on.engine;
      if (openSmall === undefined) return skip('nothing bounds it');
      const store = await openSmall();
      try {
        let stored = 0;
        const fill = async () => {
          for (;;) {
            await store.append(noise('big'), { name: 'fold', value: Buffer.from(`${stored}`) });
            stored += 50;
          }
        };
        await expect(fill()).rejects.toMatchObject({ name: 'StoreFull' });
        const ever = { from: NOW - DAY, to: NOW + 1 };
        expect((await store.overview(ever)).totals.responses).toBe(stored);
        expect(Number(Buffer.from((await store.recall('fold')) ?? []).toString())).toBe(stored - 50);
        expect((await store.diagnose()).faults).toEqual([]);
        await store.forget('big');
        await finish(() => store.forgetRest());
        const statuses = (await store.append(noise('small'))).map(({ status }) => status);
        expect(new Set(statuses)).toEqual(new Set(['stored']));
        expect((await store.diagnose()).faults).toEqual([]);
      } finally {
        await store.close();
      }
    });
  });
}
