import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The built program. */
export const PROGRAM = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));

export interface Served {
  /** E.g. `http://127.0.0.1:41234`. */
  readonly url: string;
  /** The lines it has printed on stdout. */
  readonly printed: readonly string[];
  readonly process: ChildProcess;
  /** The database's file. */
  readonly db: string;
  /** Stops it with SIGTERM, unless it has ended. Returns the exit code. */
  stop(): Promise<number | null>;
  /** Ends it with SIGKILL. */
  kill(): Promise<void>;
}

export interface ServeOptions {
  /** Additional flags. */
  readonly flags?: readonly string[];
  /** A database file to keep; by default one in a new folder, which is removed when the program ends. */
  readonly db?: string;
  /** `serve` by default. */
  readonly command?: string;
  /** The program's entry; by default that of the built one. */
  readonly program?: string;
  /** Additional variables. */
  readonly env?: NodeJS.ProcessEnv;
}

/** Starts the built program on a free port and waits until it listens. If it ends, throws its stderr. */
export async function serve({
  flags = [],
  db,
  command = 'serve',
  program = PROGRAM,
  env = {},
}: ServeOptions = {}): Promise<Served> {
  const file = db ?? join(mkdtempSync(join(tmpdir(), 'mailroom-')), 'mailroom.db');
  const args = [program, command, '--port', '0', ...(command === 'serve' ? ['--db', file] : []), ...flags];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const printed: string[] = [];
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  // Not its exit, which may come before the last that it says.
  const closed = once(child, 'close').finally(() => {
    if (db === undefined) rmSync(dirname(file), { recursive: true, force: true });
  });
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      printed.push(line);
      const address = / on (http:\/\/\S+)$/.exec(line)?.[1];
      if (address !== undefined) resolve(address);
    });
    void closed.then(([code]) => reject(new Error(`mailroom ${command} ended with ${code}: ${complaints}`)));
  });
  return {
    url,
    printed,
    process: child,
    db: file,
    stop: async () => {
      child.kill('SIGTERM');
      const [code] = await closed;
      return typeof code === 'number' ? code : null;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await closed;
    },
  };
}
