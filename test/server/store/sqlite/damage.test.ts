import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { openStore } from '../../../../server/store/open.ts';
import { Writer } from '../../../../server/store/sqlite/append/writer.ts';
import { Connection } from '../../../../server/store/sqlite/file/connection.ts';
import { ask, dataOf, deliver, errorOf } from '../../../helpers/ask.ts';
import { carried, failure, NOT_FOUND, success, WARNINGS } from '../../../helpers/captures.ts';
import { folderOfFile } from '../../../helpers/folder.ts';
import { mailroom } from '../../../helpers/program.ts';
import { PROGRAM, type Served, serve } from '../../../helpers/server.ts';
import { inFile } from '../files.ts';
import { DAY, NOW, record } from '../records.ts';

const folder = folderOfFile();

/** Text that does not compress. */
const noise = () => Array.from({ length: 30 }, () => randomUUID()).join('');

/** A closed database with 900 responses, a third of them failures. */
let whole: Promise<string> | undefined;
async function fill(): Promise<string> {
  const db = join(folder, 'whole.db');
  const served = await serve({ db });
  const body = Array.from({ length: 900 }, (_, n) =>
    n % 3 === 0
      ? failure(NOT_FOUND)
      : success({ client: `c${n % 9}`, response: carried({ success: true, data: noise() }) }),
  );
  await deliver(served, body);
  await served.stop();
  return db;
}

/** Returns a copy of it. */
async function filled(name: string): Promise<string> {
  const db = join(folder, name);
  whole ??= fill();
  copyFileSync(await whole, db);
  return db;
}

/** Overwrites all pages of a table that are of this type. */
function tear(file: string, table: string, pagetype: string): void {
  const ofType = 'SELECT pageno FROM dbstat WHERE name = ? AND pagetype = ?';
  const { size, pages } = inFile(file, (db) => ({
    size: Number(db.pragma('page_size', { simple: true })),
    pages: db.prepare<[string, string], number>(ofType).pluck().all(table, pagetype),
  }));
  expect(pages).not.toEqual([]);
  const handle = openSync(file, 'r+');
  for (const pageno of pages) writeSync(handle, Buffer.alloc(size, 0x5a), 0, size, (pageno - 1) * size);
  closeSync(handle);
}

async function faultsOf(db: string): Promise<readonly string[]> {
  const { code, stdout, stderr } = await mailroom(['doctor', '--db', db, '--format', 'json']);
  expect([code, stderr]).toEqual([1, '']);
  return JSON.parse(stdout).faults;
}

const QUERY = { query: 'from=0' };
const DAMAGED = {
  status: 503,
  code: 'INTERNAL_ERROR',
  message: "Internal error: 'the database file is damaged; run `mailroom doctor` for details'",
};

