import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { isObject, type JsonObject, parseJson } from '../../shared/json/value.ts';
import { lines } from '../helpers/captures.ts';
import { folderOfFile } from '../helpers/folder.ts';
import { mailroom } from '../helpers/program.ts';
import { sarifFaults } from '../helpers/sarif.ts';

/** Breaks ENV-03 (must). */
const BAD = { success: true, warnings: [] };
const GOOD = { success: true, data: {} };
/** Two of them with different codes break SES-02 (should). */
const failure = (code: string) => ({ success: false, error: { code, message: 'Widget table is not here' } });

const folder = folderOfFile();
beforeAll(() => {
  written('shop.ndjson', lines(BAD, failure('INTERNAL_ERROR'), failure('NOT_FOUND_RESOURCE')));
  written('list.json', JSON.stringify([GOOD, 7, BAD]));
  written('good.ndjson', lines(GOOD));
  written('none.ndjson', '');
  written('packed.ndjson.gz', gzipSync(lines(GOOD)));
  written('quiet.json', '{"rules": {"MSG-01": "off"}}');
});

function written(name: string, content: string | Buffer): void {
  writeFileSync(join(folder, name), content);
}

async function lint(args: readonly string[], input = '') {
  const flags = ['--config', 'quiet.json', '--format', 'ndjson'];
  const run = await mailroom(['lint', ...flags, ...args], { input, cwd: folder, env: { FORCE_COLOR: '0' } });
  return { code: run.code, text: run.stdout, stderr: run.stderr };
}

const valuesOf = (text: string) => text.trim().split('\n').map(parseJson).filter(isObject);

/** Among others a missing file, stdin, and an array with an unreadable element. */
const FILES = ['shop.ndjson', 'away.ndjson', '-', 'list.json'];
const INPUT = lines({ server: 'shop', response: failure('NOT_FOUND_RESOURCE') });
const TOLD = [
  'mailroom lint: cannot read away.ndjson: no such file or directory',
  'list.json:2: not a JSON object, so not a capture, message or envelope',
  '',
];
const report = async (format: string) => {
  const run = await lint(['--format', format, ...FILES], INPUT);
  expect([run.stderr.split('\n'), run.code]).toEqual([TOLD, 2]);
  return run.text;
};

