import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lines } from '../helpers/captures.ts';
import { folderOfFile } from '../helpers/folder.ts';
import { mailroom, type RunOptions } from '../helpers/program.ts';

/** Breaks ENV-03 (must). */
const BAD = { success: true, warnings: [] };
const GOOD = { success: true, data: {} };

const capture = (response: unknown, operation?: string) => ({
  server: 'shop',
  tool: 'mcp_aql_read',
  operation,
  response,
});

const folder = folderOfFile();

async function lint(args: readonly string[], input: string, options: RunOptions = {}) {
  const { code, stdout, stderr } = await mailroom(['lint', '-', ...args], { cwd: folder, input, ...options });
  return { code, text: stdout, stderr };
}

describe('a report on stdin', () => {
  test('as GitHub annotations has no file and no line, which nobody could open', async () => {
    const { text } = await lint(['--format', 'github'], `${lines(capture(BAD))}x\n`);
    expect(text.match(/^::.+?::/gm)).toEqual(['::error title=ENV-03 (must)::', '::error title=unreadable::']);
  });

  test('as GitHub annotations has one of its own for each level', async () => {
    const said = { success: false, error: { code: 'WIDGET_MISSING', message: 'no widget' } };
    const worded = { success: false, error: { code: 'INTERNAL_ERROR', message: 'The gate is shut' } };
    const { text } = await lint(
      ['--format', 'github'],
      lines(...[BAD, said, worded].map((one) => capture(one))),
    );
    const levels = [...text.matchAll(/^::(\w+) title=\S+ \((\w+)\)/gm)].map(
      ([, name, level]) => `${name} ${level}`,
    );
    expect(new Set(levels)).toEqual(new Set(['error must', 'warning should', 'notice info']));
  });

  test('as SARIF names stdin as its file, and a line only if there are lines', async () => {
    type Placed = { readonly locations: readonly { readonly physicalLocation: unknown }[] };
    const locations = async (input: string) => {
      const [{ results, invocations }] = JSON.parse((await lint(['--format', 'sarif'], input)).text).runs;
      const placed: readonly Placed[] = [...results, ...invocations[0].toolExecutionNotifications];
      return placed.flatMap((each) => each.locations.map((at) => at.physicalLocation));
    };
    const artifactLocation = { uri: 'stdin' };
    const line = (startLine: number) => ({ artifactLocation, region: { startLine } });
    expect(await locations(`${lines(capture(BAD))}7\n`)).toEqual([line(1), line(2)]);
    expect(await locations(JSON.stringify([capture(BAD), 7]))).toEqual([
      { artifactLocation },
      { artifactLocation },
    ]);
  });

  test('as ndjson says null of what a response does not have', async () => {
    const { text } = await lint(['--format', 'ndjson'], lines({ server: 'shop', response: GOOD }));
    expect(JSON.parse(text)).toMatchObject({ tool: null, operation: null, code: null, category: null });
  });
});

test('SARIF with more results than GitHub takes is written, and says what to do', async () => {
  const warning = { code: 'x', message: '', severity: 'grave' };
  const input = (responses: number) =>
    lines(...Array(responses).fill(capture({ ...GOOD, warnings: Array(100).fill(warning) })));
  const many = await lint(['--format', 'sarif'], input(70));
  const { length } = JSON.parse(many.text).runs[0].results;
  expect(length).toBeGreaterThan(25_000);
  expect(many.stderr).toBe(
    `mailroom lint: ${length.toLocaleString('en')} results, and GitHub takes 25,000 per upload; check fewer files at once, or turn rules off in --config\n`,
  );
  expect(await lint(['--format', 'sarif'], input(10))).toMatchObject({ stderr: '' });
});

