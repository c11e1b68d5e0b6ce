import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { LONGEST_PIECE } from '../../shared/recording/piece.ts';
import { dataOf } from '../helpers/ask.ts';
import { eventually } from '../helpers/eventually.ts';
import { folderOfFile } from '../helpers/folder.ts';
import { listening } from '../helpers/listening.ts';
import { atTerminal, mailroom } from '../helpers/program.ts';
import { PROGRAM, serve } from '../helpers/server.ts';

const FAKE = fileURLToPath(new URL('./fake-server.mjs', import.meta.url));
/** Nothing listens there. */
const NOWHERE = ['--to', 'http://127.0.0.1:1'];

/** Arguments that tap a server whose program is this text. */
const tapping = (script: string) => ['tap', ...NOWHERE, '--', process.execPath, '-e', script];

const folder = folderOfFile();

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const file = (name: string) => join(folder, name);

describe('a tapped server without a dashboard', () => {
  test('has its bytes unchanged both ways: noise, invalid UTF-8, long lines, endless brackets, no final line break', async () => {
    const says = Buffer.concat([
      Buffer.from('listening …\r\n{"jsonrpc":"2.0","id":1,"result":{}}\n\n'),
      Buffer.from([0xff, 0xfe, 0x00, 0x0a, 0xc3, 0x0a]),
      Buffer.from(`${'['.repeat(50_000)}${']'.repeat(50_000)}\n`),
      Buffer.from(`{"jsonrpc":"2.0","id":2,"result":{"x":"${'é'.repeat(400_000)}"}}\n{"cut":`),
    ]);
    const hears = Buffer.concat([
      Buffer.from(
        `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"${'ü'.repeat(300_000)}"}}\n`,
      ),
      Buffer.from([0x80, 0x0a, 0x7b]),
    ]);
    writeFileSync(file('says'), says);
    const run = await mailroom(
      ['tap', ...NOWHERE, '--', process.execPath, FAKE, file('says'), file('heard'), '7'],
      { input: hears },
    );
    expect(run.bytes.equals(says)).toBe(true);
    expect(readFileSync(file('heard')).equals(hears)).toBe(true);
    expect(run.code).toBe(7);
    expect(run.stderr).toContain('a word on stderr');
    const away = 'cannot reach http://127.0.0.1:1: connection refused';
    expect(run.stderr).toContain(`mailroom tap: 1 capture lost: ${away}\n`);
    expect(run.stderr).toContain('lines without JSON-RPC');
  });

  test('has its lines counted that are not JSON-RPC, even a log in JSON or a reply without result and error', async () => {
    writeFileSync(
      file('logs'),
      'listening …\n{"level":30,"msg":"connected"}\n\r\n{"jsonrpc":"2.0","id":1,"result":{}}\n\n{"jsonrpc":"2.0","id":2}\n',
    );
    const run = await mailroom(
      ['tap', ...NOWHERE, '--', process.execPath, FAKE, file('logs'), file('unheard'), '0'],
      { input: Buffer.from('{"jsonrpc":"2.0","id":1,"method":"ping"}\n') },
    );
    expect(run.stderr).toContain('mailroom tap: passed on 3 lines without JSON-RPC');
  });

  test('has its replies counted that answer no request, if there are any', async () => {
    const reply = (id: unknown) => `${JSON.stringify({ jsonrpc: '2.0', id, result: {} })}\n`;
    for (const [ids, said] of [
      [[1, '1', 2, null], 'mailroom tap: passed on 3 replies without a request\n'],
      [[1], ''],
    ] as const) {
      writeFileSync(file('replies'), ids.map(reply).join(''));
      const run = await mailroom(
        ['tap', ...NOWHERE, '--', process.execPath, FAKE, file('replies'), file('asked'), '0'],
        { input: `{"jsonrpc":"2.0","id":1,"method":"ping"}\n${reply('of the client')}` },
      );
      expect(run.stderr).toBe(`a word on stderr\n${said}`);
    }
  });

  test('has a line passed on and counted that is too long to be read', async () => {
    const script = `process.stdout.write('x'.repeat(${LONGEST_PIECE + 1}) + '\\n')`;
    const run = await mailroom(tapping(script));
    expect([run.code, run.bytes.length]).toEqual([0, LONGEST_PIECE + 2]);
    expect(run.stderr).toContain('mailroom tap: passed on 1 line without JSON-RPC');
  });

  test('has a line passed on and counted that is not UTF-8', async () => {
    const script = `process.stdout.write(Buffer.from('{"jsonrpc":"2.0","id":1,"result":"\\xff"}\\n', 'latin1'))`;
    const run = await mailroom(tapping(script));
    expect(run.bytes.toString('latin1')).toBe('{"jsonrpc":"2.0","id":1,"result":"\xff"}\n');
    expect(run.stderr).toContain('mailroom tap: passed on 1 line without JSON-RPC');
  });

  test('gets the environment without the dashboard’s token', async () => {
    const script =
      'process.stdout.write([process.env.MAILROOM_TOKEN, process.env.mailroom_token, process.env.OWN].join())';
    const env = {
      MAILROOM_TOKEN: 'a-long-secret-token',
      mailroom_token: 'Windows takes it for the same',
      OWN: 'kept',
    };
    const run = await mailroom(tapping(script), { env });
    expect(run.stdout).toBe(',,kept');
  });

  test('runs on while its captures are queued, as is said once', async () => {
    const script = `process.stdin.on('data', () => console.log('{"jsonrpc":"2.0","id":1,"result":{}}'))`;
    const child = spawn(process.execPath, [PROGRAM, ...tapping(script)]);
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}\n');
    const away = 'cannot reach http://127.0.0.1:1: connection refused';
    const queued = `mailroom tap: ${away}; captures are queued; the server keeps running\n`;
    await eventually(
      async () => said,
      (words) => words.includes(queued),
    );
    child.stdin.end();
    await once(child, 'close');
    expect([child.exitCode, said.split(queued).length]).toEqual([0, 2]);
    expect(said).toContain(`mailroom tap: 1 capture lost: ${away}\n`);
  });

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const)(
    'is sent %s and decides what to do',
    async (signal) => {
      const script = `process.on('${signal}', () => process.exit(9)); setInterval(() => {}, 1000); console.log('ready')`;
      const child = spawn(process.execPath, [PROGRAM, ...tapping(script)]);
      await once(child.stdout, 'data');
      child.kill(signal);
      await once(child, 'close');
      expect(child.exitCode).toBe(9);
    },
  );

  /** Ends a moment after its first signal, with the number of those it got. */
  const COUNTING = `let got = 0; for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => { got += 1; setTimeout(() => process.exit(got), 300) }); process.stdin.on('end', () => { console.error('hung up'); process.exit() }).resume(); console.log('ready')`;

  test.each(['SIGTERM', 'SIGINT'] as const)(
    'is sent %s once where it is sent to the whole group of its tap',
    async (signal) => {
      const child = spawn(process.execPath, [PROGRAM, ...tapping(COUNTING)], { detached: true });
      await once(child.stdout, 'data');
      process.kill(-Number(child.pid), signal);
      await once(child, 'close');
      expect(child.exitCode).toBe(1);
    },
  );

  test.each([
    ['', []],
    [', although a shell runs it', ['sh', '-c', 'trap : INT; "$@"; exit $?', 'sh']],
  ])('is sent an interrupt once where it is typed at the terminal of its tap%s', async (_, through) => {
    const command = ['tap', ...NOWHERE, '--', ...through, process.execPath, '-e', COUNTING];
    expect((await atTerminal(command, 'ready', '\x03')).code).toBe(1);
  });

  test('loses its client where the whole group of its tap is killed', async () => {
    const child = spawn(process.execPath, [PROGRAM, ...tapping(COUNTING)], { detached: true });
    await once(child.stdout, 'data');
    process.kill(-Number(child.pid), 'SIGKILL');
    expect(await text(child.stderr)).toBe('hung up\n');
  });

  test('that has ended while a program it started holds its output does not keep the tap from a signal', async () => {
    // It may not have ended yet when it is told to.
    const held = `process.on('SIGTERM', () => {}); require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => console.log(1), 100)'], { stdio: ['ignore', 'inherit', 'ignore'] }).on('spawn', () => process.exit(3))`;
    const child = spawn(process.execPath, [PROGRAM, ...tapping(held)]);
    await once(child.stdout, 'data');
    // Sent again, since the tap may not have heard yet that the server has ended.
    const asking = setInterval(() => child.kill('SIGTERM'), 100);
    await once(child, 'close');
    clearInterval(asking);
    expect(child.exitCode).toBe(3);
  });

  /** Starts a tap whose client reads nothing, and waits until its server, which can write no more, says its process id. */
  async function unread({ before = '', after = '' }) {
    const script = `${before}; let stuck; const write = () => { clearTimeout(stuck); stuck = setTimeout(() => { console.error(process.pid); ${after} }, 300); process.stdout.write('x'.repeat(10_000), write) }; write()`;
    const child = spawn(process.execPath, [PROGRAM, ...tapping(script)]);
    const [said] = await once(child.stderr, 'data');
    return { child, pid: Number(said), ended: once(child, 'exit') };
  }

  test.each([
    ['the same signal', '', [null, 'SIGTERM']],
    ['its code', `process.on('SIGTERM', () => process.exit(9))`, [9, null]],
  ])(
    'that is ended by a signal ends the tap by %s, although its client reads nothing',
    async (_, before, ending) => {
      const { child, ended } = await unread({ before });
      child.kill('SIGTERM');
      expect(await ended).toEqual(ending);
    },
  );

  test('that has ended while its client reads nothing does not keep the tap from a signal', async () => {
    const { child, pid, ended } = await unread({ after: 'process.exit(3)' });
    await eventually(
      async () => isRunning(pid),
      (running) => !running,
    );
    child.kill('SIGTERM');
    expect(await ended).toEqual([3, null]);
  });

  test('that has ended by itself has all passed on, however late its client reads it', async () => {
    // The second for which a tap waits once it was told to end is over at once.
    writeFileSync(
      file('hasty.mjs'),
      'const later = setTimeout; globalThis.setTimeout = (then, ms) => later(then, ms === 1000 ? 0 : ms);',
    );
    const script = `let stuck; let sent = 0; const write = () => { clearTimeout(stuck); stuck = setTimeout(() => { console.error(process.pid, sent); process.exit(3) }, 300); process.stdout.write('x'.repeat(10_000), () => { sent += 10_000; write() }) }; write()`;
    const env = { ...process.env, NODE_OPTIONS: `--import=${file('hasty.mjs')}` };
    const child = spawn(process.execPath, [PROGRAM, ...tapping(script)], { env });
    const ended = once(child, 'exit');
    const [said] = await once(child.stderr, 'data');
    const [pid = 0, sent = 0] = String(said).split(' ').map(Number);
    await eventually(
      async () => isRunning(pid),
      (running) => !running,
    );
    expect(sent).toBeGreaterThan(0);
    expect((await text(child.stdout)).length).toBeGreaterThanOrEqual(sent);
    expect(await ended).toEqual([3, null]);
  });

  test('that is killed by a signal ends the tap by the same signal', async () => {
    const run = await mailroom(tapping('process.kill(process.pid, "SIGKILL")'));
    expect([run.code, run.signal]).toEqual([null, 'SIGKILL']);
  });

  test('may stop listening while its client goes on writing', async () => {
    const script = `process.on('SIGTERM', () => process.exit(9)); setInterval(() => {}, 1000); require('fs').closeSync(0); console.log('deaf')`;
    const child = spawn(process.execPath, [PROGRAM, ...tapping(script)]);
    await once(child.stdout, 'data');
    await new Promise((resolve) => child.stdin.write('x', resolve));
    child.kill('SIGTERM');
    await once(child, 'close');
    expect(child.exitCode).toBe(9);
  });

  test('runs on when reading what it sent takes more memory than there is, as is said', async () => {
    const script = `process.stdin.once('data', () => {
      process.stdout.write('{"jsonrpc":"2.0","id":1,"result":[' + '{},'.repeat(1e6) + '{}]}\\n');
      process.stdin.once('data', () => process.stdout.write('on', () => process.exit(4)));
    })`;
    const env = { ...process.env, NODE_OPTIONS: '--max-old-space-size=32' };
    const child = spawn(process.execPath, [PROGRAM, ...tapping(script)], { env });
    const passed = text(child.stdout);
    const closed = once(child, 'close');
    child.stdin.write('x\n');
    const [said] = await once(child.stderr, 'data');
    expect(String(said)).toMatch(
      /^mailroom tap: The watcher thread .*; captures are lost; the server keeps running\n$/,
    );
    child.stdin.write('x\n');
    expect((await passed).slice(-7)).toBe('{}]}\non');
    expect(await closed).toEqual([4, null]);
  });

  test('has all passed on that it sends faster than it can be read', async () => {
    const script = `const line = JSON.stringify({ jsonrpc: '2.0', id: 1, result: Array(100_000).fill({}) }) + '\\n';
      for (let n = 0; n < 40; n++) process.stdout.write(line)`;
    const run = await mailroom(tapping(script));
    expect(run.bytes.length).toBe(40 * ('{"jsonrpc":"2.0","id":1,"result":[]}\n'.length + 100_000 * 3 - 1));
    expect(run.stderr).toBe('mailroom tap: passed on 40 replies without a request\n');
  });

  test('ends when its client has gone', async () => {
    const script = `setInterval(() => process.stdout.write('x'.repeat(1000) + '\\n'), 1); process.stdout.on('error', () => process.exit(3))`;
    const child = spawn(process.execPath, [PROGRAM, ...tapping(script)]);
    await once(child.stdout, 'data');
    child.stdout.destroy();
    await once(child, 'exit');
    expect(child.exitCode).toBe(3);
  });
});