describe('of several files', () => {
  const placesOf = (values: readonly JsonObject[]) =>
    values.map(({ file, server, line, responses }) => [file, server, line ?? responses]);
  const RESPONSES: readonly unknown[] = [
    ['shop.ndjson', 'shop', 1],
    ['shop.ndjson', 'shop', 2],
    ['shop.ndjson', 'shop', 3],
    ['-', 'shop', 1],
    ['list.json', 'list', 1],
    ['list.json', 'list', 3],
  ];
  const ACROSS = ['shop.ndjson', 'shop', [2, 3]];

  test('each line of ndjson starts with its file, and rules across responses come last for each file', async () => {
    const text = await report('ndjson');
    expect(placesOf(valuesOf(text))).toEqual(RESPONSES.toSpliced(3, 0, ACROSS));
    for (const line of text.trim().split('\n')) expect(line).toMatch(/^\{"file":"[^"]+","line":/);
  });

  test('json is one document for all, with failed files and sums', async () => {
    const { responses, across, failed, summary } = JSON.parse(await report('json'));
    expect(placesOf(responses)).toEqual(RESPONSES);
    expect(placesOf(across)).toEqual([ACROSS]);
    expect(failed).toEqual([
      { file: 'away.ndjson', message: 'cannot read away.ndjson: no such file or directory' },
    ]);
    expect(summary).toEqual({
      responses: 6,
      byLevel: { must: 2, should: 1, info: 0 },
      known: 0,
      unreadable: 2,
    });
  });

  test('stylish has a heading for each file that breaks a rule, and sums at the end', async () => {
    expect(await report('stylish')).toBe(
      [
        'shop.ndjson',
        '',
        '1  shop  mcp-aql success',
        '  must    ENV-03   /data  data is missing from a success.',
        '',
        '2, 3  shop',
        '  should  SES-02   /error/code  The code is "NOT_FOUND_RESOURCE", but was "INTERNAL_ERROR" for the same message before.',
        '',
        'list.json',
        '',
        '3  list  mcp-aql success',
        '  must    ENV-03   /data  data is missing from a success.',
        '',
        '✖ 6 responses: 2 MUST, 1 SHOULD, 0 INFO, 2 unreadable',
        '',
      ].join('\n'),
    );
  });

  test('GitHub’s annotations refer to their files', async () => {
    const text = await report('github');
    expect(text.match(/^::.+?::/gm)).toEqual([
      '::error file=shop.ndjson,line=1,title=ENV-03 (must)::',
      '::warning file=shop.ndjson,line=3,title=SES-02 (should)::',
      '::error file=away.ndjson,title=unreadable::',
      '::error file=list.json,title=unreadable::',
      '::error file=list.json,title=ENV-03 (must)::',
    ]);
  });

  test('SARIF is one valid run whose results and notifications each have their artifact', async () => {
    const log = parseJson(await report('sarif'));
    expect(sarifFaults(log)).toEqual([]);
    const of = (uri: string, ...lines: readonly number[]) => {
      const artifactLocation = { uri };
      const places = lines.map((startLine) => ({ artifactLocation, region: { startLine } }));
      return (lines.length === 0 ? [{ artifactLocation }] : places).map((physicalLocation) => ({
        physicalLocation,
      }));
    };
    expect(log).toMatchObject({
      runs: [
        {
          results: [
            { ruleId: 'ENV-03', locations: of('shop.ndjson', 1) },
            {
              ruleId: 'SES-02',
              locations: of('shop.ndjson', 3),
              relatedLocations: of('shop.ndjson', 2),
            },
            { ruleId: 'ENV-03', locations: of('list.json') },
          ],
          invocations: [
            {
              executionSuccessful: false,
              toolExecutionNotifications: [{ locations: of('away.ndjson') }, { locations: of('list.json') }],
            },
          ],
        },
      ],
    });
  });

  test('JUnit has sums, and names the file of examples and of unreadable lines', async () => {
    const text = await report('junit');
    expect(text).toMatch(/^<testsuites name="mailroom" tests="\d+" failures="2" errors="2" skipped="\d+">$/m);
    expect(text).toMatch(
      /name="Every file can be read"><error type="unreadable" message="cannot read away.ndjson:/,
    );
    expect(text).toContain('message="line 2 of list.json: not a JSON object');
    expect(text.match(/\((response [^)]+)\)/g)).toEqual([
      '(response 1 of shop.ndjson)',
      '(response 2, 3 of shop.ndjson)',
      '(response 3 of list.json)',
    ]);
  });

  test('so does Markdown', async () => {
    const text = await report('markdown');
    expect(text.slice(0, text.indexOf('| Server'))).toBe(
      [
        '# Response envelopes in 4 files',
        '',
        '**1 file could not be read:**',
        '',
        '- cannot read away.ndjson: no such file or directory',
        '',
        '**1 line could not be read:**',
        '',
        '- line 2 of list.json: not a JSON object, so not a capture, message or envelope',
        '',
        '',
      ].join('\n'),
    );
    expect(text).toMatch(/^\| shop \| 4 \| mcp-aql \| 1 \| 1 \| 0 \|$/m);
    expect(text).toMatch(/^\| SES-02 \| .+, response 2, 3 of shop.ndjson\) \|$/m);
  });

  test('requests are not paired with replies in another file', async () => {
    const message = { jsonrpc: '2.0', id: 1 };
    written('calls.ndjson', lines({ ...message, method: 'tools/call', params: { name: 'mcp_aql_read' } }));
    written('replies.ndjson', lines({ dir: 'server->client', msg: { ...message, result: { content: [] } } }));
    expect(await lint(['calls.ndjson', 'replies.ndjson'])).toEqual({
      code: 0,
      text: '',
      stderr: [
        'mailroom lint: calls.ndjson: no responses found, so nothing was checked',
        'mailroom lint: replies.ndjson: no responses found, so nothing was checked',
        'mailroom lint: replies.ndjson: 1 response without a request skipped',
        '',
      ].join('\n'),
    });
  });

  test('a file is checked as often as it is given, but stdin can be read only once', async () => {
    const files = valuesOf((await lint(['good.ndjson', 'good.ndjson'])).text);
    expect(files.map(({ file }) => file)).toEqual(['good.ndjson', 'good.ndjson']);
    expect(await lint(['-', 'good.ndjson', '-'])).toEqual({
      code: 2,
      text: '',
      stderr: 'mailroom lint: stdin can be read only once; use - only once\n',
    });
  });
});

describe('of one file that cannot be read', () => {
  const TOLD =
    'mailroom lint: cannot read packed.ndjson.gz: it is compressed with gzip; decompress it first\n';
  const report = async (...flags: readonly string[]) => {
    const run = await lint(['packed.ndjson.gz', ...flags]);
    expect([run.stderr, run.code]).toEqual([TOLD, 2]);
    return run.text;
  };

  test.each([
    ['ndjson', /^$/],
    ['json', /"failed":\[\n\{"file":"packed.ndjson.gz","message":".+"\}\n\],"summary":/],
    ['stylish', /^✖ 0 responses: .+, 1 unreadable\n$/],
    ['github', /^::error file=packed.ndjson.gz,title=unreadable::cannot read packed.ndjson.gz: .+\n$/],
    [
      'junit',
      /name="Every file can be read"><error type="unreadable" message="cannot read packed.ndjson.gz:/,
    ],
    ['markdown', /^\*\*1 file could not be read:\*\*\n\n- cannot read packed.ndjson.gz:/m],
  ])('%s says so', async (format, told) => {
    expect(await report('--format', format)).toMatch(told);
  });

  test('SARIF is a valid log that says so', async () => {
    const log = parseJson(await report('--format', 'sarif'));
    expect(sarifFaults(log)).toEqual([]);
    const location = { physicalLocation: { artifactLocation: { uri: 'packed.ndjson.gz' } } };
    const toolExecutionNotifications = [{ level: 'error', locations: [location] }];
    expect(log).toMatchObject({
      runs: [{ results: [], invocations: [{ executionSuccessful: false, toolExecutionNotifications }] }],
    });
  });

  test('known violations are not reported as fixed', async () => {
    await lint(['shop.ndjson', '--baseline', 'held.json', '--update-baseline']);
    await report('--baseline', 'held.json');
  });
});