test('SARIF takes no text of a server for a placeholder or a link', async () => {
  const code = '[click](https://evil.example) {0} [not a link]';
  const input = lines(capture({ success: false, error: { code, message: 'no' } }), {
    dir: '{1}',
    msg: { method: 'm' },
  });
  const [run] = JSON.parse((await lint(['--format', 'sarif'], input)).text).runs;
  const [unreadable] = run.invocations[0].toolExecutionNotifications;
  expect(unreadable.message.text).toMatch(/not "\{\{1\}\}"$/);
  const texts = run.results.map(
    ({ message }: { readonly message: { readonly text: string } }) => message.text,
  );
  expect(texts.join('\n')).toContain('\\[click\\](https://evil.example) {{0}} [not a link]');
});

test('SARIF tells results apart by the code of their failure, as a baseline does', async () => {
  const failed = (code: string) => capture({ success: false, error: { code, message: 'The gate is shut' } });
  const input = lines(failed('INTERNAL_ERROR'), failed('NOT_FOUND_RESOURCE'), failed('INTERNAL_ERROR'));
  const { text } = await lint(['--format', 'sarif'], input);
  const prints = text.match(/(?<="ruleId":"MSG-01".+"mailroom\/v1":)"\w+"/g) ?? [];
  expect([prints.length, new Set(prints).size]).toEqual([3, 2]);
});

test('SARIF tells results apart by their server, not by their place in a list, and is well-formed', async () => {
  const response = { ...GOOD, warnings: Array(2).fill({ code: 'C', message: 'm', severity: 'grave' }) };
  const input = lines(...['shop', 'desk'].map((server) => ({ ...capture(response, 'x\ud800'), server })));
  const { text } = await lint(['--format', 'sarif'], input);
  type Result = { readonly ruleId: string; readonly partialFingerprints: object };
  const results: readonly Result[] = JSON.parse(text).runs[0].results;
  const prints = results
    .filter(({ ruleId }) => ruleId === 'WRN-10')
    .map(({ partialFingerprints }) => JSON.stringify(partialFingerprints));
  expect([prints.length, new Set(prints).size]).toEqual([4, 2]);
  expect(text).toContain('\ufffd');
  expect(text).not.toContain('\\ud800');
});

test('SARIF counts the lines that could not be read beyond the first thousand', async () => {
  const { text } = await lint(['--format', 'sarif'], 'x\n'.repeat(1_002));
  const [{ invocations }] = JSON.parse(text).runs;
  const { length, [length - 1]: last } = invocations[0].toolExecutionNotifications;
  expect([length, last.message.text]).toEqual([1_001, '2 more lines could not be read']);
});

test('no report has a secret that is quoted in a member of a batch', async () => {
  const message = 'Internal error: {"password":"hunter2"}';
  const result = { success: false, error: { code: 'INTERNAL_ERROR', message } };
  const summary = { total: 1, succeeded: 0, failed: 1 };
  const results = [{ index: 0, operation: 'x', result }];
  const { text } = await lint(
    ['--format', 'ndjson'],
    lines(capture({ success: true, data: null, results, summary })),
  );
  expect(text).toContain('Internal error: ');
  expect(text).not.toContain('hunter2');
});

test('stdin among several files is called by that name, and an odd path by its plain one', async () => {
  writeFileSync(join(folder, 'shop.ndjson'), lines(capture(BAD)));
  const report = async (format: string) =>
    (await lint(['./shop.ndjson', '--format', format], lines(capture(BAD)))).text;
  expect((await report('stylish')).match(/^\S+$/gm)).toEqual(['stdin', './shop.ndjson']);
  expect((await report('junit')).match(/\(response [^)]+\)/g)).toEqual([
    '(response 1 of stdin)',
    '(response 1 of ./shop.ndjson)',
  ]);
  writeFileSync(join(folder, 'a|b.ndjson'), lines(capture(BAD)));
  const { text } = await lint(['./a|b.ndjson', '--format', 'markdown'], lines(capture(GOOD)));
  expect(text).toContain(', response 1 of ./a\\|b.ndjson) |');
  expect((await report('sarif')).match(/"uri":"[^"]+"/g)).toEqual(['"uri":"stdin"', '"uri":"shop.ndjson"']);
});

