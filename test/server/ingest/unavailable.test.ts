import { once } from 'node:events';
import { existsSync, linkSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setImmediate as turnOfOthers } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { describe, expect, test, vi } from 'vitest';
import { Fold } from '../../../server/ingest/fold.ts';
import type { Ingest } from '../../../server/ingest/ingest.ts';
import { LIMITS, type Limits } from '../../../server/ingest/limits.ts';
import { FOLD, Pipeline } from '../../../server/ingest/pipeline.ts';
import { Queue } from '../../../server/ingest/queue.ts';
import type { Services } from '../../../server/routes/route.ts';
import { StoreFull, StoreUnavailable } from '../../../server/store/faults.ts';
import { openStore } from '../../../server/store/open.ts';
import { Writer } from '../../../server/store/sqlite/append/writer.ts';
import { Connection } from '../../../server/store/sqlite/file/connection.ts';
import type { Store } from '../../../server/store/store.ts';
import { sum } from '../../../shared/collections/sum.ts';
import { dataOf } from '../../helpers/ask.ts';
import { atEnd } from '../../helpers/at-end.ts';
import { asksToConfirm, carried, lines, success } from '../../helpers/captures.ts';
import { newDatabase } from '../../helpers/folder.ts';
import { listen } from '../../helpers/in-process.ts';
import { judging } from '../../helpers/judging.ts';
import { post, postLines, storedIds } from '../../helpers/post.ts';
import { mailroom } from '../../helpers/program.ts';
import { serve } from '../../helpers/server.ts';
import { openThreads } from '../../helpers/threads.ts';
import { record } from '../store/records.ts';

const rules = new Map();

/** Returns a pipeline as in the writer thread, but in this process, with this `append` and what was `learnt`. */
function pipelineTo({ recall }: Store, append: Store['append'], learnt?: Uint8Array): Pipeline {
  const fold = new Fold(rules, learnt);
  const store = { append, recall };
  return new Pipeline({ store, judge: judging({ fold }), fold, limits: LIMITS });
}

async function inMemory(): Promise<Store> {
  const store = await openStore(':memory:', { role: 'writer' });
  atEnd(() => store.close());
  return store;
}

/** Opens a new file on a connection that can limit its size. */
async function limited() {
  const db = newDatabase();
  const connection = Connection.toWrite(db);
  const writer = new Writer(connection);
  const store = await openStore(db, { role: 'reader' });
  atEnd(() => connection.close());
  atEnd(() => store.close());
  return { connection, writer, store };
}

function queued(pipeline: Pipeline): Ingest {
  const queue = new Queue((bodies) => pipeline.commit(bodies), LIMITS);
  return { submit: (body) => queue.submit(body), onCommitted: () => {} };
}

/** As {@link listen}, until the end of the test. */
async function listening(
  store: Services['store'],
  ingest: Ingest,
  limits?: Limits,
): Promise<{ readonly url: string }> {
  const { url, close } = await listen(store, ingest, { limits });
  atEnd(close);
  return { url };
}

/** The same with a writer and a reader thread on a new file. */
async function listenWithThreads(limits: Limits): Promise<{ readonly url: string }> {
  const threads = await openThreads({ limits });
  atEnd(() => threads.close());
  return await listening(threads.store, threads.ingest, limits);
}

/** Returns captures that do not compress, to fill a disk. */
const bulky = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    server: 'bulky',
    response: { success: true, data: Array.from({ length: 40 }, () => Math.random()), n },
  }));

