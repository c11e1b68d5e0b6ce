import { rpcError, type Scene, type Script, text, tool } from '../script.ts';

const path = (scene: Scene) =>
  `/srv/share/${scene.random.pick(['plans', 'photos', 'invoices', 'drafts'])}/${scene.random.hex(4)}.md`;

const badArguments = 'Invalid arguments for tool read_file: path is required';

/** States no version. Sends one mistake in two ways: bad arguments were first a JSON-RPC error, then text. */
export const filesystem: Script = {
  server: 'filesystem',
  transport: 'stdio',
  daily: 390,
  versions: {},
  clients: [
    ['claude-desktop', 4],
    ['claude-code', 3],
    ['codex', 1],
    ['vscode', 1],
    [undefined, 0.4],
  ],
  acts: [
    tool('read_file', 46, 6, { path: '/srv/share/plans/q4.md' }, (s) =>
      text(`# Plan\n\nDraft ${s.random.int(2, 40)}.`),
    ),
    tool('list_directory', 26, 4, { path: '/srv/share' }, () =>
      text('[DIR] plans\n[DIR] photos\n[FILE] README.md'),
    ),
    tool('search_files', 9, 60, { pattern: '*.md' }, (s) => text([path(s), path(s)].join('\n'))),
    tool('write_file', 6, 9, { path: '/srv/share/drafts/a.md' }, (s) => text(`Wrote ${path(s)}`)),
    tool('read_file', 0.5, 5, { path: '/srv/share/api/reply.json' }, () => ({
      ...text('{"success": "maybe"}'),
      structuredContent: { content: '{"success": "maybe"}' },
    })),
    tool('read_file', 0.8, 3, { path: '/srv/share/x.md' }, (s) =>
      text(`ENOENT: no such file or directory, open '${path(s)}'`, true),
    ),
    tool('write_file', 0.4, 3, { path: '/etc/hosts' }, (s) =>
      text(`Access denied, path outside allowed directories: ${path(s)}`, true),
    ),
    tool(
      'read_file',
      (s) => (s.ago > 14 ? 0.5 : 0),
      2,
      {},
      (s) => rpcError(s.random.int(2, 400), -32602, badArguments),
    ),
    tool(
      'read_file',
      (s) => (s.ago > 14 ? 0 : 0.5),
      2,
      {},
      () => text(`MCP error -32602: ${badArguments}`, true),
    ),
    tool('move_file', 0.25, 3, { source: 'a.md', destination: 'b.md' }, () =>
      text('Error: destination already exists'),
    ),
  ],
};

export const webSearch: Script = {
  server: 'web-search',
  transport: 'http',
  daily: 75,
  versions: { '3.0.0': 40 },
  clients: [
    ['claude-desktop', 3],
    ['codex', 2],
    ['cursor', 1],
  ],
  acts: [
    tool('search', 40, 700, { query: 'mcp response envelope' }, (s) =>
      text(`1. Result ${s.random.int(1, 900)}\n2. Result ${s.random.int(1, 900)}`),
    ),
    tool('fetch_page', 18, 900, { url: 'https://example.com' }, () =>
      text('Example Domain. This domain is for use in examples.'),
    ),
    tool('fetch_page', 0.7, 5000, { url: 'https://example.com/slow' }, (s) =>
      rpcError(s.random.int(2, 90), -32603, 'Upstream timed out'),
    ),
    tool('search', 0.4, 200, { query: 'x' }, (s) =>
      rpcError(s.random.int(2, 90), -32000, `Too many requests, retry in ${s.random.int(5, 60)} seconds`),
    ),
    tool('summarise', 0.3, 2, { url: 'https://example.com' }, (s) =>
      rpcError(s.random.int(2, 90), -32602, 'Unknown tool: summarise'),
    ),
  ],
};
