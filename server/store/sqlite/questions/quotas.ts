import type { Quotas } from '../../../../shared/api/quotas.ts';
import type { Range } from '../../../../shared/time/range.ts';
import { MINUTE } from '../../../../shared/time/units.ts';
import { byName } from '../../answers/order.ts';
import { MOST_READINGS, quotaOf, type TimedReading } from '../../answers/quota.ts';
import type { Filter } from '../../store.ts';
import { CONDITIONS } from '../cells/counting.ts';
import { compose, minuteAtOrAfter, minuteOf, type Segment } from '../cells/segments.ts';
import type { Connection } from '../file/connection.ts';
import { and, within } from '../file/sql.ts';
import { TIERS } from '../packed/cell-tables.ts';
import { resolve } from '../rows/filters.ts';

/** As described at `Store.quotas`. */
export function quotas(connection: Connection, filter: Filter, now: number): Quotas {
  const { server } = resolve(connection, filter);
  const [first, end] = [minuteOf(filter.from), minuteAtOrAfter(filter.to)];
  const tiers = TIERS.map((_, coarsest) => compose(connection, first, end, coarsest));
  const wanted = and([{ text: 'd.kind = ?', values: [CONDITIONS.quota] }, ...within('d.server', server)]);
  return {
    items: connection
      .all<{ id: number; server: string; metric: string }>(
        `SELECT d.id, s.name AS server, d.name AS metric FROM conditions d JOIN servers s ON s.id = d.server
         WHERE ${wanted.text}`,
        ...wanted.values,
      )
      .flatMap(
        ({ id, server: name, metric }) =>
          quotaOf(name, metric, readingsOf(connection, id, filter, tiers), now) ?? [],
      )
      .sort((a, b) => b.share - a.share || byName(a.server, b.server) || byName(a.metric, b.metric)),
  };
}

/**
 * Readings in the range, oldest first: of the finest cells still kept, or of wider ones if those hold too
 * many. If the end of the range cuts a cell wider than ten seconds, its newest reading counts, which may be
 * later.
 */
function readingsOf(
  connection: Connection,
  condition: number,
  range: Range,
  tiers: readonly (readonly Segment[])[],
): readonly TimedReading[] {
  const chosen =
    tiers.find((segments) => isFew(connection, condition, range, segments)) ?? tiers.at(-1) ?? [];
  return chosen
    .flatMap((segment) =>
      connection.all<TimedReading>(
        `SELECT observed_at, current, warn, pause, hard_stop, quota, resets_at ${IN_SEGMENT} ORDER BY at DESC LIMIT ?`,
        ...boundsOf(condition, range, segment),
        MOST_READINGS,
      ),
    )
    .toSorted((a, b) => a.observed_at - b.observed_at)
    .slice(-MOST_READINGS);
}

/** True if the segments hold no more readings than are shown. Reading would cost several times more. */
function isFew(
  connection: Connection,
  condition: number,
  range: Range,
  segments: readonly Segment[],
): boolean {
  let left = MOST_READINGS;
  for (const segment of segments) {
    const text = `SELECT count(*) FROM (SELECT 1 ${IN_SEGMENT} LIMIT ?)`;
    left -= connection.number(text, ...boundsOf(condition, range, segment), left + 1);
    if (left < 0) return false;
  }
  return true;
}

const IN_SEGMENT =
  'FROM quota_cells WHERE tier = ? AND condition = ? AND at >= ? AND at < ? AND observed_at >= ? AND observed_at < ?';

/** The parameters of {@link IN_SEGMENT}. */
function boundsOf(condition: number, range: Range, { tier, from, to }: Segment): readonly number[] {
  const end = to * MINUTE;
  return [tier, condition, from * MINUTE, Math.min(end, range.to), range.from, tier === 0 ? range.to : end];
}
