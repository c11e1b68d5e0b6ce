import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filterOf } from '../../server/routes/filter.ts';
import { openStore } from '../../server/store/open.ts';
import type { Filter, Questions } from '../../server/store/store.ts';
import { DAY } from '../../shared/time/units.ts';
import { DAYS, filled } from './filled.ts';
import { atMost, type Measured, quantile } from './measured.ts';

/**
 * How often a question is asked before it is timed, in turns with the others, and while it is. Compilation and
 * garbage collection in other threads count as processor time too: the compiler takes ten times as long as a page
 * of the log, and is done after 400 of each kind at the latest.
 */
const PANEL = { warmUps: 40, rounds: 60 } as const;
const LOG_PAGE = { warmUps: 400, rounds: 200 } as const;
type Effort = typeof PANEL | typeof LOG_PAGE;

/** Measures questions on a full store, its size on disk, and how long dropping a day blocks its writer. */
export async function run(): Promise<readonly Measured[]> {
  const { file, rows, now } = await filled();
  const reader = await openStore(file, { role: 'reader' });
  const measured = [...(await panels(reader, now)), ...(await pages(reader, now))];
  const { bytes } = await reader.stored();
  await reader.close();
  return [
    ...measured,
    atMost(300, 'bytes on disk a response', bytes / rows),
    atMost(50, 'longest stall of the writer while a day is dropped, CPU ms', await dropDay(file, now)),
  ];
}

/** Measures processor time, since a question never waits and other programs may be busy. */
async function p95(ask: () => Promise<unknown>, { rounds }: Effort): Promise<number> {
  const taken: number[] = [];
  for (let i = 0; i < rounds; i++) {
    const start = process.cpuUsage();
    await ask();
    const { user, system } = process.cpuUsage(start);
    taken.push((user + system) / 1000);
  }
  return quantile(taken, 0.95);
}

async function measure(
  goal: number,
  questions: Readonly<Record<string, () => Promise<unknown>>>,
  effort: Effort = PANEL,
) {
  const measured: Measured[] = [];
  // As on a running server, where statements are prepared and code is compiled for all of them.
  for (let i = 0; i < effort.warmUps; i++) for (const ask of Object.values(questions)) await ask();
  for (const [name, ask] of Object.entries(questions))
    measured.push(atMost(goal, `${name}, CPU ms`, await p95(ask, effort)));
  return measured;
}

async function panels(store: Questions, now: number): Promise<readonly Measured[]> {
  const ask = { windowDays: 30, threshold: 0 };
  const groups = { limit: 50, sort: 'count', news: false } as const;
  const questions = (filter: Filter) => ({
    overview: () => store.overview(filter),
    'series by operation': () =>
      store.series(filter, { metric: 'responses', groupBy: 'operation', bucket: 'auto', limit: 12 }),
    'p95 by server': () =>
      store.series(filter, { metric: 'duration_p95', groupBy: 'server', bucket: 'auto', limit: 12 }),
    errors: () => store.errors(filter),
    'error groups': () => store.errorGroups(filter, groups, now),
    warnings: () => store.warnings(filter),
    deprecations: () => store.deprecations(filter, ask, now),
    quotas: () => store.quotas(filter, now),
    violations: () => store.violations(filter),
    conformance: () => store.conformance(filter),
    servers: () => store.servers(filter),
    clients: () => store.clients(filter),
    facets: () => store.facets(filter),
  });
  // Relative to now, as pages ask.
  const ranges = [1, 7, 30, DAYS].flatMap((days) =>
    Object.entries(questions(filterOf({ from: `-${days}d` }, now))).map(
      ([name, question]) => [`${name}, ${days} d`, question] as const,
    ),
  );
  const cut: Filter = { from: now - DAY, to: now };
  return measure(15, {
    ...Object.fromEntries(ranges),
    'overview, 1 d to the millisecond': () => store.overview(cut),
  });
}

async function pages(store: Questions, now: number): Promise<readonly Measured[]> {
  const filter: Filter = { from: now - DAYS * DAY, to: now };
  const page = (more: Partial<Filter>) => () =>
    store.responses({ ...filter, ...more }, { limit: 50, cursor: 'zzzzzzzzzz' });
  const single = await measure(
    1,
    {
      log: page({}),
      'log of a server': page({ server: ['bank'] }),
      'log of an operation': page({ operation: ['list_accounts'] }),
      'log of a client': page({ client: ['agent'] }),
      'log of failures': page({ outcome: ['failure'] }),
      'log of a code': page({ code: ['NOT_FOUND_*'] }),
      'log at severity high': page({ severityMax: 0 }),
      'log at any severity': page({ severityMax: 2 }),
      'log of a word': page({ q: 'deprecated' }),
      'log of the uses of a deprecated item': () =>
        store.responses(filter, { limit: 50, deprecated: 'page' }),
    },
    LOG_PAGE,
  );
  const combined = await measure(50, {
    'log of a server, client and operation': page({
      server: ['bank'],
      client: ['agent'],
      operation: ['list_accounts'],
    }),
    'log of a server and operation that never meet': page({ server: ['shop'], operation: ['list_accounts'] }),
    'log of a client and code that never meet': page({
      client: ['cron'],
      code: ['NOT_FOUND_*'],
    }),
    'log of failures with a warning': page({ outcome: ['failure'], severityMax: 2 }),
    'log of a text in none of the captures': () =>
      store.responses(filter, { limit: 50, contains: 'in none of the captures' }),
    'overview of a client and operation (scan)': () =>
      store.overview({ ...filter, client: ['agent'], operation: ['list_accounts'] }),
  });
  return [...single, ...combined];
}

/** Drops the oldest day of a copy. */
async function dropDay(file: string, now: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'mailroom-bench-drop-'));
  const copy = join(folder, 'copy.db');
  copyFileSync(file, copy);
  const store = await openStore(copy, { role: 'writer' });
  let longest = 0;
  const pieces = [() => store.retain({ keepMs: (DAYS - 1) * DAY, maxBytes: null }, now), () => store.tidy()];
  for (const piece of pieces)
    for (let more = true; more; ) {
      const start = process.cpuUsage();
      ({ more } = await piece());
      const { user, system } = process.cpuUsage(start);
      longest = Math.max(longest, (user + system) / 1000);
    }
  await store.close();
  rmSync(folder, { recursive: true });
  return longest;
}
