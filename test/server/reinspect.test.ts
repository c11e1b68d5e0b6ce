import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseJson } from '../../shared/json/value.ts';
import { dataOf, deliver } from '../helpers/ask.ts';
import { carried, failure, NOT_FOUND, success, WARNINGS } from '../helpers/captures.ts';
import { eventually } from '../helpers/eventually.ts';
import { folderOfFile } from '../helpers/folder.ts';
import { mailroom } from '../helpers/program.ts';
import { type Served, type ServeOptions, serve } from '../helpers/server.ts';

const folder = folderOfFile();
let off = '';
beforeAll(() => {
  off = join(folder, 'off.json');
  writeFileSync(off, JSON.stringify({ rules: { 'ENV-03': 'off', 'FLG-05': 'info', 'CODE-03': 'off' } }));
});

/** A success without data breaks ENV-03. */
const broken = (n: number) => success({ id: `n${n}`, response: carried({ success: true }), duration_ms: n });

const RANGE = 'from=0&limit=500';
const violationsOf = async (served: Served, rule: string) =>
  (await dataOf(served, 'GET /api/v1/rules/:id', { params: { id: rule }, query: 'from=0' })).count;

async function reinspect(...args: readonly string[]) {
  const { code, stdout, stderr } = await mailroom(['reinspect', ...args]);
  return { code, said: stdout, stderr };
}

const isSound = async (db: string) => {
  const { code, stdout } = await mailroom(['doctor', '--db', db]);
  expect(stdout).toMatch(/: sound\n/);
  expect(code).toBe(0);
};

/** Stores captures with some rules off, and serves the file again with another configuration. */
async function reopened(
  name: string,
  captures: readonly unknown[],
  {
    prepare = async () => {},
    flags = [],
  }: Pick<ServeOptions, 'flags'> & { prepare?: (served: Served) => Promise<unknown> } = {},
): Promise<Served> {
  const db = join(folder, name);
  const first = await serve({ db, flags: ['--config', off] });
  for (let from = 0; from < captures.length; from += 1000)
    await deliver(first, captures.slice(from, from + 1000));
  await prepare(first);
  await first.stop();
  return serve({ db, flags });
}

