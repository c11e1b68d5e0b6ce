import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore } from '../../server/store/open.ts';
import { CATALOGUE } from '../../shared/rules/index.ts';
import { HOUR } from '../../shared/time/units.ts';
import { ask, dataOf, deliver, errorOf, forgetAll } from '../helpers/ask.ts';
import { carried, failure, mixedCaptures, NOT_FOUND, success } from '../helpers/captures.ts';
import * as inProcess from '../helpers/in-process.ts';
import { type Served, serve } from '../helpers/server.ts';
import { record } from './store/records.ts';

const GONE = { code: 'INTERNAL_ERROR', message: "Internal error: 'gone'" };

let served: Served;
/** For tests that fill it themselves. */
let mine: Served;

beforeAll(async () => {
  [served, mine] = await Promise.all([serve(), serve()]);
  await deliver(served, mixedCaptures());
});
afterAll(() => Promise.all([served.stop(), mine.stop()]));

const groups = () => dataOf(served, 'GET /api/v1/error-groups');

describe('every question answers as the contract says', () => {
  test('overview', async () => {
    const { totals, servers } = await dataOf(served, 'GET /api/v1/overview');
    expect(totals).toMatchObject({ responses: 7, failures: 2, timed: 2 });
    expect(servers.map(({ name }) => name).sort()).toEqual(['notes', 'shop']);
  });

  test('series by one dimension', async () => {
    const { series } = await dataOf(served, 'GET /api/v1/series', {
      query: 'metric=errors&group_by=category',
    });
    expect(series.map(({ key }) => key).sort()).toEqual(['internal', 'not_found']);
  });

  test('errors', async () => {
    const { total, categories } = await dataOf(served, 'GET /api/v1/errors');
    expect(total).toBe(2);
    expect(categories.find(({ category }) => category === 'not_found')).toMatchObject({
      count: 1,
      share: 0.5,
      codes: [{ code: NOT_FOUND.code, count: 1, registered: true }],
    });
  });

  test('warnings', async () => {
    const { total, defaulted, slow, truncations } = await dataOf(served, 'GET /api/v1/warnings');
    expect({ total, defaulted }).toEqual({ total: 5, defaulted: 1 });
    expect(slow).toMatchObject([{ operation: 'get_parcel', times: 3 }]);
    expect(truncations).toMatchObject([{ field: 'data.items' }]);
  });

  test('deprecations, the list and one item', async () => {
    const { items } = await dataOf(served, 'GET /api/v1/deprecations', { query: 'window_days=7' });
    expect(items).toMatchObject([{ deprecated_item: 'list_parcels', count: 1, callers: 1 }]);
    const one = await dataOf(served, 'GET /api/v1/deprecations/:id', { params: { id: items[0]?.id ?? '' } });
    expect(one.callers).toMatchObject([{ client: 'editor' }]);
  });

  test('quotas', async () => {
    const { items } = await dataOf(served, 'GET /api/v1/quotas');
    expect(items).toMatchObject([{ metric: 'calls', current: 850, share: 0.85, state: 'warn' }]);
  });

  test('rules: the catalogue with counts, and one rule with its offenders', async () => {
    const { items } = await dataOf(served, 'GET /api/v1/rules');
    expect(items).toHaveLength(CATALOGUE.length);
    expect(items.find(({ id }) => id === 'ENV-03')).toMatchObject({ count: 1, responses: 1, level: 'must' });
    const rule = await dataOf(served, 'GET /api/v1/rules/:id', { params: { id: 'ENV-03' } });
    expect(rule.offenders).toMatchObject([
      { server: 'shop', pointer: '/data', count: 1, operations: [{ operation: 'get_parcel', count: 1 }] },
    ]);
    expect(rule.bad[0]?.verdicts).toMatchObject([
      { carrier: 'bare', violations: [{ rule: 'ENV-03', pointer: '/data' }] },
    ]);
    expect(rule.good.flatMap(({ verdicts }) => verdicts.flatMap(({ violations }) => violations))).toEqual([]);
    const across = await dataOf(served, 'GET /api/v1/rules/:id', { params: { id: 'SES-01' } });
    expect(across.bad[0]?.verdicts.at(-1)?.violations).toMatchObject([{ rule: 'SES-01' }]);
  });

  test('rules: an example that is posted for inspection breaks the rule as it says', async () => {
    for (const { id } of CATALOGUE) {
      const { bad } = await dataOf(served, 'GET /api/v1/rules/:id', { params: { id } });
      for (const { exchange, verdicts } of bad) {
        if (Array.isArray(exchange)) continue;
        const { violations } = await dataOf(served, 'POST /api/v1/inspect', { body: exchange });
        expect(
          violations.filter(({ rule }) => rule === id),
          JSON.stringify(exchange),
        ).toEqual(verdicts[0]?.violations);
      }
    }
  });

  test('violations', async () => {
    const { items } = await dataOf(served, 'GET /api/v1/violations', { query: 'level=must' });
    expect(items).toMatchObject([{ rule: 'ENV-03', server: 'shop', count: 1 }]);
  });

  test('conformance', async () => {
    const { servers } = await dataOf(served, 'GET /api/v1/conformance', { query: 'server=shop' });
    expect(servers).toMatchObject([{ server: 'shop', proven: true, must_responses: 1 }]);
  });

  test('servers, clients and facets', async () => {
    const servers = await dataOf(served, 'GET /api/v1/servers');
    expect(servers.items.map(({ name }) => name).sort()).toEqual(['notes', 'shop']);
    const clients = await dataOf(served, 'GET /api/v1/clients');
    expect(new Set(clients.items.map(({ name }) => name))).toEqual(new Set(['cli', 'editor', null]));
    const facets = await dataOf(served, 'GET /api/v1/facets');
    expect(facets.servers).toContainEqual({ value: 'shop', count: 6 });
  });

  test('responses: pages of the log, and one response with its bytes as sent', async () => {
    const first = await dataOf(served, 'GET /api/v1/responses', { query: 'limit=4' });
    const rest = await dataOf(served, 'GET /api/v1/responses', {
      query: `limit=4&cursor=${first.next_cursor}`,
    });
    expect([first.items.length, rest.items.length, rest.next_cursor]).toEqual([4, 3, null]);
    const { items } = await dataOf(served, 'GET /api/v1/responses', { query: 'rule=ENV-03' });
    const one = await dataOf(served, 'GET /api/v1/responses/:id', { params: { id: items[0]?.id ?? '' } });
    expect(one.raw).toBe(JSON.stringify(mixedCaptures().find(({ id }) => id === 'no-data')));
    expect(one.verdict.violations).toMatchObject([{ rule: 'ENV-03', pointer: '/data' }]);
  });

  test('inspect: the verdict on a capture or on a bare response, nothing stored', async () => {
    const before = await dataOf(served, 'GET /api/v1/status');
    const capture = await dataOf(served, 'POST /api/v1/inspect', {
      body: { tool: 'mcp_aql_read', response: carried({ success: true }) },
    });
    expect(capture).toMatchObject({ decided_by: 'tool', violations: [{ rule: 'ENV-03' }] });
    const secret = await dataOf(served, 'POST /api/v1/inspect', {
      body: { success: false, error: { code: 'INTERNAL_ERROR', message: '{"password": "hunter2"}' } },
    });
    expect(JSON.stringify(secret)).not.toContain('hunter2');
    const token = 'tok_9f8e7d6c5b4a3210';
    const error = { code: 'CONFIRMATION_REQUIRED', message: `Confirm with ${token}`, details: { token } };
    const { violations } = await dataOf(served, 'POST /api/v1/inspect', { body: { success: false, error } });
    expect(violations.find(({ rule }) => rule === 'MSG-01')?.message).toContain('"Confirm with [redacted]"');
    const bare = await dataOf(served, 'POST /api/v1/inspect', { body: 'Error: gone' });
    expect(bare).toMatchObject({ dialect: 'plain', outcome: 'failure' });
    for (const [depth, status] of [
      [200, 200],
      [201, 413],
      [1_000_000, 413],
    ] as const) {
      const reply = await fetch(`${served.url}/api/v1/inspect`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '['.repeat(depth) + ']'.repeat(depth),
      });
      expect([depth, reply.status]).toEqual([depth, status]);
    }
    const marked = await fetch(`${served.url}/api/v1/inspect`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '\ufeff{"success": true, "data": {}}',
    });
    expect([marked.status, await marked.json()]).toMatchObject([200, { data: { outcome: 'success' } }]);
    const large = await dataOf(served, 'POST /api/v1/inspect', { body: 'x'.repeat(2_000_000) });
    expect(large).toMatchObject({ dialect: 'plain' });
    expect((await dataOf(served, 'GET /api/v1/status')).stored).toEqual(before.stored);
  });

  test('status shows the hellos of taps, the newest twenty', async () => {
    const hello = (server: string, more: object = {}) =>
      dataOf(served, 'POST /api/v1/hellos', { body: { server, stage: 'connected', ...more } });
    for (let n = 0; n < 20; n++) await hello(`other-${n}`);
    for (const server of ['one', 'two']) await hello(server);
    const about = { stage: 'initialized', name: 'Uno', version: '1.1', tools: 3 };
    await hello('one', about);
    const { hellos, stored, ...status } = await dataOf(served, 'GET /api/v1/status');
    expect(hellos).toHaveLength(20);
    expect(hellos.slice(0, 3)).toMatchObject([
      { server: 'one', ...about },
      { server: 'two', name: null, version: null, tools: null },
      { server: 'other-19' },
    ]);
    expect(stored.responses).toBe(7);
    expect(status).toMatchObject({ token_required: false, by: 'local', demo: false });
  });
});

