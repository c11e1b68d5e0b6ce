import { expect } from 'vitest';
import type { Filter } from '../../../../server/store/store.ts';
import type { ServerRow } from '../../../../shared/api/servers.ts';
import { HEALTHS } from '../../../../shared/health.ts';
import { MINUTE } from '../records.ts';
import { atOf, brokenBy, distinct, serverOf, share, sum, that } from './figures.ts';
import type { Stored } from './history.ts';
import { lastPartOf } from './incident.ts';

/** Dimensions of what a response says: a share of those that they select does not tell health. */
const SAID = ['outcome', 'category', 'code', 'rule', 'level', 'q'] as const;

/**
 * By its failures in the last ten minutes, or in the last part of the range if there are less than ten responses in them, by
 * those in all of it, and by responses that break a MUST.
 */
function healthOf(
  filter: Filter,
  own: readonly Stored[],
  { responses, failures }: ServerRow,
  broken: number,
  isIncident: boolean,
): ServerRow['health'] {
  if (responses === 0) return 'silent';
  const since = (time: number) => own.filter((one) => atOf(one) >= time);
  const newest = since(filter.to - 10 * MINUTE);
  const now = newest.length < 10 ? since(lastPartOf(filter)) : newest;
  const failed = that(now, 'failure').length;
  if (isIncident || (failed >= 5 && share(failed, now.length) >= 0.25)) return 'failing';
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
    const own = responses.filter((one) => serverOf(one) === row.name);
    const broken = distinct(brokenBy(own, 'must').map(({ of }) => of));
    const health = healthOf(filter, own, row, broken, row.name === failing);
    expect([row.health, sum(row.failure_sparkline)]).toEqual([isJudged ? health : null, row.failures]);
  }
  const rank = ({ health }: ServerRow) => (health === null ? 0 : HEALTHS.indexOf(health));
  const worst = (a: ServerRow, b: ServerRow) =>
    rank(a) - rank(b) || b.error_rate - a.error_rate || b.responses - a.responses;
  expect(rows).toEqual(rows.toSorted(worst));
}
