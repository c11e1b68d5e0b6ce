import { contains } from '../../answers/contents.ts';
import type { Connection } from '../file/connection.ts';
import type { Sought } from '../plan/leads.ts';
import { type Bounds, type Walked, walk } from '../plan/walk.ts';
import { MOST_UNPACKED, Unpacked } from '../rows/payloads.ts';

/** Rows that a page looks at; as many as the blocks of {@link MOST_UNPACKED} hold if every row counts. */
const MOST_ROWS = 5_000;

/**
 * The first rows, up to `limit`, whose captures contain a text; of a batch member, its batch's. Ends when the budget
 * is spent, as {@link walk} does.
 */
export function containing(
  connection: Connection,
  sought: Sought,
  text: string,
  { limit, ...start }: Bounds,
): Walked<readonly [number]> {
  const { rows, stoppedAt } = walk<readonly [number, number, number | null, number]>(
    connection,
    sought,
    {
      columns: 'r.id, coalesce(r.parent, r.id), coalesce(p.block, r.block), coalesce(p.slot, r.slot)',
      join: 'LEFT JOIN responses p ON p.id = r.parent',
    },
    { limit: MOST_ROWS, budget: MOST_ROWS, ...start },
  );
  const unpacked = new Unpacked(connection);
  const isHit = contains(text);
  const found: (readonly [number])[] = [];
  for (const [id, holder, block, slot] of rows) {
    const payload = unpacked.read(holder, { block, slot });
    if (payload !== undefined && isHit(payload.bytes)) found.push([id]);
    if (found.length === limit || unpacked.bytes > MOST_UNPACKED) return { rows: found, stoppedAt: id };
  }
  return { rows: found, stoppedAt };
}
