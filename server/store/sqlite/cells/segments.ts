import type { BucketWidth } from '../../../../shared/api/series.ts';
import type { Range } from '../../../../shared/time/range.ts';
import { MINUTE } from '../../../../shared/time/units.ts';
import { chooseGrid, type Grid, SPARKLINE_PARTS, sparklineGrid } from '../../answers/grid.ts';
import type { Connection } from '../file/connection.ts';
import { readMeta, writeMeta } from '../file/meta.ts';
import type { Sql } from '../file/sql.ts';
import { type PackedTable, type Prefix, TIERS, WIDEST, widthOf } from '../packed/cell-tables.ts';
import { closedMinutes } from './closing.ts';

/** A run of cells of one tier, `[from, to)` in minutes since the epoch. */
export interface Segment {
  readonly prefix: Prefix;
  readonly tier: number;
  readonly from: number;
  readonly to: number;
}

/** The minute since the epoch that contains a time, epoch ms. */
export const minuteOf = (ms: number) => Math.floor(ms / MINUTE);
/** The first minute since the epoch that begins at or after a time, epoch ms: the end of a range up to it. */
export const minuteAtOrAfter = (ms: number) => Math.ceil(ms / MINUTE);

/**
 * Covers `[from, to)`, in minutes, with the widest cells that fit, none wider than tier `coarsest` where that
 * is still kept. Where a fine tier is no longer kept, the ends are widened to cells of the next one; where a
 * wide tier is not closed, finer ones are used.
 */
export function compose(
  connection: Connection,
  from: number,
  to: number,
  coarsest: number,
): readonly Segment[] {
  let [start, end] = [from, to];
  for (let tier = 0; tier < WIDEST; tier++) {
    const oldest = keptFrom(connection, tier);
    const wider = widthOf(tier + 1);
    if (start < oldest) start -= start % wider;
    if (end < oldest) end += (wider - (end % wider)) % wider;
  }
  const closed = connection.memo('closed', () => closedMinutes(connection));
  const segments: Segment[] = [];
  for (let tier = coarsest; start < end; tier++) {
    const since = tier < WIDEST ? Math.max(start, keptFrom(connection, tier)) : start;
    segments.unshift(...cover(since, end, tier, closed));
    end = Math.min(end, since);
  }
  return segments;
}

function cover(from: number, to: number, tier: number, closed: readonly number[]): readonly Segment[] {
  if (from >= to) return [];
  if (tier === 0) return [{ prefix: '', tier, from, to }];
  const width = widthOf(tier);
  const low = Math.ceil(from / width) * width;
  const high = Math.min(Math.floor(to / width) * width, closed[tier] ?? 0);
  if (low >= high) return cover(from, to, tier - 1, closed);
  return [
    ...cover(from, low, tier - 1, closed),
    { prefix: '', tier, from: low, to: high },
    ...cover(high, to, tier - 1, closed),
  ];
}

/** Epoch ms before which responses were removed; 0 if none were. */
export function removedBefore(connection: Connection): number {
  return connection.memo('removed before', () => readMeta(connection, 'removed_before') ?? 0);
}

/** The minute from which a tier is kept. */
export function oldestMinute(connection: Connection, tier: number): number {
  return readMeta(connection, `oldest_minute_${tier}`) ?? 0;
}

export function setOldestMinute(connection: Connection, tier: number, minute: number): void {
  writeMeta(connection, `oldest_minute_${tier}`, minute);
}

function keptFrom(connection: Connection, tier: number): number {
  return connection.memo(`oldest ${tier}`, () => oldestMinute(connection, tier));
}

/** Width in minutes of the finest cells that are still kept at a minute. */
function finestAt(connection: Connection, minute: number): number {
  return TIERS.find((_, tier) => tier === WIDEST || minute >= keptFrom(connection, tier)) ?? widthOf(WIDEST);
}

/** Start and end, in epoch ms, of the finest cell still kept that contains a time. */
export function cellAround(
  connection: Connection,
  at: number,
): { readonly start: number; readonly end: number } {
  const width = finestAt(connection, minuteOf(at)) * MINUTE;
  const start = Math.floor(at / width) * width;
  return { start, end: start + width };
}

/** The grid of a chart, as by {@link chooseGrid}, but no finer than the cells still kept from `since` on. */
export function gridOver(
  connection: Connection,
  range: Range,
  asked: BucketWidth,
  since: number = range.from,
): Grid {
  return chooseGrid(range, asked, finestAt(connection, minuteOf(since)) * MINUTE);
}

/** The grid of a sparkline over a range: of the widest cells short enough and still kept at its start. */
export function sparklineOver(connection: Connection, range: Range): Grid {
  const tier = tierWithin((range.to - range.from) / SPARKLINE_PARTS);
  const cell = Math.max(widthOf(tier), finestAt(connection, minuteOf(range.from)));
  return sparklineGrid(range, cell * MINUTE);
}

/** The widest tier whose cells each lie within one bucket of a grid. */
export function tierFor({ start, width }: Grid): number {
  return TIERS.findLastIndex((minutes, tier) => {
    const cell = minutes * MINUTE;
    return tier === 0 || (width % cell === 0 && start % cell === 0);
  });
}

/** The widest tier whose cells are at most `width` ms long. */
export function tierWithin(width: number): number {
  return TIERS.findLastIndex((minutes, tier) => tier === 0 || minutes * MINUTE <= width);
}

/** One SELECT of a table's cells in all segments; `columns` and `condition` use the alias c. */
export function cellsIn(
  segments: readonly Segment[],
  table: PackedTable,
  columns: string,
  condition: Sql = { text: 'TRUE', values: [] },
): Sql {
  if (segments.length === 0)
    return {
      text: `SELECT ${columns} FROM ${table} c WHERE FALSE AND ${condition.text}`,
      values: condition.values,
    };
  return {
    text: segments
      .map(
        ({ prefix }) =>
          `SELECT ${columns} FROM ${prefix}${table} c WHERE c.tier = ? AND c.minute >= ? AND c.minute < ? AND ${condition.text}`,
      )
      .join(' UNION ALL '),
    values: segments.flatMap(({ tier, from, to }) => [tier, from, to, ...condition.values]),
  };
}
