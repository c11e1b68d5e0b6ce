/** The ways of connecting, in the order in which they are offered. */
export const WAYS = [
  { way: 'stdio', name: 'stdio tap', words: 'wraps a local server’s command, changing nothing' },
  { way: 'http', name: 'HTTP proxy', words: 'sits in front of a Streamable HTTP server' },
  { way: 'middleware', name: 'Middleware', words: 'adds one line to a TypeScript server' },
  { way: 'post', name: 'POST', words: 'sends one response, an array or NDJSON to /api/v1/responses' },
  { way: 'import', name: 'Import', words: 'loads a capture file or a traffic log' },
] as const;

export type Way = (typeof WAYS)[number]['way'];

/** What the snippets contain: what the user entered about their server, or an example, and this dashboard’s address. */
export interface Given {
  readonly server: string;
  /** stdio: the server's own command. */
  readonly command: string;
  /** HTTP: the server's own address. */
  readonly target: string;
  /** Address of this dashboard, without a trailing slash. */
  readonly address: string;
  /** Null if this dashboard does not require one. */
  readonly token: string | null;
}