describe('a damaged page', () => {
  async function served(db: string, work: (served: Served) => Promise<void>): Promise<void> {
    const running = await serve({ db });
    try {
      await work(running);
      expect((await fetch(`${running.url}/healthz`)).status).toBe(200);
    } finally {
      expect(await running.stop()).toBe(0);
    }
  }

  test('of captures is reported by the response on it, and figures still work', async () => {
    const db = await filled('captures.db');
    tear(db, 'blocks', 'overflow');
    await served(db, async (running) => {
      const { items } = await dataOf(running, 'GET /api/v1/responses', QUERY);
      const params = { id: items[49]?.id ?? '' };
      expect(await errorOf(running, 'GET /api/v1/responses/:id', { params })).toMatchObject(DAMAGED);
      expect((await dataOf(running, 'GET /api/v1/overview', QUERY)).totals.responses).toBe(900);
      await deliver(running, success());
    });
    expect((await faultsOf(db)).join()).toMatch(/cannot read the captures|captures that cannot be unpacked/);
  });

  test('of a capture that is not in a block yet is found', async () => {
    const db = join(folder, 'alone.db');
    await served(db, async (running) => {
      await deliver(running, success());
    });
    inFile(db, (file) => file.exec("UPDATE payloads SET bytes = x'0067'"));
    expect(await faultsOf(db)).toContain('captures that are not JSON: 1');
  });

  test('of figures is reported by the question that needs them, and the log still works', async () => {
    const db = await filled('figures.db');
    tear(db, 'failure_cells', 'leaf');
    await served(db, async (running) => {
      expect(await errorOf(running, 'GET /api/v1/errors', QUERY)).toMatchObject(DAMAGED);
      expect((await dataOf(running, 'GET /api/v1/responses', QUERY)).items).toHaveLength(50);
      const refused = await ask(running, 'POST /api/v1/responses', { body: failure(NOT_FOUND) });
      expect(refused.status).toBe(503);
    });
    expect((await faultsOf(db)).length).toBeGreaterThan(0);
  });

  test('of the log is reported by the log, or at startup if that needs it', async () => {
    const db = await filled('log.db');
    tear(db, 'responses', 'leaf');
    const started = await serve({ db }).catch((error: Error) => error.message);
    if (typeof started === 'string')
      expect(started).toContain('is damaged; run `mailroom doctor` for details');
    else {
      expect(await errorOf(started, 'GET /api/v1/responses', QUERY)).toMatchObject(DAMAGED);
      await started.stop();
    }
    expect((await faultsOf(db)).length).toBeGreaterThan(0);
    const { code, stdout } = await mailroom(['doctor', '--db', db]);
    const told = stdout;
    for (const name of ['Responses', 'Quarantined', 'Size'])
      expect(told).toMatch(new RegExp(`^${name} +unknown$`, 'm'));
    expect(told).toMatch(/\n\nIf a line does not say what to do, stop Mailroom and restore a backup, .+\n$/);
    expect(code).toBe(1);
  });

  test('at the start of the file makes it not a database, which is reported in one line and left unchanged', async () => {
    const db = await filled('head.db');
    const before = readFileSync(db).fill(0x5a, 0, 100);
    writeFileSync(db, before);
    const { code, stderr } = await mailroom(['serve', '--port', '0', '--db', db]);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^mailroom serve: cannot open database .+head\.db: the file is not a Mailroom database\n$/,
    );
    expect(readFileSync(db)).toEqual(before);
  });
});

describe('a response whose capture is another’s is found by doctor, told by', () => {
  /** Writes a file with 600 captures of one length, in blocks 1 to 3. */
  async function alike(name: string, members: (n: number) => object): Promise<Database.Database> {
    const store = await openStore(join(folder, name), { role: 'writer' });
    await store.append(Array.from({ length: 600 }, (_, n) => record({ at: NOW + n, ...members(n + 1000) })));
    await store.close();
    return new Database(join(folder, name));
  }
  const SLOTS = 'UPDATE responses SET slot = slot + 1 - slot % 2 * 2 WHERE block = 1';
  const BLOCKS = 'UPDATE blocks SET id = -id WHERE id < 3; UPDATE blocks SET id = id + 3 WHERE id < 0';

  test.each([
    ['id', (n: number) => ({ id: `n${n}` }), SLOTS, 256],
    ['time', (n: number) => ({ observed_at: NOW + n - 1000 }), SLOTS, 256],
    ['server', (n: number) => ({ server: `s${n % 2}` }), SLOTS, 256],
    ['length', (n: number) => ({ response: 'x'.repeat(n % 2) }), SLOTS, 256],
    ['block', (n: number) => ({ id: `n${n}` }), BLOCKS, 512],
    ['nothing', (n: number) => ({ id: `n${n}` }), 'SELECT 1', 0],
  ])('its %s', async (what, members, change, wrong) => {
    const db = await alike(`${what}.db`, members);
    db.exec(change);
    db.close();
    const store = await openStore(join(folder, `${what}.db`), { role: 'reader' });
    expect((await store.diagnose()).faults).toEqual(
      wrong === 0 ? [] : [`captures that are not those of their responses: ${wrong}`],
    );
    await store.close();
  });

  test('a place that its block does not have, which is damage to whoever asks for it', async () => {
    const db = await alike('place.db', () => ({}));
    db.exec('UPDATE responses SET slot = 256 WHERE block = 1 AND slot = 0');
    db.close();
    const store = await openStore(join(folder, 'place.db'), { role: 'reader' });
    expect((await store.diagnose()).faults).toEqual([
      'captures that cannot be unpacked, or whose verdicts cannot be read: 1',
    ]);
    const { items } = await store.responses({ from: NOW, to: NOW + 1 }, { limit: 1 });
    await expect(store.response(items[0]?.id ?? '')).rejects.toThrow('the database file is damaged');
    await store.close();
  });
});