describe('what was stored under other rules', () => {
  test('is judged again, and every figure follows', async () => {
    const captures = [
      ...Array.from({ length: 30 }, (_, n) => broken(n)),
      success({ warnings: Object.values(WARNINGS) }),
      failure({ code: 'MADE_UP', message: 'It did not work' }),
      failure(NOT_FOUND),
    ];
    const served = await reopened('other.db', captures, {
      prepare: async (first) => {
        const { items } = await dataOf(first, 'GET /api/v1/error-groups', { query: 'from=0' });
        for (const { id } of items)
          await dataOf(first, 'PATCH /api/v1/error-groups/:id', { params: { id }, body: { state: 'muted' } });
      },
    });
    expect(await dataOf(served, 'GET /api/v1/reinspection')).toMatchObject({ needed: true });
    const log = async () => (await dataOf(served, 'GET /api/v1/responses', { query: RANGE })).items;
    const before = await log();
    expect(await violationsOf(served, 'ENV-03')).toBe(0);
    expect(await reinspect('--to', served.url)).toEqual({
      code: 0,
      said: 'Reinspected 33 responses, 31 verdicts changed\n',
      stderr: '',
    });
    expect(await violationsOf(served, 'ENV-03')).toBe(30);
    expect(await violationsOf(served, 'CODE-03')).toBe(1);
    const after = await log();
    expect(after.map(({ id, observed_at }) => [id, observed_at])).toEqual(
      before.map(({ id, observed_at }) => [id, observed_at]),
    );
    expect(after.filter(({ must }) => must > 0)).toHaveLength(30);
    const groups = await dataOf(served, 'GET /api/v1/error-groups', { query: 'from=0' });
    expect(groups.states).toMatchObject({ open: 0, muted: 2 });
    expect(groups.failures).toBe(2);
    await isSound(served.db);
    expect(await reinspect('--to', served.url)).toMatchObject({
      code: 0,
      said: expect.stringContaining('Nothing to do'),
    });
    await served.stop();
    const again = await serve({ db: served.db });
    expect(await dataOf(again, 'GET /api/v1/reinspection')).toMatchObject({ needed: false, running: false });
    await again.stop();
  });

  test('keeps the last of the quota readings that one body sent without times', async () => {
    const reading = (current: number, severity: string) => {
      const { details, ...warning } = WARNINGS.quota;
      return success({ warnings: [{ ...warning, severity, details: { ...details, current } }] });
    };
    const levels = join(folder, 'levels.json');
    writeFileSync(levels, JSON.stringify({ rules: { 'WRN-21': 'must' } }));
    // Only the first breaks WRN-21, so that only its verdict changes.
    const captures = [reading(850, 'high'), reading(870, 'medium')];
    const served = await reopened('readings.db', captures, { flags: ['--config', levels] });
    const newest = async () => (await dataOf(served, 'GET /api/v1/quotas')).items.map((item) => item.current);
    expect(await newest()).toEqual([870]);
    await reinspect('--to', served.url);
    expect(await violationsOf(served, 'WRN-21')).toBe(1);
    expect(await newest()).toEqual([870]);
    await served.stop();
    await isSound(served.db);
  });

  test('counts no verdict as changed for a name that is stored as one of many', async () => {
    const many = Array.from({ length: 2_010 }, (_, n) => success({ operation: `op_${n}` }));
    const served = await reopened('many.db', [...many, broken(0)]);
    const query = 'from=0&operation=(other)';
    expect((await dataOf(served, 'GET /api/v1/responses', { query })).items).toHaveLength(11);
    expect(await reinspect('--to', served.url)).toMatchObject({
      said: 'Reinspected 2,011 responses, 1 verdict changed\n',
    });
    await served.stop();
  });

  test('still has the current standard after a server whose pin was part of it is forgotten', async () => {
    const pinned = Array.from({ length: 20 }, (_, n) => ({ ...broken(n), server: 'pinned' }));
    const others = Array.from({ length: 3000 }, (_, n) => broken(n));
    const served = await reopened('forgotten.db', [...pinned, ...others]);
    const state = () => dataOf(served, 'GET /api/v1/reinspection');
    const pin = (server: string) =>
      dataOf(served, 'PATCH /api/v1/servers/:name', {
        params: { name: server },
        body: { dialect: 'result' },
      });
    const forget = (name: string) => dataOf(served, 'DELETE /api/v1/servers/:name', { params: { name } });
    await pin('pinned');
    const begun = await dataOf(served, 'POST /api/v1/reinspection', { body: {} });
    expect(begun).toMatchObject({ running: true, total: 3020 });
    await forget('pinned');
    await eventually(state, ({ running }) => !running);
    expect(await state()).toMatchObject({ needed: false, failure: null });
    await deliver(served, [{ ...broken(1), server: 'late' }]);
    await pin('late');
    expect(await state()).toMatchObject({ needed: true });
    await reinspect('--to', served.url);
    await forget('late');
    expect(await state()).toMatchObject({ needed: false });
    await served.kill();
    const again = await serve({ db: served.db });
    expect(await dataOf(again, 'GET /api/v1/reinspection')).toMatchObject({ needed: false });
    await again.stop();
  });

  test('is reported by JUnit as it was judged, though its rule is off by now', async () => {
    const db = join(folder, 'off.db');
    const strict = await serve({ db });
    await deliver(strict, [broken(1)]);
    await strict.stop();
    const served = await serve({ db, flags: ['--config', off] });
    const report = await (await fetch(`${served.url}/api/v1/conformance?format=junit`)).text();
    expect(report).toMatch(/<testcase [^>]+ name="ENV-03 [^>]+><failure type="must"/);
    expect(report).toMatch(/<testcase [^>]+ name="CODE-03 [^>]+><skipped /);
    await served.stop();
  });

  test('is judged again in a file that no server has open, with the given configuration', async () => {
    const served = await reopened('offline.db', [broken(1), broken(2)], { flags: ['--config', off] });
    expect(await dataOf(served, 'GET /api/v1/reinspection')).toMatchObject({ needed: false });
    await served.stop();
    expect(await reinspect('--db', served.db, '--config', off)).toMatchObject({
      code: 0,
      said: expect.stringContaining('Nothing to do'),
    });
    expect(await reinspect('--db', served.db)).toMatchObject({
      code: 0,
      said: 'Reinspected 2 responses, 2 verdicts changed\n',
    });
    expect(await reinspect('--db', served.db, '--config', off)).toMatchObject({
      said: 'Reinspected 2 responses, 2 verdicts changed\n',
    });
    await isSound(served.db);
  });

  test('leaves no secret anywhere in the file, whose key was made one since', async () => {
    const iban = `{"iban":"DE0012"}`;
    const warnings = [{ code: 'W', message: 'm', severity: 'low', details: { iban: 'DE0034' } }];
    const served = await reopened('secret.db', [
      failure({ code: 'INTERNAL_ERROR', message: `refused ${iban}` }),
      success({ response: carried({ success: true, data: 1, warnings }) }),
    ]);
    await served.stop();
    const held = () =>
      ['', '-wal']
        .map((end) => `${served.db}${end}`)
        .filter((file) => existsSync(file))
        .flatMap((file) => readFileSync(file, 'latin1').match(/de00(?:12|34)/gi) ?? []);
    expect(held()).toEqual(expect.arrayContaining(['de0012', 'DE0034']));
    const config = join(folder, 'iban.json');
    writeFileSync(config, JSON.stringify({ secret_keys: ['^iban$'] }));
    expect(await reinspect('--db', served.db, '--config', config)).toMatchObject({
      said: 'Reinspected 2 responses, 2 verdicts changed\n',
    });
    expect(held()).toEqual([]);
    await isSound(served.db);
  });

  test('leaves no secret in what was learnt of it, once the program has started with its key', async () => {
    const warnings = [{ code: 'W', message: 'm', severity: 'low', details: { iban: 'DE0056' } }];
    const before = await serve({ db: join(folder, 'learnt.db') });
    await deliver(before, success({ response: carried({ success: true, data: 1, warnings }) }));
    await before.stop();
    const learnt = () => {
      const db = new Database(before.db, { readonly: true });
      const value = db
        .prepare("SELECT CAST(value AS TEXT) FROM meta WHERE name = 'memory fold'")
        .pluck()
        .get();
      db.close();
      return String(value);
    };
    expect(learnt()).toContain('DE0056');
    const config = join(folder, 'iban.json');
    writeFileSync(config, JSON.stringify({ secret_keys: ['^iban$'] }));
    const after = await serve({ db: before.db, flags: ['--config', config] });
    await after.kill();
    expect(learnt()).toContain('"memory"');
    expect(learnt()).not.toContain('DE0056');
  });

  test('is reported at startup, with what to do', async () => {
    const served = await reopened('told.db', [broken(1)]);
    const advice =
      'Rules, settings or pinned dialects changed since responses were stored; run `mailroom reinspect` to apply them';
    await expect.poll(() => served.printed).toContain(advice);
    await served.stop();
  });

  test('is judged by pins that were set since', async () => {
    const served = await serve({ db: join(folder, 'pinned.db') });
    const dialects = async () =>
      (await dataOf(served, 'GET /api/v1/responses', { query: RANGE })).items.map(({ dialect }) => dialect);
    await deliver(served, { server: 'shy', response: { success: true, data: 1 } });
    await dataOf(served, 'PATCH /api/v1/servers/:name', {
      params: { name: 'shy' },
      body: { dialect: 'plain' },
    });
    expect(await dialects()).toEqual(['mcp-aql']);
    await reinspect('--to', served.url);
    expect(await dialects()).toEqual(['plain']);
    await isSound(served.db);
    await served.stop();
  });
});

test('damaged captures do not keep those after them from being judged again', async () => {
  const db = join(folder, 'lost.db');
  const first = await serve({ db, flags: ['--config', off] });
  const captures = Array.from({ length: 1000 }, (_, n) => broken(n));
  await deliver(first, captures);
  await first.stop();
  const file = new Database(db);
  const { changes } = file.prepare('DELETE FROM blocks WHERE id = (SELECT min(id) + 1 FROM blocks)').run();
  expect(changes).toBe(1);
  file.close();
  const served = await serve({ db });
  expect(await reinspect('--to', served.url)).toMatchObject({
    code: 0,
    said: 'Reinspected 744 responses, 744 verdicts changed\n',
  });
  expect(await violationsOf(served, 'ENV-03')).toBe(744);
  await served.stop();
});

test('failures that an earlier build grouped by another template are grouped anew, as they were triaged', async () => {
  const db = join(folder, 'regrouped.db');
  const first = await serve({ db, flags: ['--config', off] });
  const failed = (n: number) => ({
    server: 's',
    tool: 't',
    response: { content: [{ type: 'text', text: `No row ${n}` }], isError: true },
  });
  const groups = async (served: Served) =>
    (await dataOf(served, 'GET /api/v1/error-groups', { query: 'from=0' })).items;
  await deliver(first, [failed(1), failed(2)]);
  const [group] = await groups(first);
  await dataOf(first, 'PATCH /api/v1/error-groups/:id', {
    params: { id: group?.id ?? '' },
    body: { state: 'acknowledged' },
  });
  await first.stop();
  const file = new Database(db);
  file.exec(`UPDATE groups SET key = replace(key, '<*>', '<N>'), template = replace(template, '<*>', '<N>')`);
  file.close();
  const served = await serve({ db });
  expect(await reinspect('--to', served.url)).toMatchObject({
    said: 'Reinspected 2 responses, 2 verdicts changed\n',
  });
  await deliver(served, failed(3));
  expect(await groups(served)).toMatchObject([{ message: 'No row <*>', count: 3, state: 'acknowledged' }]);
  await isSound(db);
  await served.stop();
});

test('runs as long as it is needed: nobody is told an end that is still to come', async () => {
  const served = await reopened('short.db', [broken(1), broken(2)]);
  const begun = await dataOf(served, 'POST /api/v1/reinspection');
  expect(begun.running).toBe(begun.needed);
  await eventually(
    async () => {
      const state = await dataOf(served, 'GET /api/v1/reinspection');
      expect(state.running).toBe(state.needed);
      return state;
    },
    ({ needed }) => !needed,
  );
  expect(await dataOf(served, 'GET /api/v1/reinspection')).toMatchObject({ judged: 2, changed: 2 });
  await served.stop();
});

test('the command goes on to the end if a pinned dialect changes meanwhile', async () => {
  const served = await reopened(
    'meanwhile.db',
    Array.from({ length: 5_000 }, (_, n) => broken(n)),
  );
  const state = () => dataOf(served, 'GET /api/v1/reinspection');
  const command = reinspect('--to', served.url);
  await eventually(state, ({ running }) => running);
  const [name = ''] = (await dataOf(served, 'GET /api/v1/servers')).items.map((server) => server.name);
  await dataOf(served, 'PATCH /api/v1/servers/:name', { params: { name }, body: { dialect: 'plain' } });
  expect(await command).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^Reinspected 5,000 responses/),
  });
  expect(await state()).toMatchObject({ needed: false, running: false });
  await served.stop();
});

