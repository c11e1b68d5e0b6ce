import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isObject, type JsonObject, parseJson } from '../../../shared/json/value.ts';
import { listening } from '../../helpers/listening.ts';
import { PROGRAM, type Served, serve } from '../../helpers/server.ts';

/** The month loads in seconds, but may take minutes on a busy machine. */
const LOADED_WITHIN = 300_000;

describe('mailroom demo', () => {
  const folder = mkdtempSync(join(tmpdir(), 'demo-test-'));
  const before = process.env.TMPDIR;
  let demo: Served;
  beforeAll(async () => {
    process.env.TMPDIR = folder;
    // With this seed new traffic arrives within seconds, with others after a minute or more.
    demo = await serve({ command: 'demo', flags: ['--seed', '4'] });
  }, LOADED_WITHIN);
  afterAll(() => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true, force: true });
  });

  async function ask(path: string): Promise<JsonObject> {
    const reply = parseJson(await (await fetch(`${demo.url}/api/v1/${path}`)).text());
    expect(reply).toMatchObject({ success: true });
    return isObject(reply) && isObject(reply.data) ? reply.data : {};
  }
  const items = async (path: string): Promise<readonly JsonObject[]> => {
    const answer = await ask(path);
    return Array.isArray(answer.items) ? answer.items.filter(isObject) : [];
  };

  test('says that it is a demo, and has stored the whole story', async () => {
    const status = await ask('status');
    expect(status).toMatchObject({ demo: true, stored: { quarantined: 0 } });
    const stored = isObject(status.stored) ? Number(status.stored.responses) : 0;
    expect(stored).toBeGreaterThan(40_000);
  });

  test('shows the incident with the version it began with', async () => {
    expect(await ask('overview?from=-24h')).toMatchObject({
      incident: {
        server: 'payments-api',
        code: 'INTERNAL_ERROR',
        operation: 'create_refund',
        version: '4.2.0',
      },
    });
  });

  test('shows the regression and the triage', async () => {
    const groups = await items('error-groups?from=-40d&limit=500');
    const of = (server: string, code: string) =>
      groups.find((group) => group.server === server && group.code === code);
    expect(of('payments-api', 'INTERNAL_ERROR')).toMatchObject({
      state: 'open',
      regressed: true,
      regressed_in: '4.2.0',
    });
    expect(of('github-adapter', 'RATE_LIMIT_EXCEEDED')).toMatchObject({ state: 'muted' });
    expect(of('mcp-guide', 'validation_error')).toMatchObject({ state: 'acknowledged' });
  });

  test('has deprecations of every verdict, one whose replacement is deprecated too', async () => {
    const found = await items('deprecations?from=-7d');
    expect(new Set(found.map(({ verdict }) => verdict))).toEqual(
      new Set(['past_date', 'in_use', 'fading', 'quiet', 'safe_to_remove']),
    );
    expect(found.filter((item) => item.replacement_deprecated)).toMatchObject([
      { deprecated_item: 'render_inline' },
    ]);
  });

  test('has quotas of more than one metric, the fullest first', async () => {
    const quotas = await items('quotas?from=-40d');
    expect(quotas.length).toBeGreaterThan(1);
    expect(quotas.map(({ share }) => Number(share))).toEqual(
      quotas.map(({ share }) => Number(share)).toSorted((a, b) => b - a),
    );
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
  const folder = mkdtempSync(join(tmpdir(), 'demo-ended-'));
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
  rmSync(folder, { recursive: true });
});

test('mailroom demo says in one line that its files stay, as on Windows while they are open', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'demo-stays-'));
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
  rmSync(folder, { recursive: true });
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
