import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Fold } from '../../server/ingest/fold.ts';
import { Judge } from '../../server/ingest/judge.ts';
import { openStore } from '../../server/store/open.ts';
import type { Filter, ResponseRecord, Store } from '../../server/store/store.ts';
import type { Measured } from './rules.ts';
import { captureLine } from './traffic.ts';

const DAY = 86_400_000;
const DAYS = 90;
/** Records judged once each; the stream repeats them with its own times, ids and bytes. */
const KINDS = 1680;
const BATCH = 1000;
const ROUNDS = 7;

function rowsAsked(): number {
  const at = process.argv.indexOf('--rows');
  return at === -1 ? 200_000 : Number(process.argv[at + 1]);
}

/** What questions cost on a full store: `--rows` responses over 90 days. */
export async function run(): Promise<readonly Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mailroom-bench-store-'));
  const file = join(folder, 'bench.db');
  try {
    const now = Date.now();
    const writer = await openStore(file, { role: 'writer' });
    await fill(writer, rowsAsked(), now);
    await upkeep(writer, now);
    const bytes = (await writer.stored()).bytes / rowsAsked();
    const reader = await openStore(file, { role: 'reader' });
    const measured = [...(await panels(reader, now)), ...(await pages(reader, now))];
    const stall = await retention(writer, now);
    await reader.close();
    await writer.close();
    return [
      ...measured,
      atMost(300, 'bytes on disk a response', bytes),
      atMost(50, 'longest stall of the writer while a day is dropped, CPU ms', stall),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function atMost(goal: number, name: string, figure: number): Measured {
  return { name, goal: `at most ${goal}`, figure, reached: figure <= goal };
}

async function fill(store: Store, rows: number, now: number): Promise<void> {
  const step = (DAYS * DAY) / rows;
  const start = now - DAYS * DAY;
  const judge = new Judge({
    rules: new Map(),
    secretKeys: [],
    pins: new Map(),
    fold: new Fold(new Map(), undefined),
  });
  const kinds = Array.from({ length: KINDS }, (_, n) => {
    const judged = judge.judge(Buffer.from(captureLine(n, start)), undefined, start);
    if ('error' in judged) throw new Error(judged.error.message);
    return judged.record;
  });
  const record = (n: number): ResponseRecord => {
    const kind = kinds[n % KINDS];
    if (kind === undefined) throw new Error('No kind');
    const at = Math.floor(start + n * step);
    return {
      ...kind,
      payload: Buffer.from(captureLine(n, at)),
      facts: {
        ...kind.facts,
        id: `bench-${n}`,
        session: `s-${Math.floor(n / 200)}`,
        observed_at: at,
        received_at: at,
      },
    };
  };
  const from = process.cpuUsage();
  for (let n = 0; n < rows; n += BATCH) {
    await store.append(Array.from({ length: Math.min(BATCH, rows - n) }, (_, i) => record(n + i)));
    if (n % 100_000 === 0) process.stderr.write(`store: ${n} of ${rows} responses\r`);
  }
  const { user, system } = process.cpuUsage(from);
  process.stderr.write(`store: ${rows} responses, ${((user + system) / rows).toFixed(1)} µs CPU each\n`);
}

/** Processor time, since a question is all work and other programs may be busy. */
async function p95(ask: () => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const start = process.cpuUsage();
    await ask();
    const { user, system } = process.cpuUsage(start);
    taken.push((user + system) / 1000);
  }
  return taken.sort((a, b) => a - b).at(-2) ?? 0;
}

async function measure(goal: number, questions: Readonly<Record<string, () => Promise<unknown>>>) {
  const measured: Measured[] = [];
  for (const [name, ask] of Object.entries(questions))
    measured.push(atMost(goal, `${name}, CPU ms`, await p95(ask)));
  return measured;
}

async function panels(store: Store, now: number): Promise<readonly Measured[]> {
  const range = (days: number): Filter => ({ from: now - days * DAY, to: now });
  const ask = { windowDays: 30, threshold: 0 };
  const groups = { limit: 50, sort: 'count', news: false } as const;
  const questions = (filter: Filter) => ({
    overview: () => store.overview(filter, now),
    'series by operation': () =>
      store.series(filter, { metric: 'responses', groupBy: 'operation', bucket: 'auto', limit: 12 }, now),
    'p95 by server': () =>
      store.series(filter, { metric: 'duration_p95', groupBy: 'server', bucket: 'auto', limit: 12 }, now),
    errors: () => store.errors(filter),
    'error groups': () => store.errorGroups(filter, groups, now),
    warnings: () => store.warnings(filter),
    deprecations: () => store.deprecations(filter, ask, now),
    quotas: () => store.quotas(filter, now),
    violations: () => store.violations(filter),
    conformance: () => store.conformance(filter),
    servers: () => store.servers(filter, now),
    clients: () => store.clients(filter, now),
    facets: () => store.facets(filter),
  });
  const measured: Measured[] = [];
  for (const days of [1, 7, 30, DAYS])
    for (const [name, ask1] of Object.entries(questions(range(days))))
      measured.push(...(await measure(15, { [`${name}, ${days} d`]: ask1 })));
  return measured;
}

async function pages(store: Store, now: number): Promise<readonly Measured[]> {
  const filter: Filter = { from: now - DAYS * DAY, to: now };
  const page = (more: Partial<Filter>) => () =>
    store.responses({ ...filter, ...more }, { limit: 50, cursor: 'zzzzzzzzzz' });
  const single = await measure(1, {
    log: page({}),
    'log of a server': page({ server: ['bank'] }),
    'log of an operation': page({ operation: ['list_things_3'] }),
    'log of a client': page({ client: ['agent'] }),
    'log of failures': page({ outcome: ['failure'] }),
    'log of a code': page({ code: ['NOT_FOUND_*'] }),
    'log at severity high': page({ severityMax: 0 }),
    'log at any severity': page({ severityMax: 2 }),
    'log of a word': page({ q: 'deprecated' }),
  });
  const combined = await measure(50, {
    'log of a server, client and operation': page({
      server: ['bank'],
      client: ['agent'],
      operation: ['list_things_3'],
    }),
    'log of a server and operation that never meet': page({ server: ['shop'], operation: ['list_things_1'] }),
    'log of a client and code that never meet': page({
      client: ['editor'],
      severityMax: 0,
      outcome: ['failure'],
    }),
    'log of failures with a warning': page({ outcome: ['failure'], severityMax: 2 }),
    'overview of a client and operation (scan)': () =>
      store.overview({ ...filter, client: ['agent'], operation: ['list_things_3'] }, now),
  });
  return [...single, ...combined];
}

async function retention(store: Store, now: number): Promise<number> {
  let longest = 0;
  let [pieces, removed] = [0, 0];
  for (;;) {
    const start = process.cpuUsage();
    const { more, responses } = await store.retain({ keepMs: (DAYS - 1) * DAY, maxBytes: null }, now);
    const { user, system } = process.cpuUsage(start);
    longest = Math.max(longest, (user + system) / 1000);
    pieces++;
    removed += responses;
    if (!more) break;
  }
  process.stderr.write(`store: removed ${removed} responses in ${pieces} pieces\n`);
  return longest;
}

/** Lets go of the fine cells that are too old, as the program does every hour. */
async function upkeep(store: Store, now: number): Promise<void> {
  while ((await store.retain({ keepMs: null, maxBytes: null }, now)).more);
}