test('the name of a file cannot end a GitHub annotation, or one of its properties', async () => {
  const name = '100%,title=x::y.ndjson';
  writeFileSync(join(folder, name), lines(capture(BAD)));
  const { text } = await lint([name, '--format', 'github'], '');
  expect(text).toMatch(/^::error file=100%25%2Ctitle=x%3A%3Ay\.ndjson,line=1,title=ENV-03 \(must\)::shop/);
});

test.each(['github', 'junit', 'stylish', 'markdown'])('no name begins a line of %s', async (format) => {
  const name = 'x\u202e\u001b[2J\n::stop-commands::y';
  const two = lines({ server: name, response: BAD }, { server: '::stop-first::', response: BAD });
  for (const file of ['odd\u001b[2J\n::stop.ndjson', '::stop.ndjson']) {
    writeFileSync(join(folder, file), two + two);
    const { text, stderr } = await lint([file, '--format', format], 'x');
    expect(text).toContain('stop-commands');
    expect(text).not.toMatch(/^\s*::stop/m);
    for (const unseen of ['\u001b', '\u202e']) expect(text).not.toContain(unseen);
    writeFileSync(join(folder, file), 'x');
    expect(stderr + (await lint([file], '')).stderr).not.toMatch(/^\s*::stop/m);
  }
});

test.each(['github', 'stylish', 'markdown'])('no name is a command of a runner in %s', async (format) => {
  const name = 'x##[group]y##VSO[task.setvariable]z##';
  const { text } = await lint(['--format', format], lines({ server: name, response: BAD }));
  expect(text).toContain('task.setvariable');
  expect(text).not.toMatch(/##(?:vso)?\[/i);
});

describe('of what a baseline holds', () => {
  const report = async (format: string) => {
    const known = ['--baseline', 'known.json'];
    await lint([...known, '--update-baseline'], lines(capture(BAD, 'old')));
    return (await lint([...known, '--format', format], lines(capture(BAD, 'old'), capture(BAD, 'new')))).text;
  };

  test('ndjson marks no more, of one response or of several', async () => {
    const failed = (code: string) =>
      capture({ success: false, error: { code, message: 'The gate is shut' } }, 'open');
    const again = lines(failed('INTERNAL_ERROR'), failed('NOT_FOUND_RESOURCE'));
    const warnings = [{ code: 'RATE_LIMIT_OWN', message: 'm', severity: 'grave', details: {} }];
    const known = ['--baseline', 'beside.json'];
    await lint([...known, '--update-baseline'], lines(capture({ ...GOOD, warnings })) + again);
    const { text } = await lint(
      [...known, '--format', 'ndjson'],
      lines(capture({ ...BAD, warnings })) + again,
    );
    const marks = text.match(/"rule":"(?:ENV-03|WRN-10|SES-02)"|,"known":true\}/g);
    expect(marks).toEqual([
      '"rule":"ENV-03"',
      '"rule":"WRN-10"',
      ',"known":true}',
      ...Array(2).fill(',"known":true}'),
      '"rule":"SES-02"',
      ',"known":true}',
    ]);
  });

  test('GitHub’s annotations say nothing', async () => {
    expect(await report('github')).toBe(
      '::error title=ENV-03 (must)::shop · mcp_aql_read · new at /data: data is missing from a success.\n',
    );
  });

  test('a report for people says how much it is, and lists only the rest', async () => {
    expect(await report('stylish')).toBe(
      [
        '2  shop · mcp_aql_read · new  mcp-aql success',
        '  must    ENV-03   /data  data is missing from a success.',
        '',
        '✖ 2 responses: 1 MUST, 0 SHOULD, 0 INFO, 1 in the baseline',
        '',
      ].join('\n'),
    );
  });

  test('Markdown has a column, and JUnit no failure', async () => {
    const markdown = await report('markdown');
    expect(markdown).toContain('\n| shop | 2 | mcp-aql | 1 | 0 | 0 |\n');
    expect(markdown).toMatch(/^\| ENV-03 \| MUST \| 2 \| 1 \| .+ · new at .+, response 2\) \|$/m);
    const xml = await report('junit');
    expect(xml.match(/<failure .+?<\/failure>/g)).toEqual([
      '<failure type="must" message="data is missing from a success.">- shop · mcp_aql_read · new at /data: data is missing from a success. (response 2)</failure>',
    ]);
  });
});

