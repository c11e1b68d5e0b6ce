import { describe, expect, it } from 'vitest';
import { openStore } from '../../../../server/store/open.ts';
import type { ResponseRecord } from '../../../../server/store/record.ts';
import { EVER, FOREVER, finish } from '../conformance/bench.ts';
import { bulky, inFile, newFile, some, withStore } from '../files.ts';
import { NOW, record } from '../records.ts';

/** Number of captures that share a block. */
const FULL = 256;

/** A text of words, which compresses well, but no two alike. */
const prose = (n: number) =>
  Array.from({ length: 60 }, (_, i) => `word${(n * 7919 + i * i * 31) % 997}`).join(' ');
const spoken = (count: number, from = 0, server = 'shop'): readonly ResponseRecord[] =>
  Array.from({ length: count }, (_, n) =>
    record({ server, at: NOW - from - n, response: { success: true, data: prose(from + n) } }),
  );

/** Bytes of each block of a file, in the order of their ids. */
function blocks(file: string): readonly { readonly id: number; readonly bytes: number }[] {
  const text = 'SELECT id, length(bytes) AS bytes FROM blocks';
  return inFile(file, (db) => db.prepare<[], { id: number; bytes: number }>(text).all());
}

/** A file whose blocks are compacted; with the bytes that each took before. */
async function compacted(records: readonly ResponseRecord[]) {
  const file = newFile();
  await withStore(file, (store) => store.append(records));
  const before = blocks(file);
  const pieces = await withStore(file, async (store) => {
    let count = 0;
    while ((await store.compact()).more) count++;
    expect((await store.diagnose()).faults).toEqual([]);
    return count;
  });
  return { file, before, pieces };
}

describe('compaction', () => {
  it('makes each block smaller, a piece at a time, and nothing when repeated', async () => {
    const { file, before, pieces } = await compacted(spoken(6 * FULL));
    const after = blocks(file);
    expect(before).toHaveLength(6);
    for (const [i, { bytes }] of before.entries()) expect(after[i]?.bytes).toBeLessThan(0.9 * bytes);
    expect(pieces).toBeGreaterThan(1);
    await withStore(file, async (store) => expect(await store.compact()).toEqual({ more: false }));
    expect(blocks(file)).toEqual(after);
  });

  it('goes on after a restart where it was', async () => {
    const file = newFile();
    await withStore(file, (store) => store.append(spoken(6 * FULL)));
    const before = blocks(file);
    const smaller = () => blocks(file).map(({ bytes }, i) => bytes < (before[i]?.bytes ?? 0));
    await withStore(file, (store) => store.compact());
    const first = smaller().filter(Boolean).length;
    expect(smaller()).toEqual([...Array(first).fill(true), ...Array(6 - first).fill(false)]);
    await withStore(file, (store) => store.compact());
    expect(smaller().filter(Boolean).length).toBe(2 * first);
  });

  it('compacts anew what a later judgement wrote', async () => {
    const { file } = await compacted(spoken(3 * FULL));
    const small = blocks(file);
    await withStore(file, async (store) => {
      const { items } = await store.responses(EVER, { limit: 1 });
      const id = items[0]?.id ?? '';
      const [again] = spoken(1);
      if (again === undefined) throw new Error('No record');
      await store.reinspect({ ids: [id], catalogue: 7, changed: [{ id, record: again }] });
    });
    const changed = blocks(file).filter(({ bytes }, i) => bytes !== small[i]?.bytes);
    expect(changed).toHaveLength(1);
    await withStore(file, async (store) => {
      while ((await store.compact()).more);
    });
    expect(blocks(file)).toEqual(small);
  });

  it('compacts a block whose id a deleted one had', async () => {
    const { file } = await compacted(spoken(FULL, 0, 'gone'));
    const [was] = blocks(file);
    await withStore(file, async (store) => {
      await finish(() => store.forget('gone'));
      await store.append(spoken(FULL));
    });
    const [now] = blocks(file);
    expect(now?.id).toBe(was?.id);
    await withStore(file, (store) => store.compact());
    expect(blocks(file)[0]?.bytes).toBeLessThan(0.9 * (now?.bytes ?? 0));
  });

  it('leaves what does not get smaller, what is damaged and what is too large as it is', async () => {
    const large = record({ at: NOW - 9_000, response: { success: true, data: prose(1).repeat(4000) } });
    const file = newFile();
    await withStore(file, async (store) => {
      await store.append(bulky(20, 0));
      await store.append([large]);
      await store.append(spoken(FULL, 20_000));
      await store.append(spoken(FULL, 30_000));
    });
    inFile(file, (db) =>
      db.exec(
        "UPDATE blocks SET bytes = CAST(x'00' || substr(bytes, 2) AS BLOB) WHERE id = (SELECT max(id) - 1 FROM blocks)",
      ),
    );
    const before = blocks(file);
    await withStore(file, async (store) => {
      while ((await store.compact()).more);
    });
    const after = blocks(file);
    expect(after.slice(0, -1)).toEqual(before.slice(0, -1));
    expect(after.at(-1)?.bytes).toBeLessThan(0.9 * (before.at(-1)?.bytes ?? 0));
  });

  it('works on a database in memory, for every kind of response', async () => {
    const store = await openStore(':memory:', { role: 'writer' });
    await store.append(Array.from({ length: 400 }, (_, n) => some(n, n, n)));
    const ids = (await store.responses(EVER, { limit: 400 })).items.map(({ id }) => id);
    const details = () => Promise.all(ids.map((id) => store.response(id)));
    const before = await details();
    while ((await store.compact()).more);
    expect(await details()).toEqual(before);
    await finish(() => store.retain(FOREVER, NOW));
    await store.close();
  });
});