describe('a full disk', () => {
  test('is a 503 with nothing of the request stored, until there is space again', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    atEnd(() => said.mockRestore());
    const { connection, writer, store } = await limited();
    const pipeline = pipelineTo(store, async (records, saved) => writer.append(records, saved));
    const served = await listening(store, queued(pipeline));

    expect((await postLines(served, bulky(5))).status).toBe(200);
    const pages = Number(connection.db.pragma('page_count', { simple: true }));
    connection.db.pragma(`max_page_count = ${pages + 20}`);
    const refused = await postLines(served, bulky(900));
    expect(refused).toMatchObject({ status: 503, error: { code: 'INTERNAL_ERROR' } });
    expect(refused.error?.message).toContain('disk is full');
    expect(await storedIds(served)).toHaveLength(5);
    expect((await postLines(served, bulky(1))).status).toBe(200);

    const part = await postLines(served, [...bulky(1), ...bulky(2500)]);
    expect(part.status).toBe(503);
    expect((await postLines(served, bulky(900))).status).toBe(503);
    expect(await storedIds(served)).toHaveLength(6);
    const refusing = 'mailroom: refusing responses: no space is left for the database';
    const again = 'mailroom: storing responses again';
    expect(said.mock.calls).toEqual([[refusing], [again], [refusing]]);

    connection.db.pragma('max_page_count = 1000000');
    expect((await postLines(served, bulky(900))).receipt).toMatchObject({ accepted: 900 });
    expect(await storedIds(served)).toHaveLength(906);
    expect(said.mock.calls.slice(3)).toEqual([[again]]);
    expect(connection.db.pragma('integrity_check', { simple: true })).toBe('ok');
  });

  test('costs no name of what it refused and stores later', async () => {
    const { connection, writer, store } = await limited();
    const pipeline = pipelineTo(store, async (records, saved) => writer.append(records, saved));
    await sendTo(pipeline, bulky(5));
    // Room for their captures, which are alike, but not for their rows.
    const pages = Number(connection.db.pragma('page_count', { simple: true }));
    connection.db.pragma(`max_page_count = ${pages + 8}`);
    const late = Array.from({ length: 900 }, () => success({ server: 'late', client: 'ide', session: 's' }));
    expect(await sendTo(pipeline, late)).toMatchObject({ error: { name: 'StoreFull' } });
    connection.db.pragma('max_page_count = 1000000');
    expect(await sendTo(pipeline, late)).toMatchObject({ receipt: { accepted: 900 } });
    const { items } = await store.responses(
      { from: 0, to: Date.now() + 1, server: ['late'] },
      { limit: 900 },
    );
    expect(items).toHaveLength(900);
    expect(await store.response(items[0]?.id ?? '')).toMatchObject({ client: 'ide', session: 's' });
  });

  test('in the middle of a large body names the items that were not stored', async () => {
    const { connection, writer, store } = await limited();
    const pipeline = pipelineTo(store, async (records, saved) => {
      const answers = writer.append(records, saved);
      connection.db.pragma(`max_page_count = ${connection.db.pragma('page_count', { simple: true })}`);
      return answers;
    });
    // From the 500th on, every other one is refused for what it is.
    const captures = bulky(2500).map((capture, n) => (n < 500 || n % 2 === 1 ? capture : 7));
    const bytes = Buffer.from(lines(...captures));
    const [result] = await pipeline.commit([{ bytes, kind: 'ndjson', receivedAt: Date.now() }]);
    if (result === undefined || 'error' in result) throw new Error('The body was refused whole');
    expect(result.receipt.accepted).toBe(750);
    expect(result.receipt.rejected_count).toBe(1750);
    expect(result.receipt.rejected.map(({ index }) => index)).toEqual([
      ...Array.from({ length: 250 }, (_, n) => 500 + 2 * n),
      ...Array.from({ length: 750 }, (_, n) => 1000 + n),
    ]);
    const [bad, notStored] = result.receipt.rejected.slice(250, 252);
    expect(bad?.error.code).toBe('VALIDATION_INVALID_TYPE');
    expect(notStored?.error).toMatchObject({
      code: 'INTERNAL_ERROR',
      message: expect.stringContaining('no space is left'),
    });
  });
});

const large = (count: number) =>
  Array.from({ length: count }, () => ({ server: 'large', response: 'x'.repeat(2_500_000) }));

