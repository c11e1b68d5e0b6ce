import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { Reinspector } from '../../server/ingest/reinspector.ts';
import type { Services } from '../../server/routes/route.ts';
import { StoreFull } from '../../server/store/faults.ts';
import { finishForgetting } from '../../server/store/keep-within.ts';
import { openStore } from '../../server/store/open.ts';
import type { ReadStore } from '../../server/store/store.ts';
import type { Threads } from '../../server/threads/threads.ts';
import { isObject, parseJson } from '../../shared/json/value.ts';
import { HOUR } from '../../shared/time/units.ts';
import { dataOf, errorOf } from '../helpers/ask.ts';
import { atEnd } from '../helpers/at-end.ts';
import { failure, NOT_FOUND, success } from '../helpers/captures.ts';
import { eventually } from '../helpers/eventually.ts';
import { newDatabase } from '../helpers/folder.ts';
import * as inProcess from '../helpers/in-process.ts';
import { judging } from '../helpers/judging.ts';
import { postLines } from '../helpers/post.ts';
import { type Served, serve } from '../helpers/server.ts';
import { openThreads } from '../helpers/threads.ts';
import { NOW, record } from './store/records.ts';

/** Opens a writer and a reader, by default on a new file, without the round that applies retention. */
async function opened(db = newDatabase()): Promise<Threads> {
  const threads = await openThreads({ db });
  atEnd(() => threads.close());
  return threads;
}

/** Opens the file for reading, beside the threads. */
async function beside(db: string): Promise<ReadStore> {
  const store = await openStore(db, { role: 'reader' });
  atEnd(() => store.close());
  return store;
}

/**
 * Starts the HTTP server in this process, on `store`. Its clock stands still, later than all that is reported to it, so that
 * a request goes on deleting however slow the machine is.
 */
async function listen(
  { ingest, reinspection }: Threads,
  store: Services['store'],
): Promise<Pick<Served, 'url'>> {
  const later = Date.now() + HOUR;
  const { url, close } = await inProcess.listen(store, ingest, { reinspection, clock: () => later });
  atEnd(close);
  return { url };
}

const report = (served: Pick<Served, 'url'>, n: number) =>
  postLines(
    served,
    Array.from({ length: n }, () => success()),
  );
const erase = { params: { name: 'shop' } };
const servers = async (served: Pick<Served, 'url'>) =>
  (await dataOf(served, 'GET /api/v1/servers')).items.map(({ name, responses }) => [name, responses]);

