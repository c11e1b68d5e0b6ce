import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openStore } from '../../../server/store/open.ts';
import type { Kept, ResponseRecord } from '../../../server/store/record.ts';
import type { Store } from '../../../server/store/store.ts';
import { folderOfFile } from '../../helpers/folder.ts';
import { batch, DAY, deprecated, failure, MINUTE, NOW, quota, record, warned } from './records.ts';

const folder = folderOfFile();
let files = 0;

const slow = (ms: number) => ({
  code: 'PERFORMANCE_SLOW_QUERY_WARNING',
  message: `Operation took ${ms}ms (threshold: 1000ms)`,
  details: { operation: 'scan', duration_ms: ms, threshold_ms: 1000 },
});

/** One of each kind of response that is counted somewhere. */
const KINDS: readonly ((n: number) => unknown)[] = [
  (n) => ({ success: true, data: n }),
  () => ({ success: true }),
  (n) => failure('INTERNAL_ERROR', `boom ${n}`),
  () => failure('NOT_FOUND_RESOURCE', 'gone'),
  (n) => warned(deprecated(`item${n % 3}`), slow(1000 + n)),
  (n) => warned(quota('requests_per_day', 800 + n)),
  (n) => warned(slow(3000 - n), quota('requests_per_day', 900 - n)),
  () =>
    batch(
      { operation: 'x', result: failure('INTERNAL_ERROR', 'boom') },
      { operation: 'y', result: { success: true, data: 1 } },
    ),
  () => batch({ operation: 'x', result: failure('NOT_FOUND_RESOURCE', 'gone') }),
];

/** Returns the n-th response, of a kind; some have an impossible time or are older than the three finest cells. */
function said(n: number, kind: number): ResponseRecord {
  return record({
    id: `${n}`,
    at: n % 11 === 10 ? NOW + 40 * DAY : NOW - (n % 3) * 33 * DAY - n * 7 * MINUTE,
    receivedAt: NOW,
    server: `s${n % 2}`,
    client: n % 4 === 0 ? undefined : `c${n % 2}`,
    session: `${n % 3}`,
    operation: `o${(n + kind) % 2}`,
    duration_ms: kind % 2 === 0 ? n : undefined,
    response: KINDS[kind % KINDS.length]?.(n),
  });
}

async function allKept(store: Store): Promise<readonly Kept[]> {
  const found: Kept[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<Store['kept']>> = await store.kept({
      limit: 7,
      ...(cursor !== null && { cursor }),
    });
    found.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return found;
}

const numberOf = ({ payload }: Kept) => Number(JSON.parse(Buffer.from(payload).toString()).id);

test('whatever changes when responses are judged again, every figure equals a recount', async () => {
  const kinds = fc.array(fc.nat(KINDS.length - 1), { minLength: 1, maxLength: 60, size: 'max' });
  const rounds = fc.array(
    fc.array(fc.tuple(fc.nat(59), fc.nat(KINDS.length - 1)), { maxLength: 40, size: 'max' }),
    {
      maxLength: 3,
    },
  );
  await fc.assert(
    fc.asyncProperty(kinds, rounds, async (first, again) => {
      const store = await openStore(join(folder, `${files++}.db`), { role: 'writer' });
      try {
        const records = first.map((kind, n) => said(n, kind));
        await store.append(records.slice(0, records.length / 2));
        while ((await store.retain({ keepMs: null, maxBytes: null }, NOW)).more);
        await store.append(records.slice(records.length / 2));
        const now = [...first];
        for (const round of again) {
          const kept = await allKept(store);
          const changed = new Map(round.filter(([n]) => n < first.length));
          for (const [n, kind] of changed) now[n] = kind;
          await store.reinspect({
            ids: kept.map(({ id }) => id),
            catalogue: 8,
            changed: kept
              .filter((item) => changed.has(numberOf(item)))
              .map((item) => ({ id: item.id, record: said(numberOf(item), now[numberOf(item)] ?? 0) })),
          });
          expect((await store.diagnose()).faults).toEqual([]);
          expect((await allKept(store)).map(({ id }) => id)).toEqual(kept.map(({ id }) => id));
        }
        for (const item of await allKept(store)) {
          const { payload, verdict } = said(numberOf(item), now[numberOf(item)] ?? 0);
          expect(Buffer.from(item.payload).toString()).toBe(Buffer.from(payload).toString());
          expect(item.verdict).toEqual(JSON.parse(JSON.stringify(verdict)));
        }
      } finally {
        await store.close();
      }
    }),
    { numRuns: 25 },
  );
});