test.each([
  ['itself', 'itself'],
  ['', 'node'],
  ['x'.repeat(200), 'x'.repeat(200)],
  ['x'.repeat(201), 'node', `${'x'.repeat(180)}…ce0b7927222d20bc`],
])(
  'a server that calls itself %j greets the dashboard as what is known of it, once: %j',
  async (name, server, shown = name) => {
    const hellos: string[] = [];
    const dashboard = createServer(async (asked, answer) => {
      const body = await text(asked);
      if (asked.url === '/api/v1/hellos') hellos.push(body);
      // The tap ends once its capture is answered.
      else
        await eventually(
          async () => hellos.length,
          (count) => count >= 3,
        );
      answer.end('{}');
    });
    const to = `http://127.0.0.1:${await listening(dashboard)}`;
    const lines = (messages: readonly object[]) =>
      messages.map((message, id) => `${JSON.stringify({ jsonrpc: '2.0', id, ...message })}\n`).join('');
    const said = lines([
      { method: 'ping' },
      { id: 2, result: { tools: [{ name: 'add' }] } },
      { id: 1, result: { serverInfo: { name, version: '1' } } },
      { result: {} },
      { result: {} },
    ]);
    const script = `process.stdin.on('end', () => process.stdout.write(${JSON.stringify(said)})).resume()`;
    await mailroom(['tap', '--to', to, '--', process.execPath, '-e', script], {
      input: lines(['ping', 'initialize', 'tools/list', 'ping', 'tools/call'].map((method) => ({ method }))),
    });
    // Each is a request of its own, so they may overtake each other.
    expect(hellos.sort()).toEqual(
      [
        { server: 'node', stage: 'connected' },
        { server: 'node', stage: 'initialized', tools: 1 },
        { server, stage: 'initialized', name: shown, version: '1', tools: 1 },
      ]
        .map((hello) => JSON.stringify(hello))
        .sort(),
    );
    dashboard.close();
  },
);