describe('what a file lost or says otherwise than its captures is found by doctor:', () => {
  /** Posts each thing that a figure or a page is made of, and closes the file. */
  let posted: Promise<string> | undefined;
  async function post(): Promise<string> {
    const db = join(folder, 'posted.db');
    const served = await serve({ db });
    const of = {
      server_version: '1.0',
      client: 'desk',
      client_version: '2',
      session: 's1',
      transport: 'stdio',
    };
    const results = [{ index: 0, operation: 'a', result: { success: false, error: NOT_FOUND } }];
    const several = { success: true, data: null, results, summary: { total: 1, succeeded: 0, failed: 1 } };
    const body = [
      failure(NOT_FOUND, of),
      success({ ...of, id: 'one', warnings: [WARNINGS.quota, WARNINGS.deprecation, WARNINGS.truncation] }),
      success({ ...of, response: carried(several) }),
      { server: 'shop', response: { success: true } },
      { server: 'shop', response: { success: false, error: { ...NOT_FOUND, message: 'gone' } } },
    ];
    await deliver(served, body.slice(0, 2));
    await deliver(served, body.slice(2));
    const { items } = await dataOf(served, 'GET /api/v1/error-groups', QUERY);
    const params = { id: items[0]?.id ?? '' };
    await dataOf(served, 'PATCH /api/v1/error-groups/:id', { params, body: { state: 'resolved' } });
    await served.stop();
    return db;
  }

  async function found(name: string, change: string): Promise<readonly string[]> {
    const db = join(folder, `lost ${name}.db`);
    posted ??= post();
    copyFileSync(await posted, db);
    inFile(db, (file) => file.exec(change));
    const store = await openStore(db, { role: 'reader' });
    const { faults } = await store.diagnose();
    await store.close();
    return faults;
  }

  test('nothing in a file that is as it was written', async () => {
    expect(await found('nothing', 'SELECT 1')).toEqual([]);
  });

  test.each([
    ['bytes', 'DELETE FROM payloads'],
    ['words', 'UPDATE sources SET dialect = 99'],
    ['clients', 'DELETE FROM callers'],
  ])('%s, which are damage to whoever asks for the response', async (name, change) => {
    expect(await found(`any ${name}`, change)).not.toEqual([]);
    const whole = await openStore(join(folder, 'posted.db'), { role: 'reader' });
    const [kept] = (await whole.kept({ limit: 1 })).items;
    await whole.close();
    const store = await openStore(join(folder, `lost any ${name}.db`), { role: 'reader' });
    await expect(store.response(kept?.id ?? '')).rejects.toThrow('the database file is damaged');
    await store.close();
  });

  const OTHERWISE = 'responses that are stored otherwise than their captures and verdicts say';
  test.each([
    ['conditions', 'DELETE FROM conditions', [`${OTHERWISE}: 1`, 'quotas of no condition: 6']],
    ['kinds of warnings', 'DELETE FROM warning_kinds', [`${OTHERWISE}: 1`]],
    ['codes of warnings', "UPDATE warning_kinds SET code = 'OTHER'", [`${OTHERWISE}: 1`]],
    ['operations', "UPDATE operations SET name = 'other' WHERE name = 'get_parcel'", [`${OTHERWISE}: 3`]],
    ['versions', "UPDATE sources SET version = '1.1' WHERE version = '1.0'", [`${OTHERWISE}: 3`]],
    ['sessions', "UPDATE sessions SET name = 's2'", [`${OTHERWISE}: 3`]],
    [
      'messages',
      "UPDATE responses SET message = 'other' WHERE message IS NOT NULL AND parent IS NULL",
      [OTHERWISE],
    ],
    ['members', 'UPDATE responses SET outcome = 0 WHERE parent IS NOT NULL', [`${OTHERWISE}: 1`]],
    ['verdicts', "UPDATE payloads SET verdict = x'' WHERE length(verdict) > 0", [OTHERWISE]],
    [
      'words',
      'UPDATE sources SET dialect = 99',
      ['captures that cannot be unpacked, or whose verdicts cannot be read: 5'],
    ],
    ['versions of groups', 'DELETE FROM group_versions', ['versions missing from error groups: 2']],
    [
      'states of groups',
      'DELETE FROM group_history',
      ['error groups in another state than their last change says: 1'],
    ],
    [
      'when it was seen',
      'UPDATE callers SET last_seen = last_seen - 86400000',
      ['clients that were seen before they say, or later: 2'],
    ],
    [
      'arrivals',
      'DELETE FROM arrivals',
      ['gaps in the order of arrival, by which pages that are open catch up: 1'],
    ],
    [
      'order of arrivals',
      'UPDATE arrivals SET ordinal = ordinal + 1 WHERE ordinal > 1',
      ['gaps in the order of arrival, by which pages that are open catch up: 1'],
    ],
    [
      'uses',
      'INSERT INTO uses SELECT item, response + 1 FROM uses',
      ['uses of deprecated items in the index that no response has: 1'],
    ],
    [
      'newest of sessions',
      'UPDATE sessions SET newest = 1',
      ['sessions that would be removed before their newest response: 1'],
    ],
    [
      'proof of a dialect',
      'UPDATE servers SET proven = 0',
      ['servers that proved their dialect and do not say so: 1'],
    ],
    ['counts', "INSERT INTO counts VALUES (1, x'00')", ['counts of no response: 1']],
    ['bytes', "INSERT INTO payloads VALUES (1, x'', x'')", ['bytes of no response: 1']],
  ])('%s', async (name, change, faults) => {
    const told = await found(name, change);
    for (const fault of faults) expect(told).toContainEqual(expect.stringContaining(fault));
  });
});

