import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { CATALOGUE_VERSION } from '../../shared/rules/index.ts';
import { deliver } from '../helpers/ask.ts';
import { success } from '../helpers/captures.ts';
import { folderOfFile } from '../helpers/folder.ts';
import { mailroom } from '../helpers/program.ts';
import { PROGRAM, serve } from '../helpers/server.ts';

const folder = folderOfFile();

async function run(args: readonly string[], input = '', more: NodeJS.ProcessEnv = {}) {
  const { code, stdout, stderr } = await mailroom(args, { input, env: { XDG_DATA_HOME: folder, ...more } });
  return { code, said: stdout, stderr };
}

test('a backup and a doctor read the database in the data folder unless another is named', async () => {
  const file = join(folder, 'mailroom', 'mailroom.db');
  const missing = await run(['doctor']);
  expect(missing).toEqual({
    code: 2,
    said: '',
    stderr: `mailroom doctor: database ${file} does not exist; use --db to name another\n`,
  });
  await run(['import', '-', '--server', 's', '--db', file], '{"success":true,"data":1}');
  expect((await run(['doctor'])).said).toContain(`${file}: sound\n`);
  const copied = await run(['backup', join(folder, 'copy.db')]);
  expect(copied.said).toMatch(/^Backed up .+mailroom\.db to .+copy\.db: 1 response, /);
});

test.each(['', 'data'])('a data folder that is not absolute is ignored: %j', async (data) => {
  const home = join(folder, 'home');
  const file = join(home, '.local', 'share', 'mailroom', 'mailroom.db');
  const { stderr } = await run(['doctor'], '', { XDG_DATA_HOME: data, HOME: home });
  expect(stderr).toBe(`mailroom doctor: database ${file} does not exist; use --db to name another\n`);
});

test.each(['', 'home'])('a home that is not absolute is that of the user: %j', async (HOME) => {
  const file = join(userInfo().homedir, '.local', 'share', 'mailroom', 'mailroom.db');
  const { said, stderr } = await run(['doctor'], '', { XDG_DATA_HOME: '', HOME });
  expect(said + stderr).toContain(file);
});

test('a user without a home is told to name a database', async () => {
  const homeless = `import os from 'node:os';
    import { syncBuiltinESMExports } from 'node:module';
    os.homedir = () => { throw new Error('ENOENT'); };
    syncBuiltinESMExports();`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(homeless)}`;
  expect(await run(['doctor'], '', { XDG_DATA_HOME: '', NODE_OPTIONS })).toEqual({
    code: 1,
    said: '',
    stderr: 'mailroom doctor: cannot find your home directory; set HOME, or use --db to name a database\n',
  });
});

test.each([
  ['--db', ['serve', '--db', ' blank.db']],
  ['--db', ['doctor', '--db', 'blank.db\n']],
  ['--db', ['import', '-', '--db', '\u00a0blank.db']],
  ['FILE', ['backup', 'blank.db ']],
])('%s refuses a name with blanks around it, which the driver would leave out: %j', async (named, args) => {
  expect(await run(args)).toEqual({
    code: 2,
    said: '',
    stderr: `mailroom ${args[0]}: ${named} must not begin or end with a blank\n`,
  });
});

test('a database is not named by a directory, which is not made', async () => {
  const db = join(folder, 'new', 'data/');
  expect(await run(['serve', '--db', db, '--port', '0'])).toEqual({
    code: 1,
    said: '',
    stderr: `mailroom serve: cannot open database ${db}: it names a directory, not a file\n`,
  });
  expect(existsSync(join(folder, 'new'))).toBe(false);
});

test('nothing stays beside a database that was only read, even one of an earlier version', async () => {
  const inside = join(folder, 'only-read');
  const file = join(inside, 'read.db');
  await run(['import', '-', '--server', 's', '--db', file], '{"success":true,"data":1}');
  const [files, bytes] = [readdirSync(inside), readFileSync(file)];
  expect((await run(['doctor', '--db', file])).code).toBe(0);
  expect((await run(['backup', join(folder, 'read-copy.db'), '--db', file])).code).toBe(0);
  expect([readdirSync(inside), readFileSync(file).equals(bytes)]).toEqual([files, true]);
  const db = new Database(file);
  db.pragma('user_version = 1');
  db.close();
  expect((await run(['doctor', '--db', file])).stderr).toMatch(
    /written by an older Mailroom .+ to be able to go back, copy it/,
  );
  expect(readdirSync(inside)).toEqual(files);
});

test('what a killed server left beside its database is kept by those who only read', async () => {
  const inside = join(folder, 'killed');
  const file = join(inside, 'killed.db');
  const served = await serve({ db: file });
  await deliver(served, success());
  await served.kill();
  const log = readFileSync(`${file}-wal`);
  expect(log.length).toBeGreaterThan(0);
  const bytes = readFileSync(file);
  expect((await run(['doctor', '--db', file])).said).toContain('1 recounted');
  expect([readFileSync(file).equals(bytes), readFileSync(`${file}-wal`).equals(log)]).toEqual([true, true]);
});

test('a driver that cannot be loaded is reported with what to do', async () => {
  const failing = `process.dlopen = (module, file) => {
    throw new Error('The module ' + file + ' was compiled against NODE_MODULE_VERSION 1');
  };`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(failing)}`;
  expect(await run(['backup', join(folder, 'unmade.db')], '', { NODE_OPTIONS })).toEqual({
    code: 1,
    said: '',
    stderr: `mailroom backup: cannot load the native module of better-sqlite3 on Node ${process.version}; run \`npm rebuild better-sqlite3\`\n`,
  });
});

