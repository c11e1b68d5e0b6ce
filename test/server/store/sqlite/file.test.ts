import { chmodSync, readFileSync, statSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../../../server/store/open.ts';
import type { ResponseRecord } from '../../../../server/store/record.ts';
import { Connection } from '../../../../server/store/sqlite/file/connection.ts';
import type { Store } from '../../../../server/store/store.ts';
import { EVER, FOREVER, finish } from '../conformance/bench.ts';
import { inFile, newFile, some, tiersOf, withStore } from '../files.ts';
import { DAY, failure, HOUR, NOW, record } from '../records.ts';
import { KINDS } from '../recount/said.ts';

it('is accessible only to its owner, like the files next to it; an existing one keeps its permissions', async () => {
  const file = newFile();
  const modes = () => ['', '-wal', '-shm'].map((end) => statSync(`${file}${end}`).mode & 0o777);
  await withStore(file, async (store) => {
    await store.append([some(1, 0, 0)]);
    expect(modes()).toEqual([0o600, 0o600, 0o600]);
    expect(statSync(`${file}.lock`).mode & 0o777).toBe(0o600);
  });
  chmodSync(file, 0o640);
  await withStore(file, async (store) => {
    await store.append([some(2, 0, 0)]);
    expect(modes()).toEqual([0o640, 0o640, 0o640]);
  });
});

it('flushes each commit to the drive, through its cache where the system can', () => {
  const { db } = Connection.toWrite(newFile());
  const set = ['synchronous', 'fullfsync'].map((name) => db.pragma(name, { simple: true }));
  db.close();
  // 2 is FULL.
  expect(set).toEqual([2, 1]);
});

describe('a SQLite file', () => {
  it('has rollups that equal a recount, whatever happened', async () => {
    const append = fc.record({
      do: fc.constant('append' as const),
      items: fc.array(
        fc.tuple(fc.nat(40), fc.nat(KINDS.length - 1), fc.oneof(fc.nat(6000), fc.nat(30 * 1440))),
        {
          minLength: 1,
          maxLength: 60,
        },
      ),
    });
    const other = fc.record({
      do: fc.constantFrom(
        ...(['retain', 'drop fine cells', 'forget', 'forget a piece', 'tidy', 'compact', 'reopen'] as const),
      ),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof({ weight: 4, arbitrary: append }, other), { maxLength: 8 }),
        async (steps) => {
          const file = newFile();
          let store = await openStore(file, { role: 'writer' });
          try {
            for (const step of steps)
              switch (step.do) {
                case 'append':
                  await store.append(step.items.map(([n, kind, minutes]) => some(n, kind, minutes)));
                  break;
                case 'retain':
                  await finish(() => store.retain({ keepMs: 2 * DAY, maxBytes: null }, NOW));
                  break;
                case 'drop fine cells':
                  await finish(() => store.retain(FOREVER, NOW));
                  break;
                case 'forget':
                  await finish(() => store.forget('s1'));
                  break;
                case 'forget a piece':
                  await store.forget('s2');
                  break;
                case 'tidy':
                  while ((await store.tidy()).more);
                  break;
                case 'compact':
                  while ((await store.compact()).more);
                  break;
                case 'reopen':
                  await store.close();
                  store = await openStore(file, { role: 'writer' });
              }
            await finish(() => store.forgetRest());
            expect((await store.diagnose()).faults).toEqual([]);
          } finally {
            await store.close();
          }
        },
      ),
      { numRuns: 12 },
    );
  });

  it('finds a wrong rollup', async () => {
    const file = newFile();
    await withStore(file, (store) => store.append([record()]));
    inFile(file, (db) =>
      db.exec(
        'UPDATE traffic_cells SET packed = CAST(packed || packed AS BLOB) WHERE tier = 0 AND facet = 0',
      ),
    );
    await withStore(file, async (store) => {
      expect((await store.diagnose()).faults).toEqual([
        'cells of traffic_cells, tier 0, that differ from a recount of 2026-11-21: 2',
      ]);
    });
  });

  it('keeps everything across a restart', async () => {
    const file = newFile();
    const question = (store: Store) => store.overview(EVER);
    const before = await withStore(file, async (store) => {
      await store.append(Array.from({ length: 50 }, (_, n) => some(n, n, n * 30)));
      return question(store);
    });
    expect(await withStore(file, question)).toEqual(before);
    await withStore(file, async (store) => {
      expect((await store.append([some(5, 0, 0)])).map(({ status }) => status)).toEqual(['duplicate']);
    });
  });

  it('finds no fault in what is written during a diagnosis', async () => {
    await withStore(newFile(), async (store) => {
      await store.append([record({ at: NOW - DAY, response: failure('GONE') }), record()]);
      let looks = 0;
      const { faults } = await store.diagnose(() => {
        // A kind that earlier looks have not seen.
        if (++looks === 3) void store.append([record({ response: { success: true } })]);
      });
      expect(faults).toEqual([]);
    });
  });

  it('finds no fault in what is removed during a diagnosis', async () => {
    await withStore(newFile(), async (store) => {
      const days = Array.from({ length: 6 }, (_, n) => NOW - n * DAY);
      await store.append(days.flatMap((at) => [record({ at, response: failure('GONE') }), record({ at })]));
      let looks = 0;
      const { faults, recounted } = await store.diagnose(() => {
        // After the days to be recounted are known, the older ones lose their responses.
        if (++looks === 2) void store.retain({ keepMs: 3 * DAY, maxBytes: null }, NOW);
      });
      expect([faults, recounted]).toEqual([[], 8]);
    });
  });

  it('says of a server that is forgotten during a diagnosis what it says of one partly forgotten before', async () => {
    await withStore(newFile(), async (store) => {
      const days = Array.from({ length: 3 }, (_, n) => NOW - n * DAY);
      await store.append(
        days.flatMap((at) => [record({ at, response: failure('GONE') }), record({ at, server: 'notes' })]),
      );
      let looks = 0;
      const during = await store.diagnose(() => {
        if (++looks === 3) void store.forget('shop');
      });
      expect(during.faults).toEqual((await store.diagnose()).faults);
      expect(during.faults).toEqual([expect.stringContaining('shop is only partly deleted')]);
      await finish(() => store.forgetRest());
      expect((await store.diagnose()).faults).toEqual([]);
    });
  });

  it('of another program is refused and left unchanged', async () => {
    for (const version of [0, 1, 99]) {
      const file = newFile();
      inFile(file, (db) => db.exec(`CREATE TABLE shopping (item TEXT); PRAGMA user_version = ${version}`));
      const before = readFileSync(file);
      for (const role of ['writer', 'reader'] as const)
        await expect(openStore(file, { role })).rejects.toThrow('the file is not a Mailroom database');
      expect(readFileSync(file)).toEqual(before);
    }
  });

  it('is not filled up by a server with ever new operations, codes and clients', async () => {
    await withStore(newFile(), async (store) => {
      const one = (n: number) =>
        record({
          at: NOW - HOUR,
          operation: `op${n}`,
          client: `c${n}`,
          response: failure(`CODE_${n}`, `m ${n}`),
        });
      for (let n = 0; n < 2600; n += 650)
        await store.append(Array.from({ length: 650 }, (_, i) => one(n + i)));
      const { items, failures } = await store.errorGroups(
        EVER,
        { limit: 1, sort: 'count', news: false },
        NOW,
      );
      expect(failures).toBe(2600);
      expect(items).toMatchObject([{ overflow: true, count: 600 }]);
      expect((await store.facets(EVER)).totals).toMatchObject({ operations: 2001 });
      expect((await store.diagnose()).faults).toEqual([]);
    });
  });

  it('finds the failures of a server with too many kinds of them', async () => {
    await withStore(newFile(), async (store) => {
      const one = record({ at: NOW - HOUR, response: failure('CODE') });
      const kinds = Array.from({ length: 20_000 }, (_, n): ResponseRecord => {
        const said = { operation: `op${n % 40}`, code: `CODE_${Math.floor(n / 40)}` };
        return { ...one, verdict: { ...one.verdict, ...said } };
      });
      await store.append(kinds);
      await store.append([record({ at: NOW - HOUR, response: failure('NEW') })]);
      for (const more of [{}, { server: ['shop'] }, { server: ['shop'], client: ['unidentified'] }]) {
        const { items } = await store.responses({ ...EVER, code: ['NEW'], ...more }, { limit: 10 });
        expect(items, JSON.stringify(more)).toHaveLength(1);
      }
    });
  });

  it('has cells of every width for what has ended, so that a long range is not read minute by minute', async () => {
    const file = newFile();
    await withStore(file, async (store) => {
      await store.append([record({ at: NOW - 3 * DAY }), record()]);
    });
    expect(tiersOf(file, 'traffic_cells')).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('resumes a live stream without what was forgotten, also if a later response got its id', async () => {
    const file = newFile();
    await withStore(file, async (store) => {
      const others = Array.from({ length: 500 }, (_, n) => record({ server: 'a', at: NOW - HOUR + n }));
      await store.append([record({ server: 'b' }), ...others]);
      while ((await store.forget('b'))?.more);
    });
    await withStore(file, async (store) => {
      await store.append([record({ server: 'c' })]);
      const rows = await store.since(0, EVER, 1000);
      expect(rows?.map(({ ordinal }) => ordinal)).toEqual(Array.from({ length: 501 }, (_, n) => n + 2));
    });
  });

  it('resumes a live stream only where it knows all that was stored since', async () => {
    const file = newFile();
    await withStore(file, async (store) => {
      for (const server of ['a', 'b', 'c']) await store.append([record({ server })]);
    });
    inFile(file, (db) => db.exec('DELETE FROM arrivals WHERE ordinal = 1'));
    await withStore(file, async (store) => {
      expect(await store.since(0, EVER, 10)).toBeUndefined();
      expect((await store.since(1, EVER, 10))?.map(({ row }) => row.server)).toEqual(['b', 'c']);
    });
  });

  it('has no session of which all responses are removed', async () => {
    const file = newFile();
    await withStore(file, async (store) => {
      await store.append([record({ session: 'old', at: NOW - 9 * DAY }), record({ session: 'new' })]);
      await finish(() => store.retain({ keepMs: 2 * DAY, maxBytes: null }, NOW));
    });
    expect(inFile(file, (db) => db.prepare('SELECT name FROM sessions').pluck().all())).toEqual(['new']);
  });

  it('packs responses that arrived one by one, also before a restart', async () => {
    const file = newFile();
    for (const first of [0, 350])
      await withStore(file, async (store) => {
        for (let n = first; n < first + 350; n++)
          await store.append([record({ at: NOW - n * 1000, response: { success: true, data: n } })]);
      });
    await withStore(file, async (store) => {
      const { items } = await store.responses(EVER, { limit: 700 });
      for (const n of [0, 350, 699])
        expect(JSON.parse((await store.response(items[n]?.id ?? ''))?.raw ?? '')).toMatchObject({
          response: { data: n },
        });
      expect((await store.diagnose()).faults).toEqual([]);
    });
    const alone = inFile(file, (db) => db.prepare('SELECT count(*) FROM payloads').pluck().get());
    expect(alone).toBe(444);
  });
});