describe('changes', () => {
  test('a group is acknowledged and opened again, and its history says by whom', async () => {
    const id = (await groups()).items[0]?.id ?? '';
    const change = (state: string) =>
      dataOf(served, 'PATCH /api/v1/error-groups/:id', { params: { id }, body: { state } });
    const { changes, state } = await change('acknowledged');
    expect(state).toBe('acknowledged');
    expect((await groups()).states).toMatchObject({ open: 1, acknowledged: 1 });
    expect((await change('open')).state).toBe('open');
    const { history } = await dataOf(served, 'GET /api/v1/error-groups/:id', { params: { id } });
    expect(history).toHaveLength(changes + 1);
    expect(new Set(history.map(({ by }) => by))).toEqual(new Set(['local']));
  });

  test('an undo reverts only its own change: a group that was changed since is left as it is', async () => {
    const id = (await groups()).items[0]?.id ?? '';
    const asked = (body: unknown) => ({ params: { id }, body });
    const mine = await dataOf(
      served,
      'PATCH /api/v1/error-groups/:id',
      asked({ state: 'muted', until_count: 5 }),
    );
    expect(mine.before).toEqual({
      state: 'open',
      regressed: false,
      regressed_in: null,
      resolved_in: null,
      muted_until: null,
      muted_until_count: null,
    });
    const theirs = await dataOf(served, 'PATCH /api/v1/error-groups/:id', asked({ state: 'resolved' }));
    expect(theirs).toMatchObject({
      changes: mine.changes + 1,
      before: { state: 'muted', muted_until_count: 5 },
    });
    const undo = asked({ state: 'open', changes: mine.changes });
    expect(await errorOf(served, 'PATCH /api/v1/error-groups/:id', undo)).toMatchObject({
      status: 409,
      code: 'CONFLICT_VERSION_MISMATCH',
      details: {
        resource_id: id,
        expected_version: mine.changes,
        actual_version: theirs.changes,
        newest: { by: 'local', from: 'muted', to: 'resolved' },
      },
    });
    const { history, state } = await dataOf(served, 'GET /api/v1/error-groups/:id', { params: { id } });
    expect([state, history.length]).toEqual(['resolved', theirs.changes]);
    const undone = asked({ state: 'open', changes: theirs.changes });
    expect((await dataOf(served, 'PATCH /api/v1/error-groups/:id', undone)).state).toBe('open');
  });

  test('a member that belongs to another state is refused by name', async () => {
    const id = (await groups()).items[0]?.id ?? '';
    const refused = (body: unknown) =>
      errorOf(served, 'PATCH /api/v1/error-groups/:id', { params: { id }, body });
    expect(await refused({ state: 'muted', regressed: true })).toMatchObject({
      details: { param_name: 'regressed' },
    });
    expect(await refused({ state: 'resolved', until_count: 3 })).toMatchObject({
      status: 400,
      details: { param_name: 'until_count' },
    });
    expect(await refused({ state: 'muted', until: '-1h' })).toMatchObject({
      details: { param_name: 'until' },
    });
    expect(await refused({ state: 'muted', until_count: 1e300 })).toMatchObject({
      status: 400,
      details: { param_name: 'until_count' },
    });
    expect(await refused({ state: 'open', until: '+1h' })).toMatchObject({
      details: { param_name: 'until' },
    });
    expect(await refused({ state: 'open', version: '2.1' })).toMatchObject({
      details: { param_name: 'version' },
    });
    expect((await groups()).states.muted).toBe(0);
  });

  test.each([
    ['PATCH /api/v1/servers/:name', {}, "Missing required parameter 'dialect'"],
    ['PATCH /api/v1/servers/:name', undefined, "Missing required parameter 'body'"],
    ['PATCH /api/v1/servers/:name', [], "Parameter 'body' expected 'object', got 'array'"],
    ['PATCH /api/v1/servers/:name', { dialect: null, colour: 1 }, "'PATCH /api/v1/servers/:name': 'colour'"],
    ['PATCH /api/v1/servers/:name', { dialect: 'x' }, "jsonrpc-error, plain or null', got 'x'"],
    ['PATCH /api/v1/error-groups/:id', { state: 'muted', until: [] }, "'string or number', got 'array'"],
    ['PATCH /api/v1/error-groups/:id', { state: 'muted', until: '2h' }, "relative such as +2h', got '2h'"],
    ['PATCH /api/v1/error-groups/:id', { state: 'muted', until: null }, "'string or number', got 'null'"],
    ['PATCH /api/v1/error-groups/:id', { state: 'open', regressed: false }, "expected 'true', got 'false'"],
    [
      'PATCH /api/v1/error-groups/:id',
      { state: 'resolved', version: 'x'.repeat(201) },
      "'version' expected 'string of 1 to 200 characters', got '201 characters'",
    ],
    ['POST /api/v1/hellos', { server: 5, stage: 'connected' }, "1 to 200 characters', got '5'"],
    [
      'POST /api/v1/hellos',
      { server: 'x', stage: 'connected', tools: 'many' },
      "'tools' expected 'integer of at least 0', got 'many'",
    ],
  ] as const)('%s with %j is refused in words', async (key, body, words) => {
    const error = await errorOf(served, key, { params: { id: 'x', name: 'x' }, body });
    expect(error.status).toBe(400);
    expect(error.message).toContain(words);
  });

  test('a group is muted, resolved and undone as asked, and listed by its state and as news', async () => {
    await forgetAll(mine);
    const ago = Date.now() - 48 * 3_600_000;
    await deliver(mine, [failure(NOT_FOUND), failure(NOT_FOUND, { observed_at: ago }), failure(GONE)]);
    const codes = async (query: string) =>
      (await dataOf(mine, 'GET /api/v1/error-groups', { query })).items.map(({ code }) => code).sort();
    expect(await codes('')).toEqual([GONE.code, NOT_FOUND.code]);
    expect(await codes('news=true')).toEqual([GONE.code]);

    const { items } = await dataOf(mine, 'GET /api/v1/error-groups', { query: 'news=true' });
    const params = { id: items[0]?.id ?? '' };
    const change = (body: unknown) => dataOf(mine, 'PATCH /api/v1/error-groups/:id', { params, body });
    const until = '2999-01-01T00:00:00.000Z';
    expect(await change({ state: 'muted', until })).toMatchObject({ muted_until: until });
    expect(await change({ state: 'resolved', version: '2.1' })).toMatchObject({
      state: 'resolved',
      resolved_in: '2.1',
    });
    expect(await codes('state=resolved')).toEqual([GONE.code]);
    expect(await codes('state=open')).toEqual([NOT_FOUND.code]);
    expect(await change({ state: 'open', regressed: true, version: '2.2' })).toMatchObject({
      regressed: true,
      regressed_in: '2.2',
    });
  });

  test('a dialect is pinned, applies from then on, and is unpinned', async () => {
    await forgetAll(mine);
    const body = { server: 'notes', response: { success: true } };
    await deliver(mine, body);
    const pin = (dialect: string | null) =>
      dataOf(mine, 'PATCH /api/v1/servers/:name', { params: { name: 'notes' }, body: { dialect } });
    expect(await pin('mcp-aql')).toEqual({ name: 'notes', pinned: 'mcp-aql' });
    await deliver(mine, body);
    const { items } = await dataOf(mine, 'GET /api/v1/responses', { query: 'server=notes&limit=1' });
    expect(items).toMatchObject([{ dialect: 'mcp-aql', must: 1 }]);
    expect(await pin(null)).toEqual({ name: 'notes', pinned: null });
  });

  test('the details of a group are those of the dialect that its failures were judged by', async () => {
    await forgetAll(mine);
    await deliver(mine, { server: 'tasks', response: { success: true, value: 1 } });
    await dataOf(mine, 'PATCH /api/v1/servers/:name', {
      params: { name: 'tasks' },
      body: { dialect: 'result' },
    });
    // By its shape MCP-AQL, which has no `error_data`.
    const response = { success: false, error: 'No disk', data: null, error_data: { disk: 'sda' } };
    await deliver(mine, { server: 'tasks', response });
    const { items } = await dataOf(mine, 'GET /api/v1/error-groups');
    const params = { id: items[0]?.id ?? '' };
    const { breakdowns } = await dataOf(mine, 'GET /api/v1/error-groups/:id', { params });
    expect(breakdowns.find(({ dimension }) => dimension === 'details.disk')?.values).toMatchObject([
      { value: 'sda', count: 1 },
    ]);
  });

  test('what does not exist is not found', async () => {
    const id = { params: { id: 'nowhere', name: 'nobody' } };
    for (const key of [
      'GET /api/v1/responses/:id',
      'GET /api/v1/error-groups/:id',
      'GET /api/v1/deprecations/:id',
      'GET /api/v1/rules/:id',
    ] as const) {
      expect(await errorOf(served, key, id)).toMatchObject({ status: 404, code: 'NOT_FOUND_RESOURCE' });
    }
    const changes = [
      errorOf(served, 'PATCH /api/v1/error-groups/:id', { ...id, body: { state: 'open' } }),
      errorOf(served, 'PATCH /api/v1/servers/:name', { ...id, body: { dialect: null } }),
    ];
    for (const change of changes) expect(await change).toMatchObject({ status: 404 });
  });
});

