import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { constants } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseJson } from '../../../shared/json/value.ts';
import { dataOf } from '../../helpers/ask.ts';
import { folderOfFile, newFolder } from '../../helpers/folder.ts';
import { listening } from '../../helpers/listening.ts';
import { PROGRAM, type Served, serve } from '../../helpers/server.ts';

/** The month loads in seconds, but may take minutes on a busy machine. */
const LOADED_WITHIN = 300_000;

describe('mailroom demo', () => {
  const folder = folderOfFile();
  let demo: Served;
  beforeAll(async () => {
    // With this seed new traffic arrives within seconds, with others after a minute or more.
    demo = await serve({ command: 'demo', flags: ['--seed', '4'], env: { TMPDIR: folder } });
  }, LOADED_WITHIN);
  afterAll(() => demo.stop());

  test('says that it is a demo, and has stored the whole story', async () => {
    const status = await dataOf(demo, 'GET /api/v1/status');
    expect(status).toMatchObject({ demo: true, stored: { quarantined: 0 } });
    expect(status.stored.responses).toBeGreaterThan(40_000);
  });

  test('shows the incident with the version it began with', async () => {
    const { incident } = await dataOf(demo, 'GET /api/v1/overview', { query: 'from=-24h' });
    expect(incident).toMatchObject({
      server: 'payments-api',
      code: 'INTERNAL_ERROR',
      operation: 'create_refund',
      version: '4.2.0',
    });
  });

  test('shows the regression and the triage', async () => {
    const { items } = await dataOf(demo, 'GET /api/v1/error-groups', { query: 'from=-40d&limit=500' });
    const of = (server: string, code: string) =>
      items.find((group) => group.server === server && group.code === code);
    expect(of('payments-api', 'INTERNAL_ERROR')).toMatchObject({
      state: 'open',
      regressed: true,
      regressed_in: '4.2.0',
    });
    expect(of('github-adapter', 'RATE_LIMIT_EXCEEDED')).toMatchObject({ state: 'muted' });
    expect(of('mcp-guide', 'validation_error')).toMatchObject({ state: 'acknowledged' });
  });

  test('has deprecations of every verdict, one whose replacement is deprecated too', async () => {
    const { items } = await dataOf(demo, 'GET /api/v1/deprecations', { query: 'from=-7d' });
    expect(new Set(items.map(({ verdict }) => verdict))).toEqual(
      new Set(['past_date', 'in_use', 'fading', 'quiet', 'safe_to_remove']),
    );
    expect(items.filter((item) => item.replacement_deprecated)).toMatchObject([
      { deprecated_item: 'render_inline' },
    ]);
  });

  test('has quotas of more than one metric, the fullest first', async () => {
    const { items } = await dataOf(demo, 'GET /api/v1/quotas', { query: 'from=-40d' });
    const shares = items.map(({ share }) => share);
    expect(shares.length).toBeGreaterThan(1);
    expect(shares).toEqual(shares.toSorted((a, b) => b - a));
  });

  test('continues while it is watched', async () => {
    const reply = await fetch(`${demo.url}/api/v1/live`);
    let heard = '';
    for await (const text of reply.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      heard += text;
      if (heard.includes('event: responses')) break;
    }
    expect(heard).toContain('event: responses');
  });

  test('leaves nothing behind', async () => {
    expect(await demo.stop()).toBe(0);
    expect(readdirSync(folder)).toEqual([]);
  });
});

test('mailroom demo leaves nothing behind if its terminal is closed or its port is taken', async () => {
  const folder = newFolder();
  const env = { ...process.env, TMPDIR: folder };
  const closed = spawn(PROGRAM, ['demo', '--port', '0'], { env });
  const ended = once(closed, 'exit');
  await once(closed.stderr, 'data');
  closed.kill('SIGHUP');
  expect([await ended, readdirSync(folder)]).toEqual([[0, null], []]);

  const taken = createServer();
  const port = String(await listening(taken));
  const refused = spawnSync(PROGRAM, ['demo', '--port', port], { env });
  taken.close();
  expect([refused.status, readdirSync(folder)]).toEqual([1, []]);
});

test('mailroom demo says in one line that its files stay, as on Windows while they are open', async () => {
  const folder = newFolder();
  const preload = join(folder, 'busy.mjs');
  writeFileSync(
    preload,
    `import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
fs.rmSync = () => { throw Object.assign(new Error('EBUSY'), { code: 'EBUSY', errno: ${-constants.errno.EBUSY} }); };
syncBuiltinESMExports();
`,
  );
  const taken = createServer();
  const port = String(await listening(taken));
  const env = { ...process.env, TMPDIR: folder, NODE_OPTIONS: `--import ${pathToFileURL(preload)}` };
  const refused = spawnSync(PROGRAM, ['demo', '--port', port], { env, encoding: 'utf8' });
  taken.close();
  const [stays = ''] = readdirSync(folder).filter((name) => name.startsWith('mailroom-demo-'));
  expect(refused.stderr.split('\n').slice(1)).toEqual([
    `mailroom demo: cannot remove ${join(folder, stays)}: resource busy or locked`,
    '',
  ]);
  expect(refused.status).toBe(1);
});

test('mailroom demo --print writes the story as captures, one per line', () => {
  const { stdout, status } = spawnSync(process.execPath, [PROGRAM, 'demo', '--print', '--seed', '3'], {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  expect(status).toBe(0);
  const lines = stdout.trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(40_000);
  expect(parseJson(lines[0] ?? '')).toMatchObject({ method: 'tools/call', response: expect.anything() });
});