/** Runs the program as a user without access. */
async function asStranger(args: readonly string[]): Promise<{ code: number | null; stderr: string }> {
  const { code, stderr } = await mailroom(args, { stranger: true });
  return { code, stderr };
}

describe('a file that may not be written', () => {
  test('stops startup with one line', async () => {
    const db = await filled('locked.db');
    chmodSync(db, 0o444);
    chmodSync(folder, 0o555);
    try {
      const { code, stderr } = await asStranger(['serve', '--port', '0', '--db', db]);
      expect(code).toBe(1);
      expect(stderr).toMatch(
        /^mailroom serve: cannot (?:open|write) database .+locked\.db: .*(?:is read-only|cannot write|permission denied).*\n$/,
      );
    } finally {
      chmodSync(folder, 0o755);
    }
  });

  test('stores nothing of what it refuses, and accepts it again once it may be written', () => {
    const connection = Connection.toWrite(join(folder, 'turned.db'));
    const writer = new Writer(connection);
    writer.append([record()], undefined);
    connection.db.pragma('query_only = 1');
    expect(() => writer.append([record()], undefined)).toThrow(
      expect.objectContaining({
        name: 'StoreUnavailable',
        message: 'the database is unavailable: the file is read-only',
      }),
    );
    connection.db.pragma('query_only = 0');
    expect(writer.append([record()], undefined)).toMatchObject([{ status: 'stored' }]);
    connection.close();
  });
});

