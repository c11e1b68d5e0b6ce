import { parseJson } from '../../../../shared/json.ts';
import type { Connection } from '../file/connection.ts';
import { TIERS, widening } from '../packed/cell-tables.ts';

/**
 * Cells of a minute are written with every append, those of a wider tier once their bucket has ended, from
 * the tier below: an append that wrote five more tiers would cost three times as much. What arrives late for
 * a closed bucket is added to it at once. So each tier is complete up to the minute at which it is closed,
 * and empty after that.
 */
const CLOSED = 'closed_minutes';

const TABLES = [
  'traffic_cells',
  'failure_cells',
  'warning_cells',
  'violation_cells',
  'reading_cells',
] as const;
const WIDENINGS = TABLES.map(widening);

/** For each tier, the minute up to which it has its cells; the finest always has all. */
export function closedMinutes(connection: Connection): readonly number[] {
  const { value = '[]' } =
    connection.get<{ value: string }>('SELECT value FROM meta WHERE name = ?', CLOSED) ?? {};
  const parsed = parseJson(value);
  const known: readonly unknown[] = Array.isArray(parsed) ? parsed : [];
  return TIERS.map((_, tier) => (tier === 0 ? Number.POSITIVE_INFINITY : Number(known[tier] ?? 0)));
}

/** Closes the buckets of every tier that end by a minute. Must be called in a transaction. */
export function closeUntil(connection: Connection, minute: number): void {
  const closed = closedMinutes(connection);
  const ends = closed.map((end, tier) => {
    const width = TIERS[tier] ?? 1;
    return tier === 0 ? 0 : Math.max(end, minute - (minute % width));
  });
  for (let tier = 1; tier < TIERS.length; tier++) {
    const [from = 0, to = 0] = [closed[tier], ends[tier]];
    if (from < to) for (const text of WIDENINGS) connection.run(text, tier, TIERS[tier], tier - 1, from, to);
  }
  if (ends.some((end, tier) => tier > 0 && end > (closed[tier] ?? 0)))
    connection.run('INSERT OR REPLACE INTO meta VALUES (?, ?)', CLOSED, JSON.stringify(ends));
}
