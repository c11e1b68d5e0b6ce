import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { openStore } from '../../../server/store/open.ts';
import type { ResponseRecord } from '../../../server/store/record.ts';
import type { Filter, Store } from '../../../server/store/store.ts';
import { folderOfFile } from '../../helpers/folder.ts';
import { batch, DAY, deprecated, failure, MINUTE, NOW, quota, record, warned } from './records.ts';

const folder = folderOfFile();

let files = 0;
/** Path of a file that does not exist yet, in a folder that is removed after the tests. */
export const newFile = () => join(folder, `${files++}.db`);
export const EVER: Filter = { from: NOW - 400 * DAY, to: NOW + DAY };
export const FOREVER = { keepMs: null, maxBytes: null };

export async function withStore<T>(file: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(file, { role: 'writer' });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Repeats a piece of work until there is no more. Returns how many responses were removed. */
export async function all(
  step: () => Promise<{ responses: number; more: boolean } | undefined>,
): Promise<number> {
  let removed = 0;
  for (;;) {
    const { responses, more } = (await step()) ?? { responses: 0, more: false };
    removed += responses;
    if (!more) return removed;
  }
}

/** One of each kind of response that is counted somewhere. */
const KINDS: readonly ((n: number) => unknown)[] = [
  (n) => ({ success: true, data: n }),
  () => ({ success: true }),
  (n) => failure('INTERNAL_ERROR', `boom ${n}`),
  () => failure('NOT_FOUND_RESOURCE', 'gone'),
  (n) =>
    warned(deprecated(`item${n % 3}`), { code: 'A', message: 'm', severity: 'high', occurrence_count: 3 }),
  (n) => warned(quota('requests_per_day', 800 + n)),
  () =>
    batch(
      { operation: 'x', result: failure('INTERNAL_ERROR', 'boom') },
      { operation: 'y', result: { success: true, data: 1 } },
    ),
  (n) =>
    warned({
      code: 'PERFORMANCE_SLOW_QUERY_WARNING',
      message: `Operation took ${n + 2000}ms (threshold: 1000ms)`,
      details: { operation: 'scan', duration_ms: n + 2000, threshold_ms: 1000 },
    }),
];

/** Returns response number `n`, of the kind at an index, observed `minutes` before now. */
export function some(n: number, kind: number, minutes: number): ResponseRecord {
  return record({
    at: NOW - minutes * MINUTE - n,
    ...(n % 5 === 0 && { id: `${n}` }),
    server: `s${n % 3}`,
    client: n % 4 === 0 ? undefined : `c${n % 2}`,
    session: `${n % 7}`,
    duration_ms: n % 6 === 0 ? undefined : n,
    response: KINDS[kind % KINDS.length]?.(n),
  });
}

/** Returns responses that take 7.5 kB each, however they are compressed. */
export const bulky = (count: number, from: number, server = 'shop') =>
  Array.from({ length: count }, (_, n) =>
    record({
      server,
      at: NOW - from - n,
      response: { success: true, data: randomBytes(7_500).toString('base64') },
    }),
  );
