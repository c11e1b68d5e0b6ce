import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openStore } from '../../../../server/store/open.ts';
import type { Kept, ResponseRecord } from '../../../../server/store/record.ts';
import type { Store } from '../../../../server/store/store.ts';
import { newFile } from '../files.ts';
import { DAY, MINUTE, NOW, record } from '../records.ts';
import { KINDS } from '../recount/said.ts';

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
    ...KINDS[kind % KINDS.length]?.(n),
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
      const store = await openStore(newFile(), { role: 'writer' });
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
