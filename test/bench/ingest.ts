import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { Fold } from '../../server/ingest/fold.ts';
import { LIMITS } from '../../server/ingest/limits.ts';
import { Pipeline } from '../../server/ingest/pipeline.ts';
import { openStore } from '../../server/store/open.ts';
import { isObject, type JsonObject } from '../../shared/json/value.ts';
import { judging } from '../helpers/judging.ts';
import { atLeast, atMost, type Measured } from './measured.ts';
import { captureLine } from './traffic.ts';

const RESPONSES = 30_000;
const BATCH = 1000;
/** Batches before the clock starts, while code is compiled. */
const WARM_UPS = 10;
const SINGLES_MS = 2000;
/** Posts not counted, ms, while the code of a new process is compiled. */
const WARM_UP_MS = 4000;
const ROUNDS = 2;
const START = Date.now() - (RESPONSES + WARM_UPS * BATCH) * 50;

/** Measures the speed of ingestion, as ratios within this run. */
export async function run(): Promise<readonly Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mailroom-bench-'));
  try {
    const batches = Array.from({ length: RESPONSES / BATCH + WARM_UPS }, (_, batch) =>
      Buffer.from(
        Array.from({ length: BATCH }, (_line, n) => captureLine(batch * BATCH + n, START)).join('\n'),
      ),
    );
    const bare = best(ROUNDS, () => bareInsert(batches.slice(WARM_UPS), fresh(folder)));
    const inProcess = await bestOf(ROUNDS, () => pipeline(batches, fresh(folder)));
    const overHttp = await bestOf(ROUNDS, () => posted(batches, fresh(folder)));
    return [
      atLeast(
        0.25,
        'pipeline in process, of a bare insert of the same bytes (CPU)',
        bare.cpu / inProcess.cpu,
      ),
      atLeast(0.85, 'NDJSON by 1,000 over HTTP, of the pipeline in process', inProcess.wall / overHttp.wall),
      ...(await singles(folder)),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Cost {
  /** Seconds. */
  readonly cpu: number;
  readonly wall: number;
}

function timed(): () => Cost {
  const cpu = process.cpuUsage();
  const wall = performance.now();
  return () => {
    const { user, system } = process.cpuUsage(cpu);
    return { cpu: (user + system) / 1e6, wall: (performance.now() - wall) / 1000 };
  };
}

function bareInsert(batches: readonly Buffer[], db: string): Cost {
  const database = new Database(db);
  database.pragma('journal_mode = WAL');
  database.exec('CREATE TABLE captures (id INTEGER PRIMARY KEY, bytes BLOB)');
  const insert = database.prepare('INSERT INTO captures (bytes) VALUES (?)');
  const lines = batches.flatMap((batch) =>
    batch
      .toString()
      .split('\n')
      .map((line) => Buffer.from(line)),
  );
  const cost = timed();
  database.transaction(() => {
    for (const line of lines) insert.run(line);
  })();
  const taken = cost();
  database.close();
  return taken;
}

async function pipeline(batches: readonly Buffer[], db: string): Promise<Cost> {
  const store = await openStore(db, { role: 'writer' });
  const fold = new Fold(new Map(), undefined);
  const line = new Pipeline({ store, judge: judging({ fold }), fold, limits: LIMITS });
  const commit = async (some: readonly Buffer[]) => {
    for (const batch of some)
      await line.commit([{ bytes: new Uint8Array(batch), kind: 'ndjson', receivedAt: Date.now() }]);
  };
  await commit(batches.slice(0, WARM_UPS));
  const cost = timed();
  await commit(batches.slice(WARM_UPS));
  const taken = cost();
  await store.close();
  return taken;
}

async function posted(batches: readonly Buffer[], db: string): Promise<Cost> {
  const server = await start('grouped', db);
  const send = async (some: readonly Buffer[]) => {
    const waiting = [...some];
    const sender = async () => {
      for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift()) {
        const headers = { 'content-type': 'application/x-ndjson' };
        const reply = await fetch(`${server.url}/api/v1/responses`, {
          method: 'POST',
          headers,
          body: new Uint8Array(batch),
        });
        if (reply.status !== 200) throw new Error(`A batch was answered with ${reply.status}`);
        await reply.arrayBuffer();
      }
    };
    await Promise.all([sender(), sender(), sender(), sender()]);
  };
  await send(batches.slice(0, WARM_UPS));
  const cost = timed();
  await send(batches.slice(WARM_UPS));
  const taken = cost();
  await server.stop();
  return taken;
}

async function singles(folder: string): Promise<readonly Measured[]> {
  const client = startClient();
  const ready = async (kind: string) => {
    const server = await start(kind, fresh(folder));
    await client.post(server.url, 64, WARM_UP_MS);
    return server;
  };
  const [grouped, each, none] = [await ready('grouped'), await ready('each'), await ready('none')];
  const rates = { grouped: 0, each: 0, none: 0 };
  const p99 = { 16: Number.POSITIVE_INFINITY, 64: Number.POSITIVE_INFINITY, 256: Number.POSITIVE_INFINITY };
  let lag = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    await grouped.lag();
    const posted = await client.post(grouped.url, 64, SINGLES_MS);
    lag = Math.min(lag, await grouped.lag());
    rates.grouped = Math.max(rates.grouped, posted.rate);
    p99[64] = Math.min(p99[64], posted.p99);
    rates.each = Math.max(rates.each, (await client.post(each.url, 64, SINGLES_MS)).rate);
    rates.none = Math.max(rates.none, (await client.post(none.url, 64, SINGLES_MS)).rate);
    for (const connections of [16, 256] as const) {
      const { p99: slowest } = await client.post(grouped.url, connections, SINGLES_MS);
      p99[connections] = Math.min(p99[connections], slowest);
    }
  }
  await Promise.all([grouped, each, none].map((server) => server.stop()));
  await client.stop();
  return [
    atLeast(3, 'single posts at 64 connections, of one transaction a request', rates.grouped / rates.each),
    atLeast(
      0.35,
      'single posts at 64 connections, of the same server without a store',
      rates.grouped / rates.none,
    ),
    atMost(10, 'acknowledgement p99 at 16 connections, ms', p99[16]),
    atMost(20, 'acknowledgement p99 at 64 connections, ms', p99[64]),
    atMost(60, 'acknowledgement p99 at 256 connections, ms', p99[256]),
    atMost(10, 'event-loop lag p99 of the main thread at 64 connections, ms', lag),
  ];
}