test.each<[of: string, bodies: readonly (readonly unknown[])[], accepted: readonly number[]]>([
  ['many', [bulky(400), bulky(400), bulky(400)], [400, 400]],
  ['large', [large(2), large(3)], [2]],
])('of bodies of %s captures, a full disk refuses whole ones', async (_of, bodies, accepted) => {
  const store = await inMemory();
  let appended = 0;
  const pipeline = pipelineTo(store, async (records, saved) => {
    if (appended > 0) throw new StoreFull('It is full');
    appended += records.length;
    return store.append(records, saved);
  });
  const sent = bodies.map((captures) => ({
    bytes: Buffer.from(JSON.stringify(captures)),
    kind: 'json' as const,
    receivedAt: Date.now(),
  }));
  expect(await pipeline.commit(sent)).toMatchObject([
    ...accepted.map((count) => ({ receipt: { accepted: count } })),
    { error: { name: 'StoreFull' } },
  ]);
  expect(appended).toBe(sum(accepted));
});

test('the parts of a large body are stored one after another, and its receipt comes last', async () => {
  const store = await inMemory();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let parts = 0;
  const pipeline = pipelineTo(store, async (records, saved) => {
    parts += 1;
    await held;
    return store.append(records, saved);
  });
  const sent = sendTo(pipeline, bulky(1001));
  for (let turn = 0; turn < 10; turn++) await turnOfOthers();
  expect(parts).toBe(1);
  release();
  expect(await sent).toMatchObject({ receipt: { accepted: 1001 } });
});

test('a disk with less than a given space left takes no responses and no second verdicts, but a server can be forgotten', async () => {
  const file = newDatabase();
  const before = await openStore(file, { role: 'writer' });
  await before.append([record()]);
  await before.close();
  const store = await openStore(file, { role: 'writer', minFree: Number.MAX_SAFE_INTEGER });
  atEnd(() => store.close());
  await expect(store.append([record()])).rejects.toThrow(StoreFull);
  await expect(store.reinspect({ ids: [], catalogue: 1, changed: [] })).rejects.toThrow(StoreFull);
  expect(await store.stored()).toMatchObject({ responses: 1 });
  await store.forget('shop');
  expect(await store.stored()).toMatchObject({ responses: 0 });
});

async function sendTo(pipeline: Pipeline, captures: readonly unknown[], receivedAt = Date.now()) {
  const bytes = Buffer.from(lines(...captures));
  const [result] = await pipeline.commit([{ bytes, kind: 'ndjson', receivedAt }]);
  return result;
}

/** Returns which servers sent a token again. */
const repeatedIn = async (store: Pick<Store, 'violations'>) =>
  (await store.violations({ from: 0, to: Date.now() + 1 })).items.filter(({ rule }) => rule === 'SES-06');

test('a response refused by a full disk and sent again breaks no rule together with itself', async () => {
  const { connection, writer, store } = await limited();
  const pipeline = pipelineTo(store, async (records, saved) => writer.append(records, saved));
  const send = (captures: readonly unknown[]) => sendTo(pipeline, captures);
  const repeated = () => repeatedIn(store);

  await send(bulky(5));
  const pages = Number(connection.db.pragma('page_count', { simple: true }));
  connection.db.pragma(`max_page_count = ${pages + 5}`);
  expect(await send([asksToConfirm(), ...bulky(500)])).toMatchObject({ error: { name: 'StoreFull' } });
  connection.db.pragma('max_page_count = 1000000');
  expect(await send([asksToConfirm(), ...bulky(500)])).toMatchObject({ receipt: { accepted: 501 } });
  expect(await repeated()).toEqual([]);
  await send([asksToConfirm()]);
  expect(await repeated()).toMatchObject([{ count: 1 }]);
});

