import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore } from '../../server/store/open.ts';
import { parseJson } from '../../shared/json/value.ts';
import { dataOf, deliver } from '../helpers/ask.ts';
import { mixedCaptures, success } from '../helpers/captures.ts';
import { eventually } from '../helpers/eventually.ts';
import { folderOfFile } from '../helpers/folder.ts';
import { listening } from '../helpers/listening.ts';
import { atTerminal, mailroom } from '../helpers/program.ts';
import { reverseProxy } from '../helpers/reverse-proxy.ts';
import { type Served, serve } from '../helpers/server.ts';
import { record } from '../server/store/records.ts';

const folder = folderOfFile();
let served: Served;
beforeAll(async () => {
  served = await serve({ db: join(folder, 'running.db') });
  await deliver(served, mixedCaptures());
  await copied('original.db');
});
afterAll(async () => {
  await served.stop();
});

async function run(...args: readonly string[]) {
  const { code, stdout, stderr } = await mailroom(args);
  return { code, said: stdout, stderr };
}

/** Makes a copy of the running database as it is now, to use without a server. */
async function copied(name: string): Promise<string> {
  const file = join(folder, name);
  await run('backup', file, '--db', served.db);
  return file;
}

/** Makes a copy of the running database as it was before the tests. */
function original(name: string): string {
  const file = join(folder, name);
  copyFileSync(join(folder, 'original.db'), file);
  return file;
}

describe('a backup', () => {
  test('can be made while the server runs, and serves what was stored', async () => {
    const file = join(folder, 'copy.db');
    writeFileSync(`${file}.unfinished`, 'left by an interrupted backup');
    const made = await run('backup', file, '--db', served.db);
    expect(made).toEqual({
      code: 0,
      said: expect.stringMatching(/^Backed up .*running\.db to .*copy\.db: 7 responses, [\d.]+ kB\n$/),
      stderr: '',
    });
    expect(statSync(file).mode).toBe(statSync(served.db).mode);
    expect(existsSync(`${file}.unfinished`)).toBe(false);
    const restored = await serve({ db: file });
    const query = 'from=0&limit=100';
    expect(await dataOf(restored, 'GET /api/v1/responses', { query })).toEqual(
      await dataOf(served, 'GET /api/v1/responses', { query }),
    );
    await restored.stop();
  });

  test('in the place of a database whose log was left there is opened by no command, and stays whole', async () => {
    const file = await copied('restored.db');
    const before = readFileSync(file);
    const log = `${file}-wal`;
    copyFileSync(`${served.db}-wal`, log);
    expect(statSync(log).size).toBeGreaterThan(0);
    const commands = [
      ['doctor'],
      ['backup', join(folder, 'none.db')],
      ['reinspect'],
      ['serve', '--port', '0'],
    ];
    for (const command of commands) {
      const { code, stderr } = await run(...command, '--db', file);
      expect(stderr).toContain(`${log} belongs to another database that was in its place`);
      expect(code).toBe(1);
    }
    expect(readFileSync(file).equals(before)).toBe(true);
    rmSync(log);
    expect(await run('doctor', '--db', file)).toMatchObject({ code: 0 });
  });

  test('says what it contains, even if that is one response', async () => {
    const file = join(folder, 'one.db');
    await mailroom(['import', '-', '--server', 's', '--db', file], { input: '{"success":true,"data":1}' });
    const { said } = await run('backup', join(folder, 'one-copy.db'), '--db', file);
    expect(said).toMatch(/one-copy\.db: 1 response, [\d.]+ kB\n$/);
  });

  test('never overwrites a file, and fails if it cannot be written', async () => {
    const file = join(folder, 'precious.txt');
    writeFileSync(file, 'precious');
    const over = await run('backup', file, '--db', served.db);
    expect(over).toMatchObject({ code: 1, said: '' });
    expect(over.stderr).toMatch(/^mailroom backup: cannot back up .+: .+precious\.txt already exists; .+\n$/);
    expect(readFileSync(file, 'utf8')).toBe('precious');
    const nowhere = await run('backup', join(folder, 'no', 'such', 'folder.db'), '--db', served.db);
    const below = await run('backup', join(file, 'copy.db'), '--db', served.db);
    expect([below.code, below.stderr]).toEqual([
      1,
      `mailroom backup: cannot write ${join(file, 'copy.db')}: ${file} is a file, not a directory\n`,
    ]);
    const folderLike = await run('backup', `${join(folder, 'new')}/`, '--db', served.db);
    expect([folderLike.code, folderLike.stderr]).toEqual([
      1,
      `mailroom backup: cannot write ${join(folder, 'new')}/: it names a directory, not a file\n`,
    ]);
    expect(nowhere).toEqual({
      code: 1,
      said: '',
      stderr: `mailroom backup: cannot write ${join(folder, 'no', 'such', 'folder.db')} to directory ${join(folder, 'no', 'such')}: no such file or directory\n`,
    });
  });

  test('of a missing database is wrong usage', async () => {
    const missing = await run('backup', join(folder, 'x.db'), '--db', join(folder, 'none.db'));
    expect(missing.code).toBe(2);
    expect(missing.stderr).toMatch(
      /^mailroom backup: database .+none\.db does not exist; use --db to name another\n$/,
    );
    expect((await run('backup', '--db', served.db)).code).toBe(2);
  });
});

