import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { brotliDecompressSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { StoreDamaged } from '../../../../server/store/faults.ts';
import type { Store } from '../../../../server/store/store.ts';
import { EVER, finish } from '../conformance/bench.ts';
import { bulky, inFile, newFile, some, withStore } from '../files.ts';
import { DAY, failure, HOUR, MINUTE, NOW, record } from '../records.ts';

/** Two readers of a file, of which each begins before the other ends. */
const TAKING_TURNS = `
  const { parentPort, workerData } = require('node:worker_threads');
  const Database = require('better-sqlite3');
  let [now, next] = [0, 1].map(() => new Database(workerData, { readonly: true }));
  const begin = (db) => db.exec('BEGIN; SELECT count(*) FROM responses');
  begin(now);
  parentPort.postMessage('reading');
  for (const pause = new Int32Array(new SharedArrayBuffer(4)); ; [now, next] = [next, now]) {
    begin(next);
    Atomics.wait(pause, 0, 0, 5);
    now.exec('COMMIT');
  }`;

/** The captures that a closed file holds, all of which are in blocks. */
function textOf(file: string): string {
  return inFile(file, (db) => {
    expect(db.prepare('SELECT * FROM payloads').all()).toEqual([]);
    const held = db.prepare<[], { bytes: Buffer }>('SELECT bytes FROM blocks').all();
    return held.map(({ bytes }) => brotliDecompressSync(bytes).toString()).join();
  });
}

describe('a SQLite file that gives back its space', () => {
  it('removes the oldest responses if it becomes too large', async () => {
    await withStore(newFile(), async (store) => {
      const noise = () => Array.from({ length: 300 }, () => Math.random().toString(36)).join('');
      for (let i = 0; i < 4; i++)
        await store.append(
          Array.from({ length: 400 }, (_, n) =>
            record({ at: NOW - (i * 400 + n) * MINUTE, response: { success: true, data: noise() } }),
          ),
        );
      const removed = await finish(() => store.retain({ keepMs: null, maxBytes: 2_000_000 }, NOW));
      expect(removed).toBeGreaterThan(400);
      expect(removed).toBeLessThan(1600);
      expect((await store.responses(EVER, { limit: 1 })).items[0]?.observed_at).toBe(
        new Date(NOW).toISOString(),
      );
      expect((await store.diagnose()).faults).toEqual([]);
    });
  });

  it('shrinks on disk to its maximum size, and reports its size there', async () => {
    const file = newFile();
    await withStore(file, async (store) => {
      for (let i = 0; i < 8; i++) await store.append(bulky(400, i * 400));
      const most = 14_000_000;
      expect((await store.stored()).bytes).toBeGreaterThan(1.5 * most);
      await finish(() => store.retain({ keepMs: null, maxBytes: most }, NOW));
      while ((await store.tidy()).more);
      expect(statSync(file).size).toBeLessThan(most);
      expect((await store.stored()).bytes).toBe(statSync(file).size);
      expect((await store.diagnose()).faults).toEqual([]);
    });
  });

  it('removes no more than its maximum size requires, in whatever order the times arrived', async () => {
    const file = newFile();
    await withStore(file, async (store) => {
      // Of each append, a response for every hour.
      for (let n = 0; n < 40; n++)
        await store.append(Array.from({ length: 50 }, (_, i) => bulky(1, i * HOUR + n * MINUTE)).flat());
      const most = Math.round(0.8 * (await store.stored()).bytes);
      const removed = await finish(() => store.retain({ keepMs: null, maxBytes: most }, NOW));
      while ((await store.tidy()).more);
      expect(statSync(file).size).toBeLessThan(most);
      expect(removed).toBeLessThan(600);
      expect((await store.diagnose()).faults).toEqual([]);
    });
  });

  it('keeps no captured byte of a response that is removed for its age, even next to those of others', async () => {
    const file = newFile();
    const say = (what: string, at: number) => record({ at, response: { success: true, data: what } });
    const both = Array.from({ length: 30 }, (_, n) => [
      say(`outlived ${n}`, NOW - 5 * DAY - n),
      say(`current ${n}`, NOW - n),
    ]).flat();
    await withStore(file, async (store) => {
      await store.append(both);
      while ((await store.compact()).more);
      await finish(() => store.retain({ keepMs: 2 * DAY, maxBytes: null }, NOW));
      // Nothing is left to compact anew, or retention would keep it from the newest blocks.
      expect(await store.compact()).toEqual({ more: false });
      expect((await store.diagnose()).faults).toEqual([]);
      const { items } = await store.responses(EVER, { limit: 1 });
      expect((await store.response(items[0]?.id ?? ''))?.raw).toContain('current 0');
    });
    expect(textOf(file)).toContain('current 29');
    expect(textOf(file)).not.toContain('outlived');
  });

  it('removes old responses beside what cannot be read any more, but forgets nothing of that', async () => {
    const file = newFile();
    await withStore(file, async (store) => {
      for (let block = 0; block < 2; block++)
        await store.append(
          Array.from({ length: 40 }, (_, n) => some(block * 40 + n, n, (n % 2) * 5 * 24 * 60)),
        );
    });
    inFile(file, (db) =>
      db.exec("UPDATE blocks SET bytes = CAST(x'00' || substr(bytes, 2) AS BLOB) WHERE id = 1"),
    );
    await withStore(file, async (store) => {
      expect(await finish(() => store.retain({ keepMs: 2 * DAY, maxBytes: null }, NOW))).toBe(40);
      await expect(finish(() => store.forget('s1'))).rejects.toThrow(StoreDamaged);
    });
  });

  it('forgets a server of which many blocks hold a response in pieces of a few blocks', async () => {
    await withStore(newFile(), async (store) => {
      for (let n = 0; n < 20; n++)
        await store.append([...bulky(20, n * 100), record({ at: NOW - n, server: 'rare' })]);
      const pieces: number[] = [];
      await finish(async () => {
        const piece = await store.forget('rare');
        pieces.push(piece?.responses ?? 0);
        return piece;
      });
      expect(pieces.filter((count) => count > 0)).toEqual([6, 6, 6, 2]);
    });
  });

  it('removes sessions with the last response of theirs that is removed for its size', async () => {
    const file = newFile();
    const sent = (first: number, at: number, count = 1100) =>
      Array.from({ length: count }, (_, n) =>
        record({ at: at + n, receivedAt: NOW - HOUR + n, session: `${first + n}` }),
      );
    await withStore(file, async (store) => {
      // Some sessions also have a response that counts, or one that is spared.
      await store.append(sent(1, NOW - MINUTE, 10));
      await store.append(sent(1, 0));
      await store.append(sent(2001, NOW + 5 * HOUR));
      await store.append(sent(2001, 0, 20));
      await finish(() => store.retain({ keepMs: null, maxBytes: 1 }, NOW));
      expect(await store.stored()).toMatchObject({ responses: 10, quarantined: 1000 });
    });
    inFile(file, (db) => {
      const used = db.prepare('SELECT DISTINCT session FROM responses ORDER BY 1').pluck().all();
      expect(used.length).toBeGreaterThan(900);
      expect(db.prepare('SELECT id FROM sessions ORDER BY 1').pluck().all()).toEqual(used);
    });
  });

  it('keeps its log short beside readers who take turns, so that one always reads', async () => {
    const file = newFile();
    await withStore(file, async (store) => {
      await store.append([record()]);
      const readers = new Worker(TAKING_TURNS, { eval: true, workerData: file });
      await once(readers, 'message');
      let [longest, written, before] = [0, 0, 0];
      for (let i = 0; i < 30; i++) {
        await store.append(bulky(400, i * 400));
        const { size } = statSync(`${file}-wal`);
        longest = Math.max(longest, size);
        written += size < before ? size : size - before;
        before = size;
      }
      await readers.terminate();
      expect(written).toBeGreaterThan(80e6);
      expect(longest).toBeLessThan(48e6);
    });
  });

  it('returns the space of a server as soon as it is forgotten', async () => {
    const file = newFile();
    await withStore(file, async (store) => {
      await store.append([record()]);
      await store.append(bulky(1000, 0, 'noisy'));
      expect((await store.stored()).bytes).toBeGreaterThan(7_000_000);
      await finish(() => store.forget('noisy'));
      expect((await store.stored()).bytes).toBeLessThan(1_500_000);
      expect((await store.diagnose()).faults).toEqual([]);
    });
  });

  it('keeps no row of a forgotten server', async () => {
    const file = newFile();
    await withStore(file, async (store) => {
      await store.append(Array.from({ length: 60 }, (_, n) => some(n, n, n * 30)));
      for (const server of ['s0', 's1', 's2']) {
        await store.forget(server);
        await finish(() => store.forgetRest());
      }
    });
    const filled = inFile(file, (db) => {
      const tables = db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck();
      return tables.all().filter((table) => db.prepare(`SELECT 1 FROM ${table}`).get() !== undefined);
    });
    // Numbers of responses, what the search index and SQLite keep of themselves, single values, and the names of rules.
    const own = ['arrivals', 'messages_config', 'messages_data', 'meta', 'rules', 'sqlite_sequence'];
    expect(filled.toSorted()).toEqual(own);
  });

  it('keeps no word of a forgotten server once no earlier reader is left, even if another process opens it next', async () => {
    const file = newFile();
    const found = () => [file, `${file}-wal`].some((part) => readFileSync(part).includes('secretive'));
    const reader = await withStore(file, async (store) => {
      await store.append([record(), record({ server: 'secretive' })]);
      const before = new Database(file, { readonly: true });
      before.exec('BEGIN');
      expect(before.prepare('SELECT count(*) FROM servers').pluck().get()).toBe(2);
      await finish(() => store.forget('secretive'));
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

  it('keeps no word that was redacted by a later judgement', async () => {
    const file = newFile();
    await withStore(file, async (store) => {
      const say = (message: string) => record({ response: failure('INTERNAL_ERROR', message) });
      await store.append([say('first geheimwort'), say('other words')]);
      const { items } = await store.responses(EVER, { limit: 9 });
      const id = items.find(({ message }) => message?.includes('geheimwort'))?.id ?? '';
      const changed = [{ id, record: { ...say('first [redacted]'), redacted: 1 } }];
      await store.reinspect({ ids: [id], catalogue: 7, changed });
      while ((await store.tidy()).more);
    });
    expect(readFileSync(file).includes('geheimwort')).toBe(false);
  });

  it('says that a server is only partly deleted, and accepts its responses again all the same', async () => {
    const file = newFile();
    const records = Array.from({ length: 200 }, (_, n) => some(n * 15 + 1, n, n));
    await withStore(file, (store) => store.append(records));
    await withStore(file, async (store) => {
      expect(await store.forget('s1')).toEqual({ responses: 200, more: true });
      expect((await store.diagnose()).faults).toEqual([
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
      await finish(() => store.forgetRest());
      expect(await ask(store)).toEqual(fresh);
      expect((await store.diagnose()).faults).toEqual([]);
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
      expect(await finish(() => store.forget('secretive'))).toBe(33);
      expect((await store.diagnose()).faults).toEqual([]);
    });
    expect(textOf(file)).toContain('chatty said 59');
    expect(textOf(file)).not.toContain('secretive');
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
      await finish(() => store.forget('secretive'));
      expect((await store.responses({ ...EVER, q: 'chatty' }, { limit: 500 })).items).toHaveLength(270);
      expect((await store.diagnose()).faults).toEqual([]);
      for (const part of [file, `${file}-wal`])
        expect(readFileSync(part).includes('secretive'), part).toBe(false);
      expect(readFileSync(file).includes('chatty')).toBe(true);
    });
  });
});