test.each<[fault: Error, string, (pipeline: Pipeline, store: Store) => Promise<unknown>]>([
  [new StoreFull('It is full'), 'the program ends', (pipeline) => pipeline.save()],
  [
    new StoreUnavailable('It is locked'),
    'another server is forgotten',
    async (pipeline, store) => store.append([], await pipeline.without('bulky')),
  ],
])('what was refused (%s) is not remembered when %s', async (fault, _when, then) => {
  const store = await inMemory();
  let refuses = false;
  const append: Store['append'] = async (records, saved) => {
    if (refuses) throw fault;
    return store.append(records, saved);
  };
  const pipeline = pipelineTo(store, append);
  await sendTo(pipeline, bulky(1));
  refuses = true;
  expect(await sendTo(pipeline, [asksToConfirm()])).toEqual({ error: fault });
  refuses = false;
  await then(pipeline, store);
  const after = pipelineTo(store, append, await store.recall(FOLD));
  expect(await sendTo(after, [asksToConfirm()])).toMatchObject({ receipt: { accepted: 1 } });
  expect(await repeatedIn(store)).toEqual([]);
});

test.each([
  ['on the way', 60_000],
  ['though the clock was set back', -3_600_000],
])('what was learnt across responses is saved %s, so that a crash does not lose it', async (_how, later) => {
  const store = await inMemory();
  const append: Store['append'] = (records, saved) => store.append(records, saved);
  const before = pipelineTo(store, append);
  const now = Date.now();
  await sendTo(before, [asksToConfirm('first')], now - 120_000);
  await sendTo(before, [asksToConfirm('second')], now - 120_000 + later);
  const after = pipelineTo(store, append, await store.recall(FOLD));
  await sendTo(after, [asksToConfirm('first'), asksToConfirm('second'), asksToConfirm('third')]);
  expect((await repeatedIn(store)).map(({ server }) => server).sort()).toEqual(['first', 'second']);
});

test('what was learnt right after a save is saved at the end, and not with each commit', async () => {
  const store = await inMemory();
  let saves = 0;
  const append: Store['append'] = (records, saved) => {
    if (saved !== undefined) saves += 1;
    return store.append(records, saved);
  };
  const before = pipelineTo(store, append);
  const servers = ['first', 'second', 'third'];
  const now = Date.now();
  for (const server of servers) await sendTo(before, [asksToConfirm(server)], now);
  expect(saves).toBe(1);
  await before.save();
  expect(saves).toBe(2);
  const after = pipelineTo(store, append, await store.recall(FOLD));
  await sendTo(
    after,
    servers.map((server) => asksToConfirm(server)),
  );
  expect((await repeatedIn(store)).map(({ server }) => server).sort()).toEqual(servers);
});

test('what is learnt after a refusal is saved at the end', async () => {
  const store = await inMemory();
  let refuses = false;
  const append: Store['append'] = async (records, saved) => {
    if (refuses) throw new StoreFull('It is full');
    return store.append(records, saved);
  };
  const before = pipelineTo(store, append);
  await sendTo(before, [asksToConfirm('first')]);
  refuses = true;
  await sendTo(before, [asksToConfirm('refused')]);
  refuses = false;
  await sendTo(before, [asksToConfirm('second')]);
  await before.save();
  const after = pipelineTo(store, append, await store.recall(FOLD));
  await sendTo(after, [asksToConfirm('first'), asksToConfirm('refused'), asksToConfirm('second')]);
  expect((await repeatedIn(store)).map(({ server }) => server).sort()).toEqual(['first', 'second']);
});

test('what was learnt last is known after a restart', async () => {
  const db = newDatabase();
  const servers = ['one', 'two'];
  const first = await serve({ db });
  for (const server of servers) await postLines(first, [asksToConfirm(server)]);
  expect(await first.stop()).toBe(0);
  const second = await serve({ db });
  atEnd(() => second.stop());
  await postLines(
    second,
    servers.map((server) => asksToConfirm(server)),
  );
  const { items } = await dataOf(second, 'GET /api/v1/violations', { query: 'rule=SES-06' });
  expect(items.map(({ server }) => server).sort()).toEqual(servers);
});