test('a rule and a report say so if only a part of their responses could be counted', async () => {
  await forgetAll(mine);
  const broken = { success: false, error: { code: 'NOT_FOUND_RESOURCE' } };
  const now = Date.now();
  await deliver(
    mine,
    Array.from({ length: 10_500 }, (_, n) => ({
      server: 'shop',
      observed_at: now - n,
      response: broken,
    })),
  );
  const asked = { params: { id: 'ERR-03' }, query: 'code=NOT_FOUND_RESOURCE' };
  const part = await dataOf(mine, 'GET /api/v1/rules/:id', asked);
  expect(part).toMatchObject({ partial: true, count: 10_000 });
  const { query } = asked;
  const { covered, in_part } = await dataOf(mine, 'GET /api/v1/conformance', { query });
  expect(in_part).toEqual(['violations']);
  const report = await ask(mine, 'GET /api/v1/conformance', { query: `${query}&format=markdown` });
  expect(await report.text()).toContain(
    `\n- counted: ${covered?.from} to ${covered?.to}\n- counted in part: violations\n`,
  );
  const whole = await dataOf(mine, 'GET /api/v1/rules/:id', { params: asked.params });
  expect(whole).toMatchObject({ count: 10_500 });
  expect(whole).not.toHaveProperty('partial');
});

