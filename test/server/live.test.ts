import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Committed, Ingest } from '../../server/ingest/ingest.ts';
import { openStore } from '../../server/store/open.ts';
import type { ResponseRow } from '../../shared/api/responses.ts';
import { HOUR } from '../../shared/time/units.ts';
import { dataOf, deliver, errorOf } from '../helpers/ask.ts';
import { failure, NOT_FOUND, success } from '../helpers/captures.ts';
import { eventually, LONGEST_WAIT } from '../helpers/eventually.ts';
import { newDatabase } from '../helpers/folder.ts';
import * as inProcess from '../helpers/in-process.ts';
import { pausesOf } from '../helpers/pauses.ts';
import { type Served, serve } from '../helpers/server.ts';
import { record } from './store/records.ts';

interface LiveEvent {
  readonly id: string | undefined;
  readonly name: string;
  readonly data: {
    readonly items?: readonly ResponseRow[];
    readonly skipped?: number;
    readonly changes?: number;
    readonly responses?: number;
  };
}

let served: Served;
const open: AbortController[] = [];
beforeAll(async () => {
  served = await serve();
});
afterEach(() => {
  for (const stream of open.splice(0)) stream.abort();
});
afterAll(() => served.stop());

/** Opens a stream and waits for its first event, so that it reports whatever is stored next. */
async function listen(query = '', lastEventId?: string, { url }: Pick<Served, 'url'> = served) {
  const stream = new AbortController();
  open.push(stream);
  const reply = await fetch(`${url}/api/v1/live?${query}`, {
    signal: stream.signal,
    headers: lastEventId === undefined ? {} : { 'last-event-id': lastEventId },
  });
  const events = eventsOf(reply);
  return {
    type: reply.headers.get('content-type'),
    /** Returns the next event with that name. */
    next: async (name: string): Promise<LiveEvent> => {
      const late = setTimeout(() => stream.abort(new Error(`No ${name} came`)), LONGEST_WAIT);
      try {
        for (;;) {
          const { value, done } = await events.next();
          if (done) throw new Error(`The stream ended before ${name}`);
          if (value.name === name) return value;
        }
      } finally {
        clearTimeout(late);
      }
    },
    first: async () => (await events.next()).value,
    ended: async () => (await events.next()).done,
  };
}

async function* eventsOf({ body }: Response): AsyncGenerator<LiveEvent, void> {
  let pending = '';
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = (pending + chunk).split('\n\n');
    pending = blocks.pop() ?? '';
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
      yield { id: field('id'), name: field('event') ?? '', data: JSON.parse(field('data') ?? '{}') };
    }
  }
}

const store = (...body: unknown[]) => deliver(served, body);
const serversOf = ({ data }: LiveEvent) => data.items?.map(({ server }) => server);

test('a response is sent as soon as it is stored, along with a tick', async () => {
  const live = await listen();
  await live.next('tick');
  await store(success({ server: 'now' }));
  const told = await live.next('responses');
  expect(live.type).toBe('text/event-stream');
  expect(serversOf(told)).toEqual(['now']);
  expect(told.data.skipped).toBe(0);
  await live.next('tick');
});

test('a stream without an end tells what is observed later than it began', async () => {
  const live = await listen('server=ahead');
  await live.next('tick');
  await store(success({ server: 'ahead', observed_at: new Date(Date.now() + HOUR).toISOString() }));
  expect(serversOf(await live.next('responses'))).toEqual(['ahead']);
});

test('a change is announced, also one that was made after the status was read', async () => {
  await store(success({ server: 'pinned' }));
  const pin = (dialect: 'plain' | null) =>
    dataOf(served, 'PATCH /api/v1/servers/:name', { params: { name: 'pinned' }, body: { dialect } });
  const { changes } = await dataOf(served, 'GET /api/v1/status');
  await pin('plain');
  const live = await listen(`after_change=${changes}`);
  await live.next('change');
  expect((await live.next('tick')).data.changes).toBe(changes + 1);
  await pin(null);
  await live.next('change');
  const later = await listen(`after_change=${changes + 2}`);
  expect(await later.first()).toMatchObject({ name: 'tick', data: { changes: changes + 2 } });
});