test('a record that cannot be stored costs no other of its transaction', async () => {
  const taken: unknown[] = [];
  const store = await inMemory();
  const pipeline = pipelineTo(store, async (records, saved) => {
    if (records.some(({ facts }) => facts.server === 'poison')) throw new TypeError('It cannot be bound');
    taken.push(...records);
    return store.append(records, saved);
  });
  const servers = ['a', 'b', 'poison', 'c', 'd', 'e', 'f'];
  const bodies = servers.map((server) => ({
    bytes: Buffer.from(JSON.stringify({ server, response: 1 })),
    kind: 'json' as const,
    receivedAt: 0,
  }));
  const results = await pipeline.commit(bodies);
  expect(results.map((result) => 'error' in result)).toEqual(servers.map((server) => server === 'poison'));
  expect(taken).toHaveLength(6);
});

test('of a body that is stored but for one that cannot be, the receipt says so, also if it is sent again', async () => {
  const store = await inMemory();
  const pipeline = pipelineTo(store, async (records, saved) => {
    if (records.some(({ facts }) => facts.server === 'poison')) throw new TypeError('It cannot be bound');
    return store.append(records, saved);
  });
  const captures = [success({ id: 'one' }), success({ server: 'poison' })];
  const rejected = [{ index: 1, error: { code: 'INTERNAL_ERROR' } }];
  expect(await sendTo(pipeline, captures)).toMatchObject({ receipt: { accepted: 1, rejected } });
  expect(await sendTo(pipeline, captures)).toMatchObject({ receipt: { duplicates: 1, rejected } });
});

test('what could not be stored together is stored by the standard that it was judged by, though a pin changes meanwhile', async () => {
  const { append, recall } = await inMemory();
  const fold = new Fold(rules, undefined);
  const judge = judging({ fold });
  const { standard } = judge;
  const declared: string[] = [];
  const pipeline = new Pipeline({
    store: {
      recall,
      append: async (records, saved) => {
        judge.pin('shop', 'plain');
        if (records.length > 1) throw new TypeError('It cannot be bound');
        return append(records, saved);
      },
    },
    judge,
    fold,
    limits: LIMITS,
    declare: async (one) => {
      declared.push(one);
    },
  });
  await sendTo(pipeline, [success(), success()]);
  expect(declared).toEqual([standard, standard, standard]);
});

test('an item that cannot be judged is rejected, and costs no other of its group', async () => {
  const store = await inMemory();
  // No response is known to make judging throw, but unreadable settings do.
  class Broken extends Map {
    override get(rule: string) {
      if (rule === 'ENV-03') throw new RangeError('Maximum call stack size exceeded');
      return undefined;
    }
  }
  const fold = new Fold(rules, undefined);
  const judge = judging({ rules: new Broken(), fold });
  const pipeline = new Pipeline({ store, judge, fold, limits: LIMITS });
  const good = success();
  const poison = success({ response: carried({ success: true }) });
  const bodies = [[good], [good, poison, good], [poison]].map((captures) => ({
    bytes: Buffer.from(lines(...captures)),
    kind: 'ndjson' as const,
    receivedAt: Date.now(),
  }));
  const error = { code: 'INTERNAL_ERROR', message: "Internal error: 'the response could not be judged'" };
  expect(await pipeline.commit(bodies)).toEqual([
    { receipt: { accepted: 1, quarantined: 0, duplicates: 0, rejected: [], rejected_count: 0 } },
    {
      receipt: {
        accepted: 2,
        quarantined: 0,
        duplicates: 0,
        rejected: [{ index: 1, error }],
        rejected_count: 1,
      },
    },
    { error: new RangeError('Maximum call stack size exceeded') },
  ]);
  expect((await store.stored()).responses).toBe(3);
});