test('a reply arrives however long the string was that its call sent, without it, as is said', async () => {
  const dashboard = await serve();
  const call = {
    method: 'tools/call',
    params: { name: 'upload', arguments: { data: 'x'.repeat(17_000_000) } },
  };
  writeFileSync(file('done'), '{"jsonrpc":"2.0","id":1,"result":{"content":[]}}\n');
  const args = ['tap', '--to', dashboard.url, '--server', 'long', '--'];
  const run = await mailroom([...args, process.execPath, FAKE, file('done'), file('data')], {
    input: `${JSON.stringify({ jsonrpc: '2.0', id: 1, ...call })}\n`,
  });
  expect(run.stderr).toBe(
    'a word on stderr\nmailroom tap: params of 1 response left out (longer than 8 MiB)\n',
  );
  const { items } = await dataOf(dashboard, 'GET /api/v1/responses', { query: 'server=long' });
  expect(items).toMatchObject([{ tool: 'upload', outcome: 'success' }]);
  await dashboard.stop();
});

test('a command that does not exist is reported in one line', async () => {
  const run = await mailroom(['tap', '--', 'no-such-mcp-server', '--port', '1']);
  expect(run.code).toBe(127);
  expect(run.stderr).toBe('mailroom tap: cannot run no-such-mcp-server: command not found\n');
  expect(run.bytes.length).toBe(0);
});

