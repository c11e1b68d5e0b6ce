import { quoted } from '../../lib/quoted.ts';
import { wordsOf } from './shell-words.ts';
import type { Given, Way } from './ways.ts';

interface Snippet {
  readonly key: string;
  readonly label: string;
  /** The file it belongs in. */
  readonly file?: string;
  readonly text: string;
}

const DEFAULT_ADDRESS = 'http://127.0.0.1:4680';
const LISTEN = 4690;

/** JSON as people write it in configuration files: lists of strings on one line. */
function json(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    /\[\n((?: +".*",?\n)+) *\]/g,
    (_, items: string) => `[${items.trim().replace(/\n +/g, ' ')}]`,
  );
}

/** The flag `--server`; a name that begins with a hyphen would be taken for a flag of its own. */
function serverFlag({ server }: Given): string[] {
  return server.startsWith('-') ? [`--server=${server}`] : ['--server', server];
}

/** Adds `--to` only if the command would not find this dashboard by default. */
function toFlag({ address }: Given): string[] {
  return address === DEFAULT_ADDRESS ? [] : ['--to', address];
}

/** The token as the start of a shell command; empty if none is needed. */
function assigned({ token }: Given): string {
  return token === null ? '' : `MAILROOM_TOKEN=${quoted(token)} `;
}

function line(words: readonly string[]): string {
  return words.map(quoted).join(' ');
}

function toml(name: string, members: object): string {
  const value = (one: unknown): string =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? `{ ${Object.entries(one)
          .map(([key, inner]) => `${key} = ${JSON.stringify(inner)}`)
          .join(', ')} }`
      : JSON.stringify(one);
  const lines = Object.entries(members).map(([key, one]) => `${key} = ${value(one)}`);
  return [`[mcp_servers.${JSON.stringify(name)}]`, ...lines].join('\n');
}

/** The snippets for clients that read a file. Claude Desktop only starts commands: its entry may be another. */
function files(server: string, type: 'stdio' | 'http', entry: object, desktop = entry): Snippet[] {
  return [
    {
      key: 'claude-desktop',
      label: 'Claude Desktop',
      file: 'claude_desktop_config.json',
      text: json({ mcpServers: { [server]: desktop } }),
    },
    {
      key: 'cursor',
      label: 'Cursor',
      file: '~/.cursor/mcp.json',
      text: json({ mcpServers: { [server]: entry } }),
    },
    {
      key: 'vscode',
      label: 'VS Code',
      file: '.vscode/mcp.json',
      text: json({ servers: { [server]: { type, ...entry } } }),
    },
    { key: 'codex', label: 'Codex', file: '~/.codex/config.toml', text: toml(server, entry) },
  ];
}

function stdio(given: Given): Snippet[] {
  const args = ['tap', ...serverFlag(given), ...toFlag(given), '--', ...wordsOf(given.command)];
  const { token } = given;
  const entry = { command: 'mailroom', args, ...(token !== null && { env: { MAILROOM_TOKEN: token } }) };
  const run = `${assigned(given)}mailroom ${line(args)}`;
  const setEnv = token === null ? '' : ` -e MAILROOM_TOKEN=${quoted(token)}`;
  return [
    { key: 'terminal', label: 'Terminal', text: run },
    {
      key: 'claude-code',
      label: 'Claude Code',
      text: `claude mcp add ${quoted(given.server)}${setEnv} -- mailroom ${line(args)}`,
    },
    ...files(given.server, 'stdio', entry),
    {
      key: 'inspector',
      label: 'Inspector',
      // It has a --server of its own, and would take the tap's for it.
      text: `${assigned(given)}npx @modelcontextprotocol/inspector -- mailroom ${line(args)}`,
    },
  ];
}

function http(given: Given): Snippet[] {
  const args = [
    'proxy',
    ...serverFlag(given),
    '--target',
    given.target,
    '--listen',
    String(LISTEN),
    ...toFlag(given),
  ];
  const isAddress = /^https?:/i.test(given.target) && URL.canParse(given.target);
  const url = `http://127.0.0.1:${LISTEN}${isAddress ? new URL(given.target).pathname : '/mcp'}`;
  return [
    { key: 'terminal', label: 'Terminal', text: `${assigned(given)}mailroom ${line(args)}` },
    {
      key: 'claude-code',
      label: 'Claude Code',
      text: `claude mcp add --transport http ${quoted(given.server)} ${quoted(url)}`,
    },
    ...files(given.server, 'http', { url }, { command: 'npx', args: ['mcp-remote', url] }),
  ];
}