describe('the doctor', () => {
  const examine = async (file: string) => {
    const { code, said, stderr } = await run('doctor', '--db', file, '--format', 'json');
    return { code, stderr, report: parseJson(said) };
  };

  test('finds a running database sound, and says what it contains', async () => {
    expect(await examine(served.db)).toMatchObject({
      code: 0,
      stderr: '',
      report: {
        file: served.db,
        sound: true,
        faults: [],
        recounted: 7,
        stored: { responses: 7, quarantined: 0 },
        schema: 5,
        retention: { keep_ms: null, removed_before: null },
      },
    });
    const { code, said } = await run('doctor', '--db', served.db);
    expect(code).toBe(0);
    expect(said).toMatch(/running\.db: sound\n/);
    expect(said).toMatch(/^Responses +7 from .+; 7 recounted$/m);
    expect(said).toMatch(/kB {2}rollups$/m);
  });

  test.each([
    [
      'a figure',
      "UPDATE failure_cells SET packed = CAST(packed || x'01000101' AS BLOB) WHERE tier = 0",
      /^cells of failure_cells, tier 0, that differ from a recount of .+: \d+$/,
    ],
    [
      'an error group',
      'UPDATE groups SET count = 9 WHERE id = 1',
      /^error groups that differ from a recount: 1$/,
    ],
    [
      'a mention',
      'DELETE FROM mentions WHERE dictionary = 0',
      /^clients of servers that do not mention them: \d+$/,
    ],
    ['a context', 'DELETE FROM contexts WHERE id = 1', /^responses without a context: \d+$/],
    ['a session', 'DELETE FROM sessions', /^responses without a session: \d+$/],
    ['a code', 'DELETE FROM faults WHERE id = 1', /^responses without a category: \d+$/],
    ['an operation', 'DELETE FROM operations', /^responses without an operation: \d+$/],
    [
      'the search',
      "INSERT INTO messages (messages) VALUES ('delete-all')",
      /^responses whose words cannot be found: \d+$/,
    ],
    ['the error groups', 'DELETE FROM groups', /^kinds of failures without an error group: \d+$/],
    ['a rule', 'DELETE FROM rules', /^kinds of violations without a rule: \d+$/],
    ['a deprecated item', 'DELETE FROM items', /^kinds of warnings without a deprecated item: \d+$/],
    ['an index of violations', 'DELETE FROM violations', /^violations missing from the index: \d+$/],
    ['an index of uses', 'DELETE FROM uses', /^uses of deprecated items missing from the index: \d+$/],
    [
      'a capture',
      'UPDATE payloads SET bytes = (SELECT p.bytes FROM payloads p ORDER BY response LIMIT 1)',
      /^captures that are not those of their responses: \d+$/,
    ],
    [
      'a number',
      "UPDATE meta SET value = 3 WHERE name = 'responses'",
      /^stored responses: 7, but 3 were counted$/,
    ],
  ])('finds %s that is wrong', async (what, damage, fault) => {
    const file = original(`${what.replaceAll(' ', '-')}.db`);
    const db = new Database(file);
    db.exec(damage);
    db.close();
    const { code, report } = await examine(file);
    expect(code).toBe(1);
    // What refers to something missing is also stored otherwise than its capture says.
    expect(report).toMatchObject({
      sound: false,
      faults: expect.arrayContaining([expect.stringMatching(fault)]),
    });
    const { said } = await run('doctor', '--db', file);
    expect(said).toMatch(/\b[1-9] faults? found/);
  });

  test('says how much is left of a truncated file, or what else prevents opening it', async () => {
    const file = original('cut-off.db');
    const { size } = statSync(file);
    const examined = async () => (await run('doctor', '--db', file)).stderr;
    const begins = `mailroom doctor: cannot open database ${file}:`;
    for (const left of [size - 1, 10_000, 4096, 50]) {
      truncateSync(file, left);
      expect(await examined()).toBe(
        `${begins} truncated to ${left} of the ${size} bytes given in its header; restore a backup\n`,
      );
    }
    const torn = readFileSync(original('torn.db'));
    writeFileSync(file, torn.fill(1, 100, 200));
    expect(await examined()).toMatch(
      /^mailroom doctor: cannot open database .+: damaged: .+; restore a backup\n$/,
    );
  });

  test('refuses a directory, in one line', async () => {
    expect(await run('doctor', '--db', folder)).toEqual({
      code: 1,
      said: '',
      stderr: `mailroom doctor: cannot open database ${folder}: it is a directory\n`,
    });
  });
});