test('a baseline holds a violation wherever in its list it is', async () => {
  const fine = { code: 'OWN_A', message: 'm', severity: 'low', details: {} };
  const warned = (...warnings: readonly object[]) => lines(capture({ ...GOOD, warnings }));
  const grave = { ...fine, code: 'OWN_B', severity: 'grave' };
  const known = ['--baseline', 'anywhere.json'];
  await lint([...known, '--update-baseline'], warned(grave));
  expect(await lint(known, warned(fine, grave))).toMatchObject({ code: 0, stderr: '' });
  const batch = (...results: readonly (readonly object[])[]) => {
    const items = results.map((warnings, index) => ({
      index,
      operation: 'x',
      result: { success: true, data: 1, warnings },
    }));
    const summary = { total: items.length, succeeded: items.length, failed: 0 };
    return lines(capture({ success: true, data: null, results: items, summary }, 'in a batch'));
  };
  await lint([...known, '--update-baseline'], batch([grave]));
  expect(await lint(known, batch([fine], [fine, grave]))).toMatchObject({ code: 0, stderr: '' });
});

test('Markdown has the strictest rule first, and no text of a server is a link or a cell of its own', async () => {
  const warnings = ['C', 'D'].map((code) => ({ code, message: 'm', severity: 'low' }));
  const odd = 'x|y` https://evil.example www.evil.example';
  const { text } = await lint(
    ['--format', 'markdown'],
    lines(capture({ success: true, warnings, [odd]: 1 })),
  );
  const rules = text.match(/^\| [A-Z]+-\d+ \| \w+ \| \d+/gm);
  expect(rules?.slice(0, 2)).toEqual(['| ENV-03 | MUST | 1', '| WRN-13 | INFO | 2']);
  expect(text).toContain('"x\\|y\\` https\\://evil.example www\\.evil.example" is');
  expect(text).toContain(" at `/x\\|y' https:~1~1evil.example www.evil.example`, ");
});

test('a baseline that cannot be written to its end stays as it was, with nothing beside it', async () => {
  const flags = ['--baseline', 'kept.json', '--update-baseline'];
  await lint(flags, lines(capture(BAD)));
  const before = readFileSync(join(folder, 'kept.json'), 'utf8');
  const operations = Array.from({ length: 2000 }, (_, n) => capture(BAD, `operation-${n}`));
  const through = ['sh', '-c', 'ulimit -f 8 && exec "$0" "$@"'];
  const { code, stderr } = await lint(flags, lines(...operations), { through });
  expect([code, stderr]).toEqual([2, 'mailroom lint: cannot write baseline kept.json: file too large\n']);
  expect(readFileSync(join(folder, 'kept.json'), 'utf8')).toBe(before);
  expect(readdirSync(folder).filter((name) => name.startsWith('kept'))).toEqual(['kept.json']);
});

test('a baseline is not written through a link that stands where it begins', async () => {
  writeFileSync(join(folder, 'own.txt'), 'own');
  const through = ['sh', '-c', 'ln -s own.txt linked.json.$$.unfinished && exec "$0" "$@"'];
  const { code } = await lint(['--baseline', 'linked.json', '--update-baseline'], lines(capture(BAD)), {
    through,
  });
  expect([code, readFileSync(join(folder, 'own.txt'), 'utf8')]).toEqual([0, 'own']);
  expect(readdirSync(folder).filter((name) => name.startsWith('linked'))).toEqual(['linked.json']);
});

