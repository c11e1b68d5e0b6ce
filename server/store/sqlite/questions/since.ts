import type { ResponseRow } from '../../../../shared/api/responses.ts';
import { usedBy } from '../../answers/selection.ts';
import type { Filter } from '../../store.ts';
import type { Connection } from '../file/connection.ts';
import { and, LIST, list } from '../file/sql.ts';
import { arrivedAfter } from '../rows/arrivals.ts';
import { resolve, rowConditions } from '../rows/filters.ts';
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
  const arrived = arrivedAfter(connection, ordinal);
  if (arrived === undefined) return undefined;
  const wanted = and([
    { text: 'r.place = 0', values: [] },
    ...rowConditions(resolve(connection, filter), new Set(usedBy(filter))),
  ]);
  const found: { ordinal: number; row: ResponseRow }[] = [];
  for (let start = 0; start < arrived.length && found.length < limit; start += LOOKED_AT) {
    const some = arrived.slice(start, start + LOOKED_AT);
    const hits = connection.numbers(
      `SELECT r.id FROM responses r WHERE r.id IN ${LIST} AND ${wanted.text}`,
      list(some.map(({ key }) => key)),
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
