import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openStore } from '../../server/store/open.ts';
import type { ResponseRecord } from '../../server/store/record.ts';
import type { Store } from '../../server/store/store.ts';
import { DAY } from '../../shared/time/units.ts';
import { judging } from '../helpers/judging.ts';
import { APART, captureLine, PERIOD } from './traffic.ts';

/** Days over which the responses are spread. */
export const DAYS = 90;
const BATCH = 1000;

export interface Filled {
  readonly file: string;
  readonly rows: number;
  /** The end of its 90 days, epoch ms. */
  readonly now: number;
}

let made: Promise<Filled> | undefined;

/**
 * Returns a store with `--rows` responses (200,000) over 90 days, shared by all benchmarks of a run. With
 * `--db FILE` it is that file, which is kept, and filled if it does not exist.
 */
export function filled(): Promise<Filled> {
  made ??= fillFile();
  return made;
}

async function fillFile(): Promise<Filled> {
  const { values } = parseArgs({
    strict: false,
    options: { rows: { type: 'string', default: '200000' }, db: { type: 'string' } },
  });
  const folder = mkdtempSync(join(tmpdir(), 'mailroom-bench-store-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = typeof values.db === 'string' ? values.db : join(folder, 'bench.db');
  const isNew = !existsSync(file);
  const store = await openStore(file, { role: 'writer' });
  try {
    if (isNew) {
      const now = Date.now();
      await fill(store, Number(values.rows), now);
      while ((await store.retain({ keepMs: null, maxBytes: null }, now)).more);
      // A server does so at a few hundred responses a second.
      while ((await store.compact()).more);
      while ((await store.tidy()).more);
    }
    const { responses, newest } = await store.stored();
    return { file, rows: responses, now: newest === null ? Date.now() : Date.parse(newest) + 1 };
  } finally {
    await store.close();
  }
}

async function fill(store: Store, rows: number, now: number): Promise<void> {
  const step = (DAYS * DAY) / rows;
  const start = now - DAYS * DAY;
  const judge = judging();
  // Each is judged once: the stream repeats it with different times, ids and bytes.
  const kinds = Array.from({ length: Math.min(PERIOD, rows) }, (_, n) => {
    const judged = judge.judge(Buffer.from(captureLine(n, start)), undefined, start);
    if ('error' in judged) throw new Error(judged.error.message);
    return judged.record;
  });
  const record = (n: number): ResponseRecord => {
    const kind = kinds[n % PERIOD];
    if (kind === undefined) throw new Error('No kind');
    const at = Math.floor(start + n * step);
    return {
      ...kind,
      payload: Buffer.from(captureLine(n, at - n * APART)),
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