test('after a kill in the middle, it resumes where it was', async () => {
  const captures = Array.from({ length: 10_000 }, (_, n) => broken(n));
  const served = await reopened('killed.db', captures);
  const state = (of: Served) => dataOf(of, 'GET /api/v1/reinspection');
  expect(await dataOf(served, 'POST /api/v1/reinspection')).toMatchObject({ running: true, total: 10_000 });
  await eventually(
    () => state(served),
    ({ judged }) => judged > 6_000,
  );
  await deliver(served, broken(10_000));
  await served.kill();
  await isSound(served.db);

  const again = await serve({ db: served.db });
  const { judged, needed } = await state(again);
  expect([judged >= 5_000 && judged < 10_000, needed]).toEqual([true, true]);
  expect(again.printed).toContain(
    `Reinspection stopped at ${judged.toLocaleString('en-GB')} of 10,000 responses; run \`mailroom reinspect\` to resume it`,
  );
  const { code, said } = await reinspect('--to', again.url);
  expect(code).toBe(0);
  expect(said).toMatch(/^Reinspected 10,00\d responses, /);
  expect(await violationsOf(again, 'ENV-03')).toBe(10_001);
  await isSound(again.db);
  expect(await state(again)).toMatchObject({ needed: false, running: false, failure: null });
  await again.stop();
});

