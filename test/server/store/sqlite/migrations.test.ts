import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { openStore } from '../../../../server/store/open.ts';
import { MIGRATIONS, migrate, SCHEMA_VERSION } from '../../../../server/store/sqlite/file/schema.ts';
import { isObject, parseJson } from '../../../../shared/json/value.ts';
import { answersOf, frozen } from '../../../corpus/schemas/freeze.mjs';
import { folderOfFile } from '../../../helpers/folder.ts';
import { mailroom } from '../../../helpers/program.ts';
import { DAY, failure, NOW, record } from '../records.ts';

const folder = folderOfFile();

const fixture = (name: string) => fileURLToPath(new URL(`../../../corpus/schemas/${name}`, import.meta.url));

/** Serves an older database with the current program and asks it everything. */
async function answersOfCopy(name: string, bytes: Uint8Array) {
  const db = join(folder, name);
  writeFileSync(db, bytes);
  const answers = parseJson(JSON.stringify(await answersOf(db)));
  const { code, stdout } = await mailroom(['doctor', '--db', db]);
  expect(stdout).toContain(': sound\n');
  expect(code).toBe(0);
  return answers;
}

test('a file of the newest schema gives the same answers as when it was frozen', async () => {
  const { schema, bytes, answers } = await frozen();
  expect(schema).toBe(SCHEMA_VERSION);
  expect(Object.keys(answers).length).toBeGreaterThan(30);
  expect(await answersOfCopy('newest.db', bytes)).toEqual(parseJson(JSON.stringify(answers)));
});

/** SHA-256 of each step's statements. Existing files were made by them, so a change must be a new step. */
const STEPS = [
  '490835358acecbd5931af0efb6cf56171c9dede334b9e58719189df9782045aa',
  'f4e59179fba398759b9230ac6051e3e88e0a64574d4fc82b5fc376bf16fb5665',
  '81a11a369a6fbf03074e19d87eae99a0903d1e34ba2f4696cda81ab51b6e2de4',
  '7b541e8b9bb8f9156fa244b5c5245d6d01a221e228d4e7e2a36f0a92c3cb673e',
  '1634b8b1b497513f1c96cbb5f82dc9e7e8a6abb617470e6fe9fe6ae6950f0ce5',
];

test('no step has changed since files were made by it', () => {
  expect(MIGRATIONS.map((step) => createHash('sha256').update(step).digest('hex'))).toEqual(STEPS);
});

const EARLIER = Array.from({ length: SCHEMA_VERSION - 1 }, (_, index) => index + 1);

test('every earlier schema is frozen', () => {
  const missing = EARLIER.filter((version) => !existsSync(fixture(`${version}.db.gz`)));
  expect(missing).toEqual([]);
});

for (const version of EARLIER)
  test(`a file of schema ${version} is brought up to date and answers as before`, async () => {
    const bytes = gunzipSync(readFileSync(fixture(`${version}.db.gz`)));
    const answers = parseJson(readFileSync(fixture(`${version}.json`), 'utf8'));
    if (!isObject(answers)) throw new Error('the frozen answers are no object');
    // An answer may have gained members since.
    expect(await answersOfCopy(`${version}.db`, bytes)).toMatchObject(answers);
  });

for (const version of EARLIER)
  test(`a reader of a file of schema ${version} is told to have it brought up to date, and leaves it as it is`, async () => {
    const file = join(folder, `read-${version}.db`);
    const bytes = gunzipSync(readFileSync(fixture(`${version}.db.gz`)));
    writeFileSync(file, bytes);
    await expect(openStore(file, { role: 'reader' })).rejects.toThrow(
      `the file was written by an older Mailroom (schema ${version}, this version uses ${SCHEMA_VERSION})`,
    );
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

describe('a further step', () => {
  const filter = { from: NOW - DAY, to: NOW + DAY };
  const STEP =
    'ALTER TABLE servers ADD COLUMN note TEXT; CREATE TABLE notes (id INTEGER PRIMARY KEY) STRICT;';

  /** Makes a file with the current schema and some data. Returns it with its content. */
  async function made(name: string) {
    const file = join(folder, name);
    const store = await openStore(file, { role: 'writer' });
    await store.append([record(), record({ response: failure('INTERNAL_ERROR', 'boom') })]);
    const held = await Promise.all([store.errors(filter), store.responses(filter, { limit: 10 })]);
    await store.close();
    return { file, held };
  }

  function tables(file: string): ReadonlyMap<string, unknown> {
    const db = new Database(file, { readonly: true });
    const names = db
      .prepare<[], { name: string }>(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%fts5%'",
      )
      .all();
    const held = new Map(
      names.map(({ name }) => [name, db.prepare(`SELECT count(*) AS n FROM "${name}"`).get()]),
    );
    db.close();
    return held;
  }

  test('runs once and keeps the data; afterwards older programs refuse the file and leave it unchanged', async () => {
    const { file } = await made('step.db');
    const before = tables(file);
    const db = new Database(file);
    migrate(db, [...MIGRATIONS, STEP]);
    migrate(db, [...MIGRATIONS, STEP]);
    expect(db.pragma('user_version', { simple: true })).toBe(SCHEMA_VERSION + 1);
    db.close();
    expect(tables(file)).toEqual(new Map([...before, ['notes', { n: 0 }]]));
    const bytes = readFileSync(file);
    for (const role of ['writer', 'reader'] as const)
      await expect(openStore(file, { role })).rejects.toThrow(
        `the file was written by a newer Mailroom (schema ${SCHEMA_VERSION + 1}, this version supports ${SCHEMA_VERSION}); update Mailroom, or use another file with --db`,
      );
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  test('that fails leaves the file intact at the step before', async () => {
    const { file, held } = await made('failed.db');
    const before = tables(file);
    const db = new Database(file);
    expect(() => migrate(db, [...MIGRATIONS, `${STEP} UPDATE nowhere SET x = 1;`])).toThrow('no such table');
    expect(db.inTransaction).toBe(false);
    expect(db.pragma('user_version', { simple: true })).toBe(SCHEMA_VERSION);
    db.close();
    expect(tables(file)).toEqual(before);
    const store = await openStore(file, { role: 'writer' });
    expect(await Promise.all([store.errors(filter), store.responses(filter, { limit: 10 })])).toEqual(held);
    expect((await store.diagnose()).faults).toEqual([]);
    await store.close();
  });
});