test.each(['GET /api/v1/responses', 'GET /api/v1/error-groups'] as const)(
  '%s refuses a cursor that is not from a page, by name',
  async (key) => {
    for (const cursor of ['../../etc', 'a.b.c', '1.A', 'é']) {
      const query = `cursor=${encodeURIComponent(cursor)}`;
      for (const headers of [{}, { accept: 'text/csv' }])
        expect(await errorOf(served, key, { query, headers })).toMatchObject({
          status: 400,
          code: 'VALIDATION_INVALID_TYPE',
          message: `Parameter 'cursor' expected 'next_cursor of the previous page', got '${cursor}'`,
        });
    }
  },
);

test.each([
  ['GET /api/v1/responses', 'server=shop', ['server=notes', 'server=shop&rule=ENV-03', '']],
  [
    'GET /api/v1/error-groups',
    'sort=last_seen',
    ['sort=count', 'sort=last_seen&state=open', 'sort=last_seen&from=-1h'],
  ],
] as const)('%s refuses a cursor of another filter or order', async (key, asked, others) => {
  const { next_cursor } = await dataOf(served, key, { query: `${asked}&limit=1` });
  const after = `cursor=${encodeURIComponent(next_cursor ?? '')}`;
  const page = await dataOf(served, key, { query: `${asked}&limit=2&${after}` });
  expect(page.items.length).toBeGreaterThan(0);
  for (const other of others)
    expect(await errorOf(served, key, { query: `${other}&${after}` })).toMatchObject({
      status: 400,
      message:
        "Parameter 'cursor' expected 'next_cursor of a page with this filter and order', got 'that of another'",
    });
});

