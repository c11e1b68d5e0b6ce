import type { ResponseRow } from '../../../../shared/api/responses.ts';
import { isAboutFailures, usedBy } from '../../answers/selection.ts';
import type { Filter } from '../../store.ts';
import type { Connection } from '../file/connection.ts';
import { and, LIST, list } from '../file/sql.ts';
import { observedIn, PLACES_OF } from '../plan/walk.ts';
import { arrivedAfter } from '../rows/arrivals.ts';
import { resolve, rowConditions } from '../rows/filters.ts';
import { publicId } from '../rows/ids.ts';
import { rowsOf } from './stored-rows.ts';

/** What an arrival stored of what the log lists. */
const ARRIVED = {
  responses: `r.id IN ${LIST}`,
  members: `(r.id IN ${LIST} OR r.parent IN ${LIST})`,
} as const;

/** Arrivals whose rows are read at once. */
const LOOKED_AT = 500;

/**
 * Rows stored after an ordinal, in storing order, those that the log lists: also members of batches if the filter selects
 * failures. Undefined if the ordinals after it are no longer kept.
 */
export function since(
  connection: Connection,
  ordinal: number,
  filter: Filter,
  limit: number,
): readonly { ordinal: number; row: ResponseRow }[] | undefined {
  const arrived = arrivedAfter(connection, ordinal);
  if (arrived === undefined) return undefined;
  const among = isAboutFailures(filter) ? 'members' : 'responses';
  const wanted = and([
    { text: PLACES_OF[among], values: [] },
    observedIn(filter),
    ...rowConditions(resolve(connection, filter), new Set(usedBy(filter))),
  ]);
  const found: { ordinal: number; row: ResponseRow }[] = [];
  for (let start = 0; start < arrived.length && found.length < limit; start += LOOKED_AT) {
    const some = arrived.slice(start, start + LOOKED_AT);
    const ordinals = new Map(some.map(({ ordinal, key }) => [key, ordinal]));
    const keys = list([...ordinals.keys()]);
    const hits = connection
      .rows<readonly [id: number, key: number]>(
        `SELECT r.id, coalesce(r.parent, r.id) FROM responses r WHERE ${ARRIVED[among]} AND ${wanted.text}`,
        ...(among === 'members' ? [keys, keys] : [keys]),
        ...wanted.values,
      )
      .map(([id, key]) => ({ id, ordinal: ordinals.get(key) ?? 0 }))
      .sort((a, b) => a.ordinal - b.ordinal || a.id - b.id)
      .slice(0, limit - found.length);
    const rows = new Map(
      rowsOf(
        connection,
        hits.map(({ id }) => id),
      ).map((row) => [row.id, row]),
    );
    for (const { id, ordinal } of hits) {
      const row = rows.get(publicId(id));
      if (row !== undefined) found.push({ ordinal, row });
    }
  }
  return found;
}