test('only what matches the filter is sent', async () => {
  const live = await listen('outcome=failure&server=told');
  await live.next('tick');
  await store(
    success({ server: 'told' }),
    failure(NOT_FOUND, { server: 'other' }),
    failure(NOT_FOUND, { server: 'told' }),
    success({ server: 'told' }),
  );
  const told = await live.next('responses');
  // What is not in the filter was not skipped.
  expect([serversOf(told), told.data.skipped]).toEqual([['told'], 0]);
});

test('a broken stream resumes after its last event', async () => {
  const before = await listen();
  await before.next('tick');
  await store(success({ server: 'seen' }));
  const { id } = await before.next('responses');
  open.pop()?.abort();
  await store(success({ server: 'missed-1' }), success({ server: 'missed-2' }));
  await store(success({ server: 'missed-3' }));
  // As a browser opens its address once more.
  const after = await listen('after=0', id);
  expect(serversOf(await after.next('responses'))).toEqual(['missed-1', 'missed-2', 'missed-3']);
});

test('a broken stream resumes after its last event although the server was restarted', async () => {
  const db = newDatabase();
  const before = await serve({ db });
  const store = (...servers: readonly string[]) =>
    deliver(
      before,
      servers.map((server) => success({ server })),
    );
  const live = await listen('', undefined, before);
  await live.next('tick');
  await store('seen');
  const { id } = await live.next('responses');
  // More than one event tells.
  const missed = Array.from({ length: 250 }, (_, n) => `missed ${n}`);
  await store(...missed);
  await before.stop();
  const after = await serve({ db });
  const resumed = await listen('', id, after);
  const told = [await resumed.next('responses'), await resumed.next('responses')];
  expect(told.flatMap(serversOf)).toEqual(missed);
  await after.stop();
});

test('a stream begins with the next commit, also before the first one since the server started', async () => {
  const db = newDatabase();
  const before = await serve({ db });
  await deliver(before, [success({ server: 'long ago' })]);
  await before.stop();
  const after = await serve({ db });
  const live = await listen('', undefined, after);
  expect((await live.next('tick')).id).toBeUndefined();
  await deliver(after, [success({ server: 'next' })]);
  expect(serversOf(await live.next('responses'))).toEqual(['next']);
  await after.stop();
});

test('a stream can begin after an ordinal of the status', async () => {
  const { stored } = await dataOf(served, 'GET /api/v1/status');
  await store(success({ server: 'between' }));
  const live = await listen(`after=${stored.ordinal}`);
  expect(serversOf(await live.next('responses'))).toEqual(['between']);
  expect((await live.next('tick')).id).toBe(String(stored.ordinal + 1));
});

test('an id that this server cannot have sent causes a reset', async () => {
  await store(success());
  const live = await listen('', '999999999999');
  await live.next('reset');
  await store(success({ server: 'after-reset' }));
  expect(serversOf(await live.next('responses'))).toContain('after-reset');
});

test('what exceeds one event is skipped and counted', async () => {
  const live = await listen();
  const before = (await live.next('tick')).data.responses ?? 0;
  await store(...Array.from({ length: 500 }, () => success({ server: 'many' })));
  const { data } = await live.next('responses');
  expect(data.items).toHaveLength(200);
  expect(data.skipped).toBe(300);
  await store(success({ server: 'later' }));
  expect(serversOf(await live.next('responses'))).toEqual(['later']);
  expect((await live.next('tick')).data.responses).toBe(before + 501);
});

test('changes by commands are sent too: a group’s state, a pin, a forgotten server', async () => {
  await store(failure(NOT_FOUND, { server: 'changed' }));
  const { items } = await dataOf(served, 'GET /api/v1/error-groups', { query: 'server=changed' });
  const live = await listen('server=another');
  const { id } = await live.next('tick');
  const params = { id: items[0]?.id ?? '', name: 'changed' };
  await dataOf(served, 'PATCH /api/v1/error-groups/:id', { params, body: { state: 'resolved' } });
  expect((await live.next('change')).id).toBe(id);
  await dataOf(served, 'PATCH /api/v1/servers/:name', { params, body: { dialect: 'mcp-aql' } });
  await live.next('change');
  await dataOf(served, 'DELETE /api/v1/servers/:name', { params });
  await live.next('change');
});

test('a command whose client has gone before the answer counts as a change', async () => {
  await store(success({ server: 'left' }));
  const live = await listen('server=another');
  await live.first();
  // Until it is released, the command waits.
  const other = new Database(served.db);
  other.exec('BEGIN IMMEDIATE');
  const leaving = new AbortController();
  const command = fetch(`${served.url}/api/v1/servers/left`, { method: 'DELETE', signal: leaving.signal });
  await dataOf(served, 'GET /api/v1/status');
  leaving.abort();
  await expect(command).rejects.toThrow('aborted');
  await dataOf(served, 'GET /api/v1/status');
  other.exec('ROLLBACK');
  other.close();
  await live.next('change');
});