test('a page of error groups is followed by the next, although its relative range has moved on', async () => {
  const engine = await openStore(':memory:', { role: 'writer' });
  let now = Date.now();
  const failed = (code: string) => ({ success: false, error: { code, message: 'It did not work' } });
  await engine.append(['A', 'B'].map((code) => record({ at: now - HOUR / 2, response: failed(code) })));
  const submit = () => Promise.reject(new Error('nothing is submitted here'));
  const asked = await inProcess.listen(engine, { submit, onCommitted: () => {} }, { clock: () => now });
  const page = async (more = '') =>
    dataOf(asked, 'GET /api/v1/error-groups', { query: `from=-1h&to=-1m&limit=1${more}` });
  const first = await page();
  now += HOUR / 6;
  const second = await page(`&cursor=${encodeURIComponent(first.next_cursor ?? '')}`);
  expect([...first.items, ...second.items].map(({ code }) => code).toSorted()).toEqual(['A', 'B']);
  await asked.close();
  await engine.close();
});

test('a text of what was captured is found in the log and its exports, and refused if it is empty', async () => {
  const query = 'contains=%22CODE%22:%22not_found_resource';
  const { items } = await dataOf(served, 'GET /api/v1/responses', { query });
  expect(items.map(({ code }) => code)).toEqual([NOT_FOUND.code]);
  const csv = await ask(served, 'GET /api/v1/responses', { query: `${query}&format=csv` });
  expect((await csv.text()).trimEnd().split('\r\n')).toHaveLength(2);
  expect(await errorOf(served, 'GET /api/v1/responses', { query: 'contains=' })).toMatchObject({
    status: 400,
  });
});

