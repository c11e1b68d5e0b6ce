import { parseJson } from '../../../../shared/json/value.ts';
import type { Connection } from '../file/connection.ts';
import { readMeta, writeMeta } from '../file/meta.ts';
import { PACKED_TABLES, TIERS, widening, widthOf } from '../packed/cell-tables.ts';

const WIDENINGS = PACKED_TABLES.map((table) => widening(table));

/**
 * For each tier, the minute up to which it is closed: it is complete up to there, and empty after. Cells of a
 * minute are written with every append (the finest tier is always complete), those of a wider tier once their
 * bucket has ended, from the tier below: an append that wrote five more tiers would cost three times as much.
 * What arrives late for a closed bucket is added to it at once.
 */
export function closedMinutes(connection: Connection): readonly number[] {
  const parsed = parseJson(readMeta(connection, 'closed_minutes') ?? '[]');
  const known: readonly unknown[] = Array.isArray(parsed) ? parsed : [];
  return TIERS.map((_, tier) => (tier === 0 ? Number.POSITIVE_INFINITY : Number(known[tier] ?? 0)));
}

/** Closes the buckets of every tier that end by a minute. Must be called in a transaction. */
export function closeUntil(connection: Connection, minute: number): void {
  const closed = closedMinutes(connection);
  const ends = closed.map((end, tier) => (tier === 0 ? 0 : Math.max(end, minute - (minute % widthOf(tier)))));
  let moved = false;
  for (const [tier, width] of TIERS.entries()) {
    const [from = 0, to = 0] = [closed[tier], ends[tier]];
    if (from >= to) continue;
    for (const text of WIDENINGS) connection.run(text, tier, width, tier - 1, from, to);
    moved = true;
  }
  if (moved) writeMeta(connection, 'closed_minutes', JSON.stringify(ends));
}
