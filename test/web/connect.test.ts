import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstSince, type Newest } from '../../web/features/connect/queries.ts';
import { wordsOf } from '../../web/features/connect/shell-words.ts';
import { snippetsOf } from '../../web/features/connect/snippets.ts';
import { type Given, WAYS } from '../../web/features/connect/ways.ts';
import { quoted } from '../../web/lib/quoted.ts';

const given: Given = {
  server: 'my-server',
  command: 'npx my-mcp-server "/some dir"',
  target: 'http://127.0.0.1:3000/mcp',
  address: 'http://127.0.0.1:4680',
  token: null,
};

const textOf = (key: string, said: Given = given, way: (typeof WAYS)[number]['way'] = 'stdio') =>
  snippetsOf(way, said).find((snippet) => snippet.key === key)?.text ?? '';

describe('the snippets of Connect', () => {
  it('wrap the server’s own command and keep its quotes', () => {
    expect(textOf('terminal')).toBe("mailroom tap --server my-server -- npx my-mcp-server '/some dir'");
    expect(textOf('claude-code')).toBe(
      "claude mcp add my-server -- mailroom tap --server my-server -- npx my-mcp-server '/some dir'",
    );
    expect(textOf('inspector')).toBe(
      "npx @modelcontextprotocol/inspector -- mailroom tap --server my-server -- npx my-mcp-server '/some dir'",
    );
  });

  it('have the dashboard’s address only if the tap would not find it by default', () => {
    expect(textOf('terminal', { ...given, address: 'http://10.0.0.5:80' })).toContain(
      '--to http://10.0.0.5:80',
    );
  });

  it('pass the token in the environment, never in the arguments', () => {
    const said = { ...given, token: 'secret' };
    expect(textOf('terminal', said)).toMatch(/^MAILROOM_TOKEN=secret mailroom tap/);
    expect(JSON.parse(textOf('cursor', said)).mcpServers['my-server']).toMatchObject({
      env: { MAILROOM_TOKEN: 'secret' },
    });
    expect(textOf('codex', said)).toContain('env = { MAILROOM_TOKEN = "secret" }');
  });

  it.each([
    ['claude-desktop', 'mcpServers'],
    ['cursor', 'mcpServers'],
    ['vscode', 'servers'],
  ])('are JSON with an entry of its name for %s, whatever the server is called', (key, member) => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 200 }), (server) => {
        const entries: object = JSON.parse(textOf(key, { ...given, server }))[member];
        expect(Object.keys(entries)).toEqual([server]);
      }),
    );
  });

  it('name the server for every way of sending', () => {
    for (const { way } of WAYS) {
      const names = snippetsOf(way, { ...given, server: 'zeta' }).map(({ text }) => text.includes('zeta'));
      expect(new Set(names), way).toEqual(new Set([true]));
    }
  });

  it('name a server that begins with a hyphen so that it is not taken for a flag', () => {
    const said = { ...given, server: '-prod' };
    for (const way of ['stdio', 'http', 'import'] as const)
      expect(textOf('terminal', said, way)).toContain(' --server=-prod ');
  });

  it('name in an address a server whatever it is called', () => {
    const text = textOf('curl', { ...given, server: 'a&b #1' }, 'import');
    expect(text).toContain("'http://127.0.0.1:4680/api/v1/responses?server=a%26b%20%231'");
  });

  it.each([
    ['http://127.0.0.1:3000/a;b', "'http://127.0.0.1:4690/a;b'"],
    ["http://127.0.0.1:3000/it's", "'http://127.0.0.1:4690/it'\\''s'"],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:4690/'],
    ['localhost:3000/mcp', 'http://127.0.0.1:4690/mcp'],
  ])('name the proxy of %s as a shell takes it: %s', (target, url) => {
    expect(textOf('claude-code', { ...given, target }, 'http')).toBe(
      `claude mcp add --transport http my-server ${url}`,
    );
  });

  it('are parsed by a shell as intended', () => {
    for (const word of ["it's", 'a b', '$HOME', '`id`', '"', 'plain', '*']) {
      expect(execFileSync('sh', ['-c', `printf %s ${quoted(word)}`], { encoding: 'utf8' })).toBe(word);
    }
  });

  it('split a command line into words', () => {
    expect(wordsOf(`node "a b" 'c d' e`)).toEqual(['node', 'a b', 'c d', 'e']);
    expect(wordsOf(`'$HOME' 'a&b' http://x/?a=1 C:\\dir\\s.exe`)).toEqual([
      '$HOME',
      'a&b',
      'http://x/?a=1',
      'C:\\dir\\s.exe',
    ]);
  });

  it.each([
    'API_KEY=abc npx foo',
    'node ~/s.js',
    '"$HOME/x"',
    'cd /srv && node s.js',
    '"d\\"e"',
    'a `b`',
    'a | b',
    `node "it's $HOME" 'x'`,
  ])('are left to a shell if only that understands them: %s', (line) => {
    expect(wordsOf(` ${line} `)).toEqual(['sh', '-c', line]);
  });
});

describe('the response that ends the wait of Connect', () => {
  const seen = (...ids: readonly string[]): Newest => ({ newest: ids[0] ?? '', ids, total: ids.length });

  it('is the first of those that arrived at once', () => {
    expect(firstSince(null, seen('c', 'b', 'a'))).toBe('a');
    expect(firstSince(seen('a'), seen('c', 'b', 'a'))).toBe('b');
    expect(firstSince(seen('b', 'a'), seen('c', 'b', 'a'))).toBe('c');
  });

  it('is the first of the newest where more arrived than are asked for', () => {
    expect(firstSince(seen('a'), seen('d', 'c'))).toBe('c');
  });

  it('is the newest where all that arrived is older', () => {
    expect(firstSince(seen('c'), seen('c', 'b', 'a'))).toBe('c');
  });
});