test('an export with a limit reads on where a page ends before it has found as many', async () => {
  await forgetAll(mine);
  // A page looks into 5,000 captures at most.
  const body = Array.from({ length: 5_500 }, (_, n) => success({ note: n < 3 ? 'rare' : 'common' }));
  await deliver(mine, body);
  const query = 'contains=%22note%22:%22rare&limit=2';
  expect((await dataOf(mine, 'GET /api/v1/responses', { query })).items).toEqual([]);
  const json = await ask(mine, 'GET /api/v1/responses', { query: `${query}&format=json` });
  expect(await json.json()).toHaveLength(2);
});

test('captures are exported in the order of time, and a batch once, over however many pages', async () => {
  const exported = async (query: string) =>
    (await (await ask(mine, 'GET /api/v1/responses', { query: `${query}&format=captures` })).text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id);
  const start = Date.now() - HOUR;
  const many = Array.from({ length: 700 }, (_, n) =>
    success({ server: 'paged', id: `paged-${n}`, observed_at: start + n }),
  );
  await deliver(mine, many);
  expect(await exported('server=paged')).toEqual(many.map(({ id }) => id));
  expect(await exported('server=paged&limit=500')).toEqual(many.slice(200).map(({ id }) => id));
  const result = { success: false, error: NOT_FOUND };
  const results = Array.from({ length: 600 }, (_, index) => ({ index, operation: 'get', result }));
  const batch = { success: true, data: null, results };
  await deliver(mine, [{ server: 'batched', id: 'one', tool: 'mcp_aql_read', response: batch }]);
  expect(await exported(`server=batched&code=${NOT_FOUND.code}`)).toEqual(['one']);
  // More than are read at once.
  const data = 'x'.repeat(5_000_000);
  const large = Array.from({ length: 3 }, (_, n) =>
    success({
      server: 'large',
      id: `large-${n}`,
      observed_at: start + n,
      response: carried({ success: true, data }),
    }),
  );
  for (const one of large) await deliver(mine, one);
  expect(await exported('server=large')).toEqual(large.map(({ id }) => id));
});

test('a HEAD of an export does not read the log', async () => {
  const engine = await openStore(':memory:', { role: 'writer' });
  const now = Date.now();
  await engine.append(Array.from({ length: 600 }, (_, n) => record({ at: now - n, receivedAt: now })));
  let pages = 0;
  const counting = new Proxy(engine, {
    get: (store, name) => {
      if (name === 'responses') pages += 1;
      const member: unknown = Reflect.get(store, name);
      return typeof member === 'function' ? member.bind(store) : member;
    },
  });
  const receipt = { accepted: 0, quarantined: 0, duplicates: 0, rejected: [], rejected_count: 0 };
  const ingest = { submit: async () => receipt, onCommitted: () => {} };
  const { url, close } = await inProcess.listen(counting, ingest);
  const asked = async (method: string) =>
    (await fetch(`${url}/api/v1/responses?format=ndjson`, { method })).text();
  expect(await asked('HEAD')).toBe('');
  expect((await asked('GET')).trim().split('\n')).toHaveLength(600);
  expect(pages).toBe(3);
  await close();
  await engine.close();
});

test('what is quarantined for its time can be listed and opened', async () => {
  await forgetAll(mine);
  const body = ['2093-01-01T00:00:00.000Z', '1970-01-01T00:00:00.000Z'].map((observed_at) => ({
    server: 'clock',
    observed_at,
    response: { success: true, data: null },
  }));
  const receipt = await deliver(mine, body);
  expect(receipt).toMatchObject({ accepted: 2, quarantined: 2 });
  expect((await dataOf(mine, 'GET /api/v1/responses', { query: 'from=0' })).items).toEqual([]);
  const apart = (query: string) =>
    dataOf(mine, 'GET /api/v1/responses', { query: `quarantined=true&${query}` });
  const { items, next_cursor } = await apart('limit=1');
  const { items: rest } = await apart(`cursor=${next_cursor}`);
  const all = [...items, ...rest].map(({ observed_at }) => observed_at);
  expect(all).toEqual(body.map(({ observed_at }) => observed_at).reverse());
  const { raw } = await dataOf(mine, 'GET /api/v1/responses/:id', { params: { id: items[0]?.id ?? '' } });
  expect(raw).toBe(JSON.stringify(body[1]));
  const wrong = await errorOf(mine, 'GET /api/v1/responses', { query: `cursor=${next_cursor}` });
  expect(wrong.status).toBe(400);
});