describe('a server is forgotten', () => {
  const servers = async () =>
    (await dataOf(served, 'GET /api/v1/servers', { query: 'from=0' })).items.map(({ name }) => name);

  test('through the running dashboard, with everything that was counted for it', async () => {
    await deliver(
      served,
      Array.from({ length: 1300 }, () => success({ server: 'noisy' })),
    );
    const asked = await run('forget', '--server', 'noisy', '--to', served.url);
    expect(asked).toMatchObject({ code: 2, said: '' });
    expect(asked.stderr).toMatch(
      /^mailroom forget: cannot ask for confirmation, because stdin is not a terminal; add --yes to delete everything about noisy in http:.+: 1,300 responses since .+\n$/,
    );
    expect(await servers()).toContain('noisy');
    expect(await run('forget', '--server', 'noisy', '--to', served.url, '--yes')).toEqual({
      code: 0,
      said: 'Deleted noisy: 1,300 responses\n',
      stderr: '',
    });
    expect((await servers()).toSorted()).toEqual(['notes', 'shop']);
    expect((await dataOf(served, 'GET /api/v1/status')).stored.responses).toBe(7);
    expect((await run('doctor', '--db', served.db)).code).toBe(0);
  });

  test.each([
    ['..', 0, '..'],
    ['.', 0, '.'],
    ['a/b?c#d%2e', 0, 'a/b?c#d%2e'],
    ['   ', 0, '   '],
    ['\u001b[1A\u202eevil', 0, '\\u001b[1A\\u202eevil'],
    ['ahead', 23 * 3_600_000, 'ahead'],
  ])('whatever it is called and however far its clock is ahead: %j', async (name, ahead, shown) => {
    const observed_at = new Date(Date.now() + ahead).toISOString();
    const forgotten = { code: 0, said: `Deleted ${shown}: 1 response\n`, stderr: '' };
    await deliver(served, success({ server: name, observed_at }));
    const file = await copied(`called-${Buffer.from(name).toString('hex')}.db`);
    expect(await run('forget', '--server', name, '--to', served.url, '--yes')).toEqual(forgotten);
    expect((await servers()).toSorted()).toEqual(['notes', 'shop']);
    expect(await run('forget', '--server', name, '--db', file, '--yes')).toEqual(forgotten);
  });

  test('through a dashboard that requires a token, with that token', async () => {
    const token = 'a-long-secret-token';
    const closed = await serve({ flags: ['--token', token] });
    const headers = { authorization: `Bearer ${token}` };
    await dataOf(closed, 'POST /api/v1/responses', { body: success({ server: 'noisy' }), headers });
    const args = ['forget', '--server', 'noisy', '--to', closed.url, '--yes'];
    const refused = await run(...args);
    expect([refused.code, refused.said]).toEqual([1, '']);
    expect(refused.stderr).toMatch(/^mailroom forget: http:.+ answered 401: .+\n$/);
    const said = 'Deleted noisy: 1 response\n';
    expect(await run(...args, '--token', token)).toEqual({ code: 0, said, stderr: '' });
    await closed.stop();
  });

  test('but not through an address without that operation', async () => {
    const elsewhere = await run('forget', '--server', 'shop', '--to', `${served.url}/api`, '--yes');
    expect(elsewhere).toMatchObject({ code: 1, said: '' });
    expect(elsewhere.stderr).toMatch(/^mailroom forget: .+\/api answered 404: Unknown operation: .+\n$/);
  });

  test('but not through another program that answers', async () => {
    const other = createServer((_request, reply) => {
      reply
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"success":true,"data":{"items":[{}]}}');
    });
    const url = `http://127.0.0.1:${await listening(other)}`;
    const refused = await run('forget', '--server', 'shop', '--to', url, '--yes');
    other.close();
    expect(refused).toEqual({
      code: 1,
      said: '',
      stderr: `mailroom forget: ${url} is not a Mailroom of this version: unexpected answer to GET /api/v1/servers\n`,
    });
  });

  test('but not through the host of a dashboard without its base path', async () => {
    const proxy = await reverseProxy(served.url, '/mailroom', 'takes off');
    const to = new URL(proxy.url).origin;
    const refused = await run('forget', '--server', 'shop', '--to', to, '--yes');
    await proxy.close();
    expect(refused).toEqual({
      code: 1,
      said: '',
      stderr: `mailroom forget: what answers 404 at ${to}/api/v1/servers is not Mailroom's API; give the dashboard's full address, including any base path\n`,
    });
  });

  test('in a file that no server has open', async () => {
    const file = original('offline.db');
    expect(await run('forget', '--server', 'notes', '--db', file, '--yes')).toMatchObject({
      code: 0,
      said: 'Deleted notes: 1 response\n',
    });
    const again = await run('forget', '--server', 'notes', '--db', file, '--yes');
    expect(again).toEqual({
      code: 1,
      said: '',
      stderr: `mailroom forget: ${file} has no server "notes"\n`,
    });
    expect((await run('doctor', '--db', file)).code).toBe(0);
  });

  test('in a file that becomes smaller by that much', async () => {
    const file = original('bulky.db');
    const store = await openStore(file, { role: 'writer' });
    const noise = () => ({ success: true, data: randomBytes(7_500).toString('base64') });
    await store.append(Array.from({ length: 500 }, () => record({ server: 'bulky', response: noise() })));
    await store.close();
    const before = statSync(file).size;
    expect(await run('forget', '--server', 'bulky', '--db', file, '--yes')).toMatchObject({ code: 0 });
    expect(statSync(file).size).toBeLessThan(before - 3_000_000);
  });

  test('after an interruption by the next dashboard or the next command', async () => {
    const breakOff = async (name: string) => {
      const file = original(name);
      const store = await openStore(file, { role: 'writer' });
      expect(await store.forget('notes')).toMatchObject({ more: true });
      await store.close();
      expect((await run('doctor', '--db', file)).said).toContain('notes is only partly deleted');
      return file;
    };
    const started = await serve({ db: await breakOff('broken-off.db') });
    await eventually(
      () => run('doctor', '--db', started.db),
      ({ code }) => code === 0,
    );
    expect((await dataOf(started, 'GET /api/v1/servers', { query: 'from=0' })).items).toHaveLength(1);
    expect(await started.stop()).toBe(0);

    const file = await breakOff('broken-off-again.db');
    expect(await run('forget', '--server', 'shop', '--db', file, '--yes')).toMatchObject({ code: 0 });
    expect((await run('doctor', '--db', file)).said).toMatch(/: sound$/m);
  });

  test.each([
    ['n\r', 1, 'nothing was deleted'],
    ['nay\r', 1, 'nothing was deleted'],
    ['yikes\r', 1, 'nothing was deleted'],
    ['\r', 1, 'nothing was deleted'],
    ['\u0003', 1, 'nothing was deleted'],
    ['\u0004', 1, 'nothing was deleted'],
    ['Y\r', 0, 'Deleted notes: 1 response'],
    [' yes \r', 0, 'Deleted notes: 1 response'],
  ])('when the person at the terminal agrees: %j', async (keys, code, said) => {
    const file = original(`asked-${Buffer.from(keys).toString('hex')}.db`);
    const asked = await atTerminal(['forget', '--server', 'notes', '--db', file], 'Continue? [y/N] ', keys);
    expect(asked.code).toBe(code);
    expect(asked.left).toContain('This deletes everything about notes');
    expect(asked.left).toMatch(new RegExp(`^(?:mailroom forget: )?${said}$`, 'm'));
  });

  test('but not without a dashboard, and the error says how', async () => {
    const away = await run('forget', '--server', 'shop', '--to', 'http://127.0.0.1:9', '--yes');
    expect(away.code).toBe(1);
    expect(away.stderr).toMatch(
      /^mailroom forget: cannot reach http:\/\/127\.0\.0\.1:9: .+; if no dashboard is running, use --db .+\n$/,
    );
    const none = join(folder, 'none.db');
    expect(await run('forget', '--server', 'shop', '--db', none, '--yes')).toEqual({
      code: 2,
      said: '',
      stderr: `mailroom forget: database ${none} does not exist; use --db to name another\n`,
    });
    expect(existsSync(none)).toBe(false);
    const held = await run('forget', '--server', 'shop', '--db', served.db, '--yes');
    expect(held.code).toBe(1);
    expect(held.stderr).toContain('already open in another Mailroom');
    expect((await run('forget', '--yes')).code).toBe(2);
  });
});
