import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { PROGRAM, serve } from '../helpers/server.ts';
import { atMost, type Measured, quantile } from './measured.ts';

const SERVER = fileURLToPath(new URL('./tap-server.js', import.meta.url));
const PINGS = 300;
const LARGE = 40;
/** After a large reply, until the dashboard has it too. */
const PAUSE_MS = 100;

/** Measures how much later a message arrives through the tap than without it: any, and one that follows a reply of 1 MB. */
export async function run(): Promise<readonly Measured[]> {
  const served = await serve();
  try {
    const tap = [PROGRAM, 'tap', '--server', 'bench', '--to', served.url, '--', process.execPath];
    const direct = await timesOf([SERVER]);
    const tapped = await timesOf([...tap, SERVER]);
    const added = (which: keyof typeof direct) => quantile(tapped[which], 0.5) - quantile(direct[which], 0.5);
    return [
      atMost(1, 'added by the tap to a request and its reply, ms', added('pings')),
      atMost(1, 'added by the tap to those that follow a reply of 1 MB, ms', added('next')),
    ];
  } finally {
    await served.stop();
  }
}

/** Asks a server one thing after another. Returns how long it took for each reply to arrive, ms. */
async function timesOf(
  args: readonly string[],
): Promise<Readonly<Record<'pings' | 'next', readonly number[]>>> {
  const server = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const replies = createInterface(server.stdout);
  let id = 0;
  const ask = async (method: string, params?: object) => {
    const start = performance.now();
    const reply = once(replies, 'line');
    server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params })}\n`);
    await reply;
    return performance.now() - start;
  };
  const clientInfo = { name: 'bench', version: '1' };
  await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  const pings: number[] = [];
  for (let n = 0; n < PINGS; n++) pings.push(await ask('ping'));
  const next: number[] = [];
  for (let n = 0; n < LARGE; n++) {
    await ask('tools/call', { name: 'list', arguments: {} });
    next.push(await ask('ping'));
    await pause(PAUSE_MS);
  }
  server.stdin.end();
  await once(server, 'exit');
  return { pings, next };
}
