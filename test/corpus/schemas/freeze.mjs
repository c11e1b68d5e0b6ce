// Freezes the schema of the built program: a database with the recordings, and its answers.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const PROGRAM = at('../../../dist/server/main.js');
const RECORDINGS = readdirSync(at('../traffic')).map((name) => at(`../traffic/${name}`));

/** A fixed range that contains every recording. */
const RANGE = 'from=2026-11-01T00:00:00Z&to=2026-12-01T00:00:00Z';
const QUESTIONS = [
  'overview',
  'series?metric=responses&group_by=server&bucket=1d',
  'errors',
  'error-groups?limit=500',
  'warnings',
  'deprecations',
  'quotas',
  'rules',
  'violations',
  'conformance',
  'servers',
  'clients',
  'facets',
  'responses?limit=500',
];

function mailroom(...args) {
  const run = spawnSync(process.execPath, [PROGRAM, ...args], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`mailroom ${args.join(' ')} ended with ${run.status}: ${run.stderr}`);
  return run.stdout;
}

/** Returns a database's answers, with the bytes of its newest responses. The program may migrate the file. */
export async function answersOf(db) {
  const child = spawn(process.execPath, [PROGRAM, 'serve', '--port', '0', '--db', db], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    const url = await new Promise((resolve, reject) => {
      createInterface(child.stdout).on('line', (line) => {
        const [, address] = / on (http:\/\/\S+)$/.exec(line) ?? [];
        if (address !== undefined) resolve(address);
      });
      void ended.then(([code]) => reject(new Error(`mailroom serve ended with ${code}`)));
    });
    const data = async (path) => (await (await fetch(`${url}/api/v1/${path}`)).json()).data;
    const answers = {};
    for (const question of QUESTIONS)
      answers[question] = await data(`${question}${question.includes('?') ? '&' : '?'}${RANGE}`);
    const newest = answers['responses?limit=500'].items.slice(0, 20);
    for (const { id } of newest) answers[`responses/${id}`] = await data(`responses/${id}`);
    return ofFile(answers);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

/**
 * Keeps only what depends on the file: no version of the catalogue, of its rules only their counts, and no words
 * for rules and categories.
 */
function ofFile(answers) {
  const { catalogue: _, violations, ...conformance } = answers.conformance;
  const counted = answers.rules.items.filter(({ count }) => count > 0);
  const rules = counted.map(({ id, count, responses }) => ({ id, count, responses }));
  const untitled = (rows) => rows.map(({ title: _, ...row }) => row);
  const unguided = ({ categories, ...answer }) => ({
    ...answer,
    categories: categories.map(({ guidance: _, ...row }) => row),
  });
  return {
    ...answers,
    overview: unguided(answers.overview),
    errors: unguided(answers.errors),
    rules,
    violations: { ...answers.violations, items: untitled(answers.violations.items) },
    conformance: { ...conformance, violations: untitled(violations) },
  };
}

/** Makes a database with the recordings. Returns its schema, its bytes and its answers. */
export async function frozen() {
  const folder = mkdtempSync(join(tmpdir(), 'mailroom-freeze-'));
  try {
    const [db, copy] = [join(folder, 'made.db'), join(folder, 'packed.db')];
    mailroom('import', ...RECORDINGS, '--db', db);
    mailroom('backup', copy, '--db', db);
    const { schema } = JSON.parse(mailroom('doctor', '--db', copy, '--format', 'json'));
    return { schema, bytes: readFileSync(copy), answers: await answersOf(db) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { schema, bytes, answers } = await frozen();
  writeFileSync(at(`./${schema}.db.gz`), gzipSync(bytes, { level: 9 }));
  writeFileSync(at(`./${schema}.json`), `${JSON.stringify(answers, null, 1)}\n`);
}