test('a file that cannot grow is reported in one line by a command', async () => {
  const db = newDatabase();
  const served = await serve({ db });
  await served.stop();
  const { code, stderr } = await mailroom(['import', '-', '--db', db], {
    input: lines(...bulky(4000)),
    through: ['sh', '-c', 'ulimit -f 2000 && exec "$0" "$@"'],
  });
  expect([code, stderr]).toEqual([1, 'mailroom import: the database is unavailable: the disk failed\n']);
});

/** The refusal of what would be written to a file that is not there any more. */
const refusedFor = (what: string) => ({
  status: 503,
  error: {
    message: expect.stringContaining(`its ${what} was removed or replaced; nothing from this request`),
  },
});

test('a file that was removed or replaced is a 503, until it is back', async () => {
  const served = await serve({ db: newDatabase() });
  atEnd(() => served.stop());
  const send = () => post(served, '{"server":"a","response":1}');
  expect((await send()).status).toBe(200);
  renameSync(served.db, `${served.db}.aside`);
  expect(await send()).toMatchObject(refusedFor('file'));
  writeFileSync(served.db, 'another');
  expect(await send()).toMatchObject(refusedFor('file'));
  renameSync(`${served.db}.aside`, served.db);
  expect((await send()).status).toBe(200);
  expect(await storedIds(served)).toHaveLength(2);
});

test('a new file is held against another program that wants it for itself, which would take its log away', async () => {
  const served = await serve({ db: newDatabase() });
  atEnd(() => served.stop());
  const other = new Database(served.db, { timeout: 0 });
  other.pragma('locking_mode = EXCLUSIVE');
  expect(() => other.prepare('SELECT * FROM servers').all()).toThrow('database is locked');
  other.close();
  expect((await post(served, '{"server":"a","response":1}')).status).toBe(200);
});

test('a log that was removed or replaced beside its file is a 503, until it is back', async () => {
  const db = newDatabase();
  writeFileSync(db, '');
  symlinkSync(db, `${db}.link`);
  // By a link as well: the log is beside the file that it leads to.
  for (const name of [db, `${db}.link`]) {
    const served = await serve({ db: name });
    atEnd(() => served.stop());
    const send = () => post(served, '{"server":"a","response":1}');
    expect((await send()).status).toBe(200);
    const before = (await storedIds(served)).length;
    renameSync(`${db}-wal`, `${db}.aside`);
    expect(await send()).toMatchObject(refusedFor('-wal file'));
    writeFileSync(`${db}-wal`, '');
    expect(await send()).toMatchObject(refusedFor('-wal file'));
    renameSync(`${db}.aside`, `${db}-wal`);
    expect((await send()).status).toBe(200);
    expect(await storedIds(served)).toHaveLength(before + 1);
    await served.stop();
  }
});

test('what was acknowledged before the log was removed is there after a restart', async () => {
  const served = await serve({ db: newDatabase() });
  atEnd(() => served.stop());
  expect((await post(served, '{"server":"a","response":1}')).status).toBe(200);
  rmSync(`${served.db}-wal`);
  expect((await post(served, '{"server":"a","response":2}')).status).toBe(503);
  await served.stop();
  const again = await serve({ db: served.db });
  atEnd(() => again.stop());
  expect(await storedIds(again)).toHaveLength(1);
  expect((await post(again, '{"server":"a","response":2}')).status).toBe(200);
});

test('a file that cannot be created, or that another Mailroom has open, stops startup with a clear message', async () => {
  const served = await serve({ db: newDatabase() });
  atEnd(() => served.stop());
  await expect(serve({ db: join(served.db, 'inside-a-file.db') })).rejects.toThrow('cannot open database');
  const refusal =
    /ended with 1: (?:Opening .+\n)?mailroom serve: cannot open database .+: it is already open in another Mailroom; .+\n$/;
  await expect(serve({ db: served.db })).rejects.toThrow(refusal);
  symlinkSync(served.db, `${served.db}.link`);
  await expect(serve({ db: `${served.db}.link` })).rejects.toThrow('already open in another Mailroom');
  linkSync(served.db, `${served.db}.second`);
  await expect(serve({ db: `${served.db}.second` })).rejects.toThrow('it has 2 names (hard links)');
  expect(existsSync(`${served.db}.second-wal`)).toBe(false);
  expect((await post(served, '{"server":"a","response":1}')).status).toBe(200);
});

