import type { Readable, Writable } from 'node:stream';
import { spawn } from 'cross-spawn';
import type { Direction } from '../../shared/recording/pairing.ts';
import { keepPace, type Watching } from './watching.ts';

/** Signals that are forwarded; the server decides what they mean. */
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const;

/** Those of a terminal, which reach all that the server started, too: a shell leaves its interrupt to the program that it runs. */
const OF_TERMINAL: ReadonlySet<NodeJS.Signals> = new Set(['SIGINT', 'SIGHUP', 'SIGQUIT']);

/**
 * Whether the server runs in a session of its own, so that a signal to the tap's whole group, as from a terminal, reaches it
 * once: forwarded. On Windows, where it would open a console, every signal comes from the one they share, to both.
 */
const IS_APART = process.platform !== 'win32';

/** How long what a server wrote may remain unread once a signal has ended it, ms: clients kill 2 s after SIGTERM. */
const UNREAD_MS = 1_000;

/** Sees the bytes of both directions after they were forwarded. */
type Observer = Pick<Watching, 'bytes' | 'behind'>;

/**
 * Runs a stdio MCP server between this process's own stdin and stdout: every byte is forwarded at once and unchanged,
 * then shown to the watch; stderr is inherited, signals are forwarded. Resolves to the server's exit code, or the signal that
 * killed it, when it has ended and all its output was forwarded: within {@link UNREAD_MS} if it was sent a signal before, and
 * at once on a signal after its end. Rejects if the command cannot be started.
 */
export function runServer(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  watch: Observer,
): Promise<number | NodeJS.Signals> {
  return new Promise((resolve, reject) => {
    const server = spawn(command, [...args], {
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
      detached: IS_APART,
    });
    let isTold = false;
    const forward = (signal: NodeJS.Signals) => {
      isTold = true;
      if (server.exitCode !== null || server.signalCode !== null) end();
      else if (IS_APART && server.pid !== undefined) send(signal, server.pid);
    };
    const end = () => {
      process.stdin.destroy();
      server.stdout.destroy();
      resolve(server.signalCode ?? server.exitCode ?? 0);
    };
    // To the end: a further signal must not take the place of the server's ending while captures are delivered.
    for (const signal of FORWARDED) process.on(signal, forward);

    pass(process.stdin, server.stdin, 'client->server', watch);
    process.stdin.on('end', () => server.stdin.end());
    pass(server.stdout, process.stdout, 'server->client', watch);
    // A client that has gone: the server meets a closed pipe, as it would without a tap.
    process.stdout.on('error', () => {
      server.stdin.end();
      server.stdout.destroy();
    });
    server.stdin.on('error', () => process.stdin.destroy());

    server.on('error', reject);
    // The client may read no more, and a program that the server started may hold its output open for as long as it likes.
    server.on('exit', () => {
      if (isTold) setTimeout(end, UNREAD_MS);
    });
    // Called back once all that was written before it has gone.
    server.on('close', () => process.stdout.write('', end));
  });
}

function send(signal: NodeJS.Signals, server: number): void {
  try {
    process.kill(OF_TERMINAL.has(signal) ? -server : server, signal);
  } catch {
    // It runs as another user, or has just ended: nobody else could send it either.
  }
}

/** Forwards before anything else happens, and reads no faster than the other side and the watch accept. */
function pass(from: Readable, to: Writable, direction: Direction, watch: Observer): void {
  from.on('data', (chunk: Buffer) => {
    const isFull = !to.write(chunk);
    watch.bytes(direction, chunk, Date.now());
    if (!isFull) return keepPace(from, watch);
    from.pause();
    to.once('drain', () => from.resume());
  });
}