test('on SIGTERM, it keeps how far it came', async () => {
  // Fewer than after which it keeps that anyway.
  const captures = Array.from({ length: 4_900 }, (_, n) => broken(n));
  const served = await reopened('stopped.db', captures);
  const state = (of: Served) => dataOf(of, 'GET /api/v1/reinspection');
  await dataOf(served, 'POST /api/v1/reinspection');
  await eventually(
    () => state(served),
    ({ judged }) => judged > 0,
  );
  expect(await served.stop()).toBe(0);
  const again = await serve({ db: served.db });
  const { judged, needed } = await state(again);
  // On a fast machine it may have come to its end before the signal.
  expect(needed ? judged : 4_900).toBeGreaterThan(0);
  await again.stop();
});

test('a violation on a redacted value is kept, and none is found on the marker that replaced it', async () => {
  const secret = {
    server: 'leaky',
    response: { error: true, type: 'X', message: 'm', params: { api_key: 'sk-123', index: 'logs' } },
  };
  const token = (server: string) => ({
    server,
    tool: 'mcp_aql_delete',
    response: carried({
      success: false,
      error: { code: 'CONFIRMATION_REQUIRED', message: 'This operation requires confirmation' },
      confirmation: {
        token: `tok_${server}_1234567890`,
        expires_at: new Date(Date.now() + 300_000).toISOString(),
      },
    }),
  });
  // Two tokens of one server are equal once they are redacted.
  const other = token('bank');
  const second = parseJson(JSON.stringify(other).replace('tok_bank_', 'tok_more_'));
  // So are these warnings, and so are these copies.
  const warned = (token: string) => ({ code: 'PERFORMANCE_X', message: 'm', details: { token } });
  const compared = [
    success({ server: 'twice', warnings: [warned('a'), warned('b')] }),
    success({
      server: 'copied',
      response: {
        ...carried({ success: true, data: { token: 'a' } }),
        structuredContent: { success: true, data: { token: 'b' } },
      },
    }),
  ];
  const served = await reopened('redacted.db', [secret, other, second, ...compared, broken(1)]);
  const verdicts = async () => {
    const { items } = await dataOf(served, 'GET /api/v1/responses', { query: RANGE });
    return Promise.all(
      items.map(async ({ id }) => {
        const { verdict, redacted, raw } = await dataOf(served, 'GET /api/v1/responses/:id', {
          params: { id },
        });
        return { redacted, raw, rules: verdict.violations.map(({ rule, level }) => `${rule} ${level}`) };
      }),
    );
  };
  const before = await verdicts();
  expect(before.find(({ raw }) => raw.includes('leaky'))).toMatchObject({
    redacted: 1,
    rules: expect.arrayContaining(['FLG-05 info']),
  });
  await reinspect('--to', served.url);
  const after = await verdicts();
  expect(after.find(({ raw }) => raw.includes('leaky'))).toMatchObject({
    redacted: 1,
    rules: expect.arrayContaining(['FLG-05 must']),
  });
  const banks = (of: typeof after) => of.filter(({ raw }) => raw.includes('bank'));
  expect(banks(after)).toHaveLength(2);
  expect(banks(after)).toEqual(banks(before));
  expect(banks(after).flatMap(({ rules }) => rules)).not.toContain('SES-06 info');
  const rulesOf = (server: string) => after.find(({ raw }) => raw.includes(server))?.rules;
  expect(rulesOf('twice')).not.toContain('WRN-07 should');
  expect(rulesOf('copied')).toContain('TRN-04 info');
  expect(after.map(({ raw }) => raw)).toEqual(before.map(({ raw }) => raw));
  await isSound(served.db);
  await served.stop();
});