test('a link to a file that does not exist yet is the file that it leads to', async () => {
  const db = newDatabase();
  const link = `${db}.link`;
  symlinkSync(db, link);
  const served = await serve({ db: link });
  atEnd(() => served.stop());
  await expect(serve({ db })).rejects.toThrow('already open in another Mailroom');
  const nowhere = `${db}.nowhere`;
  symlinkSync(join(`${db}.missing`, 'mailroom.db'), nowhere);
  await expect(serve({ db: nowhere })).rejects.toThrow('cannot open database');
  expect([existsSync(`${link}.lock`), existsSync(`${nowhere}.lock`)]).toEqual([false, false]);
});

test.each([{ queueBodies: 1 }, { receivingBytes: 1 }])(
  'a full queue (%o) is a 429 that says when to retry, and what was accepted is stored',
  async (least) => {
    const served = await listenWithThreads({ ...LIMITS, ...least });
    const replies = await Promise.all(Array.from({ length: 60 }, () => postLines(served, bulky(3))));
    const metrics = await (await fetch(`${served.url}/metrics`)).text();
    const refused = replies.filter(({ status }) => status === 429);
    const stored = replies.filter(({ status }) => status === 200);
    expect(refused.length + stored.length).toBe(60);
    expect(refused.length).toBeGreaterThan(0);
    for (const { headers, error } of refused) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(error?.code).toBe('RATE_LIMIT_EXCEEDED');
    }
    expect(metrics).toContain(`\nmailroom_ingest_refused_bodies_total ${refused.length}\n`);
    expect(metrics).toContain('\nmailroom_ingest_bodies_waiting 0\n');
    expect(await storedIds(served)).toHaveLength(3 * stored.length);
  },
);

test('without its store or its pages, a server says which of them is missing', async () => {
  const store = await openStore(':memory:', { role: 'writer' });
  const pipeline = pipelineTo(store, (records, saved) => store.append(records, saved));
  const { url } = await listening(store, queued(pipeline));
  const get = async (path: string) => {
    const reply = await fetch(`${url}${path}`);
    return [reply.status, await reply.text()];
  };
  expect(await get('/')).toEqual([503, expect.stringContaining('run <code>npm run build</code>')]);
  await store.close();
  expect(await get('/readyz')).toEqual([503, expect.stringContaining('the database does not respond')]);
  expect(await get('/healthz')).toEqual([200, expect.any(String)]);
  const failed = /the request failed; see req-\w+ in Mailroom's log/;
  expect(await get('/api/v1/servers')).toEqual([500, expect.stringMatching(failed)]);
});

test('stored bodies make room for later ones', async () => {
  const limits = { ...LIMITS, receivingBytes: 128 * 1024 };
  const served = await listenWithThreads(limits);
  for (let n = 0; n < 10; n++) expect(await postLines(served, bulky(50))).toMatchObject({ status: 200 });
});

test('bodies to inspect have a limit of their own, and make room for later ones', async () => {
  const served = await listenWithThreads({ ...LIMITS, receivingBytes: 1000 });
  const url = `${served.url}/api/v1/inspect`;
  const asked = { method: 'POST', headers: { 'content-type': 'application/json' } };
  const inspect = async () => (await fetch(url, { ...asked, body: '"short"' })).status;
  expect(await inspect()).toBe(200);
  const slow = request(url, asked);
  slow.write(`"${'x'.repeat(995)}`);
  await expect.poll(inspect).toBe(429);
  expect((await post(served, '{"server":"a","response":1}')).status).toBe(200);
  slow.end('"');
  const [reply] = await once(slow, 'response');
  expect([reply.resume().statusCode, await inspect()]).toEqual([200, 200]);
});