/** A client in a process of its own: the garbage of this one would count as the server's time. */
function startClient() {
  const child = forked('ingest-client', `${START}`);
  return {
    /** Posts single captures for some ms. Returns requests per second, and p99 in ms. */
    post: async (url: string, connections: number, ms: number) => {
      child.send({ url, connections, ms });
      const { rate, p99 } = await told(child);
      return { rate: Number(rate), p99: Number(p99) };
    },
    stop: () => ended(child),
  };
}

interface Started {
  readonly url: string;
  /** p99 since the last call, ms. */
  lag(): Promise<number>;
  stop(): Promise<void>;
}

async function start(kind: string, db: string): Promise<Started> {
  const child = forked('ingest-server', kind, db);
  const { url } = await told(child);
  return {
    url: String(url),
    lag: async () => {
      child.send({});
      return Number((await told(child)).lag);
    },
    stop: () => ended(child),
  };
}

function forked(program: string, ...args: readonly string[]): ChildProcess {
  return fork(fileURLToPath(new URL(`./${program}.js`, import.meta.url)), args).once('exit', (code) => {
    if (code !== null) throw new Error(`${program} ended with ${code}`);
  });
}

async function told(child: ChildProcess): Promise<JsonObject> {
  const [message]: readonly unknown[] = await once(child, 'message');
  if (!isObject(message)) throw new Error('A message is an object');
  return message;
}

async function ended(child: ChildProcess): Promise<void> {
  child.kill();
  await once(child, 'exit');
}

let databases = 0;
const fresh = (folder: string) => join(folder, `${databases++}.db`);

function best(rounds: number, measure: () => Cost): Cost {
  return Array.from({ length: rounds }, measure).reduce(cheaper);
}

async function bestOf(rounds: number, measure: () => Promise<Cost>): Promise<Cost> {
  let least = await measure();
  for (let round = 1; round < rounds; round++) least = cheaper(least, await measure());
  return least;
}

const cheaper = (a: Cost, b: Cost): Cost => ({
  cpu: Math.min(a.cpu, b.cpu),
  wall: Math.min(a.wall, b.wall),
});
