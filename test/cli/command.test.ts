import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CommandError, helpOf, readInput } from '../../server/cli/command.ts';
import { COMMANDS } from '../../server/cli/commands.ts';
import { choice, environmentName, file, integer, list, server, toggle } from '../../server/cli/flags.ts';
import { keep, maxSize } from '../../server/cli/retention.ts';
import { newFolder } from '../helpers/folder.ts';
import { mailroom } from '../helpers/program.ts';
import { PROGRAM } from '../helpers/server.ts';

const port = integer('port', 'PORT', { summary: 'port', least: 0, most: 65535, absent: 4680 });
const path = file('path', 'path');
const level = choice('fail-level', 'LEVEL', { summary: 'level', words: ['must', 'never'], absent: 'must' });
const names = list('name', 'NAME', { summary: 'names', parse: String });
const quiet = toggle('quiet', 'says nothing');
const command = {
  flags: [port, path, level, names, quiet, server],
  operands: { shown: 'FILE', least: 0, most: 1 },
  run: async () => 0,
};

function read(args: readonly string[], environment: Record<string, string> = {}) {
  const input = readInput(command, args, environment);
  if (input === 'help') throw new Error('help was asked for');
  return input;
}

describe('a flag', () => {
  test('has its value from the command line, else from its environment variable, else its default', () => {
    const environment = { MAILROOM_PORT: '5000', MAILROOM_FAIL_LEVEL: 'never' };
    const input = read(['--port', '1', 'file'], environment);
    expect([input.get(port), input.get(level), input.get(path)]).toEqual([1, 'never', undefined]);
    expect([input.typed(port), input.typed(level)]).toEqual([true, false]);
    expect(input.operands).toEqual(['file']);
  });

  test('that is a switch is on, off, or set by its variable', () => {
    expect(read(['--quiet']).get(quiet)).toBe(true);
    expect(read(['--no-quiet'], { MAILROOM_QUIET: '1' }).get(quiet)).toBe(false);
    expect(read([], { MAILROOM_QUIET: 'yes' }).get(quiet)).toBe(true);
  });

  test('that is a list accumulates', () => {
    expect(read(['--name', 'a, b', '--name=,c,']).get(names)).toEqual(['a', 'b', 'c']);
  });

  test.each([
    [['--prot', '1'], {}, 'unknown flag --prot; did you mean --port?'],
    [['-x'], {}, 'unknown flag -x'],
    [['--port'], {}, '--port needs a value: PORT'],
    [['--port', '--path', 'x'], {}, '--port needs a value: PORT'],
    [['--port', '-1'], {}, '--port expects a whole number from 0 to 65535, not "-1"'],
    [['--name', ''], {}, '--name must not be empty'],
    [['--path', ' '], {}, '--path must not be empty'],
    [['--server', ''], {}, '--server must not be empty'],
    [['--server', 's'.repeat(201)], {}, '--server must be at most 200 characters long'],
    [['--quiet=maybe'], {}, '--quiet expects true or false, not "maybe"'],
    [['--port', '1.5'], {}, '--port expects a whole number from 0 to 65535, not "1.5"'],
    [[], { MAILROOM_PORT: '-1' }, 'MAILROOM_PORT expects a whole number from 0 to 65535, not "-1"'],
    [['--fail-level=all'], {}, '--fail-level expects one of must, never, not "all"'],
    [['--no-port'], {}, 'unknown flag --no-port; did you mean --port?'],
    [['a', 'b'], {}, 'unexpected argument "b"'],
    [[''], {}, 'empty argument: FILE'],
  ])('that is wrong is reported: %j %j', (args, environment, message) => {
    expect(() => read(args, environment)).toThrow(new CommandError(message));
  });
});

describe('a measure of what is kept', () => {
  test.each([
    ['30d', 30 * 86_400_000],
    ['2W', 14 * 86_400_000],
    [' 1y ', 365 * 86_400_000],
    ['0.5d', 43_200_000],
  ])('is a duration: %s', (given, ms) => expect(keep.read([given])).toBe(ms));

  test.each([
    ['500MB', 500_000_000],
    ['10gb', 10_000_000_000],
    ['1.5Tb', 1_500_000_000_000],
  ])('is a size: %s', (given, bytes) => expect(maxSize.read([given])).toBe(bytes));

  test.each(['30', 'd', '-1d', '0d', '1h', '10GB', '1.2345d', '1 d', '30d5'])(
    'is no duration: %s',
    (given) => {
      expect(() => keep.read([given])).toThrow(`expects a duration such as 30d, not "${given}"`);
    },
  );
});

