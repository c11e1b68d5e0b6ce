import type { ResponseRow } from '../../../../shared/api/responses.ts';
import { usedBy } from '../../answers/selection.ts';
import type { Filter } from '../../store.ts';
import type { Connection } from '../file/connection.ts';
import { and, resolve, rowConditions } from '../rows/filters.ts';
import { publicId } from '../rows/ids.ts';
import { rowsOf } from './stored-rows.ts';

/** Arrivals whose rows are read at once. */
const LOOKED_AT = 500;

/** Rows stored after an ordinal, in storing order; undefined if the ordinals after it are no longer kept. */
export function since(
  connection: Connection,
  ordinal: number,
  filter: Filter,
  limit: number,
): readonly { ordinal: number; row: ResponseRow }[] | undefined {
  if (ordinal + 1 < connection.number('SELECT min(ordinal) FROM arrivals')) return undefined;
  const wanted = and([
    { text: 'r.place = 0', values: [] },
    ...rowConditions(resolve(connection, filter), new Set(usedBy(filter))),
  ]);
  const arrived = arrivedAfter(connection, ordinal);
  const found: { ordinal: number; row: ResponseRow }[] = [];
  for (let start = 0; start < arrived.length && found.length < limit; start += LOOKED_AT) {
    const some = arrived.slice(start, start + LOOKED_AT);
    const hits = connection.numbers(
      `SELECT r.id FROM responses r WHERE r.id IN (SELECT value FROM json_each(?)) AND ${wanted.text}`,
      JSON.stringify(some.map(({ key }) => key)),
      ...wanted.values,
    );
    const rows = new Map(rowsOf(connection, hits).map((row) => [row.id, row]));
    for (const { ordinal, key } of some) {
      const row = rows.get(publicId(key));
      const time = row === undefined ? Number.NaN : Date.parse(row.observed_at);
      if (row !== undefined && time >= filter.from && time < filter.to) found.push({ ordinal, row });
    }
  }
  return found.slice(0, limit);
}

interface Arrived {
  readonly ordinal: number;
  readonly key: number;
}

/**
 * What was stored after an ordinal, in storing order. The key of a response of a forgotten server may be
 * that of a later one: only the last that had it is stored.
 */
function arrivedAfter(connection: Connection, ordinal: number): readonly Arrived[] {
  const arrived = connection
    .rows<readonly [number, Uint8Array]>(
      `SELECT ordinal, ids FROM arrivals
       WHERE ordinal >= ifnull((SELECT max(ordinal) FROM arrivals WHERE ordinal <= ?), 0) ORDER BY ordinal`,
      ordinal + 1,
    )
    .flatMap(([first, ids]) =>
      [...new Float64Array(Uint8Array.from(ids).buffer)].map((key, i) => ({ ordinal: first + i, key })),
    )
    .filter((one) => one.ordinal > ordinal);
  const last = new Map(arrived.map((one) => [one.key, one.ordinal]));
  return arrived.filter((one) => last.get(one.key) === one.ordinal);
}
