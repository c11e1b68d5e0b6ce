import { expect } from 'vitest';
import { LEVELS } from '../../../../shared/verdict.ts';
import { expectDialect } from './dialects.ts';
import {
  atOf,
  before,
  brokenBy,
  by,
  distinct,
  expectOrder,
  expectRows,
  isBlurred,
  isOver,
  over,
  type Question,
  serverOf,
  share,
  sum,
} from './figures.ts';
import type { Stored } from './history.ts';
import { responsesIn, violationsIn } from './selection.ts';

const breaking = (responses: readonly Stored[], level: 'must' | 'should') =>
  distinct(brokenBy(responses, level).map(({ of }) => of));

/** 0 to 100 in tenths, rounded down, where a SHOULD weighs a quarter of a MUST. */
function scoreOf(responses: readonly Stored[]): number | null {
  if (responses.length === 0) return null;
  const lost = 4 * breaking(responses, 'must') + breaking(responses, 'should');
  const kept = Math.max(0, 4 * responses.length - lost);
  return Math.floor((1000 * kept) / (4 * responses.length)) / 10;
}

export const conformance: Question = async (store, history, filter) => {
  const answer = await store.conformance(filter);
  const { rule: _, level: __, ...judged } = filter;
  const { servers, bucket_ms: width } = answer;
  if (isOver(answer, 'servers')) {
    const range = over(judged, answer);
    const all = responsesIn(history, range);
    expectRows([servers, ({ server }) => server], [all, serverOf], (some) => {
      const [must, should, info] = LEVELS.map((level) => brokenBy(some, level));
      const breaches = { must_responses: breaking(some, 'must'), should_responses: breaking(some, 'should') };
      return {
        ...{ responses: some.length, must: must?.length, should: should?.length, info: info?.length },
        ...breaches,
        must_share: share(breaches.must_responses, some.length),
        should_share: share(breaches.should_responses, some.length),
      };
    });
    for (const row of servers) {
      expectDialect(history, range.to, row.server, row);
      const own = all.filter((one) => serverOf(one) === row.server);
      expect(row.score).toBe(row.proven ? scoreOf(own) : null);
      const start = row.trend[0]?.[0] ?? 0;
      const buckets = by(own, (one) => start + Math.floor((atOf(one) - start) / width) * width);
      const trend = Array.from(buckets, ([at, some]) => [Number(at), scoreOf(some)] as const);
      if (answer.covered === undefined)
        expect(row.trend).toEqual(row.proven ? trend.sort(([a], [b]) => a - b) : []);
      if (isBlurred(history, judged)) continue;
      const earlier = responsesIn(history, before(judged)).filter((one) => serverOf(one) === row.server);
      expect([null, row.proven ? scoreOf(earlier) : null]).toContain(row.previous_score);
    }
    expectOrder(servers, ({ score, responses, server }) => [score ?? 101, -responses, server]);
  }
  if (isOver(answer, 'violations'))
    expect(sum(answer.violations.map(({ count }) => count))).toBe(
      violationsIn(history, over(filter, answer)).length,
    );
};
