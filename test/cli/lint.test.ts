import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { isObject, type JsonObject, parseJson } from '../../shared/json/value.ts';
import { lines } from '../helpers/captures.ts';
import { folderOfFile, newFolder } from '../helpers/folder.ts';
import { mailroom, type RunOptions } from '../helpers/program.ts';
import { sarifFaults } from '../helpers/sarif.ts';
import { PROGRAM } from '../helpers/server.ts';

const corpus = (path: string) => fileURLToPath(new URL(`../corpus/${path}`, import.meta.url));

const folder = folderOfFile();

function written(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const GOOD = { success: true, data: {} };
/** Breaks ENV-03 (must). */
const BAD = { success: true, warnings: [] };
/** Breaks CODE-03 (should). */
const ODD = { success: false, error: { code: 'WIDGET_MISSING', message: 'no widget' } };

const capture = (response: unknown, more: JsonObject = {}) => ({
  server: 'shop',
  tool: 'mcp_aql_read',
  response,
  ...more,
});

async function lint(args: readonly string[], options?: RunOptions) {
  const { code, stdout, stderr } = await mailroom(['lint', ...args], options);
  return { code, text: stdout, stderr };
}

/** Parses the lines of `--format ndjson`. */
function verdicts(text: string): JsonObject[] {
  return text
    .trim()
    .split('\n')
    .map((line) => parseJson(line))
    .filter(isObject);
}

/** Returns the unmatched tags of an XML text. Its text may only be entities and what needs no escape. */
function unclosed(xml: string): string[] {
  const open: string[] = [];
  const token =
    /<\?xml [^?]*\?>|<(\/?)([a-z-]+)((?: [a-z]+="(?:[^<&"\n\t]|&(?:amp|lt|gt|quot|apos|#9|#10|#13);)*")*)(\/?)>|(?:[^<&>]|&(?:amp|lt|gt|quot|apos|#13);)+/uy;
  while (token.lastIndex < xml.length) {
    const at = token.lastIndex;
    const match = token.exec(xml);
    if (match === null) return [...open, `not XML: ${xml.slice(at, at + 40)}`];
    const [, closing, name, , empty] = match;
    if (name === undefined || empty === '/') continue;
    if (closing !== '/') open.push(name);
    else if (open.pop() !== name) return [...open, `</${name}>`];
  }
  return open;
}

const rulesOf = (verdict: JsonObject | undefined) =>
  Array.isArray(verdict?.violations) ? verdict.violations.map((violation: JsonObject) => violation.rule) : [];

describe('ndjson', () => {
  test('has one line per response, in input order, with the documented members', async () => {
    const run = await lint([written('a.jsonl', lines(capture(GOOD), capture(BAD), capture(ODD)))]);
    const found = verdicts(run.text);
    expect(found.map(({ line }) => line)).toEqual([1, 2, 3]);
    expect(Object.keys(found[1] ?? {})).toEqual([
      'line',
      'server',
      'tool',
      'operation',
      'dialect',
      'outcome',
      'code',
      'category',
      'warnings',
      'violations',
      'decided_by',
    ]);
    expect(found[2]).toMatchObject({
      server: 'shop',
      dialect: 'mcp-aql',
      outcome: 'failure',
      code: 'WIDGET_MISSING',
    });
    expect(rulesOf(found[1])).toEqual(['ENV-03']);
    expect(found[1]?.violations).toMatchObject([{ level: 'must', in: 'envelope', pointer: '/data' }]);
  });

  test('has the effective and the declared severity of warnings', async () => {
    const warning = { code: 'DEPRECATION_WARNING', message: "Operation 'a' is deprecated" };
    const warnings = [{ ...warning, severity: 'low' }, warning, { ...warning, severity: 'LOW' }];
    const run = await lint(['-'], { input: lines(capture({ ...GOOD, warnings })) });
    expect(verdicts(run.text)[0]?.warnings).toEqual([
      { code: 'DEPRECATION_WARNING', severity: 2, declared: 'low' },
      { code: 'DEPRECATION_WARNING', severity: 1, declared: null },
      { code: 'DEPRECATION_WARNING', severity: 1, declared: 'LOW' },
    ]);
  });

  test('lists members of a batch in their parent', async () => {
    const results = [
      { index: 0, operation: 'a', result: GOOD },
      { index: 1, operation: 'b', result: { success: false, error: 'no' } },
    ];
    const batch = { success: true, data: null, results, summary: { total: 2, succeeded: 1, failed: 1 } };
    const [found] = verdicts((await lint(['-'], { input: lines(capture(batch)) })).text);
    expect(found?.members).toMatchObject([{ operation: 'a' }, { operation: 'b', outcome: 'failure' }]);
    expect(found?.violations).toMatchObject([{ rule: 'ERR-01', pointer: '/results/1/result/error' }]);
  });

  test('puts rules across responses after all others', async () => {
    const failure = (code: string) =>
      capture({ success: false, error: { code, message: 'Widget table is not reachable' } });
    const run = await lint(['-'], {
      input: lines(failure('INTERNAL_ERROR'), failure('NOT_FOUND_RESOURCE'), capture(GOOD)),
    });
    const last = verdicts(run.text).at(-1);
    expect(last).toMatchObject({ line: null, server: 'shop', responses: [1, 2] });
    expect(rulesOf(last)).toEqual(['SES-02']);
  });

  test('a batch member that says the same as before does not hide one that contradicts it', async () => {
    const batch = (...codes: readonly string[]) => {
      const results = codes.map((code, index) => ({
        index,
        operation: 'create',
        result: { success: false, error: { code, message: 'Widget table is not reachable' } },
      }));
      const summary = { total: codes.length, succeeded: 0, failed: codes.length };
      return capture({ success: true, data: null, results, summary });
    };
    const run = await lint(['-'], {
      input: lines(batch('INTERNAL_ERROR'), batch('INTERNAL_ERROR', 'NOT_FOUND_RESOURCE')),
    });
    const last = verdicts(run.text).at(-1);
    expect(last).toMatchObject({ line: null, responses: [1, 2] });
    expect(last?.violations).toMatchObject([{ rule: 'SES-02', pointer: '/results/1/result/error/code' }]);
  });
});

describe('what is read', () => {
  test.each([
    ['n8n-mcp-api', 26],
    ['otel-mcp-server-v0.2', 33],
    ['server-everything', 46],
    ['server-memory', 17],
    ['server-sequential-thinking', 6],
  ])('the recording of %s: only replies to tools/call', async (name, responses) => {
    const path = corpus(`traffic/${name}.jsonl`);
    const run = await lint([path, '--fail-level', 'never', '--format', 'ndjson']);
    const found = verdicts(run.text).filter(({ line }) => line !== null);
    expect(found).toHaveLength(responses);
    expect(new Set(found.map(({ server }) => server))).toEqual(new Set([name]));
    const messages = readFileSync(path, 'utf8').split('\n');
    for (const { line } of found) expect(messages[Number(line) - 1]).toContain('"dir":"server->client"');
    expect([run.code, run.stderr]).toEqual([0, '']);
  });

  test('bare JSON-RPC messages are paired by id; bare envelopes belong to the file’s server, or to --server', async () => {
    const text = lines(
      { jsonrpc: '2.0', id: 'x', method: 'tools/call', params: { name: 'mcp_aql_read', arguments: {} } },
      { jsonrpc: '2.0', id: 'x', result: { content: [{ type: 'text', text: JSON.stringify(BAD) }] } },
      BAD,
    );
    const found = verdicts((await lint([written('library.jsonl', text)])).text);
    expect(found.map(({ line, server, tool }) => [line, server, tool])).toEqual([
      [2, 'library', 'mcp_aql_read'],
      [3, 'library', null],
    ]);
    expect(verdicts((await lint(['-', '--server', 'mine'], { input: text })).text)[1]?.server).toBe('mine');
    const nameless = await lint(['-'], { input: lines(BAD) });
    expect(nameless.stderr).toBe('stdin:1: a bare envelope names no server; use --server NAME\n');
    expect(nameless.code).toBe(2);
  });

  test.each([0, 2])('an array is read as its elements, indented by %s', async (space) => {
    const path = written('array.json', JSON.stringify([capture(GOOD), BAD, 7, capture(BAD)], null, space));
    const run = await lint([path]);
    expect(verdicts(run.text).map(({ line }) => line)).toEqual([1, 2, 4]);
    expect(run.stderr).toContain(`${path}:3: not a JSON object, so not a capture`);
    expect(run.code).toBe(2);
  });

  test.each([
    ['[{"success":true,"data":1},', 'stdin:2: the array is not closed\n'],
    ['[{"success":true,"data":1}', 'stdin:2: the array is not closed\n'],
    ['[{"success":true,"data":1},]', 'stdin:2: a value is missing from the array\n'],
    [
      '[{"success":true,"data":1}] [',
      'stdin:2: unexpected data after the array\nstdin:2: the array is not closed\n',
    ],
  ])('an incomplete array is reported, and what was read is checked: %s', async (input, told) => {
    const run = await lint(['-', '--server', 's', '--format', 'ndjson'], { input });
    expect([run.stderr, run.code, verdicts(run.text).length]).toEqual([told, 2, 1]);
  });

  test.each(['', '[]', lines({ jsonrpc: '2.0', id: 1, method: 'tools/list' })])(
    'an input without a response is reported: %j',
    async (input) => {
      const run = await lint(['-'], { input });
      expect(run).toEqual({
        code: 0,
        stderr: 'mailroom lint: no responses found, so nothing was checked\n',
        text: '',
      });
    },
  );

  test('one object over several lines is one response', async () => {
    const found = verdicts((await lint([written('pretty.json', JSON.stringify(BAD, null, 2))])).text);
    expect(found.map(({ line, server }) => [line, server])).toEqual([[1, 'pretty']]);
  });

  test('unreadable lines are reported, the rest is checked, and the exit code is 2', async () => {
    const text = `\n{"server":"s"\r\n${lines(capture(BAD))}{"response":1}\n"text"\n{"dir":"up","msg":{},"ts":1}\n\n${lines(capture(GOOD))}`;
    const run = await lint(['-'], { input: `\ufeff${text}` });
    expect(verdicts(run.text).map(({ line }) => line)).toEqual([3, 8]);
    expect(run.stderr.split('\n').map((line) => line.slice(0, 20))).toEqual([
      'stdin:2: not JSON: u',
      'stdin:4: Missing req',
      'stdin:5: not a JSON ',
      'stdin:6: dir must be',
      '',
    ]);
    expect(run.code).toBe(2);
  });

  test('hostile values are checked like others', async () => {
    const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
    const input = [
      `{"server":"s","response":{"success":true,"data":${deep}}}`,
      '{"server":"s","response":{"success":true,"data":{"__proto__":{"x":1},"constructor":1}}}',
      '{"server":"s","response":{"success":true,"data":1e400}}',
    ].join('\n');
    const run = await lint(['-'], { input });
    expect(verdicts(run.text)).toHaveLength(3);
    expect(run.stderr).toBe('');
  });

  test.each([
    ['is not there', undefined, 'no such file or directory'],
    [
      'is compressed',
      gzipSync('{"success":true,"data":1}'),
      'it is compressed with gzip; decompress it first',
    ],
    ['is a zip archive', Buffer.from('PK\x03\x04'), 'it is a zip archive; unpack it first'],
    [
      'is compressed otherwise',
      Buffer.from('28b52ffd24', 'hex'),
      'it is compressed with Zstandard; decompress it first',
    ],
    ['is a database', Buffer.from('SQLite format 3\0\n\n'), 'it is an SQLite database, not text'],
    ['is UTF-16', Buffer.from('\ufeff{"success":true}', 'utf16le'), 'it is UTF-16; save it as UTF-8'],
  ])('a file that %s is refused in one clear line', async (_what, bytes, reason) => {
    const file = join(folder, 'unreadable.jsonl');
    rmSync(file, { force: true });
    if (bytes !== undefined) writeFileSync(file, bytes);
    const run = await lint([file]);
    expect(run.stderr).toBe(`mailroom lint: cannot read ${file}: ${reason}\n`);
    expect([run.code, run.text]).toEqual([2, '']);
  });

  test('a first line that is a batch is a line, and an array of which nothing follows has elements', async () => {
    const batch = '[{"success":true,"data":1},{"success":true,"data":1}]';
    const numbers = async (input: string) =>
      verdicts((await lint(['-', '--server', 's'], { input })).text).map(({ line }) => line);
    expect(await numbers(`${batch}\n{"success":true,"data":1}\n`)).toEqual([1, 1, 2]);
    expect(await numbers(`\n ${batch}\r\n\n{"success":true,"data":1}\n${batch}`)).toEqual([2, 2, 4, 5, 5]);
    expect(await numbers(`${batch}\n\n`)).toEqual([1, 2]);
    expect(await numbers(batch)).toEqual([1, 2]);
    const long = `[${Array.from({ length: 20_000 }, () => '{"success":true,"data":1}').join()}]`;
    expect(new Set(await numbers(`${long}\n{"success":true,"data":1}\n`)).size).toBe(20_001);
  });

  test('a line whose direction is anything costs no other', async () => {
    const deep = `{"dir":${'['.repeat(5000)}${']'.repeat(5000)},"msg":{},"ts":1}`;
    const long = JSON.stringify({ dir: 'd'.repeat(100_000), msg: 1, server: 's' });
    const run = await lint(['-'], { input: `${deep}\n${long}\n${lines(capture(GOOD))}` });
    expect([verdicts(run.text).length, run.code]).toEqual([1, 2]);
    const told = 'dir must be "client->server" or "server->client", not';
    expect(run.stderr).toBe(`stdin:1: ${told} array\nstdin:2: ${told} string\n`);
  });

  test('a folder is refused in one clear line', async () => {
    expect((await lint([folder])).stderr).toBe(`mailroom lint: cannot read ${folder}: it is a directory\n`);
    const stdin = openSync(folder, 'r');
    const piped = spawnSync(process.execPath, [PROGRAM, 'lint', '-'], { stdio: [stdin, 'pipe', 'pipe'] });
    closeSync(stdin);
    expect([piped.status, piped.stderr.toString()]).toEqual([
      2,
      'mailroom lint: cannot read stdin: it is a directory\n',
    ]);
  });

  test('Windows line ends and byte order mark are ignored', async () => {
    const input = `\ufeff${lines(capture(GOOD), capture(BAD)).replaceAll('\n', '\r\n')}`;
    const run = await lint(['-'], { input });
    expect([run.stderr, run.text]).toEqual([
      '',
      (await lint(['-'], { input: lines(capture(GOOD), capture(BAD)) })).text,
    ]);
  });
});

describe('stderr', () => {
  const INJECTED =
    '[{"success":true}, {"dir":"\u0085::e\u007f\u202e","msg":{"method":"m"}}, {"success":false}]';

  test('has one line per problem, whatever is in it', async () => {
    const run = await lint(['-', '--server', 's'], { input: INJECTED });
    const told = run.stderr.trimEnd().split('\n');
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(/^stdin:2: dir must be .+\\u0085::e\\u007f\\u202e/);
    const broken = await lint(['-', '--config', written('broken.json', '{"a":x\n::error::x}')]);
    expect(broken.stderr).toMatch(/^mailroom lint: cannot read configuration .+: .+\n$/);
    expect(broken.stderr.trimEnd()).not.toContain('\n');
  });

  test('does not affect the exit code if it cannot be written', async () => {
    const unheard = async (...args: readonly string[]) => {
      const full = openSync('/dev/full', 'w');
      const child = spawn(process.execPath, [PROGRAM, 'lint', ...args], {
        stdio: ['ignore', 'ignore', full],
      });
      closeSync(full);
      await once(child, 'close');
      return child.exitCode;
    };
    expect(await unheard(written('no-response.jsonl', '\n'))).toBe(0);
    expect(await unheard(written('cut-off.jsonl', '{"response":'))).toBe(2);
    expect(await unheard('--nope')).toBe(2);
  });
});

describe('the exit code', () => {
  test.each([
    [BAD, [], 1],
    [ODD, [], 0],
    [ODD, ['--fail-level', 'should'], 1],
    [BAD, ['--fail-level', 'never'], 0],
    [GOOD, ['--fail-level', 'info'], 0],
  ])('of %j with %j is %i', async (envelope, flags, code) => {
    expect((await lint(['-', ...flags], { input: lines(capture(envelope)) })).code).toBe(code);
  });

  test('follows the configuration, which turns rules off and changes their level', async () => {
    const off = written('off.json', '{"rules": {"ENV-03": "off"}}');
    const strict = written('strict.json', '{"rules": {"CODE-03": "must"}}');
    expect((await lint(['-', '--config', off], { input: lines(capture(BAD)) })).code).toBe(0);
    expect((await lint(['-', '--config', strict], { input: lines(capture(ODD)) })).code).toBe(1);
    const wrong = await lint(['-', '--config', written('wrong.json', '{"rules": {"ENV-3": "off"}}')]);
    expect(wrong.stderr).toContain('ENV-3');
    expect(wrong.code).toBe(2);
  });
});

describe('a baseline', () => {
  test('tolerates known violations, so that only new ones fail', async () => {
    const path = join(folder, 'baseline.json');
    const update = await lint(['-', '--baseline', path, '--update-baseline'], { input: lines(capture(BAD)) });
    expect([update.code, update.stderr]).toEqual([0, `mailroom lint: wrote 1 known violation to ${path}\n`]);
    const flags = ['-', '--baseline', path, '--format', 'stylish'];
    const same = await lint(flags, { input: lines(capture(BAD), capture(BAD)) });
    expect(same).toEqual({
      code: 0,
      stderr: '',
      text: '✔ 2 responses: 0 MUST, 0 SHOULD, 0 INFO, 2 in the baseline\n',
    });
    const other = await lint(flags, { input: lines(capture(BAD), capture(BAD, { operation: 'other' })) });
    expect(other.code).toBe(1);
    const healed = await lint(flags, { input: lines(capture(GOOD)) });
    expect(healed.stderr).toContain('1 baseline entry not found');
    expect(healed.code).toBe(0);
    const more = lines(capture(BAD), capture(BAD, { operation: 'other' }), capture(GOOD));
    await lint(['-', '--baseline', path, '--update-baseline'], { input: more });
    const all = await lint(flags, { input: lines(capture(GOOD)) });
    expect(all.stderr).toContain('2 baseline entries not found');
  });

  test('is sorted, so that a change of the file shows what changed', async () => {
    const path = join(folder, 'order.json');
    const input = lines(...['c', 'a', 'b'].map((operation) => capture(BAD, { operation })));
    await lint(['-', '--baseline', path, '--update-baseline'], { input });
    const { known } = JSON.parse(readFileSync(path, 'utf8'));
    expect(known.map(({ operation }: JsonObject) => operation)).toEqual(['a', 'b', 'c']);
  });

  test('overwrites only a baseline, never an input or another file', async () => {
    const recording = written('precious.jsonl', lines(capture(BAD)));
    const update = (path: string, file = recording) => lint([file, '--baseline', path, '--update-baseline']);
    const hint = 'use a file that --update-baseline wrote, or a new one for it to write';
    for (const path of [recording, written('empty.json', ''), written('other.json', '{"rules": {}}')]) {
      const before = readFileSync(path, 'utf8');
      const refused = await update(path);
      expect([refused.code, refused.text]).toEqual([2, '']);
      expect(refused.stderr).toMatch(/ is an input file; | cannot read baseline | is not a baseline; /);
      expect(readFileSync(path, 'utf8')).toBe(before);
    }
    const path = join(folder, 'again.json');
    expect((await update(path)).code).toBe(0);
    const first = readFileSync(path, 'utf8');
    const own = await update(path, path);
    expect([own.code, own.stderr]).toEqual([
      2,
      `mailroom lint: ${path} is an input file; use another file for the baseline\n`,
    ]);
    expect((await lint(['-', '--baseline', recording])).stderr).toBe(
      `mailroom lint: ${recording} is not a baseline; ${hint}\n`,
    );
    const link = join(folder, 'link.json');
    symlinkSync(path, link);
    expect((await update(link, written('healed.jsonl', lines(capture(GOOD))))).code).toBe(0);
    expect(readFileSync(path, 'utf8')).not.toBe(first);
    expect([
      lstatSync(link).isSymbolicLink(),
      readdirSync(folder).filter((name) => /unfinished/.test(name)),
    ]).toEqual([true, []]);
  });

  test('is refused before anything is checked if it could not be written', async () => {
    const input = lines(capture(BAD));
    const update = async (path: string) => {
      const { code, text, stderr } = await lint(['-', '--baseline', path, '--update-baseline'], {
        input,
        stranger: true,
      });
      return [code, text, stderr];
    };
    const below = newFolder();
    chmodSync(below, 0o777);
    const path = join(below, 'known.json');
    expect(await update(path)).toEqual([0, expect.anything(), expect.stringContaining('wrote 1 known')]);
    const nowhere = join(below, 'none');
    expect(await update(join(nowhere, 'new.json'))).toEqual([
      2,
      '',
      `mailroom lint: cannot write ${nowhere}/new.json to directory ${nowhere}: no such file or directory\n`,
    ]);
    expect(await update(join(path, 'new.json'))).toEqual([
      2,
      '',
      `mailroom lint: cannot write ${path}/new.json: ${path} is a file, not a directory\n`,
    ]);
    expect(await update(`${nowhere}/`)).toEqual([
      2,
      '',
      `mailroom lint: cannot write ${nowhere}/: it names a directory, not a file\n`,
    ]);
    const before = readFileSync(path, 'utf8');
    chmodSync(path, 0o444);
    expect(await update(path)).toEqual([
      2,
      '',
      `mailroom lint: cannot write baseline ${path}: permission denied\n`,
    ]);
    chmodSync(below, 0o555);
    expect(await update(join(below, 'new.json'))).toEqual([
      2,
      '',
      `mailroom lint: cannot write ${below}/new.json to directory ${below}: permission denied\n`,
    ]);
    expect(readFileSync(path, 'utf8')).toBe(before);
  });

  test('works whatever the order of its members, and with additional ones', async () => {
    const path = join(folder, 'sorted.json');
    await lint(['-', '--baseline', path, '--update-baseline'], { input: lines(capture(BAD)) });
    const { known } = JSON.parse(readFileSync(path, 'utf8'));
    const turned = known.map((entry: JsonObject) =>
      Object.fromEntries([['note', 'until May'], ...Object.entries(entry).reverse()]),
    );
    written('sorted.json', JSON.stringify({ known: turned, mailroom_baseline: 1 }, null, 2));
    const run = await lint(['-', '--baseline', path], { input: lines(capture(BAD)) });
    expect([run.code, run.stderr]).toEqual([0, '']);
    const [entry] = known;
    const { operation: _, ...unnamed } = entry;
    const { code: __, ...uncoded } = entry;
    const mistyped = Object.keys(entry).map((name) => ({ ...entry, [name]: 1 }));
    for (const wrong of [1, null, 'x', {}, unnamed, uncoded, ...mistyped]) {
      written('sorted.json', JSON.stringify({ mailroom_baseline: 1, known: [entry, wrong] }));
      const refused = await lint(['-', '--baseline', path], { input: lines(capture(BAD)) });
      expect([refused.code, refused.stderr]).toEqual([
        2,
        `mailroom lint: ${path}: known[1] is not a baseline entry\n`,
      ]);
    }
  });

  test('is not updated unless everything was checked, and keeps its permissions', async () => {
    const path = join(folder, 'kept.json');
    const update = (input: string) => lint(['-', '--baseline', path, '--update-baseline'], { input });
    await update(lines(capture(BAD)));
    const before = readFileSync(path, 'utf8');
    for (const input of ['', `${lines(capture(GOOD))}{"server":"sh`]) {
      const run = await update(input);
      expect([run.code, readFileSync(path, 'utf8')]).toEqual([2, before]);
      expect(run.stderr).toContain(`${path} was not updated: not everything was checked\n`);
    }
    chmodSync(path, 0o600);
    expect((await update(lines(capture(GOOD)))).code).toBe(0);
    expect([readFileSync(path, 'utf8') === before, statSync(path).mode & 0o777]).toEqual([false, 0o600]);
  });

  test('marks known violations in ndjson and json, and every result of SARIF', async () => {
    const path = join(folder, 'marks.json');
    await lint(['-', '--baseline', path, '--update-baseline'], { input: lines(capture(BAD)) });
    const input = lines(capture(BAD), capture(BAD, { operation: 'other' }));
    const report = async (format: string, flags = ['--baseline', path]) =>
      (await lint(['-', '--format', format, ...flags], { input })).text;
    const knownIn = (verdict: JsonObject | undefined) =>
      Array.isArray(verdict?.violations) ? verdict.violations.map(({ known }: JsonObject) => known) : [];
    expect(verdicts(await report('ndjson')).map(knownIn)).toEqual([[true], [undefined]]);
    expect(JSON.parse(await report('json')).responses.map(knownIn)).toEqual([[true], [undefined]]);
    const resultsOf = (text: string): JsonObject[] => JSON.parse(text).runs[0].results;
    expect(
      resultsOf(await report('sarif')).map(({ baselineState, suppressions }) => [
        baselineState,
        suppressions,
      ]),
    ).toEqual([
      ['unchanged', [{ kind: 'external' }]],
      ['new', []],
    ]);
    const without = resultsOf(await report('sarif', []));
    expect(without).toHaveLength(2);
    for (const result of without) {
      expect(result).not.toHaveProperty('baselineState');
      expect(result).not.toHaveProperty('suppressions');
    }
  });

  test('that is missing or invalid is wrong usage', async () => {
    expect((await lint(['-', '--baseline', join(folder, 'no.json')])).code).toBe(2);
    expect((await lint(['-', '--baseline', written('x.json', '[]')])).stderr).toContain('is not a baseline');
    expect((await lint(['-', '--update-baseline'])).stderr).toContain('needs --baseline FILE');
  });
});

describe('a report', () => {
  const HOSTILE = 'a%b\r\n::error::x,y: <b>&"\'|`]]>\u0007\ud800\u202e &lt; @user';
  const mixed = () =>
    lines(
      capture(GOOD),
      capture(BAD),
      capture(ODD),
      capture({ ...BAD, error: HOSTILE }, { operation: HOSTILE }),
    );

  test('as SARIF is valid by the schema of 2.1.0 and names rule, level and line', async () => {
    for (const [name, text] of [
      ['some.jsonl', mixed()],
      ['none.jsonl', ''],
      ['array of some.json', `[${mixed().trim().replaceAll('\n', ',')}]`],
    ] as const) {
      const { text: printed } = await lint([written(name, text), '--format', 'sarif']);
      const log = parseJson(printed);
      expect(sarifFaults(log)).toEqual([]);
      if (name !== 'some.jsonl') continue;
      const [run] = isObject(log) && Array.isArray(log.runs) ? log.runs : [];
      expect(run.results[0]).toMatchObject({
        ruleId: 'ENV-03',
        level: 'error',
        locations: [{ physicalLocation: { region: { startLine: 2 } } }],
      });
      for (const { ruleId, ruleIndex, level } of run.results) {
        const rule = { id: ruleId, defaultConfiguration: { level } };
        expect(run.tool.driver.rules[ruleIndex]).toMatchObject(rule);
      }
    }
  });

  test('names unreadable lines, in every report format', async () => {
    const file = written('cut.jsonl', `${lines(capture(GOOD))}x\n{"dir":"up","msg":{"method":"m"}}\n`);
    const report = async (format: string) => {
      const { code, text } = await lint([file, '--format', format]);
      expect(code).toBe(2);
      return text;
    };
    expect(await report('stylish')).toMatch(/^✖ 1 response: .+, 2 unreadable\n$/);
    const xml = await report('junit');
    expect(xml).toMatch(/<testsuites name="mailroom" tests="\d+" failures="0" errors="1" skipped="0">/);
    expect(xml).toMatch(/<error type="unreadable" message="line 2: not JSON: [^"]+">line 2: .+\nline 3: /);
    expect(unclosed(xml)).toEqual([]);
    expect(await report('markdown')).toMatch(
      /^\*\*2 lines could not be read:\*\*\n\n- line 2: .+\n- line 3: /m,
    );
    expect(await report('github')).toMatch(
      /^::error file=[^,]+,line=2,title=unreadable::Line 2: .+\n::error file=/,
    );
    const [run] = JSON.parse(await report('sarif')).runs;
    expect(run.invocations).toMatchObject([
      {
        executionSuccessful: false,
        toolExecutionNotifications: [
          { level: 'error', locations: [{ physicalLocation: { region: { startLine: 2 } } }] },
          { level: 'error', locations: [{ physicalLocation: { region: { startLine: 3 } } }] },
        ],
      },
    ]);
    expect(JSON.parse(await report('json')).summary.unreadable).toBe(2);
  });

  test('says which rules the configuration turned off or gave another level', async () => {
    const settings = written(
      'levels.json',
      '{"rules": {"ENV-03": "off", "CODE-02": "off", "CODE-03": "must"}}',
    );
    const flags = ['-', '--config', settings, '--format'];
    const input = lines(capture(BAD), capture(ODD));
    const { text: xml } = await lint([...flags, 'junit'], { input });
    expect(xml).toMatch(/name="ENV-03 [^"]+"><skipped message="turned off in the configuration"\/>/);
    expect(xml).toMatch(/<testsuites name="mailroom" tests="\d+" failures="1" errors="0" skipped="2">/);
    expect(unclosed(xml)).toEqual([]);
    const [run] = JSON.parse((await lint([...flags, 'sarif'], { input })).text).runs;
    const [off, , must] = run.invocations[0].ruleConfigurationOverrides;
    expect([off.configuration, must.configuration]).toEqual([{ enabled: false }, { level: 'error' }]);
    for (const { descriptor } of [off, must])
      expect(run.tool.driver.rules[descriptor.index].id).toBe(descriptor.id);
    expect(run.results).toMatchObject([{ ruleId: 'CODE-03', level: 'error' }]);
  });

  test('sums up servers beyond the first thousand', async () => {
    const input = lines(...Array.from({ length: 1500 }, (_, n) => capture(BAD, { server: `server-${n}` })));
    const { text } = await lint(['-', '--format', 'markdown'], { input });
    expect(text).toMatch(/^\| \(other\) \| 500 \| mcp-aql \| 500 \| 0 \| 0 \|$/m);
    expect(text.match(/^## /gm)).toHaveLength(1001);
  });

  test('as SARIF has a URI for its file that every reader resolves', async () => {
    const path = written('odd #%?.jsonl', lines(capture(BAD)));
    for (const [file, uri] of [
      [path, pathToFileURL(path).href],
      [relative(process.cwd(), path), relative(process.cwd(), path).replace('odd #%?', 'odd%20%23%25%3F')],
    ] as const) {
      const { text } = await lint([file, '--format', 'sarif']);
      expect(text).toContain(`"artifactLocation":{"uri":"${uri}"}`);
    }
  });

  test('as JUnit XML is well-formed and counts its cases', async () => {
    const { text } = await lint(['-', '--format', 'junit'], { input: mixed() });
    expect(text).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites name="mailroom" tests="\d+" failures="\d+"/,
    );
    const cases = text.match(/<testcase /g)?.length;
    const failures = text.match(/<failure /g)?.length;
    expect(text).toContain(`<testsuites name="mailroom" tests="${cases}" failures="${failures}"`);
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cs}]/u);
    expect(unclosed(text)).toEqual([]);
    expect(text).toContain('&lt;b&gt;&amp;&quot;&apos;');
    const named = lines(capture(BAD, { server: 'two\r\nlines\tlong' }));
    const { text: renamed } = await lint(['-', '--format', 'junit'], { input: named });
    expect(renamed).toContain('<testsuite name="two&#13;&#10;lines&#9;long"');
    expect(unclosed(renamed)).toEqual([]);
  });

  test.each([
    ['never', [], ['ENV-03', 'CODE-02', 'CODE-03', 'MSG-01']],
    ['must', ['ENV-03'], ['CODE-02', 'CODE-03', 'MSG-01']],
    ['should', ['ENV-03', 'CODE-02', 'CODE-03'], ['MSG-01']],
    ['info', ['ENV-03', 'CODE-02', 'CODE-03', 'MSG-01'], []],
  ])('as JUnit fails what counts at the level %s, and only names the rest', async (level, failed, named) => {
    const worded = capture({
      success: false,
      error: { code: 'INTERNAL_ERROR', message: 'The gate is shut' },
    });
    const input = lines(capture(BAD), capture(ODD), worded);
    const { text } = await lint(['-', '--format', 'junit', '--fail-level', level], { input });
    const rulesWith = (inner: string) =>
      [...text.matchAll(/name="([A-Z]+-\d+) [^>]+><([\w-]+)/g)].flatMap(([, rule, tag]) =>
        tag === inner ? [rule] : [],
      );
    expect([rulesWith('failure'), rulesWith('system-out')]).toEqual([failed, named]);
  });

  test('says of a violation of the whole response that it is at the root', async () => {
    const result = { success: true, value: 1, instruction: 'Display' };
    const input = lines(capture(GOOD), { server: 'shop', tool: 'other', response: result });
    const report = async (format: string) =>
      (await lint(['-', '--format', format, '--fail-level', 'info'], { input })).text;
    expect(await report('stylish')).toMatch(
      /^ +info +SES-04 +\(root\) +The dialect is result, but was mcp-aql before\.$/m,
    );
    expect(await report('github')).toContain(' at the root: The dialect is result');
  });

  test('as GitHub annotations is safe against injection', async () => {
    const { text } = await lint([written('some.jsonl', mixed()), '--format', 'github']);
    const annotations = text.trim().split('\n');
    expect(
      annotations.every((line) =>
        /^::(error|warning|notice) file=[^,]+,line=\d+,title=[A-Z]+-\d+ \(\w+\)::/.test(line),
      ),
    ).toBe(true);
    expect(text).toContain('a%25b\\u000d\\u000a::error::x,y: <b>');
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  });

  test('as Markdown has a row per server and a row per rule', async () => {
    const { text } = await lint(['-', '--format', 'markdown'], { input: mixed() });
    expect(text).toContain('# Response envelopes in stdin');
    expect(text).toMatch(/^\| shop \| 4 \| mcp-aql \| \d+ \| \d+ \| \d+ \|$/m);
    expect(text).toMatch(/^\| ENV-03 \| MUST \| 2 \| 0 \| /m);
    const file = written('# <b>@user_.jsonl', lines(capture(BAD, { server: HOSTILE })));
    const { text: hostile } = await lint([file, '--format', 'markdown']);
    expect(hostile).toContain('/\\# \\<b\\>@<!-- -->user\\_.jsonl\n');
    expect(hostile).toContain('\n## a%b ::error::x,y: \\<b\\>\\&"');
    expect(hostile).toMatch(/\\\\u0007.+\\\\u202e \\&lt; @<!-- -->user \|/);
    expect(hostile.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
    const mixing = lines(
      capture({ success: true, data: 1 }),
      capture({ success: true, value: 1, instruction: 'Show' }),
    );
    const { text: whole } = await lint(['-', '--format', 'markdown'], { input: mixing });
    expect(whole).toMatch(/^\| SES-04 \| INFO \|.* at the root, response 1, 2\) \|$/m);
  });

  test('as JSON is one document with every line and sums', async () => {
    const document = parseJson((await lint(['-', '--format', 'json'], { input: mixed() })).text);
    expect(document).toMatchObject({
      responses: [{ line: 1 }, { line: 2 }, { line: 3 }, { line: 4 }],
      summary: { responses: 4 },
    });
    expect(parseJson((await lint(['-', '--format', 'json'])).text)).toMatchObject({
      responses: [],
      across: [],
    });
  });

  test('for people says how to show what it omits', async () => {
    const lenient = written('lenient.json', '{"rules": {"CODE-02": "off", "CODE-03": "info"}}');
    const flags = ['-', '--format', 'stylish', '--config', lenient];
    const input = lines(capture(ODD));
    expect((await lint(flags, { input })).text).toBe(
      '✔ 1 response: 0 MUST, 0 SHOULD, 1 INFO; use --fail-level info to show INFO\n',
    );
    const { text } = await lint([...flags, '--fail-level', 'info'], { input });
    expect(text).toMatch(/info {4}CODE-03 .+\n\n✖ 1 response: 0 MUST, 0 SHOULD, 1 INFO\n$/);
  });

  test('for people is coloured only on request, and contains no other control sequences', async () => {
    const flags = ['-', '--format', 'stylish'];
    const plain = await lint(flags, { input: mixed(), env: { FORCE_COLOR: '0' } });
    expect(plain.text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
    expect(plain.text).toContain('must    ENV-03   /data');
    const coloured = await lint(flags, { input: mixed(), env: { FORCE_COLOR: '1' } });
    expect(coloured.text).toContain('\u001b[31mmust');
    const refused = await lint(flags, { input: mixed(), env: { FORCE_COLOR: '1', NO_COLOR: '1' } });
    expect(refused.text).toBe(plain.text);
  });
});

test('repeats no secret, including user-defined ones', async () => {
  const text = '{"success":true,"data":{}} {"token":"geheim","iban":"geheim"}';
  const file = written('secret.jsonl', lines(capture({ content: [{ type: 'text', text }] })));
  const settings = written('secret.json', '{"secret_keys": ["^iban$"]}');
  const run = await lint([file, '--config', settings, '--format', 'ndjson']);
  expect(rulesOf(verdicts(run.text)[0])).toEqual(['TRN-09']);
  expect(run.text).toContain('[redacted]');
  expect(run.text).not.toContain('geheim');
});

test('repeats no secret of a line that it cannot read', async () => {
  const input = '{"server":"shop","response":{"success":true,"data":{"token":sk_live_9f8e7d6c}}}\n';
  const { text, stderr } = await lint(['-', '--format', 'sarif'], { input });
  expect(stderr).toBe('stdin:1: not JSON: expected value at character 61\n');
  expect(text).toContain('not JSON: expected value at character 61');
  expect(text + stderr).not.toContain('sk_live');
});

test('repeats no confirmation token that a violation quotes in plain words', async () => {
  const token = 'tok_9f8e7d6c5b4a3210';
  const asked = {
    success: false,
    error: { code: 'CONFIRMATION_REQUIRED', message: `Confirm with ${token}`, details: { token } },
  };
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'mcp_aql_delete' } };
  const reply = {
    jsonrpc: '2.0',
    id: 1,
    result: { content: [{ type: 'text', text: JSON.stringify(asked) }] },
  };
  const input = lines(capture(asked), asked, call, reply);
  for (const format of ['stylish', 'ndjson', 'sarif', 'markdown', 'junit', 'github', 'json']) {
    const { text } = await lint(['-', '--server', 'shop', '--fail-level', 'info', '--format', format], {
      input,
    });
    expect(text).toContain('MSG-01');
    expect(text).toContain('Confirm with');
    expect(text).toContain('redacted');
    expect(text).not.toContain(token);
  }
});

test('needs no more memory for a long stream than for a short one', async () => {
  const line = Buffer.from(lines(capture({ success: true, data: { text: 'x'.repeat(200_000) } })));
  const child = spawn(process.execPath, [
    '--max-old-space-size=48',
    PROGRAM,
    'lint',
    '-',
    '--format',
    'ndjson',
  ]);
  let judged = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    judged += chunk.toString('latin1').split('\n').length - 1;
  });
  for (let sent = 0; sent < 1_000; sent++) {
    if (!child.stdin.write(line)) await once(child.stdin, 'drain');
  }
  child.stdin.end();
  await once(child, 'close');
  expect(child.exitCode).toBe(0);
  expect(judged).toBe(1_000);
});