test('another program’s command line is left unchanged', () => {
  const verbatim = { ...command, operands: { shown: '-- COMMAND', least: 1, most: 99, verbatim: true } };
  const operands = (...args: string[]) => {
    const input = readInput(verbatim, args, {});
    return input === 'help' ? input : input.operands;
  };
  expect(operands('--port', '1', '--', 'npx', '-y', '--port', '2')).toEqual(['npx', '-y', '--port', '2']);
  expect(operands('--port', '1', 'npx', '-y', '--port', '2')).toEqual(['npx', '-y', '--port', '2']);
  expect(operands('npx', '--help')).toEqual(['npx', '--help']);
  expect(operands('npx', '')).toEqual(['npx', '']);
  expect(() => operands('', 'npx')).toThrow(new CommandError('empty argument: -- COMMAND'));
  expect(operands('--help')).toBe('help');
});

test('help is one column of flags, one of variables and one of words, which are broken between words', () => {
  const long = 'File to read, which has to be named in full unless it is where the program is run from';
  const flags = [file('in', long), quiet];
  expect(
    helpOf('read', 'Read a file', { flags, operands: command.operands, run: command.run }).split('\n'),
  ).toEqual([
    'Read a file',
    '',
    'Usage: mailroom read [flags] FILE',
    '',
    'Flags and their environment variables:',
    '  --in FILE  MAILROOM_IN     File to read, which has to be named in full unless it is where the',
    '                             program is run from',
    '  --quiet    MAILROOM_QUIET  says nothing',
    '  --help                     Show this help',
    '',
  ]);
});