test('what is coloured ends its colour', async () => {
  const failure = { success: false, error: { code: 'INTERNAL_ERROR', message: 'Widget table is not here' } };
  const settings = join(folder, 'settings.json');
  writeFileSync(settings, '{"rules": {"MSG-01": "should"}}');
  const flags = ['--format', 'stylish', '--config', settings];
  const { text } = await lint(flags, lines(capture(failure)), { env: { FORCE_COLOR: '1' } });
  expect(text).toBe(
    [
      '\u001b[4m1\u001b[24m  shop · mcp_aql_read  \u001b[2mmcp-aql failure INTERNAL_ERROR\u001b[22m',
      '  \u001b[33mshould\u001b[39m  MSG-01   /error/message  "Widget table is not here" does not follow the template "Internal error: {description}".',
      '',
      '\u001b[32m✔\u001b[39m 1 response: 0 MUST, \u001b[33m1 SHOULD\u001b[39m, 0 INFO',
      '',
    ].join('\n'),
  );
  const broken = await lint(['--format', 'stylish'], lines(capture(BAD)), { env: { FORCE_COLOR: '1' } });
  expect(broken.text).toContain('\n  \u001b[31mmust  \u001b[39m  ENV-03   /data  ');
  expect(broken.text).toContain('\u001b[31m✖\u001b[39m 1 response: \u001b[31m1 MUST\u001b[39m,');
});

