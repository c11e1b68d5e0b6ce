import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { dirname, join } from 'node:path';
import { json } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { LIMITS } from '../../../server/ingest/limits.ts';
import { Remote } from '../../../server/threads/remote.ts';
import { dataOf, errorOf } from '../../helpers/ask.ts';
import { atEnd } from '../../helpers/at-end.ts';
import { asksToConfirm, carried } from '../../helpers/captures.ts';
import { newDatabase, newFolder } from '../../helpers/folder.ts';
import { log, only, post } from '../../helpers/post.ts';
import { serve } from '../../helpers/server.ts';
import { BUILT, openThreads } from '../../helpers/threads.ts';

const rulesOf = ({ verdict }: { verdict: { violations: readonly { rule: string }[] } }) =>
  verdict.violations.map(({ rule }) => rule);

describe('what outlives a restart', () => {
  test('rules across responses know what was seen before it', async () => {
    const db = newDatabase();
    const asks = (server: string, id: string) => ({
      server,
      id,
      response: carried({
        success: false,
        error: { code: 'CONFIRMATION_REQUIRED', message: 'This operation requires confirmation' },
        confirmation: {
          token: 'tok_1234567890abcdef',
          expires_at: new Date(Date.now() + 300_000).toISOString(),
        },
      }),
    });
    const first = await serve({ db });
    await post(first, JSON.stringify(asks('bank', 'first')));
    const earlier = await only(first, 'bank');
    expect(rulesOf(earlier)).not.toContain('SES-06');
    await first.stop();

    const second = await serve({ db });
    atEnd(() => second.stop());
    await post(second, JSON.stringify(asks('bank', 'second')));
    const again = await log(second).next();
    const shown = await dataOf(second, 'GET /api/v1/responses/:id', {
      params: { id: again.value?.id ?? '' },
    });
    expect(shown.verdict.violations.find(({ rule }) => rule === 'SES-06')?.earlier).toBe(earlier.id);
    expect(shown.raw).not.toContain('tok_1234567890abcdef');
  });

  test('a pinned dialect applies to new responses, at once and after it', async () => {
    const db = newDatabase();
    const first = await serve({ db });
    const send = (served: { url: string }, id: string) =>
      post(served, JSON.stringify({ server: 'shy', id, response: { success: true, data: 1 } }));
    const newest = async (served: { url: string }) => (await log(served).next()).value?.dialect;
    const pin = { params: { name: 'shy' }, body: { dialect: 'plain' } };
    expect(await errorOf(first, 'PATCH /api/v1/servers/:name', pin)).toMatchObject({ status: 404 });
    await send(first, 'a');
    expect(await newest(first)).toBe('mcp-aql');
    await dataOf(first, 'PATCH /api/v1/servers/:name', pin);
    await send(first, 'b');
    expect(await newest(first)).toBe('plain');
    await first.stop();

    const second = await serve({ db });
    atEnd(() => second.stop());
    await send(second, 'c');
    expect(await newest(second)).toBe('plain');
  });
});

/** Returns everything that loading a built module loads, by name in the build. */
function loaded(name: string, known = new Set<string>()): ReadonlySet<string> {
  if (known.has(name)) return known;
  known.add(name);
  for (const [, path = ''] of readFileSync(new URL(name, BUILT), 'utf8').matchAll(
    /^import .*?"(\.[^"]+)";$/gm,
  ))
    loaded(join(dirname(name), path), known);
  return known;
}

test.each(['writer.js', 'reader.js'])('%s does not load the schemas of the HTTP contract', (name) => {
  const chunks = readdirSync(new URL('chunks', BUILT)).map((chunk) => `chunks/${chunk}`);
  const maps = chunks.filter((chunk) => chunk.endsWith('.map'));
  const holdsSchemas = maps.filter((map) =>
    readFileSync(new URL(map, BUILT), 'utf8').includes('node_modules/typebox'),
  );
  expect(holdsSchemas.length).toBeGreaterThan(0);
  expect(holdsSchemas.filter((map) => loaded(name).has(map.replace(/\.map$/, '')))).toEqual([]);
});

test.each([
  ['captures', 20_000, JSON.stringify({ server: 'many', response: { success: true, data: 'x' } })],
  ['large captures', 12, JSON.stringify({ server: 'many', response: 'x'.repeat(2_000_000) })],
  ['items that are not JSON', 20_000, '{"server":"many","response":{"success":true,"data":"x"]'],
])('a large body of %s does not block a small one', async (_of, many, line) => {
  const { ingest, close } = await openThreads();
  atEnd(close);
  const answered: number[] = [];
  const submit = async (lines: number) => {
    const bytes = Buffer.from(Array.from({ length: lines }, () => line).join('\n'));
    await ingest.submit({ bytes, kind: 'ndjson', receivedAt: Date.now() });
    answered.push(lines);
  };
  await Promise.all([submit(many), submit(1)]);
  expect(answered).toEqual([1, many]);
});

