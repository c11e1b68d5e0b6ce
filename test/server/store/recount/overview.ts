import { expect } from 'vitest';
import { CATEGORIES } from '../../../../shared/verdict.ts';
import {
  before,
  brokenBy,
  by,
  expectPercentile,
  expectPoints,
  isBlurred,
  over,
  type Question,
  sum,
  that,
  totalsOf,
  urgentOf,
  weightOf,
} from './figures.ts';
import { expectIncident } from './incident.ts';
import { failuresIn, responsesIn } from './selection.ts';
import { expectServers } from './servers.ts';

export const overview: Question = async (store, history, filter) => {
  const answer = await store.overview(filter);
  const { totals, previous, series, bucket_ms: width } = answer;
  const range = over(filter, answer);
  const responses = responsesIn(history, range);
  expect(totals).toMatchObject(totalsOf(responses, filter));
  expectPercentile(totals.duration_p50, responses, 0.5);
  expectPercentile(totals.duration_p95, responses, 0.95);
  expectPercentile(totals.duration_p99, responses, 0.99);
  expectPoints(
    series.responses,
    width,
    responses.map((of) => ({ of })),
  );
  expectPoints(series.unknown, width, that(responses, 'unknown'));
  expectPoints(series.successes, width, that(responses, 'success'));
  expectPoints(series.failures, width, that(responses, 'failure'));
  expectPoints(series.warnings, width, urgentOf(responses, filter), weightOf);
  expectPoints(series.must_violations, width, brokenBy(responses, 'must'));
  const failures = by(failuresIn(history, range), ({ category }) => category);
  const countOf = (category: string) => failures.get(JSON.stringify(category))?.length ?? 0;
  expect(answer.categories).toMatchObject(
    CATEGORIES.map((category) => ({ category, count: countOf(category) })),
  );
  expect(series.categories.map(({ key }) => key)).toEqual(
    CATEGORIES.filter((category) => countOf(category) > 0),
  );
  for (const { key, points } of series.categories)
    expectPoints(points, width, failures.get(JSON.stringify(key)) ?? []);
  if (previous !== null && !isBlurred(history, filter)) {
    const earlier = responsesIn(history, before(filter));
    expect(previous).toMatchObject(totalsOf(earlier, filter));
    expect(sum(series.previous_responses.map(([, n]) => n))).toBe(earlier.length);
    expect(sum(series.previous_failures.map(([, n]) => n))).toBe(that(earlier, 'failure').length);
  }
  expectServers(history, filter, range, answer.servers, answer.incident);
  if (answer.covered === undefined) await expectIncident(store, history, filter, answer);
};