test('neither a response nor a refused command counts as a change', async () => {
  const live = await listen();
  await live.first();
  const params = { id: 'nowhere' };
  for (const [state, status] of [
    ['open', 404],
    ['gone', 400],
  ] as const)
    expect(
      await errorOf(served, 'PATCH /api/v1/error-groups/:id', { params, body: { state } }),
    ).toMatchObject({
      status,
    });
  await store(success({ server: 'no-change' }));
  expect(await live.first()).toMatchObject({ name: 'responses' });
  expect(await live.first()).toMatchObject({ name: 'tick' });
});

test('more streams than may be open are refused, until one of them is closed', async () => {
  const full = await serve();
  const opened: AbortController[] = [];
  // A stream whose reply is garbage is closed.
  const replies: Response[] = [];
  const start = async () => {
    const stream = new AbortController();
    const reply = await fetch(`${full.url}/api/v1/live`, { signal: stream.signal });
    if (reply.status === 200) {
      opened.push(stream);
      replies.push(reply);
    } else await reply.text();
    return reply;
  };
  for (let n = 0; n < 250; n++) await start();
  expect(opened).toHaveLength(250);
  const refused = await start();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  opened.pop()?.abort();
  await eventually(start, ({ status }) => status === 200);
  for (const stream of opened) stream.abort();
  await full.stop();
});

test('a HEAD of the stream has its head, and ends', async () => {
  const reply = await fetch(`${served.url}/api/v1/live`, { method: 'HEAD' });
  expect([reply.status, reply.headers.get('content-type'), await reply.text()]).toEqual([
    200,
    'text/event-stream',
    '',
  ]);
  // Else nginx would hold events back.
  expect(reply.headers.get('x-accel-buffering')).toBe('no');
});

test('a shutdown closes the streams', async () => {
  const ending = await serve();
  const reply = await fetch(`${ending.url}/api/v1/live`);
  const text = reply.text();
  expect(await ending.stop()).toBe(0);
  expect(await text).toContain('event: tick');
});

test('a stream that has nothing to say ticks every fifteen seconds', async () => {
  const pauses = pausesOf('at once');
  const engine = await openStore(':memory:', { role: 'writer' });
  const submit = () => Promise.reject(new Error('nothing is submitted here'));
  const { url, close } = await inProcess.listen(engine, { submit, onCommitted: () => {} });
  const live = await listen('', undefined, { url });
  for (let n = 0; n < 2; n++) expect(await live.first()).toMatchObject({ name: 'tick' });
  expect(pauses.slice(0, 2)).toEqual([1000, 14_000]);
  for (const stream of open.splice(0)) stream.abort();
  await close();
  await engine.close();
});

test('commits reported out of order do not set a stream back', async () => {
  const engine = await openStore(':memory:', { role: 'writer' });
  const listeners: ((committed: Committed) => void)[] = [];
  const onCommitted: Ingest['onCommitted'] = (listener) => {
    listeners.push(listener);
  };
  const receipt = { accepted: 0, quarantined: 0, duplicates: 0, rejected: [], rejected_count: 0 };
  const { url, close } = await inProcess.listen(engine, { submit: async () => receipt, onCommitted });
  const now = Date.now();
  const early = await listen('', undefined, { url });
  await engine.append([1, 2, 3, 4, 5, 6].map((n) => record({ at: now - n, receivedAt: now })));
  const commit = (first: number, last: number) => {
    for (const hear of listeners) hear({ first, last, counts: [] });
  };
  commit(1, 2);
  // Both within the time between two looks.
  commit(5, 6);
  expect((await early.next('responses')).data.items).toHaveLength(6);
  commit(3, 4);
  await engine.append([record({ at: now, receivedAt: now })]);
  commit(7, 7);
  expect((await early.next('responses')).data.items).toHaveLength(1);
  for (const query of ['after=7', '']) {
    const live = await listen(query, undefined, { url });
    expect(await live.first()).toMatchObject({ name: 'tick', id: '7' });
  }
  for (const stream of open.splice(0)) stream.abort();
  await close();
  await engine.close();
});
