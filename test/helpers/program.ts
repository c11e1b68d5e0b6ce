import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PROGRAM } from './server.ts';

export interface Ran {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  /** Stdout as it was written. */
  readonly bytes: Buffer;
  /** Without the notice that opening a database takes long, which a busy machine alone can cause. */
  readonly stderr: string;
}

export interface RunOptions {
  /** Written to stdin, which is then closed. */
  readonly input?: string | Buffer;
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** A command that runs the one that follows it. */
  readonly through?: readonly string[];
  /** Run as a user without access to what is private, which root always has. */
  readonly stranger?: boolean;
}

const STRANGER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** Runs the built program to its end. */
export async function mailroom(
  args: readonly string[],
  { input = '', env = {}, cwd, through = [], stranger = false }: RunOptions = {},
): Promise<Ran> {
  const [first = process.execPath, ...rest] = [...through, process.execPath, PROGRAM, ...args];
  const child = spawn(first, rest, { env: { ...process.env, ...env }, cwd, ...(stranger && STRANGER) });
  const chunks: Buffer[] = [];
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  // A program that ends early closes its stdin.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  await once(child, 'close');
  const bytes = Buffer.concat(chunks);
  return {
    code: child.exitCode,
    signal: child.signalCode,
    stdout: bytes.toString(),
    bytes,
    stderr: stderr.replace(/^Opening .+ is taking a while; .+\n/m, ''),
  };
}

/** What a program writes to a terminal to clear its line. */
export const CLEAR = '\r\u001b[2K';

/**
 * Runs the built program in a terminal of its own and presses `keys`, if any, once it has shown `prompt`. It takes the
 * place of the user's shell, which may else end of an interrupt itself. Returns all that was shown in turn, and what is
 * left of it at the end: work that takes long enough shows its progress meanwhile.
 */
export async function atTerminal(
  args: readonly string[],
  prompt = '',
  keys = '',
  env: NodeJS.ProcessEnv = {},
): Promise<{ readonly code: number | null; readonly shown: string; readonly left: string }> {
  const words = [process.execPath, PROGRAM, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`);
  const command = `exec ${words.join(' ')}`;
  const child = spawn('script', ['-qec', command, '/dev/null'], { env: { ...process.env, ...env } });
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const waited = !shown.includes(prompt);
    shown += text;
    if (waited && shown.includes(prompt)) child.stdin.write(keys);
  });
  child.stdin.on('error', () => {});
  await once(child, 'close');
  const left = shown.split('\r\n').map((line) => line.split(CLEAR).at(-1));
  return { code: child.exitCode, shown, left: left.join('\n') };
}
