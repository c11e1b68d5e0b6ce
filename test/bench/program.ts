import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Served, serve } from '../helpers/server.ts';
import { filled } from './filled.ts';
import { atMost, type Measured, quantile } from './measured.ts';
import { captureLine } from './traffic.ts';

/** Responses posted to a small store, and to one with a million or more. */
const POSTED = { small: 100_000, large: 1_000_000 } as const;
const LARGE = 1_000_000;
const BATCH = 1000;
const SENDERS = 4;
/** Questions asked of the idle server. */
const ASKED = 150;
/** Time after which a process counts as idle: V8 collects its garbage in ten to twenty-five seconds. */
const IDLE_MS = 30_000;
/** As `npm start` has them. */
const NODE_OPTIONS = '--max-semi-space-size=4';
/** Some of a page's questions, for the most expensive range. */
const PATHS = ['overview', 'servers', 'errors', 'warnings', 'responses'];

/**
 * Measures the program on a copy of the full store: its start, its memory, its answers while it stores. `idle` waits
 * for some ms or more, in which other programs may be busy.
 */
export async function run({
  idle: wait,
}: {
  readonly idle: (ms: number) => Promise<void>;
}): Promise<readonly Measured[]> {
  const { file, rows, now } = await filled();
  const folder = mkdtempSync(join(tmpdir(), 'mailroom-bench-program-'));
  const db = join(folder, 'copy.db');
  copyFileSync(file, db);
  const count = rows >= LARGE ? POSTED.large : POSTED.small;
  const query = `from=${now - 30 * 86_400_000}&to=${now}`;
  const began = performance.now();
  const served = await serve({ db, env: { NODE_OPTIONS } });
  try {
    await ask(served, `overview?${query}`);
    const start = performance.now() - began;
    await wait(IDLE_MS);
    const idleMemory = memory(served);
    const idle = await askedTimes(served, query, (asked) => asked < ASKED);
    let sending = true;
    const load = post(served, count, now).finally(() => {
      sending = false;
    });
    let log = 0;
    const busy = await askedTimes(served, query, () => {
      log = Math.max(log, statSync(`${db}-wal`).size);
      return sending;
    });
    await load;
    const loadedMemory = memory(served);
    await wait(IDLE_MS);
    const posted = count.toLocaleString('en-GB');
    return [
      atMost(1000, 'start to first answer, ms', start),
      atMost(120, 'resident memory, idle, MB', idleMemory),
      atMost(220, `resident memory when ${posted} responses have been posted, MB`, loadedMemory),
      atMost(220, 'resident memory, idle again after these, MB', memory(served)),
      atMost(2, 'reader p99 under full write load, of idle', quantile(busy, 0.99) / quantile(idle, 0.99)),
      atMost(256, 'write-ahead log at its longest, MB', log / 1e6),
    ];
  } finally {
    await served.stop();
    rmSync(folder, { recursive: true });
  }
}

async function ask({ url }: Served, question: string): Promise<void> {
  const answer = await fetch(`${url}/api/v1/${question}`);
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${question} was answered with ${answer.status}`);
}

/** Asks questions one after another. Returns their durations, ms. */
async function askedTimes(
  served: Served,
  query: string,
  goOn: (asked: number) => boolean,
): Promise<readonly number[]> {
  const times: number[] = [];
  for (let asked = 0; goOn(asked); asked++) {
    const start = performance.now();
    await ask(served, `${PATHS[asked % PATHS.length]}?${query}`);
    times.push(performance.now() - start);
  }
  return times;
}

/** Posts `count` responses, observed from `now` on, in batches as fast as they are accepted. */
async function post({ url }: Served, count: number, now: number): Promise<void> {
  let next = 0;
  const sender = async () => {
    for (let first = next; first < count; first = next) {
      next += BATCH;
      const lines = Array.from({ length: BATCH }, (_, n) =>
        captureLine(first + n, now).replace('"id":"bench-', '"id":"posted-'),
      );
      const headers = { 'content-type': 'application/x-ndjson' };
      const batch = { method: 'POST', headers, body: lines.join('\n') };
      let status = 429;
      while (status === 429) {
        const answer = await fetch(`${url}/api/v1/responses`, batch);
        await answer.arrayBuffer();
        status = answer.status;
        if (status === 429) await pause(100);
      }
      if (status !== 200) throw new Error(`A batch was answered with ${status}`);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
}

/** Returns the resident memory, MB. */
function memory({ process: { pid } }: Served): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', `${pid}`]).toString()) / 1000;
}