describe('the baseline of several files', () => {
  const update = (...files: readonly string[]) =>
    lint([...files, '--baseline', 'known.json', '--update-baseline']);
  const NONE = 'none.ndjson: no responses found, so nothing was checked';

  test('tolerates the known violations of each', async () => {
    written('other.ndjson', lines(BAD));
    expect(await update('shop.ndjson', 'other.ndjson')).toMatchObject({
      code: 0,
      stderr: 'mailroom lint: wrote 3 known violations to known.json\n',
    });
    const flags = ['--baseline', 'known.json', '--format', 'stylish'];
    expect(await lint(['shop.ndjson', 'other.ndjson', ...flags])).toEqual({
      code: 0,
      stderr: '',
      text: '✔ 4 responses: 0 MUST, 0 SHOULD, 0 INFO, 3 in the baseline\n',
    });
  });

  test('is written even if one has no responses, as long as another has some', async () => {
    rmSync(join(folder, 'known.json'), { force: true });
    expect(await update('shop.ndjson', 'none.ndjson')).toMatchObject({
      code: 0,
      stderr: `mailroom lint: ${NONE}\nmailroom lint: wrote 2 known violations to known.json\n`,
    });
  });

  test.each([
    [['shop.ndjson', 'away.ndjson'], ['cannot read away.ndjson: no such file or directory']],
    [
      ['none.ndjson', 'none.ndjson'],
      [NONE, NONE],
    ],
  ])('is not written unless everything was checked: %j', async (files, told) => {
    rmSync(join(folder, 'known.json'), { force: true });
    const run = await update(...files);
    const left = 'known.json was not updated: not everything was checked';
    expect([run.code, run.stderr]).toEqual([
      2,
      [...told, left].map((line) => `mailroom lint: ${line}\n`).join(''),
    ]);
    expect(existsSync(join(folder, 'known.json'))).toBe(false);
  });

  test('that cannot be written is reported', async () => {
    const run = await lint(['good.ndjson', '--baseline', 'no/known.json', '--update-baseline']);
    const none = join(realpathSync(folder), 'no');
    const told = `mailroom lint: cannot write no/known.json to directory ${none}: no such file or directory\n`;
    expect([run.code, run.stderr]).toEqual([2, told]);
  });

  test('keeps what it holds of servers that are in none of them, which is not reported as fixed', async () => {
    rmSync(join(folder, 'known.json'), { force: true });
    written('other.ndjson', lines(BAD));
    const [shop, other] = [await update('shop.ndjson'), await update('other.ndjson')];
    expect([shop.stderr, other.stderr]).toEqual([
      'mailroom lint: wrote 2 known violations to known.json\n',
      'mailroom lint: wrote 3 known violations to known.json\n',
    ]);
    const flags = ['--baseline', 'known.json', '--format', 'stylish'];
    for (const file of ['shop.ndjson', 'other.ndjson'])
      expect(await lint([file, ...flags])).toMatchObject({ code: 0, stderr: '' });
  });

  test('keeps all that it holds where a response could not be judged', async () => {
    rmSync(join(folder, 'known.json'), { force: true });
    await update('shop.ndjson');
    const reply = JSON.stringify({ jsonrpc: '2.0', id: 9, result: {} });
    const good = JSON.stringify({ server: 'shop', tool: 't', response: { success: true, data: 1 } });
    written('cut.ndjson', `${reply}\n${good}\n`);
    const skipped = 'mailroom lint: 1 response without a request skipped\n';
    expect(await lint(['cut.ndjson', '--baseline', 'known.json'])).toMatchObject({
      code: 0,
      stderr: skipped,
    });
    expect((await update('cut.ndjson')).stderr).toBe(
      `${skipped}mailroom lint: wrote 2 known violations to known.json\n`,
    );
    const many = await update('cut.ndjson', 'good.ndjson');
    expect(many.stderr).toContain('wrote 2 known violations to known.json');
  });

  test('never overwrites one of them', async () => {
    await update('good.ndjson');
    const before = readFileSync(join(folder, 'known.json'), 'utf8');
    const run = await update('good.ndjson', './known.json', 'shop.ndjson');
    expect(run.stderr).toBe(
      'mailroom lint: known.json is an input file; use another file for the baseline\n',
    );
    expect([run.code, readFileSync(join(folder, 'known.json'), 'utf8')]).toEqual([2, before]);
  });
});
