import { expect } from 'vitest';
import type { Filter } from '../../../../server/store/store.ts';
import type { ServerRow } from '../../../../shared/api/servers.ts';
import { HEALTHS } from '../../../../shared/health.ts';
import { MINUTE } from '../records.ts';
import { brokenBy, distinct, serverOf, share, sum } from './figures.ts';
import type { Stored } from './history.ts';

/** Dimensions of what a response says: a share of those that they select does not tell health. */
const SAID = ['outcome', 'category', 'code', 'rule', 'level', 'q'] as const;

/** By its failures in the last eighth of the range, of at least ten minutes, by those in all of it, and by responses that break a MUST. */
function healthOf(
  { from, to }: Filter,
  row: ServerRow,
  broken: number,
  isIncident: boolean,
): ServerRow['health'] {
  const { responses, failures, sparkline, failure_sparkline: failed } = row;
  if (responses === 0) return 'silent';
  const recently = Math.ceil((sparkline.length * Math.max((to - from) / 8, 10 * MINUTE)) / (to - from));
  const [recent, recentlyFailed] = [sum(sparkline.slice(-recently)), sum(failed.slice(-recently))];
  if (isIncident || (recentlyFailed >= 5 && share(recentlyFailed, recent) >= 0.25)) return 'failing';
  const isOften = (part: number) => part >= 5 && share(part, responses) >= 0.05;
  return isOften(failures) || share(failures, responses) >= 0.25 || isOften(broken) ? 'degraded' : 'healthy';
}

/** Expects how servers are doing by the responses in the range of an answer, worst first. */
export function expectHealth(
  filter: Filter,
  responses: readonly Stored[],
  rows: readonly ServerRow[],
  failing: string | undefined,
): void {
  const isJudged = SAID.every((dimension) => filter[dimension] === undefined);
  for (const row of rows) {
    const broken = brokenBy(responses, 'must').filter(({ of }) => serverOf(of) === row.name);
    const health = healthOf(filter, row, distinct(broken.map(({ of }) => of)), row.name === failing);
    expect([row.health, sum(row.failure_sparkline)]).toEqual([isJudged ? health : null, row.failures]);
  }
  const rank = ({ health }: ServerRow) => (health === null ? 0 : HEALTHS.indexOf(health));
  const worst = (a: ServerRow, b: ServerRow) =>
    rank(a) - rank(b) || b.error_rate - a.error_rate || b.responses - a.responses;
  expect(rows).toEqual(rows.toSorted(worst));
}
