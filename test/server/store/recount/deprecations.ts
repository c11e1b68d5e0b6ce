import { expect } from 'vitest';
import type { Filter, Store } from '../../../../server/store/store.ts';
import type { Deprecation } from '../../../../shared/api/deprecations.ts';
import { DEPRECATION_VERDICTS } from '../../../../shared/deprecation-verdict.ts';
import { ASK } from '../conformance/bench.ts';
import { NOW } from '../records.ts';
import {
  before,
  by,
  distinct,
  expectOrder,
  expectPoints,
  expectRows,
  isBlurred,
  over,
  type Question,
  serverOf,
  share,
  sum,
  weigh,
  weightOf,
} from './figures.ts';
import type { History } from './history.ts';
import { clientOf, responsesIn, warningsIn } from './selection.ts';

/** The uses of an item in a filter. */
const usesOf = (history: History, filter: Filter, row: Pick<Deprecation, 'server' | 'deprecated_item'>) =>
  warningsIn(history, filter).filter(
    ({ of, reading: is }) =>
      is?.kind === 'deprecation' && serverOf(of) === row.server && is.deprecated_item === row.deprecated_item,
  );

export const deprecations: Question = async (store, history, filter) => {
  const answer = await store.deprecations(filter, ASK, NOW);
  const range = over(filter, answer);
  const { code: _, notCode: __, ...ofResponses } = range;
  for (const row of answer.items) {
    const own = usesOf(history, range, row);
    const responses = responsesIn(history, ofResponses).filter((one) => serverOf(one) === row.server).length;
    expect({ ...row, sparkline: sum(row.sparkline) }).toMatchObject({
      ...{ count: weigh(own), sparkline: weigh(own), responses },
      ...{
        share: Math.min(1, share(weigh(own), responses)),
        callers: distinct(own.map(({ of }) => clientOf(of))),
      },
    });
    if (!isBlurred(history, filter))
      expect([null, weigh(usesOf(history, before(filter), row))]).toContain(row.previous_count);
  }
  const all = warningsIn(history, range).filter(({ reading }) => reading?.kind === 'deprecation');
  expect(sum(answer.items.map(({ count }) => count))).toBe(weigh(all));
  const nameless = warningsIn(history, range).filter(
    ({ code, reading }) => code === 'DEPRECATION_WARNING' && reading === null,
  );
  expect(answer.unreadable).toBe(weigh(nameless));
  expectOrder(answer.items, (row) => [
    ...[DEPRECATION_VERDICTS.indexOf(row.verdict), row.days_left ?? Number.MAX_VALUE, -row.count],
    ...[row.server, row.deprecated_item, row.type],
  ]);
  const [first] = answer.items;
  if (first !== undefined) await expectDetail(store, history, filter, first.id);
};

/** Expects of an item's detail the uses of each client over time, and those of each caller. */
async function expectDetail(store: Store, history: History, filter: Filter, id: string): Promise<void> {
  const detail = await store.deprecation(id, filter, ASK, NOW);
  if (detail === undefined) throw new Error(`${id} is listed, and not found`);
  const own = usesOf(history, over(filter, detail), detail);
  expect(detail.count).toBe(weigh(own));
  const byClient = by(own, ({ of }) => of.record.facts.client ?? null);
  expect(detail.burn_down.map(({ client }) => JSON.stringify(client)).sort()).toEqual(
    [...byClient.keys()].sort(),
  );
  for (const { client, points } of detail.burn_down)
    expectPoints(points, detail.bucket_ms, byClient.get(JSON.stringify(client)) ?? [], weightOf);
  const callerOf = ({ of: { record } }: (typeof own)[number]) => [
    record.facts.client ?? null,
    record.facts.client_version ?? null,
  ];
  const callerOfRow = ({ client, version }: (typeof detail.callers)[number]) => [client, version];
  expectRows([detail.callers.filter(({ count }) => count > 0), callerOfRow], [own, callerOf], (some) => ({
    count: weigh(some),
  }));
  if (isBlurred(history, filter)) return;
  const earlier = by(usesOf(history, before(filter), detail), callerOf);
  for (const row of detail.callers)
    expect([null, weigh(earlier.get(JSON.stringify(callerOfRow(row))) ?? [])]).toContain(row.previous_count);
}
