import { expect } from 'vitest';
import { sparklineGrid } from '../../../../server/store/answers/grid.ts';
import type { Filter } from '../../../../server/store/store.ts';
import type { ServerRow } from '../../../../shared/api/servers.ts';
import { HEALTHS } from '../../../../shared/health.ts';
import type { Range } from '../../../../shared/time/range.ts';
import { DAY, MINUTE } from '../records.ts';
import { atOf, brokenBy, distinct, serverOf, share, sum, that } from './figures.ts';
import type { Stored } from './history.ts';

/** Dimensions of what a response says: a share of those that they select does not tell health. */
const SAID = ['outcome', 'category', 'code', 'rule', 'level', 'q'] as const;

/** Widths in minutes of what is counted together, of which a sparkline takes the widest that a 24th of its range holds. */
const WIDTHS = [1440, 720, 180, 30, 5, 1];

/** The newest ten responses, and those that are counted together with them. */
function newestOf(range: Range, own: readonly Stored[]): readonly Stored[] {
  const part = (range.to - range.from) / 24;
  const cell = WIDTHS.find((width) => width * MINUTE <= part) ?? 1;
  const { start, width, size } = sparklineGrid(range, cell * MINUTE);
  const bucketOf = (one: Stored) => Math.floor((atOf(one) - start) / width);
  const buckets = own.map(bucketOf).sort((a, b) => b - a);
  const first = buckets[Math.min(10, buckets.length) - 1] ?? 0;
  const last = buckets[0] ?? 0;
  const newest = own.filter((one) => bucketOf(one) >= first);
  if (width <= 5 * MINUTE || last - first + 1 > size / 4) return newest;
  const from = Math.max(range.from, start + first * width);
  return newestOf({ from, to: Math.min(range.to, start + (last + 1) * width) }, newest);
}

/** By its failures among the newest responses of the last day, by those in all of the range, and by responses that break a MUST. */
function healthOf(
  filter: Filter,
  own: readonly Stored[],
  { responses, failures }: ServerRow,
  broken: number,
  isIncident: boolean,
): ServerRow['health'] {
  if (responses === 0) return 'silent';
  const day = { from: Math.max(filter.from, filter.to - DAY), to: filter.to };
  const newest = newestOf(
    day,
    own.filter((one) => atOf(one) >= day.from),
  );
  const failed = that(newest, 'failure').length;
  if (isIncident || (failed >= 5 && share(failed, newest.length) >= 0.25)) return 'failing';
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
