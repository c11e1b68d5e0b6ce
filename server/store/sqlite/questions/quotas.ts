import type { Static } from 'typebox';
import type { Quota, Quotas } from '../../../../shared/api/quotas.ts';
import type { Filter } from '../../store.ts';
import { CONDITIONS } from '../cells/counting.ts';
import type { Range } from '../cells/grid.ts';
import { compose, minuteOf, type Segment } from '../cells/segments.ts';
import type { Connection } from '../file/connection.ts';
import { iso, isoOrNull } from '../file/words.ts';
import { TIERS } from '../packed/cell-tables.ts';
import { and, resolve, within } from '../rows/filters.ts';

type Row = Static<typeof Quota>;

const HOUR = 3_600_000;
/** Points of a quota's readings at most. */
const READINGS = 300;

interface Reading {
  readonly observed_at: number;
  readonly current: number;
  readonly warn: number;
  readonly pause: number | null;
  readonly hard_stop: number | null;
  readonly quota: number;
}

/**
 * The newest reading of each server and metric in the range, fullest first, with the forecast of a straight line
 * through the readings since the value last fell. Only time and server of the filter apply: a quota is its server's.
 */
export function quotas(connection: Connection, filter: Filter, now: number): Quotas {
  const { server } = resolve(connection, filter);
  const [first, end] = [minuteOf(filter.from), Math.ceil(filter.to / 60_000)];
  const tiers = TIERS.map((_, coarsest) => compose(connection, first, end, coarsest));
  const wanted = and([{ text: 'd.kind = ?', values: [CONDITIONS.quota] }, ...within('d.server', server)]);
  return {
    items: connection
      .all<{ id: number; server: string; metric: string }>(
        `SELECT d.id, s.name AS server, d.name AS metric FROM conditions d JOIN servers s ON s.id = d.server
         WHERE ${wanted.text}`,
        ...wanted.values,
      )
      .flatMap(({ id, server: name, metric }) => {
        const readings = readingsOf(connection, id, filter, tiers);
        const newest = readings.at(-1);
        return newest === undefined ? [] : [quotaRow(name, metric, readings, newest, now)];
      })
      .sort((a, b) => b.share - a.share),
  };
}

/**
 * Readings in the range, oldest first: of the finest cells that are still kept, of wider ones where those hold too many.
 * Where the end of the range cuts a cell wider than ten seconds, its newest reading counts, which may be later.
 */
function readingsOf(
  connection: Connection,
  condition: number,
  range: Range,
  tiers: readonly (readonly Segment[])[],
): readonly Reading[] {
  const chosen =
    tiers.find((segments) => isFew(connection, condition, range, segments)) ?? tiers.at(-1) ?? [];
  return chosen
    .flatMap((segment) =>
      connection.all<Reading>(
        `SELECT observed_at, current, warn, pause, hard_stop, quota ${IN_SEGMENT} ORDER BY at DESC LIMIT ?`,
        ...boundsOf(condition, range, segment),
        READINGS,
      ),
    )
    .toSorted((a, b) => a.observed_at - b.observed_at)
    .slice(-READINGS);
}

/** Whether the segments hold at most as many readings as are shown. Counted, since reading them costs several times as much. */
function isFew(
  connection: Connection,
  condition: number,
  range: Range,
  segments: readonly Segment[],
): boolean {
  let left = READINGS;
  for (const segment of segments) {
    const text = `SELECT count(*) AS n FROM (SELECT 1 ${IN_SEGMENT} LIMIT ?)`;
    left -= connection.get<{ n: number }>(text, ...boundsOf(condition, range, segment), left + 1)?.n ?? 0;
    if (left < 0) return false;
  }
  return true;
}

const IN_SEGMENT =
  'FROM quota_cells WHERE tier = ? AND condition = ? AND at >= ? AND at < ? AND observed_at >= ? AND observed_at < ?';

/** The values of {@link IN_SEGMENT}. */
function boundsOf(condition: number, range: Range, { tier, from, to }: Segment): readonly number[] {
  const end = to * 60_000;
  return [tier, condition, from * 60_000, Math.min(end, range.to), range.from, tier === 0 ? range.to : end];
}

function quotaRow(
  server: string,
  metric: string,
  readings: readonly Reading[],
  newest: Reading,
  now: number,
): Row {
  const { current, warn, pause, hard_stop, quota } = newest;
  const perHour = slopeOf(sinceLastFall(readings));
  const resetsAt = resetAfter(metric, newest.observed_at);
  const reaches = (threshold: number | null) => {
    if (threshold === null || perHour === null || perHour <= 0 || current >= threshold) return null;
    const at = newest.observed_at + ((threshold - current) / perHour) * HOUR;
    return resetsAt !== null && at >= resetsAt ? null : inYears(at, now);
  };
  return {
    server,
    metric,
    current,
    warn,
    pause,
    hard_stop,
    quota,
    share: quota > 0 ? Math.max(0, current / quota) : 0,
    state:
      hard_stop !== null && current >= hard_stop
        ? 'hard_stop'
        : pause !== null && current >= pause
          ? 'pause'
          : current >= warn
            ? 'warn'
            : 'ok',
    observed_at: iso(newest.observed_at),
    per_hour: perHour,
    warn_at: reaches(warn),
    pause_at: reaches(pause),
    hard_stop_at: reaches(hard_stop),
    resets_at: isoOrNull(resetsAt),
    expected:
      perHour === null || resetsAt === null
        ? null
        : Math.max(0, current + (perHour * (resetsAt - newest.observed_at)) / HOUR),
    readings: readings.map(({ observed_at, current: value }) => [observed_at, value] as const),
  };
}

/** A forecast beyond ten years is none. */
function inYears(at: number, now: number): string | null {
  return at < now + 10 * 365 * 24 * HOUR ? iso(Math.round(at)) : null;
}

function sinceLastFall(readings: readonly Reading[]): readonly Reading[] {
  let start = 0;
  readings.forEach(({ current }, i) => {
    if (current < (readings[i - 1]?.current ?? current)) start = i;
  });
  return readings.slice(start);
}

/** Least squares, in units an hour; null with fewer than two different times. */
function slopeOf(readings: readonly Reading[]): number | null {
  const count = readings.length;
  const origin = readings[0]?.observed_at ?? 0;
  let [x, y, xx, xy] = [0, 0, 0, 0];
  for (const { observed_at, current } of readings) {
    const hours = (observed_at - origin) / HOUR;
    x += hours;
    y += current;
    xx += hours * hours;
    xy += hours * current;
  }
  const spread = count * xx - x * x;
  return count < 2 || spread <= 0 ? null : (count * xy - x * y) / spread;
}

/** End of the window that a metric's name says (rate-limiting: `requests_per_hour`), after a time; UTC. */
function resetAfter(metric: string, at: number): number | null {
  const window = /_per_(minute|hour|day|month)$/.exec(metric)?.[1];
  const date = new Date(at);
  switch (window) {
    case 'minute':
      return (Math.floor(at / 60_000) + 1) * 60_000;
    case 'hour':
      return (Math.floor(at / HOUR) + 1) * HOUR;
    case 'day':
      return (Math.floor(at / (24 * HOUR)) + 1) * 24 * HOUR;
    case 'month':
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
    default:
      return null;
  }
}