test('a cursor of the log can be used with another range', async () => {
  const log = (query: string) => dataOf(served, 'GET /api/v1/responses', { query });
  const { items, next_cursor } = await log('limit=1&from=-2h');
  const { items: rest } = await log(`cursor=${next_cursor}&from=-3h`);
  expect([...items, ...rest]).toEqual((await log('limit=51')).items);
});

describe('other formats', () => {
  const text = async (
    key: 'GET /api/v1/responses' | 'GET /api/v1/deprecations' | 'GET /api/v1/conformance',
    query: string,
    accept?: string,
    on = served,
  ) => {
    const reply = await ask(on, key, { query, ...(accept && { headers: { accept } }) });
    const { headers } = reply;
    return {
      type: headers.get('content-type'),
      file: headers.get('content-disposition'),
      text: await reply.text(),
    };
  };

  test('the log as CSV, NDJSON and JSON holds every row of the filter', async () => {
    const csv = await text('GET /api/v1/responses', 'server=shop', 'text/csv');
    expect([csv.type, csv.file]).toEqual(['text/csv; charset=utf-8', 'attachment; filename="responses.csv"']);
    expect(csv.text.trim().split('\r\n')).toHaveLength(7);
    const ndjson = await text('GET /api/v1/responses', 'server=shop&limit=2&format=ndjson');
    expect(ndjson).toMatchObject({
      type: 'application/x-ndjson',
      file: 'attachment; filename="responses.ndjson"',
    });
    const rows = ndjson.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({ server: 'shop' });
    const json = await text('GET /api/v1/responses', 'server=shop&limit=2&format=json');
    expect(json.type).toContain('application/json');
    expect(JSON.parse(json.text)).toEqual(rows);
    expect((await text('GET /api/v1/responses', 'server=nobody&format=json')).text).toBe('[]\n');
  });

  test.each([
    ['TEXT/CSV; q=0.9', 'text/csv'],
    ['text/html, text/csv', 'text/csv'],
    ['application/json, text/csv', 'application/json'],
    ['*/*, text/csv', 'application/json'],
    ['text/html', 'application/json'],
  ])('the log for Accept: %s is %s', async (accept, type) => {
    const log = await text('GET /api/v1/responses', 'limit=1', accept);
    expect(log.type).toContain(type);
    expect(log.text.startsWith('{"success":true')).toBe(type === 'application/json');
  });

  test('the log as a file goes on to its end', async () => {
    await forgetAll(mine);
    const body = Array.from({ length: 1200 }, (_, n) => ({ server: 'many', id: `many-${n}`, response: n }));
    await deliver(mine, body);
    const { text: rows } = await text('GET /api/v1/responses', 'format=json', undefined, mine);
    const ids: readonly unknown[] = JSON.parse(rows).map(({ id }: { readonly id: unknown }) => id);
    expect([ids.length, new Set(ids).size]).toEqual([1200, 1200]);
  });

  test('deprecations as CSV', async () => {
    const { text: csv, file } = await text('GET /api/v1/deprecations', 'format=csv');
    expect(file).toBe('attachment; filename="deprecations.csv"');
    expect(csv.split('\r\n')[1]).toContain('shop,list_parcels,operation,find_parcels');
  });

  test.each(['=1+1', '＝1+1', '-1+1', '@A1', '\n=1+1', '\r=1+1', '\t=1+1'])(
    'text that a spreadsheet would execute is quoted: %j',
    async (server) => {
      await forgetAll(mine);
      await deliver(mine, { server, response: { success: true, data: 1 } });
      const { text: csv } = await text('GET /api/v1/responses', '', 'text/csv', mine);
      expect(csv).toContain(`'${server}`);
    },
  );

  test.each(['a,b', 'a\rb', 'a\nb', 'a"b'])('a text stays one field of CSV: %j', async (server) => {
    await forgetAll(mine);
    await deliver(mine, { server, response: { success: true, data: 1 } });
    const { text: csv } = await text('GET /api/v1/responses', '', 'text/csv', mine);
    expect(csv).toContain(`,"${server.replaceAll('"', '""')}",`);
  });

  test.each([
    ['markdown', 'text/markdown; charset=utf-8', '# ', 'md'],
    ['sarif', 'application/sarif+json', '{"$schema"', 'sarif'],
    ['junit', 'application/junit+xml', '<?xml', 'xml'],
  ])('conformance as %s, by parameter and by Accept', async (format, type, begins, extension) => {
    const query = 'server=shop&from=2026-11-01T00:00:00Z&to=2100-01-01T00:00:00Z';
    const asked = await text('GET /api/v1/conformance', `format=${format}&${query}`);
    expect(asked.type).toContain(type);
    expect(asked.text.startsWith(begins)).toBe(true);
    expect(asked.file).toBe(`attachment; filename="conformance.${extension}"`);
    expect(asked.text).toContain('ENV-03');
    expect((await text('GET /api/v1/conformance', query, type)).text).toBe(asked.text);
  });

  test('conformance as SARIF and JUnit says what the newest response breaks, of results that stay the same', async () => {
    await forgetAll(mine);
    const without = async (operation: string) => {
      const body = { server: 'shop', operation, response: { success: true, warnings: [] } };
      await deliver(mine, body);
      const { items } = await dataOf(mine, 'GET /api/v1/responses', { query: 'limit=1' });
      return items[0]?.id;
    };
    const report = async (format: string) =>
      (await text('GET /api/v1/conformance', `format=${format}`, undefined, mine)).text;
    const results = async () => JSON.parse(await report('sarif')).runs[0].results;
    const first = await without('get_a');
    const [before] = await results();
    expect(before).toMatchObject({
      message: {
        text: `data is missing from a success. (get_a at /data, response ${first}, the newest of 1)`,
      },
      occurrenceCount: 1,
    });
    const said = `data is missing from a success. (get_b at /data, response ${await without('get_b')}, the newest of 2)`;
    const [after, ...others] = await results();
    expect(others).toEqual([]);
    expect(after).toEqual({ ...before, message: { text: said }, occurrenceCount: 2 });
    expect(await report('junit')).toContain(
      `<failure type="must" message="${said}">- shop: ${said}</failure>`,
    );
  });

  test('conformance as JUnit has what breaks a rule of a dialect that its server does not speak any more', async () => {
    await forgetAll(mine);
    await deliver(mine, { server: 'mixed', response: { success: true, warnings: [] } });
    await deliver(mine, { server: 'mixed', response: { success: true, value: 1, instruction: 'Display' } });
    const { servers } = await dataOf(mine, 'GET /api/v1/conformance');
    expect(servers).toMatchObject([{ dialect: 'result' }]);
    const { text: report } = await text('GET /api/v1/conformance', 'format=junit', undefined, mine);
    expect(report).toMatch(/<testcase classname="mixed" name="ENV-03 [^>]+><failure type="must"/);
  });

  test('conformance as Markdown says of when and what it is, each score, and each violation', async () => {
    const [from, to] = ['2026-11-01T00:00:00.000Z', new Date(Date.now() + 60_000).toISOString()];
    const query = `from=${from}&to=${to}&server=shop&server=desk%7C1`;
    const { text: report } = await text('GET /api/v1/conformance', `${query}&format=markdown`);
    const { servers, violations, catalogue } = await dataOf(served, 'GET /api/v1/conformance', { query });
    const [shop] = servers;
    const [broken] = violations;
    const lines = report.split('\n');
    expect(lines.slice(0, 6)).toEqual([
      '# Conformance of MCP servers',
      '',
      `- ${from} to ${to}`,
      '- server: shop, desk\\|1',
      `- catalogue ${catalogue}`,
      '',
    ]);
    expect(lines.filter((line) => line.startsWith('| shop'))).toEqual([
      `| shop 2.1 | mcp-aql | ${shop?.score} | 1 | 0 | 3 | 6 |`,
    ]);
    expect(lines.filter((line) => line.startsWith('| ENV-03'))).toEqual([
      `| ENV-03 | A success has data | MUST | 1 | 1 | ${broken?.first_seen} | ${broken?.last_seen} | data is missing from a success. (get\\_parcel at \`/data\`, response ${broken?.response}) |`,
    ]);
  });

  test('conformance as Markdown says why a server has no score, and no version where none is known', async () => {
    const response = { content: [{ type: 'text', text: 'plain words' }] };
    await forgetAll(mine);
    await deliver(mine, { server: 'wordy', tool: 'say', response });
    const { text: report } = await text('GET /api/v1/conformance', 'format=markdown', undefined, mine);
    expect(report).toContain('\n| wordy | plain | no envelope | 0 | 0 | 0 | 1 |\n');
  });
});

test.each([
  ['too large', 'application/json', 413],
  ['of another media type', 'text/plain', 415],
])('a body that is %s is refused once all of it was sent', async (_, type, status) => {
  const size = 30_000_000;
  const { port } = new URL(served.url);
  const socket = connect(Number(port), '127.0.0.1');
  const head = [
    'POST /api/v1/inspect HTTP/1.1',
    `host: 127.0.0.1:${port}`,
    `content-type: ${type}`,
    `content-length: ${size}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject).write('x'.repeat(size), () => resolve());
  });
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toContain(`HTTP/1.1 ${status} `);
  socket.destroy();
});
