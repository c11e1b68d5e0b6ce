import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { openStore } from '../../../server/store/open.ts';
import type { Filter, ResponseRecord, Store } from '../../../server/store/store.ts';
import { batch, DAY, deprecated, failure, HOUR, MINUTE, NOW, quota, record, warned } from './records.ts';

const folder = mkdtempSync(join(tmpdir(), 'mailroom-file-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
const newFile = () => join(folder, `${files++}.db`);
const EVER: Filter = { from: NOW - 400 * DAY, to: NOW + DAY };
const FOREVER = { keepMs: null, maxBytes: null };

async function withStore<T>(file: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(file, { role: 'writer' });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

it('is accessible only to its owner, like the files next to it; an existing one keeps its permissions', async () => {
  const file = newFile();
  const modes = () => ['', '-wal', '-shm'].map((end) => statSync(`${file}${end}`).mode & 0o777);
  await withStore(file, async (store) => {
    await store.append([some(1, 0, 0)]);
    expect(modes()).toEqual([0o600, 0o600, 0o600]);
  });
  chmodSync(file, 0o640);
  await withStore(file, async (store) => {
    await store.append([some(2, 0, 0)]);
    expect(modes()).toEqual([0o640, 0o640, 0o640]);
  });
});

async function all(step: () => Promise<{ responses: number; more: boolean } | undefined>): Promise<number> {
  let removed = 0;
  for (;;) {
    const { responses, more } = (await step()) ?? { responses: 0, more: false };
    removed += responses;
    if (!more) return removed;
  }
}

/** One of each kind of response that is counted somewhere. */
const KINDS: readonly ((n: number) => unknown)[] = [
  (n) => ({ success: true, data: n }),
  () => ({ success: true }),
  (n) => failure('INTERNAL_ERROR', `boom ${n}`),
  () => failure('NOT_FOUND_RESOURCE', 'gone'),
  (n) =>
    warned(deprecated(`item${n % 3}`), { code: 'A', message: 'm', severity: 'high', occurrence_count: 3 }),
  (n) => warned(quota('requests_per_day', 800 + n)),
  () =>
    batch(
      { operation: 'x', result: failure('INTERNAL_ERROR', 'boom') },
      { operation: 'y', result: { success: true, data: 1 } },
    ),
  (n) =>
    warned({
      code: 'PERFORMANCE_SLOW_QUERY_WARNING',
      message: `Operation took ${n + 2000}ms (threshold: 1000ms)`,
      details: { operation: 'scan', duration_ms: n + 2000, threshold_ms: 1000 },
    }),
];

function some(n: number, kind: number, minutes: number): ResponseRecord {
  return record({
    at: NOW - minutes * MINUTE - n,
    ...(n % 5 === 0 && { id: `${n}` }),
    server: `s${n % 3}`,
    client: n % 4 === 0 ? undefined : `c${n % 2}`,
    session: `${n % 7}`,
    duration_ms: n % 6 === 0 ? undefined : n,
    response: KINDS[kind % KINDS.length]?.(n),
  });
}

/** Returns responses that take 7.5 kB each, however they are compressed. */
const bulky = (count: number, from: number, server = 'shop') =>
  Array.from({ length: count }, (_, n) =>
    record({
      server,
      at: NOW - from - n,
      response: { success: true, data: randomBytes(7_500).toString('base64') },
    }),
  );

describe('a SQLite file', () => {
  it('has rollups that equal a recount, whatever happened', async () => {
    const append = fc.record({
      do: fc.constant('append' as const),
      items: fc.array(fc.tuple(fc.nat(40), fc.nat(7), fc.oneof(fc.nat(6000), fc.nat(30 * 1440))), {
        minLength: 1,
        maxLength: 60,
      }),
    });
    const other = fc.record({
      do: fc.constantFrom(
        ...(['retain', 'drop fine cells', 'forget', 'forget a piece', 'tidy', 'reopen'] as const),
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
                  await all(() => store.retain({ keepMs: 2 * DAY, maxBytes: null }, NOW));
                  break;
                case 'drop fine cells':
                  await all(() => store.retain(FOREVER, NOW));
                  break;
                case 'forget':
                  await all(() => store.forget('s1'));
                  break;
                case 'forget a piece':
                  await store.forget('s2');
                  break;
                case 'tidy':
                  while ((await store.tidy()).more);
                  break;
                case 'reopen':
                  await store.close();
                  store = await openStore(file, { role: 'writer' });
              }
            await all(() => store.forgetRest());
            expect((await store.check()).faults).toEqual([]);
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
    const db = new Database(file);
    db.exec('UPDATE traffic_cells SET packed = CAST(packed || packed AS BLOB) WHERE tier = 0 AND facet = 0');
    db.close();
    await withStore(file, async (store) => {
      expect((await store.check()).faults).toEqual([
        'cells of traffic_cells, tier 0, that differ from a recount of 2026-11-21: 2',
      ]);
    });
  });

  it('finds a damaged page', async () => {
    const file = newFile();
    await withStore(file, (store) => store.append(Array.from({ length: 300 }, (_, n) => some(n, n, n))));
    const bytes = readFileSync(file);
    bytes.fill(0x5a, bytes.length - 8192 * 3, bytes.length - 8192);
    writeFileSync(file, bytes);
    const faults = await withStore(file, async (store) => (await store.check()).faults).catch(
      (error: Error) => [error.message],
    );
    expect(faults).not.toEqual([]);
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

  it.each([10, 40, 85, 450])('answers for a day %i days ago from the cells that are left', async (age) => {
    await withStore(newFile(), async (store) => {
      const from = Math.floor((NOW - age * DAY) / DAY) * DAY;
      const filter = { from, to: from + DAY };
      const records = Array.from({ length: 144 }, (_, n) =>
        record({
          at: from - 2 * DAY + n * 30 * MINUTE + 61_000,
          duration_ms: n,
          response: n % 4 === 0 ? failure('INTERNAL_ERROR', 'boom') : { success: true, data: n },
        }),
      );
      await store.append(records);
      const answers = async () => {
        const overview = await store.overview(filter);
        const sumOf = (points: readonly (readonly [number, number])[]) =>
          points.reduce((sum, [, n]) => sum + n, 0);
        const ask = { metric: 'errors', bucket: '1m', limit: 5 } as const;
        return {
          totals: overview.totals,
          previous: overview.previous,
          responses: sumOf(overview.series.responses),
          categories: overview.categories,
          errors: (await store.series(filter, ask)).series.map(({ points }) => sumOf(points)),
          servers: (await store.servers(filter)).items.map(({ responses, sparkline }) => [
            responses,
            sparkline.reduce((sum, n) => sum + n, 0),
          ]),
          conformance: (await store.conformance(filter)).servers.map(({ responses }) => responses),
        };
      };
      const before = await answers();
      expect(before).toMatchObject({
        totals: { responses: 48, failures: 12 },
        previous: { responses: 48 },
        responses: 48,
        errors: [12],
        servers: [[48, 48]],
      });
      const retain = () => all(() => store.retain({ keepMs: 2 * DAY, maxBytes: null }, NOW));
      expect(await retain()).toBe(144);
      // Cells are removed once no responses are left to remove.
      expect(await retain()).toBe(0);
      expect(await answers()).toEqual(before);
      expect((await store.check()).faults).toEqual([]);
    });
  });

  it.each([10, 40, 85, 450])('has a quota that was read %i days ago', async (age) => {
    await withStore(newFile(), async (store) => {
      const at = NOW - age * DAY;
      const reading = (metric: string, hours: number, current: number) =>
        record({ at: at - hours * HOUR, response: warned(quota(metric, current)) });
      await store.append([
        ...[3, 2, 1, 0].map((hours) => reading('requests_per_day', hours, 900 - hours)),
        ...[0, 1, 2, 3].map((hours) => reading('daily', hours - age * 24, 800 + hours)),
      ]);
      expect(await all(() => store.retain(FOREVER, NOW))).toBe(0);
      const newest = async (filter: Filter) =>
        Object.fromEntries(
          (await store.quotas(filter, NOW)).items.map(({ metric, current }) => [metric, current]),
        );
      const tomorrow = NOW + DAY;
      expect(await newest({ from: at - DAY, to: tomorrow })).toEqual({ requests_per_day: 900, daily: 800 });
      expect(await newest({ from: at - DAY, to: at + HOUR })).toEqual({ requests_per_day: 900 });
      // A cell cut by the end gives the newest reading it has.
      expect(await newest({ from: at - 3 * HOUR, to: at - 1 })).toMatchObject({
        requests_per_day: expect.any(Number),
      });
      expect(await newest({ from: at + DAY, to: NOW })).toEqual({ daily: 801 });
    });
  });

  it('says that an end of the range is wider if its responses are no longer stored', async () => {
    await withStore(newFile(), async (store) => {
      const at = Math.floor((NOW - 3 * DAY) / DAY) * DAY + HOUR;
      await store.append([1, 20, 40].map((seconds) => record({ at: at + seconds * 1000 })));
      const filter = { from: at + 30_000, to: at + 2 * HOUR };
      const counted = async () => {
        const { total: _, responses, covered } = await store.errors(filter);
        return { responses, covered };
      };
      expect(await counted()).toEqual({ responses: 1, covered: undefined });
      expect(await all(() => store.retain({ keepMs: 2 * DAY, maxBytes: null }, NOW))).toBe(3);
      expect(await counted()).toEqual({
        responses: 3,
        covered: { from: new Date(at).toISOString(), to: new Date(filter.to).toISOString() },
      });
      expect((await store.errors({ ...filter, from: at - HOUR })).covered).toBeUndefined();
      expect(await store.stored()).toMatchObject({ responses: 0, servers: 1 });
    });
  });

  it('counts late responses in the cells that are left of their time, and judges them again', async () => {
    const file = newFile();
    const at = NOW - 10 * DAY;
    const made = (n: number, response: unknown) =>
      record({ id: `${n}`, at: at + n, receivedAt: NOW, duration_ms: 100 + n, response });
    await withStore(file, async (store) => {
      await store.append(Array.from({ length: 20 }, (_, n) => made(n, { success: true, data: n })));
      await all(() => store.retain(FOREVER, NOW));
      await store.append([20, 21, 22].map((n) => made(n, { success: true, data: n })));
      for (const code of ['ONE', 'TWO', 'THREE']) {
        const { items } = await store.kept({ limit: 30 });
        const changed = items.map(({ id }, n) => ({ id, record: made(n, failure(code)) }));
        await store.rejudge({ ids: items.map(({ id }) => id), catalogue: 8, changed });
      }
      expect((await store.overview(EVER)).totals).toMatchObject({ responses: 23, failures: 23 });
      expect((await store.check()).faults).toEqual([]);
    });
    const db = new Database(file, { readonly: true });
    const tiers = db.prepare('SELECT DISTINCT tier FROM traffic_cells ORDER BY tier').pluck().all();
    db.close();
    expect(tiers).toEqual([1, 2, 3, 4, 5]);
  });

  it('gives the same answers while cells are removed piece by piece', async () => {
    await withStore(newFile(), async (store) => {
      const start = Math.floor((NOW - 20 * DAY) / DAY) * DAY;
      await store.append(
        Array.from({ length: 1000 }, (_, n) =>
          record({ at: start + (n * 7 + 13) * MINUTE, receivedAt: NOW }),
        ),
      );
      const hours = Array.from({ length: 100 }, (_, n) => ({
        from: start + n * HOUR + 20 * MINUTE,
        to: start + (n + 3) * HOUR + 20 * MINUTE,
      }));
      const answers = async () => {
        const counts: number[] = [];
        for (const range of hours) counts.push((await store.overview(range)).totals.responses);
        return counts;
      };
      const before = await answers();
      let pieces = 0;
      for (let more = true; more; pieces++) {
        ({ more } = await store.retain(FOREVER, NOW));
        if (pieces % 3 === 0) expect(await answers()).toEqual(before);
      }
      expect(pieces).toBeGreaterThan(50);
    });
  });

  it('finds no fault in what is written during a check', async () => {
    await withStore(newFile(), async (store) => {
      await store.append([record({ at: NOW - DAY, response: failure('GONE') }), record()]);
      let looks = 0;
      const { faults } = await store.check(() => {
        // A kind that earlier looks have not seen.
        if (++looks === 3) void store.append([record({ response: { success: true } })]);
      });
      expect(faults).toEqual([]);
    });
  });

  it('says that responses no longer stored could not be examined', async () => {
    await withStore(newFile(), async (store) => {
      const filter = { from: NOW - 5 * DAY, to: NOW };
      const ours = { ...filter, client: ['ide'], operation: ['list'] };
      await store.append(
        Array.from({ length: 200 }, (_, n) => record({ at: NOW - n * HOUR - MINUTE, client: 'ide' })),
      );
      const counted = async (asked: Filter) => {
        const { totals, previous, partial } = await store.overview(asked);
        return [totals.responses, previous?.responses, partial];
      };
      const recent = { ...ours, from: NOW - 2 * DAY };
      expect(await counted(ours)).toEqual([120, undefined, undefined]);
      expect(await counted(recent)).toEqual([48, 48, undefined]);
      const removed = await all(() => store.retain({ keepMs: 3 * DAY, maxBytes: null }, NOW));
      const left = 200 - removed;
      expect(await counted(filter)).toEqual([120, undefined, undefined]);
      expect(await counted(ours)).toEqual([left, undefined, true]);
      expect(await counted(recent)).toEqual([48, undefined, undefined]);
      const from = Date.parse((await store.overview(ours)).covered?.from ?? '');
      expect(from).toBe(NOW - left * HOUR - MINUTE + 1);
      expect(await store.clients({ ...filter, operation: ['list'] })).toMatchObject({
        partial: true,
        items: [{ responses: left }],
      });
      for (const limit of [10, 100])
        expect((await store.responses(filter, { limit })).total, `${limit}`).toBe(left);
    });
  });

  it('removes the oldest responses if it becomes too large', async () => {
    await withStore(newFile(), async (store) => {
      const noise = () => Array.from({ length: 300 }, () => Math.random().toString(36)).join('');
      for (let i = 0; i < 4; i++)
        await store.append(
          Array.from({ length: 400 }, (_, n) =>
            record({ at: NOW - (i * 400 + n) * MINUTE, response: { success: true, data: noise() } }),
          ),
        );
      const removed = await all(() => store.retain({ keepMs: null, maxBytes: 2_000_000 }, NOW));
      expect(removed).toBeGreaterThan(400);
      expect(removed).toBeLessThan(1600);
      expect((await store.responses(EVER, { limit: 1 })).items[0]?.observed_at).toBe(
        new Date(NOW).toISOString(),
      );
      expect((await store.check()).faults).toEqual([]);
    });
  });

  it('shrinks on disk to its maximum size, and reports its size there', async () => {
    const file = newFile();
    await withStore(file, async (store) => {
      for (let i = 0; i < 8; i++) await store.append(bulky(400, i * 400));
      const most = 14_000_000;
      expect((await store.stored()).bytes).toBeGreaterThan(1.5 * most);
      await all(() => store.retain({ keepMs: null, maxBytes: most }, NOW));
      while ((await store.tidy()).more);
      expect(statSync(file).size).toBeLessThan(most);
      expect((await store.stored()).bytes).toBe(statSync(file).size + statSync(`${file}-wal`).size);
      expect((await store.check()).faults).toEqual([]);
    });
  });

  it('returns the space of a forgotten server', async () => {
    const file = newFile();
    await withStore(file, async (store) => {
      await store.append([record()]);
      await store.append(bulky(1000, 0, 'noisy'));
      await all(() => store.forget('noisy'));
      expect((await store.stored()).bytes).toBeGreaterThan(7_000_000);
      while ((await store.tidy()).more);
      expect((await store.stored()).bytes).toBeLessThan(1_500_000);
      expect((await store.check()).faults).toEqual([]);
    });
  });

  it('keeps no word of a forgotten server once no earlier reader is left, even if another process opens it next', async () => {
    const file = newFile();
    const found = () => [file, `${file}-wal`].some((part) => readFileSync(part).includes('secretive'));
    const reader = await withStore(file, async (store) => {
      await store.append([record(), record({ server: 'secretive' })]);
      const before = new Database(file, { readonly: true });
      before.exec('BEGIN');
      expect(before.prepare('SELECT count(*) FROM servers').pluck().get()).toBe(2);
      await all(() => store.forget('secretive'));
      expect(await store.tidy()).toEqual({ more: false });
      expect(found()).toBe(true);
      return before;
    });
    await withStore(file, async (store) => {
      expect(await store.tidy()).toEqual({ more: false });
      expect(reader.prepare('SELECT count(*) FROM servers').pluck().get()).toBe(2);
      reader.exec('COMMIT');
      expect(await store.tidy()).toEqual({ more: false });
      expect(found()).toBe(false);
    });
    reader.close();
  });

  it('says that a server is only partly deleted, and accepts its responses again all the same', async () => {
    const file = newFile();
    const records = Array.from({ length: 200 }, (_, n) => some(n * 15 + 1, n, n));
    await withStore(file, (store) => store.append(records));
    await withStore(file, async (store) => {
      expect(await store.forget('s1')).toEqual({ responses: 200, more: true });
      expect((await store.check()).faults).toEqual([
        's1 is only partly deleted; a running dashboard deletes the rest',
      ]);
    });
    const ask = async (store: Store) => [
      await store.overview(EVER),
      await store.errors(EVER),
      await store.warnings(EVER),
      await store.violations(EVER),
      await store.servers(EVER),
    ];
    const fresh = await withStore(newFile(), async (store) => {
      await store.append(records);
      return ask(store);
    });
    await withStore(file, async (store) => {
      await store.forgetRest();
      const again = await store.append(records);
      expect(again.filter(({ status }) => status === 'stored')).toHaveLength(200);
      await all(() => store.forgetRest());
      expect(await ask(store)).toEqual(fresh);
      expect((await store.check()).faults).toEqual([]);
      expect(await store.forgetRest()).toBeUndefined();
    });
  });

  it('keeps no captured byte of a forgotten server, even next to those of others', async () => {
    const file = newFile();
    const say = (server: string) => (n: number) =>
      record({ at: NOW - n, server, response: { success: true, data: `${server} said ${n}` } });
    await withStore(file, async (store) => {
      const numbers = Array.from({ length: 60 }, (_, n) => n);
      await store.append(numbers.map((n) => say(n % 2 === 0 ? 'secretive' : 'chatty')(n)));
      await store.append(numbers.slice(0, 3).map(say('secretive')));
      expect(await all(() => store.forget('secretive'))).toBe(33);
      expect((await store.check()).faults).toEqual([]);
    });
    const db = new Database(file, { readonly: true });
    const held = db.prepare<[], { bytes: Buffer }>('SELECT bytes FROM blocks').all();
    expect(db.prepare('SELECT * FROM payloads').all()).toEqual([]);
    db.close();
    const text = held.map(({ bytes }) => brotliDecompressSync(bytes).toString()).join();
    expect(text).toContain('chatty said 59');
    expect(text).not.toContain('secretive');
    expect(readFileSync(file).includes('secretive')).toBe(false);
  });

  it('keeps no word of a forgotten server, in pages or in the search', async () => {
    const file = newFile();
    const failed = (server: string, n: number) =>
      record({
        at: NOW - n,
        server,
        response: { success: false, error: { code: 'INTERNAL_ERROR', message: `${server} broke ${n}` } },
      });
    await withStore(file, async (store) => {
      for (let n = 0; n < 300; n += 10)
        await store.append(
          Array.from({ length: 10 }, (_, i) => failed(i === 0 ? 'secretive' : 'chatty', n + i)),
        );
      await all(() => store.forget('secretive'));
      expect((await store.responses({ ...EVER, q: 'chatty' }, { limit: 500 })).items).toHaveLength(270);
      expect((await store.check()).faults).toEqual([]);
      for (const part of [file, `${file}-wal`])
        expect(readFileSync(part).includes('secretive'), part).toBe(false);
      expect(readFileSync(file).includes('chatty')).toBe(true);
    });
  });

  it('is locked by one program at a time', async () => {
    const file = newFile();
    const store = await openStore(file, { role: 'writer' });
    await expect(openStore(file, { role: 'writer' })).rejects.toThrow(/already open in another Mailroom/);
    await store.close();
    await withStore(file, (again) => again.stored());
  });

  it('of a newer program is refused and left unchanged', async () => {
    const file = newFile();
    await withStore(file, (store) => store.append([record()]));
    const db = new Database(file);
    db.pragma('user_version = 99');
    db.exec('CREATE TABLE later (a)');
    db.close();
    const before = readFileSync(file);
    await expect(openStore(file, { role: 'writer' })).rejects.toThrow(/newer Mailroom \(schema 99/);
    expect(readFileSync(file)).toEqual(before);
  });

  it('that is not a database is refused', async () => {
    const file = newFile();
    writeFileSync(file, 'this is a shopping list, not a database\n'.repeat(100));
    await expect(openStore(file, { role: 'writer' })).rejects.toThrow(/not a Mailroom database/);
  });

  it('of another program is refused and left unchanged', async () => {
    for (const version of [0, 1, 99]) {
      const file = newFile();
      const db = new Database(file);
      db.exec(`CREATE TABLE shopping (item TEXT); PRAGMA user_version = ${version}`);
      db.close();
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
      expect((await store.check()).faults).toEqual([]);
    });
  });

  it('finds the failures of a server with too many kinds of them', async () => {
    await withStore(newFile(), async (store) => {
      const one = record({ at: NOW - HOUR, response: failure('CODE') });
      const kinds = Array.from({ length: 20_000 }, (_, n): ResponseRecord => {
        const said = { operation: `op${n % 20}`, code: `CODE_${Math.floor(n / 10)}` };
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

  it('packs responses that arrived one by one', async () => {
    const file = newFile();
    await withStore(file, async (store) => {
      for (let n = 0; n < 700; n++)
        await store.append([record({ at: NOW - n * 1000, response: { success: true, data: n } })]);
      const { items } = await store.responses(EVER, { limit: 700 });
      for (const n of [0, 350, 699])
        expect(JSON.parse((await store.response(items[n]?.id ?? ''))?.raw ?? '')).toMatchObject({
          response: { data: n },
        });
      expect((await store.check()).faults).toEqual([]);
    });
    const db = new Database(file);
    expect(db.prepare('SELECT count(*) AS n FROM payloads').get()).toEqual({ n: 444 });
    db.close();
  });
});