test('a large value that is inspected delays nobody', async () => {
  const served = await serve();
  atEnd(() => served.stop());
  const answered: string[] = [];
  const request = (path: string, method = 'GET') => {
    const headers = { 'content-type': 'application/json' };
    return httpRequest(`${served.url}${path}`, { method, headers }, () => answered.push(path));
  };
  const health = async () => {
    const [reply] = await once(request('/healthz').end(), 'response');
    await json(reply);
  };
  const data = Object.fromEntries(Array.from({ length: 200_000 }, (_, n) => [`member ${n}`, n]));
  const value = JSON.stringify({ success: true, data });
  const inspection = request('/api/v1/inspect', 'POST');
  const judged = once(inspection, 'response').then(([reply]) => json(reply));
  await new Promise((sent) => inspection.write(value.slice(0, -1), sent));
  // In each of these turns, the server also reads some of the value.
  for (let asked = 0; asked < 20; asked++) await health();
  answered.length = 0;
  inspection.end(value.slice(-1));
  await health();
  expect(await judged).toMatchObject({ data: { outcome: 'success' } });
  expect(answered).toEqual(['/healthz', '/api/v1/inspect']);
});

describe('a thread', () => {
  /** Returns a folder of threads with these texts as modules; by default the built writer alone. */
  function entriesOf({
    writer = `await import(${JSON.stringify(new URL('writer.js', BUILT))});`,
    reader,
  }: {
    readonly writer?: string;
    readonly reader?: string;
  }): URL {
    const folder = newFolder();
    writeFileSync(join(folder, 'writer.js'), writer);
    if (reader !== undefined) writeFileSync(join(folder, 'reader.js'), reader);
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    return pathToFileURL(`${folder}/`);
  }

  /** Opens threads whose writer is a module with this text. */
  async function withWriter(writer: string) {
    const crashes: string[] = [];
    const opening = openThreads({
      db: ':memory:',
      onCrash: ({ message }) => crashes.push(message),
      entries: entriesOf({ writer }),
    });
    return { opening, crashes };
  }
  const IN_VAIN = { onCrash: () => {} };
  const FALLING = `import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ id, call }) => {
      if (call !== 'open') throw new Error('the roof fell in');
      parentPort.postMessage({ id });
    });`;

  test('that ends unexpectedly is reported once, and fails pending calls', async () => {
    const { opening, crashes } = await withWriter(FALLING);
    const { ingest, close } = await opening;
    const message = 'The writer thread ended unexpectedly: the roof fell in';
    const body = () => ({ bytes: Buffer.from('{}'), kind: 'json' as const, receivedAt: 0 });
    const waiting = await Promise.allSettled([ingest.submit(body()), ingest.submit(body())]);
    expect(waiting).toMatchObject([{ reason: { message } }, { reason: { message } }]);
    await expect(ingest.submit(body())).rejects.toThrow(message);
    expect(crashes).toEqual([message]);
    await expect(close()).rejects.toThrow(message);
  });

  test('that ends unexpectedly ends the other too, so that the process can be restarted', async () => {
    const reader = `import { parentPort } from 'node:worker_threads';
      parentPort.on('message', ({ id }) => parentPort.postMessage({ id }));`;
    const entries = entriesOf({ writer: FALLING, reader });
    const { close, store } = await openThreads({ ...IN_VAIN, entries });
    await expect(close()).rejects.toThrow('the roof fell in');
    await expect(store.stored()).rejects.toThrow('the server was stopped');
  });

  test('that reads and ends unexpectedly costs nothing of what the writer learnt', async () => {
    const db = newDatabase();
    const asks = () => ({
      bytes: Buffer.from(JSON.stringify(asksToConfirm())),
      kind: 'json' as const,
      receivedAt: Date.now(),
    });
    const entries = entriesOf({ reader: FALLING });
    const { ingest, store, close } = await openThreads({ ...IN_VAIN, db, entries });
    await ingest.submit(asks());
    await expect(store.stored()).rejects.toThrow('the roof fell in');
    await expect(close()).rejects.toThrow('the roof fell in');

    const again = await openThreads({ ...IN_VAIN, db });
    atEnd(() => again.close());
    await again.ingest.submit(asks());
    const { items } = await again.store.violations({ from: 0, to: Date.now() + 1000, rule: ['SES-06'] });
    expect(items).toHaveLength(1);
  });

  test('releases the file if the reader cannot start', async () => {
    const db = newDatabase();
    const entries = entriesOf({ reader: `throw new Error('no roof');` });
    await expect(openThreads({ db, entries, ...IN_VAIN })).rejects.toThrow('no roof');
    rmSync(new URL('reader.js', entries));
    await expect(openThreads({ db, entries, ...IN_VAIN })).rejects.toThrow('reader.js is not built');
    const { close } = await openThreads({ db, ...IN_VAIN });
    await close();
  });

  test('whose answer cannot be cloned fails only that call', async () => {
    const db = newDatabase();
    const crashes: Error[] = [];
    const data = { db, limits: LIMITS, rules: new Map(), secretKeys: [] };
    const writer = new Remote<{ store: { stored(): Promise<object>; valueOf(): Promise<object> } }>(
      new URL('writer.js', BUILT),
      'writer',
      data,
      (error) => crashes.push(error),
    );
    await writer.open();
    atEnd(() => writer.stop());
    // The answer is the store itself, and methods cannot be cloned.
    const answer = writer.call('store', 'valueOf', []);
    await expect(answer).rejects.toMatchObject({ name: 'DataCloneError' });
    expect(await writer.call('store', 'stored', [])).toMatchObject({ responses: 0 });
    expect(crashes).toEqual([]);
  });

  test('that cannot start rejects the opening', async () => {
    const { opening, crashes } = await withWriter(`throw new Error('no roof');`);
    await expect(opening).rejects.toThrow('no roof');
    expect(crashes).toEqual([]);
  });
});