test('a database that takes ten seconds to open is said to take a while', () => {
  const db = join(folder, 'slow.db');
  // Ten seconds pass at once.
  const hurried = `const { setTimeout } = globalThis;
    globalThis.setTimeout = (then, ms, ...rest) => setTimeout(then, ms === 10_000 ? 0 : ms, ...rest);`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(hurried)}`;
  const args = ['import', '-', '--server', 's', '--db', db];
  const { stderr } = spawnSync(PROGRAM, args, {
    env: { ...process.env, NODE_OPTIONS },
    input: '{"success":true,"data":1}',
    encoding: 'utf8',
  });
  expect(stderr).toBe(
    `Opening ${db} is taking a while; if it is of an earlier version, it is upgraded first\n`,
  );
});

describe('a file that is no database', () => {
  const another = (name: string) => {
    const inside = join(folder, name);
    mkdirSync(inside);
    return { inside, file: join(inside, 'words.db') };
  };

  test('is refused without the advice to ask a dashboard', async () => {
    const { file } = another('words');
    writeFileSync(file, 'these are words, and no database at all');
    expect(await run(['import', '-', '--server', 's', '--db', file], '{"success":true,"data":1}')).toEqual({
      code: 1,
      said: '',
      stderr: `mailroom import: cannot open database ${file}: the file is not a Mailroom database\n`,
    });
  });

  const COMMANDS = [
    ['import', '-'],
    ['serve', '--port', '0'],
    ['reinspect'],
    ['forget', '--server', 's', '--yes'],
    ['doctor'],
    ['backup', join(folder, 'uncopied.db')],
  ];

  test.each(COMMANDS)('is left alone by %s, with nothing beside it', async (...args) => {
    const { inside, file } = another(`words-${args[0]}`);
    writeFileSync(file, 'these are words');
    expect((await run([...args, '--db', file])).code).toBe(1);
    expect(readdirSync(inside)).toEqual(['words.db']);
    expect(readFileSync(file, 'utf8')).toBe('these are words');
  });

  test.each(COMMANDS)('is left alone by %s even if it is another program’s database', async (...args) => {
    const { inside, file } = another(`others-${args[0]}`);
    const db = new Database(file);
    db.exec('CREATE TABLE words (word)');
    db.close();
    const before = readFileSync(file);
    const { code, stderr } = await run([...args, '--db', file]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('the file is not a Mailroom database')]);
    expect(readdirSync(inside)).toEqual(['words.db']);
    expect(readFileSync(file)).toEqual(before);
  });

  test.each(COMMANDS)('is left alone by %s even if it is no regular file', async (...args) => {
    const { inside, file } = another(`socket-${args[0]}`);
    const listening = createServer().listen(file);
    await once(listening, 'listening');
    expect(await run([...args, '--db', file])).toEqual({
      code: 1,
      said: '',
      stderr: `mailroom ${args[0]}: cannot open database ${file}: it is not a regular file\n`,
    });
    expect(readdirSync(inside)).toEqual(['words.db']);
    listening.close();
  });

  test.each([
    ['reinspect'],
    ['forget', '--server', 's', '--yes'],
    ['doctor'],
    ['backup', join(folder, 'uncopied.db')],
  ])('is left alone by %s even if it is empty', async (...args) => {
    const { inside, file } = another(`nothing-${args[0]}`);
    writeFileSync(file, '');
    expect(await run([...args, '--db', file])).toEqual({
      code: 1,
      said: '',
      stderr: `mailroom ${args[0]}: cannot open database ${file}: the file is not a Mailroom database\n`,
    });
    expect(readdirSync(inside)).toEqual(['words.db']);
    expect(readFileSync(file, 'utf8')).toBe('');
  });
});

test('a doctor says by which older catalogues responses were checked, and what to do', async () => {
  const file = join(folder, 'older.db');
  await run(['import', '-', '--server', 's', '--db', file], '{"success":true,"data":1}\n'.repeat(6));
  const db = new Database(file);
  db.exec('UPDATE responses SET catalogue = 2 WHERE id IN (SELECT id FROM responses LIMIT 3)');
  db.exec('UPDATE responses SET catalogue = 1 WHERE id IN (SELECT id FROM responses LIMIT 1)');
  db.close();
  const { code, said } = await run(['doctor', '--db', file]);
  expect(said).toContain(
    `\nCatalogue    ${CATALOGUE_VERSION}; 3 responses checked by catalogue 2, 1; run \`mailroom reinspect\`\n`,
  );
  expect(code).toBe(0);
});
