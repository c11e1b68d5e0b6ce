import type { Connection, Sql } from './connection.ts';
import { and, type Dimension, type Ids, rowConditions } from './filters.ts';
import { keyAt, maxShift, SLOTS } from './ids.ts';
import { chooseLead } from './leads.ts';

/** Rows that a walk may look at before it stops and says how far it came. */
export const SCAN_BUDGET = 20_000;
/** Rows looked at by one statement. */
const CHUNK = 2000;

/** What to look for: rows with a key in `[first, end)` that hold every dimension named. */
export interface Sought {
  readonly ids: Ids;
  readonly dimensions: ReadonlySet<Dimension>;
  /** Epoch ms. */
  readonly from: number;
  readonly to: number;
  /** Batch members too, where the filter is about failures. */
  readonly members: boolean;
}

export interface Walked {
  /** Keys found, newest first. */
  readonly keys: readonly number[];
  /** The last key looked at where the walk stopped before the end; undefined where it saw all. */
  readonly stoppedAt: number | undefined;
}

/**
 * Walks newest first down the index that leaves the fewest rows to look at, until `limit` are found, the range ends,
 * or the budget is spent. Only keys below `before` count.
 */
export function walk(
  connection: Connection,
  sought: Sought,
  { limit, before, budget }: { readonly limit: number; readonly before?: number; readonly budget: number },
): Walked {
  const shift = maxShift(connection);
  const first = keyAt(sought.from);
  let end = Math.min(keyAt(sought.to + shift), before ?? Number.MAX_SAFE_INTEGER);
  const streams = chooseLead(connection, sought);
  if (streams.length === 0) return { keys: [], stoppedAt: undefined };
  const hit = and([
    { text: sought.members ? 'r.place < 2' : 'r.place = 0', values: [] },
    // A key stands `shift` ms after the time of observation where its millisecond was full.
    ...(shift === 0 ? [] : [inTime(sought)]),
    ...rowConditions(sought.ids, sought.dimensions),
  ]);
  const keys: number[] = [];
  for (let seen = 0; seen < budget; ) {
    const ask = Math.min(CHUNK, budget - seen);
    const rows = connection.all<{ id: number; hit: number }>(
      `SELECT r.id, ${hit.text} AS hit FROM (${streams.map(({ text }) => text).join(' UNION ALL ')}
         ORDER BY id DESC LIMIT ?) s CROSS JOIN responses r ON r.id = s.id ORDER BY r.id DESC`,
      ...hit.values,
      ...streams.flatMap(({ values }) => [...values, first, end]),
      ask,
    );
    for (const row of rows) {
      // A response that breaks several rules stands in the stream of each.
      if (row.id === end) continue;
      end = row.id;
      if (row.hit === 1) keys.push(row.id);
      if (keys.length === limit) return { keys, stoppedAt: row.id };
    }
    if (rows.length < ask) return { keys, stoppedAt: undefined };
    seen += rows.length;
  }
  return { keys, stoppedAt: end };
}

function inTime({ from, to }: Sought): Sql {
  return {
    text: `r.id / ${SLOTS} - r.shift BETWEEN ? AND ?`,
    values: [keyAt(from) / SLOTS, keyAt(to) / SLOTS - 1],
  };
}
