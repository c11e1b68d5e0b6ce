import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { buildApp } from '../../server/app.ts';
import { finishForgetting } from '../../server/cli/retention.ts';
import { LIMITS } from '../../server/ingest/limits.ts';
import type { Store } from '../../server/store/store.ts';
import { openThreads, type Threads } from '../../server/threads/threads.ts';
import { dataOf, errorOf } from '../helpers/ask.ts';
import { success } from '../helpers/captures.ts';
import type { Served } from '../helpers/server.ts';
import { postLines } from './ingest/post.ts';

const settings = { rules: new Map(), secretKeys: [], limits: LIMITS };

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

function newDatabase(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mailroom-forgetting-'));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'mailroom.db');
}

/** A writer and a reader on a new file, with no round that keeps within a policy. */
async function opened(): Promise<Threads> {
  const threads = await openThreads({
    ...settings,
    db: newDatabase(),
    onCrash: (error) => {
      throw error;
    },
    entries: new URL('../../dist/server/', import.meta.url),
  });
  undo.push(() => threads.close());
  return threads;
}

/** The server's HTTP side in this process, before `store`. */
async function listen({ ingest, reinspection }: Threads, store: Store): Promise<Pick<Served, 'url'>> {
  const config = {
    version: '0.0.0',
    host: '127.0.0.1',
    allowHosts: [],
    tokens: [],
    demo: false,
    webFolder: tmpdir(),
    keepMs: null,
    maxBytes: null,
  };
  const app = await buildApp({ ...settings, store, ingest, reinspection, clock: Date.now, config });
  undo.push(() => app.close());
  return { url: await app.listen({ host: '127.0.0.1', port: 0 }) };
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
  test('and no response that came under its name meanwhile, though somebody else did the rest', async () => {
    const threads = await opened();
    const { store } = threads;
    let came = 0;
    const served = await listen(threads, {
      ...store,
      // The round of every minute lies between two pieces of the request, and the tap reports.
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

  test('also where one that had its name before is only half gone', async () => {
    const threads = await opened();
    const served = await listen(threads, threads.store);
    await report(served, 900);
    await threads.store.forget('shop');
    await report(served, 2);
    const removed = await dataOf(served, 'DELETE /api/v1/servers/:name', erase);
    expect(removed).toEqual({ responses: 402, more: false });
    expect(await servers(served)).toEqual([]);
    expect((await threads.store.check()).faults).toEqual([]);
  });

  test('but not by who asks for the rest of one', async () => {
    const threads = await opened();
    const served = await listen(threads, threads.store);
    await report(served, 2);
    const rest = { ...erase, query: 'rest=true' };
    expect(await errorOf(served, 'DELETE /api/v1/servers/:name', rest)).toMatchObject({ status: 404 });
    await dataOf(served, 'DELETE /api/v1/servers/:name', { ...erase, query: 'rest=false' });
    expect(await servers(served)).toEqual([]);
  });
});