describe('the program', () => {
  test('lists its commands, and each has help that lists its flags with their environment variables', async () => {
    const overview = (await mailroom(['--help'])).stdout;
    for (const [name, { summary, load }] of COMMANDS) {
      expect(overview).toMatch(new RegExp(`^  ${name} +${summary}$`, 'm'));
      const loaded = await load();
      const help = (await mailroom([name, '--help'])).stdout;
      expect(help).toBe(helpOf(name, summary, loaded));
      for (const flag of loaded.flags)
        expect(help).toMatch(new RegExp(`^  --${flag.name} .*${environmentName(flag)}`, 'm'));
    }
  });

  test('tells all it has to tell, however slowly that is read', async () => {
    const bad = join(newFolder(), 'bad.jsonl');
    writeFileSync(bad, 'nope\n'.repeat(20_000));
    const slowly = ['sh', '-c', '"$0" "$@" 2>&1 >/dev/null | (sleep 0.5; cat)'];
    for (const args of [
      ['lint', bad],
      ['import', bad, '--db', ':memory:'],
    ]) {
      const { stdout } = await mailroom(args, { through: slowly });
      expect(stdout.match(/not JSON/g)).toHaveLength(20_000);
    }
  });

  test('has help that fits a terminal of 100 columns', async () => {
    const helps = [...COMMANDS].map(async ([name, { summary, load }]) => helpOf(name, summary, await load()));
    const overview = (await mailroom(['--help'])).stdout;
    const lines = [overview, ...(await Promise.all(helps))].join('').split('\n');
    expect(lines.filter((line) => line.length > 100 || line.endsWith(' '))).toEqual([]);
  });

  test('can be executed directly, as through a link, and prints its version', () => {
    expect(execFileSync(PROGRAM, ['--version']).toString()).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  test('shows where a rule is reported, even if that is the whole response, and its examples', () => {
    const told = (id: string) => execFileSync(PROGRAM, ['rules', id]).toString();
    const [withoutData, twoDialects] = [told('ENV-03'), told('SES-04')];
    expect(withoutData).toContain(
      'Reported at  /data\n\nbad   at /data\n      {\n        "success": true\n      }\n',
    );
    expect(withoutData).toContain(
      '\n\ngood\n      {\n        "success": true,\n        "data": null\n      }\n',
    );
    expect(twoDialects).toContain('Reported at  the root\n\nbad   at the root\n');
    expect(twoDialects.slice(0, twoDialects.indexOf('good')).match(/^ {6}\{$/gm)).toHaveLength(2);
  });

  test('ends without a word when the reader of its output is gone', async () => {
    const child = spawn(PROGRAM, ['demo', '--print']);
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.stdout.once('data', () => child.stdout.destroy());
    const [code] = await once(child, 'close');
    expect([code, stderr]).toEqual([141, '']);
  });

  test('shows the level of a rule as configured, and what it is by default', () => {
    const configured = { rules: { 'ENV-03': 'info' } };
    const file = join(newFolder(), 'config.json');
    writeFileSync(file, JSON.stringify(configured));
    const told = (...args: readonly string[]) =>
      execFileSync(PROGRAM, ['rules', ...args, '--config', file]).toString();
    expect(told()).toMatch(/^ENV-02 +must +.+\nENV-03 +info +/m);
    expect(told('env-03')).toMatch(/^ENV-03 {2}info \(must by default\) {2}A success has data\n/);
    expect(told('ENV-02')).toMatch(/^ENV-02 {2}must {2}/);
  });

  test.each([
    [['--help'], ''],
    [['rules'], ''],
    [['lint', '-', '--server', 's'], '{"success":true,"data":1}'],
    [['demo', '--print'], ''],
  ])('says that its output cannot be written, in one line: %j', (args, input) => {
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(PROGRAM, args, { stdio: ['pipe', full, 'pipe'], input });
    closeSync(full);
    const told = 'mailroom: cannot write to stdout: no space left on device\n';
    expect([status, stderr.toString()]).toEqual([2, told]);
  });

  test.each([
    [
      ['serve', '--port', '0'],
      { XDG_DATA_HOME: PROGRAM },
      `serve: cannot create directory ${PROGRAM}/mailroom: not a directory; use --db to put the database elsewhere\n`,
    ],
    [
      ['demo', '--port', '0'],
      { TMPDIR: PROGRAM },
      `demo: cannot create a directory in ${PROGRAM}: not a directory; set TMPDIR to another directory\n`,
    ],
  ])('says which folder it cannot create, and what to do: %j', async (args, env, line) => {
    const run = await mailroom(args, { env });
    expect([run.stderr, run.stdout, run.code]).toEqual([`mailroom ${line}`, '', 1]);
  });

  test.each([
    [['imprt', 'x'], 'mailroom: unknown command imprt; did you mean import?\n'],
    [['lint'], 'mailroom lint: missing argument: FILE...\n'],
    [['backup', ''], 'mailroom backup: empty argument: FILE\n'],
    [['lint', 'x', '--forma', 'json'], 'mailroom lint: unknown flag --forma; did you mean --format?\n'],
    [
      ['import', 'x', '--db', 'y', '--to', 'http://h'],
      'mailroom import: use either --to or --db, not both\n',
    ],
    [
      ['import', 'x', '--config', 'c.json'],
      'mailroom import: --config needs --db; a dashboard has the settings it was started with\n',
    ],
    [
      ['reinspect', '--config', 'c.json'],
      'mailroom reinspect: --config needs --db; a dashboard has the settings it was started with\n',
    ],
    [
      ['import', 'x', '--to', 'http://me:pass@h'],
      'mailroom import: --to must not contain a user name or password; use --token\n',
    ],
    [
      ['tap', '--to', 'http://:pass@h', '--', 'x'],
      'mailroom tap: --to must not contain a user name or password; use --token\n',
    ],
    [['proxy', '--server', 'x'], 'mailroom proxy: missing --target URL\n'],
    [
      ['proxy', '--target', 'http://localhost:4690/mcp'],
      'mailroom proxy: --target http://localhost:4690 is the proxy itself; choose another port with --listen\n',
    ],
    [
      ['proxy', '--target', 'http://127.0.0.1/mcp', '--listen', '80'],
      'mailroom proxy: --target http://127.0.0.1 is the proxy itself; choose another port with --listen\n',
    ],
    [
      ['import', 'x', '--token', 'secret\n'],
      'mailroom import: --token expects printable ASCII without spaces, because it is sent in an HTTP header\n',
    ],
    [['rules', 'ENV-1'], 'mailroom rules: unknown rule ENV-1; did you mean ENV-01?\n'],
    [['rules', 'X'], 'mailroom rules: unknown rule X; run `mailroom rules` for a list\n'],
    [
      ['serve', '--host', 'my host'],
      'mailroom serve: --host expects a host name or an IP address, not "my host"\n',
    ],
    [['serve', '--max-size', '10d'], 'mailroom serve: --max-size expects a size such as 10GB, not "10d"\n'],
  ])('reports wrong usage in one line: %j', async (args, line) => {
    const run = await mailroom(args);
    expect([run.stderr, run.stdout, run.code]).toEqual([line, '', 2]);
  });
});