describe('of rules across responses', () => {
  test('so much is listed and remembered, and what is not is said', async () => {
    const failure = (operation: string, code: string) =>
      capture({ success: false, error: { code, message: 'Widget table is not here' } }, operation);
    // Each pair breaks SES-02.
    const input = Array.from({ length: 10_002 }, (_, n) => `op${n}`).map((operation) =>
      lines(failure(operation, 'INTERNAL_ERROR'), failure(operation, 'NOT_FOUND_RESOURCE')),
    );
    const { text, stderr } = await lint(['--format', 'json'], input.join(''));
    expect(JSON.parse(text).across).toHaveLength(10_000);
    expect(stderr).toMatch(
      /^mailroom lint: rules across responses may have missed violations: \d+ conditions dropped from memory\nmailroom lint: 2 more violations across responses counted, but not listed\n$/,
    );
  });

  test('what is not listed counts for the exit code', async () => {
    const asked = (token: string) =>
      capture({
        success: false,
        error: { code: 'CONFIRMATION_REQUIRED', message: 'Confirm', details: { confirmation_token: token } },
      });
    const quota = (severity: string) =>
      capture({
        success: true,
        data: 1,
        warnings: [
          {
            code: 'RATE_LIMIT_QUOTA_WARNING',
            severity,
            message: 'Quota',
            details: { metric: 'calls', usage: 90, limit: 100 },
          },
        ],
      });
    const drift = lines(quota('medium'), quota('low'));
    const tokens = Array.from({ length: 10_001 }, (_, n) => lines(asked(`token-${n}`), asked(`token-${n}`)));
    const settings = join(folder, 'exit.json');
    writeFileSync(settings, '{"rules": {"TOK-01": "off", "WRN-20": "off", "WRN-21": "off"}}');
    const flags = ['--config', settings, '--fail-level', 'should', '--format', 'stylish'];
    const alone = await lint(flags, drift);
    const after = await lint(flags, tokens.join('') + drift);
    expect([alone.text, after.text].map((text) => /[\d,]+ SHOULD/.exec(text)?.[0])).toEqual([
      '1 SHOULD',
      '1 SHOULD',
    ]);
    expect(after.stderr).toContain('2 more violations across responses counted, but not listed');
    expect([alone.code, after.code]).toEqual([1, 1]);
  });

  test('dialects that alternate are told once an hour', async () => {
    const responses = [GOOD, { success: true, value: 1, instruction: 'Display' }];
    const input = [0, 1, 2, 61, 62].map((minute, nth) => ({
      ...capture(responses[nth % 2]),
      observed_at: new Date(Date.UTC(2026, 10, 21, 10, minute)).toISOString(),
    }));
    const { text } = await lint(['--format', 'ndjson'], lines(...input));
    expect(text.match(/(?<="responses":)\[.+?\]/g)).toEqual(['[1,2]', '[3,4]']);
  });

  test('the replies of a batch are several responses, though of one line', async () => {
    const ids = [1, 2];
    const calls = ids.map((id) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'mcp_aql_read' },
    }));
    const codes = ['INTERNAL_ERROR', 'NOT_FOUND_RESOURCE'];
    const replies = codes.map((code, position) => {
      const text = JSON.stringify({ success: false, error: { code, message: 'The gate is shut' } });
      return { jsonrpc: '2.0', id: ids[position], result: { content: [{ type: 'text', text }] } };
    });
    const { text } = await lint(['--server', 'shop', '--format', 'json'], lines(calls, replies));
    expect(JSON.parse(text).across).toMatchObject([
      { responses: [2, 2], violations: [{ rule: 'SES-02', pointer: '/error/code' }] },
    ]);
  });

  test('no name controls the terminal', async () => {
    const odd = (response: unknown) => lines({ server: 'a\u001b[2Jb', tool: 'mcp_aql_read', response });
    const input = odd(GOOD) + odd({ success: true, value: 1, instruction: 'Display' });
    const { text } = await lint(['--format', 'stylish', '--fail-level', 'info'], input);
    expect(text).toMatch(/^1, 2 {2}a\\u001b\[2Jb\n {2}info {4}SES-04 /m);
  });

  test('a confirmation token that is issued twice is found, and not repeated', async () => {
    const asks = (token: string) =>
      capture({
        success: false,
        error: {
          code: 'CONFIRMATION_REQUIRED',
          message: 'This operation requires confirmation',
          details: { confirmation_token: token, expires_at: '2026-11-21T00:05:00Z' },
        },
      });
    const input = lines(asks('tok_geheim'), asks('tok_other'), asks('tok_geheim'));
    const { text } = await lint(['--format', 'json'], input);
    expect(JSON.parse(text).across).toMatchObject([
      { server: 'shop', responses: [1, 3], violations: [{ rule: 'SES-06' }] },
    ]);
    expect(text).not.toContain('geheim');
  });

  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'mcp_aql_read' } };
  test.each([
    ['captures', (response: unknown) => lines(capture(response))],
    ['envelopes', (response: unknown) => lines(response)],
    [
      'messages',
      (response: unknown) => {
        const content = [{ type: 'text', text: JSON.stringify(response) }];
        return lines(call, { jsonrpc: '2.0', id: 1, result: { content } });
      },
    ],
  ])('%s say what they do without their secrets, as on the server', async (_shape, sent) => {
    const failure = (code: string, message: string) => sent({ success: false, error: { code, message } });
    const across = async (input: string, secretKey: string) => {
      const settings = join(folder, 'across.json');
      writeFileSync(settings, JSON.stringify({ secret_keys: [secretKey] }));
      const { text } = await lint(['--server', 'shop', '--config', settings, '--format', 'json'], input);
      return JSON.stringify(JSON.parse(text).across);
    };
    const [one, other] = ['alpha beta', 'gamma delta'].map((token) => `The shop refused {"token":"${token}`);
    const alike = failure('INTERNAL_ERROR', one ?? '') + failure('NOT_FOUND_RESOURCE', other ?? '');
    expect(await across(alike, '^none$')).toContain('"rule":"SES-02"');
    const secret = failure('INTERNAL_ERROR', 'The gate is shut') + failure('GEHEIM', 'The gate is shut');
    expect(await across(secret, '^none$')).toContain('GEHEIM');
    expect(await across(secret, '^code$')).toBe('[]');
  });
});