test('a file that may not be read, or a folder that may not be written, is reported in one line', async () => {
  const db = await filled('private.db');
  const closed = join(folder, 'closed');
  const copy = join(closed, 'copy.db');
  mkdirSync(closed, { mode: 0o555 });
  chmodSync(folder, 0o755);
  chmodSync(db, 0o444);
  expect(await asStranger(['backup', copy, '--db', db])).toEqual({
    code: 1,
    stderr: `mailroom backup: cannot write ${copy} to directory ${closed}: permission denied\n`,
  });
  chmodSync(db, 0o000);
  expect(await asStranger(['doctor', '--db', db])).toEqual({
    code: 1,
    stderr: `mailroom doctor: cannot read database ${db}: permission denied\n`,
  });
  for (const created of [join(closed, 'new.db'), join(closed, 'deep', 'new.db')])
    expect(await asStranger(['serve', '--port', '0', '--db', created])).toEqual({
      code: 1,
      stderr: `mailroom serve: cannot open database ${created}: cannot write to directory ${closed}: permission denied\n`,
    });
  const inside = join(closed, 'inside.db');
  renameSync(db, inside);
  chmodSync(inside, 0o444);
  expect(await asStranger(['doctor', '--db', inside])).toEqual({
    code: 1,
    stderr: `mailroom doctor: cannot open database ${inside}: the database is unavailable: no permission to write to its directory, which even reading requires\n`,
  });
  chmodSync(closed, 0o000);
  expect(await asStranger(['doctor', '--db', inside])).toEqual({
    code: 1,
    stderr: `mailroom doctor: cannot open database ${inside}: permission denied\n`,
  });
});

test('a database that may only be read can be backed up and checked, which leaves nothing beside it', async () => {
  const db = await filled('readable.db');
  const open = join(folder, 'open');
  const copy = join(open, 'copy.db');
  mkdirSync(open);
  for (const shared of [folder, open]) chmodSync(shared, 0o777);
  chmodSync(db, 0o444);
  for (const args of [['backup', copy], ['doctor']]) {
    expect(await asStranger([...args, '--db', db])).toEqual({ code: 0, stderr: '' });
    expect(readdirSync(folder).filter((name) => name.startsWith('readable.db'))).toEqual(['readable.db']);
  }
  const restored = await openStore(copy, { role: 'reader' });
  expect((await restored.diagnose()).faults).toEqual([]);
  await restored.close();
});

test('a stale lock file blocks nobody', async () => {
  const db = join(folder, 'left.db');
  writeFileSync(`${db}.lock`, '');
  const store = await openStore(db, { role: 'writer' });
  expect(await store.append([record()])).toMatchObject([{ status: 'stored' }]);
  await store.close();
});

test('what keeps the database from becoming smaller is said', async () => {
  const db = await filled('loose.db');
  tear(db, 'blocks', 'leaf');
  const served = spawn(process.execPath, [PROGRAM, 'serve', '--port', '0', '--db', db]);
  const said = text(served.stderr);
  await new Promise((resolve) => served.stderr.once('data', resolve));
  served.kill('SIGTERM');
  expect(await said).toBe(
    'mailroom: cannot make the database smaller; trying again every minute: the database file is damaged; run `mailroom doctor` for details\n',
  );
});

test('what keeps old responses from being removed is said', async () => {
  const db = join(folder, 'old.db');
  const first = await serve({ db });
  const body = Array.from({ length: 900 }, (_, n) =>
    success({ id: `${n}`, observed_at: Date.now() - 5 * DAY }),
  );
  await deliver(first, body);
  await first.stop();
  tear(db, 'responses_capture', 'leaf');
  const second = spawn(process.execPath, [PROGRAM, 'serve', '--port', '0', '--db', db, '--keep', '1d']);
  const said = text(second.stderr);
  await once(second.stdout, 'data');
  await new Promise((resolve) => second.stderr.once('data', resolve));
  second.kill('SIGTERM');
  expect(await said).toBe(
    'mailroom: cannot remove old responses; trying again every minute: the database file is damaged; run `mailroom doctor` for details\n',
  );
});