/** Its shell, like that of Windows, says what it was told to run. */
test('on Windows, where npx is a script, the system’s shell runs it', async () => {
  const windows = file('windows.mjs');
  writeFileSync(windows, "Object.defineProperty(process, 'platform', { value: 'win32' });");
  const shell = file('shell');
  writeFileSync(shell, '#!/bin/sh\nprintf "%s\\n" "$@"\nexit 3\n', { mode: 0o755 });
  writeFileSync(file('npx.cmd'), '', { mode: 0o755 });
  const env = { PATH: folder, PATHEXT: '.EXE;.CMD', comspec: shell, NODE_OPTIONS: `--import=${windows}` };
  const tap = (...command: readonly string[]) => mailroom(['tap', ...NOWHERE, '--', ...command], { env });
  const run = await tap('npx', 'a server', '50%');
  expect(run.stdout).toBe('/d\n/s\n/c\n"npx ^"a^ server^" ^"50^%^""\n');
  expect(run.code).toBe(3);
  writeFileSync(shell, '#!/bin/sh\nexit 1\n');
  expect(await tap('no-such-mcp-server')).toMatchObject({
    code: 127,
    stderr: 'mailroom tap: cannot run no-such-mcp-server: command not found\n',
  });
});

test('a command that cannot be executed is reported, and told apart by the exit code', async () => {
  const script = file('unexecutable.sh');
  writeFileSync(script, 'echo', { mode: 0o644 });
  for (const command of [script, folder]) {
    const run = await mailroom(['tap', ...NOWHERE, '--', command]);
    expect([run.code, run.stderr]).toEqual([126, `mailroom tap: cannot run ${command}: permission denied\n`]);
  }
});
