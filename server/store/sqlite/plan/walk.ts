import type { Range } from '../../../../shared/time/range.ts';
import type { Connection } from '../file/connection.ts';
import { and, given, LIST, list, type Sql, within } from '../file/sql.ts';
import { rowConditions } from '../rows/filters.ts';
import { keyAt, maxShift, SLOTS } from '../rows/ids.ts';
import { type Among, chooseLead, type Sought } from './leads.ts';

/** Rows that the first statement examines per row wanted, and that any statement examines at most. */
const FIRST_CHUNK = 4;
const MOST_CHUNK = 5000;

/** Conditions on a row of `responses AS r`. */
export const PLACES_OF = {
  responses: 'r.place = 0',
  members: 'r.place < 2',
  quarantined: 'r.place = 2 AND r.parent IS NULL',
} as const satisfies Record<Among, string>;

export interface Walked<Row> {
  /** Rows found, in the order of the walk. */
  readonly rows: readonly Row[];
  /** The last key examined, if the walk stopped before the end; undefined if it saw everything. */
  readonly stoppedAt: number | undefined;
}

/** What to read of the rows found. */
interface Selected {
  /** Columns of the alias r and of what is joined to it; the first is `r.id`. */
  readonly columns: string;
  /** LEFT JOINs, so that the rows stay in the order of the walk. */
  readonly join?: string;
}

/** Where a walk starts, in which direction, and how far it goes. */
export interface Bounds {
  readonly limit: number;
  /** A key: only those beyond it count. */
  readonly cursor?: number;
  readonly oldestFirst?: boolean;
}

/**
 * Walks, newest first unless told otherwise, along the index that leaves the fewest rows to examine, until `limit` rows
 * are found, the range ends, or the budget is spent.
 */
export function walk<Row extends readonly [key: number, ...unknown[]]>(
  connection: Connection,
  sought: Sought,
  { columns, join = '' }: Selected,
  { limit, cursor, oldestFirst = false, budget }: Bounds & { readonly budget: number },
): Walked<Row> {
  // Quarantined responses have the key of their arrival.
  const shift = sought.among === 'quarantined' ? 0 : maxShift(connection);
  let [first, end] = [keyAt(sought.from), keyAt(sought.to + shift)];
  const goBeyond = (key: number) => {
    if (oldestFirst) first = Math.max(first, key + 1);
    else end = Math.min(end, key);
  };
  if (cursor !== undefined) goBeyond(cursor);
  const [order, farthest] = oldestFirst ? ['ASC', 'max'] : ['DESC', 'min'];
  const lead = chooseLead(connection, sought);
  if (lead === undefined) return { rows: [], stoppedAt: undefined };
  const { streams, holds } = lead;
  const hit = and([
    { text: PLACES_OF[sought.among], values: [] },
    // If its millisecond was full, a key is `shift` ms later than the time of observation.
    ...(shift === 0 ? [] : [observedIn(sought)]),
    ...within('r.failure', sought.failures),
    ...given(sought.items, usesOneOf),
    ...rowConditions(sought.ids, new Set([...sought.dimensions].filter((dimension) => dimension !== holds))),
  ]);
  // Each stream is in order, so SQLite merges them without sorting. A response that breaks several rules is
  // in several streams.
  const merged = `SELECT id FROM (${streams.map(({ text }) => text).join(' UNION ')} ORDER BY id ${order} LIMIT ?)`;
  const rows: Row[] = [];
  let stoppedAt = cursor;
  for (let [seen, chunk] = [0, limit * FIRST_CHUNK]; seen < budget; chunk *= 4) {
    const ask = Math.min(chunk, MOST_CHUNK, budget - seen);
    const bounded = [...streams.flatMap(({ values }) => [...values, first, end]), ask];
    // The rows keep the order of the walk, because CROSS JOIN makes it the outer loop.
    const hits = connection.rows<Row>(
      `SELECT ${columns} FROM (${merged}) s CROSS JOIN responses r ON r.id = s.id ${join} WHERE ${hit.text} LIMIT ?`,
      ...bounded,
      ...hit.values,
      limit === Number.POSITIVE_INFINITY ? -1 : limit - rows.length,
    );
    for (const row of hits) rows.push(row);
    const last = rows.at(-1);
    if (last !== undefined && rows.length >= limit) return { rows, stoppedAt: last[0] };
    const looked = connection.get<{ last: number | null; n: number }>(
      `SELECT ${farthest}(id) AS last, count(*) AS n FROM (${merged})`,
      ...bounded,
    );
    if (looked === undefined || looked.last === null || looked.n < ask) return { rows, stoppedAt: undefined };
    seen += looked.n;
    stoppedAt = looked.last;
    goBeyond(stoppedAt);
  }
  return { rows, stoppedAt };
}

/** True for a row of `responses AS r` that used a deprecated item, or whose batch did: its warnings are those of its members, too. */
function usesOneOf(items: readonly number[]): Sql {
  return {
    text: `EXISTS (SELECT 1 FROM uses u WHERE u.item IN ${LIST} AND u.response = coalesce(r.parent, r.id))`,
    values: [list(items)],
  };
}

/** True for a row of `responses AS r` that was observed in the range. */
export function observedIn({ from, to }: Range): Sql {
  return {
    text: `r.id / ${SLOTS} - r.shift BETWEEN ? AND ?`,
    values: [keyAt(from) / SLOTS, keyAt(to) / SLOTS - 1],
  };
}