describe('a server is forgotten', () => {
  test('but no response that arrived under its name meanwhile, even if somebody else deletes the rest', async () => {
    const threads = await opened();
    const { store } = threads;
    let came = 0;
    const served = await listen(threads, {
      ...store,
      // Between two pieces of the request, the round of every minute runs and the tap reports.
      forgetRest: async (server) => {
        await finishForgetting(store);
        came += (await report(served, 2)).receipt?.accepted ?? 0;
        return store.forgetRest(server);
      },
    });
    await report(served, 900);
    expect(await dataOf(served, 'DELETE /api/v1/servers/:name', erase)).toMatchObject({ more: false });
    expect(came).toBe(2);
    expect(await servers(served)).toEqual([['shop', 2]]);
  });

  test('as far as the disk has room, and the answer says that there is more', async () => {
    const threads = await opened();
    const served = await listen(threads, {
      ...threads.store,
      forgetRest: () => Promise.reject(new StoreFull('it is full')),
    });
    await report(served, 900);
    const removed = await dataOf(served, 'DELETE /api/v1/servers/:name', erase);
    expect(removed).toEqual({ responses: expect.any(Number), more: true });
    expect(removed.responses).toBeGreaterThan(0);
    expect(
      await errorOf(served, 'DELETE /api/v1/servers/:name', { ...erase, query: 'rest=true' }),
    ).toMatchObject({
      status: 503,
    });
    expect(await servers(served)).not.toContainEqual(['shop', 900]);
  });

  test('even while an earlier server with its name is only partly deleted', async () => {
    const db = newDatabase();
    const threads = await opened(db);
    const served = await listen(threads, threads.store);
    await report(served, 900);
    await threads.store.forget('shop');
    await report(served, 2);
    const removed = await dataOf(served, 'DELETE /api/v1/servers/:name', erase);
    expect(removed).toEqual({ responses: 402, more: false });
    expect(await servers(served)).toEqual([]);
    expect((await (await beside(db)).diagnose()).faults).toEqual([]);
  });

  test('with its pin, so that it is judged by its shape when it returns', async () => {
    const threads = await opened();
    const served = await listen(threads, threads.store);
    const send = () => postLines(served, [{ server: 'shop', response: { success: true, data: 1 } }]);
    const dialects = async () =>
      (await dataOf(served, 'GET /api/v1/responses')).items.map(({ dialect }) => dialect);
    await send();
    await dataOf(served, 'PATCH /api/v1/servers/:name', { ...erase, body: { dialect: 'plain' } });
    await send();
    expect(await dialects()).toEqual(['plain', 'mcp-aql']);
    await dataOf(served, 'DELETE /api/v1/servers/:name', erase);
    await send();
    expect(await dialects()).toEqual(['mcp-aql']);
  });

  test('with what the rules across responses learnt about it, however the process ends then', async () => {
    const db = newDatabase();
    const learnt = () => {
      const file = new Database(db, { readonly: true });
      const row = file.prepare("SELECT value FROM meta WHERE name = 'memory fold'").get();
      file.close();
      return isObject(row) && Buffer.isBuffer(row.value) ? row.value.toString() : '';
    };
    const first = await serve({ db });
    await postLines(first, [success(), failure(NOT_FOUND), success({ server: 'notes' })]);
    await first.stop();
    expect(learnt()).toMatch(/shop.+notes/);

    const second = await serve({ db });
    await dataOf(second, 'DELETE /api/v1/servers/:name', erase);
    await second.kill();
    expect(learnt()).not.toContain('shop');
    expect(learnt()).toContain('notes');

    const third = await serve({ db });
    atEnd(() => third.stop());
    const result = { response: { success: true, instruction: 'Show' } };
    await postLines(
      third,
      ['shop', 'notes'].map((server) => ({ server, ...result })),
    );
    const rules = async (server: string) => {
      const query = `server=${server}&rule=SES-04`;
      return (await dataOf(third, 'GET /api/v1/responses', { query })).items.length;
    };
    expect([await rules('shop'), await rules('notes')]).toEqual([0, 1]);

    await dataOf(third, 'DELETE /api/v1/servers/:name', erase);
    await postLines(third, [failure(NOT_FOUND, { server: 'files' })]);
    await third.stop();
    expect(learnt()).not.toContain('shop');
    expect(learnt()).toContain('files');
  });

  test('with what a running reinspection learnt about it, which goes on without it', async () => {
    const db = newDatabase();
    const store = await openStore(db, { role: 'writer' });
    await store.append(
      Array.from({ length: 600 }, (_, n) => record({ server: n % 2 ? 'shop' : 'notes', at: NOW - n })),
    );
    const broken = await Reinspector.open(store, judging());
    await broken.start(NOW);
    await broken.stop();
    await store.close();
    const { store: served, reinspection } = await opened(db);
    const file = await beside(db);
    const learnt = async () => {
      const progress = parseJson(Buffer.from((await file.recall('judged')) ?? []).toString());
      const underWay = isObject(progress) && isObject(progress.underWay) ? progress.underWay : {};
      return Buffer.from(String(underWay.fold), 'base64').toString();
    };
    expect(await learnt()).toMatch(/shop.+notes|notes.+shop/);
    expect(await served.forget('shop')).toMatchObject({ more: true });
    expect(await learnt()).toContain('notes');
    expect(await learnt()).not.toContain('shop');
    await reinspection.start(NOW);
    const done = await eventually(
      () => reinspection.state(),
      ({ running }) => !running,
    );
    expect(done).toMatchObject({ needed: false, failure: null });
    expect((await served.servers({ from: 0, to: NOW + 1 })).items).toHaveLength(2);
    await finishForgetting(served);
    expect((await served.servers({ from: 0, to: NOW + 1 })).items).toMatchObject([{ name: 'notes' }]);
    expect((await file.diagnose()).faults).toEqual([]);
  });

  test('but not by a request for the rest of one', async () => {
    const threads = await opened();
    const served = await listen(threads, threads.store);
    await report(served, 2);
    const rest = { ...erase, query: 'rest=true' };
    expect(await dataOf(served, 'DELETE /api/v1/servers/:name', rest)).toEqual({ responses: 0, more: false });
    expect(await servers(served)).toEqual([['shop', 2]]);
    await dataOf(served, 'DELETE /api/v1/servers/:name', { ...erase, query: 'rest=false' });
    expect(await servers(served)).toEqual([]);
  });
});