function middleware(given: Given): Snippet[] {
  const members = [
    `server: ${JSON.stringify(given.server)}`,
    ...(given.address === DEFAULT_ADDRESS ? [] : [`to: ${JSON.stringify(given.address)}`]),
    ...(given.token === null ? [] : ['token: process.env.MAILROOM_TOKEN']),
  ];
  return [
    {
      key: 'typescript',
      label: 'TypeScript server',
      file: 'where your server connects',
      text: `import { reported } from 'mcp-mailroom/middleware'; // npm install /path/to/mailroom

await server.connect(reported(transport, { ${members.join(', ')} }));`,
    },
    {
      key: 'python',
      label: 'Python server',
      file: 'no code needed: run it through the tap',
      text: `${assigned(given)}mailroom ${line(['tap', ...serverFlag(given), ...toFlag(given), '--', 'python', 'server.py'])}`,
    },
  ];
}

const SAMPLE = { success: true, data: { notes: [] } };

function post(given: Given): Snippet[] {
  const url = `${given.address}/api/v1/responses`;
  const capture = { server: given.server, tool: 'list_notes', response: SAMPLE };
  const bearer = given.token === null ? [] : [`authorization: Bearer ${given.token}`];
  const python = given.token === null ? '' : `, "authorization": ${JSON.stringify(`Bearer ${given.token}`)}`;
  const script = given.token === null ? '' : `, authorization: ${JSON.stringify(`Bearer ${given.token}`)}`;
  return [
    {
      key: 'curl',
      label: 'curl',
      text: [
        `curl ${quoted(url)}`,
        ...['content-type: application/json', ...bearer].map((header) => `-H ${quoted(header)}`),
        `-d ${quoted(json(capture))}`,
      ].join(' \\\n  '),
    },
    {
      key: 'python',
      label: 'Python',
      text: `import json, urllib.request

def report(tool, response):
    body = json.dumps({"server": ${JSON.stringify(given.server)}, "tool": tool, "response": response}).encode()
    urllib.request.urlopen(urllib.request.Request(${JSON.stringify(url)}, body, {"content-type": "application/json"${python}}))

report(${JSON.stringify(capture.tool)}, {"success": True, "data": {"notes": []}})`,
    },
    {
      key: 'typescript',
      label: 'TypeScript',
      text: `const report = (tool: string, response: unknown) =>
  fetch(${JSON.stringify(url)}, {
    method: 'POST',
    headers: { 'content-type': 'application/json'${script} },
    body: JSON.stringify({ server: ${JSON.stringify(given.server)}, tool, response }),
  });

await report(${JSON.stringify(capture.tool)}, ${JSON.stringify(SAMPLE)});`,
    },
  ];
}

function imported(given: Given): Snippet[] {
  const args = ['import', 'responses.jsonl', ...serverFlag(given), '--to', given.address];
  const bearer = given.token === null ? '' : ` -H ${quoted(`authorization: Bearer ${given.token}`)}`;
  return [
    { key: 'terminal', label: 'Terminal', text: `${assigned(given)}mailroom ${line(args)}` },
    {
      key: 'curl',
      label: 'curl',
      file: 'captures only; for a traffic log, use mailroom import',
      text: `curl ${quoted(`${given.address}/api/v1/responses?server=${encodeURIComponent(given.server)}`)} \\
  -H 'content-type: application/x-ndjson'${bearer} --data-binary @responses.jsonl`,
    },
  ];
}

const BY_WAY: Readonly<Record<Way, (given: Given) => Snippet[]>> = {
  stdio,
  http,
  middleware,
  post,
  import: imported,
};

/** What to paste for a way of connecting, one snippet per client. */
export function snippetsOf(way: Way, given: Given): Snippet[] {
  return BY_WAY[way](given);
}
