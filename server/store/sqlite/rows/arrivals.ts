import type { Connection } from '../file/connection.ts';

/** Number of ordinals kept to resume live streams. */
const KEPT_ORDINALS = 10_000;

/** The newest ordinal; 0 before the first response. */
export function lastOrdinal(connection: Connection): number {
  return connection.number('SELECT ordinal + count - 1 FROM arrivals ORDER BY ordinal DESC LIMIT 1');
}

/** Records the keys of an append, which have the ordinals from `first` on, and drops the oldest. */
export function storeArrivals(connection: Connection, first: number, keys: readonly number[]): void {
  const ids = Buffer.from(new Float64Array(keys).buffer);
  connection.run('INSERT INTO arrivals VALUES (?, ?, ?)', first, keys.length, ids);
  connection.run('DELETE FROM arrivals WHERE ordinal < ?', first - KEPT_ORDINALS);
}

/** The key of what was stored with an ordinal. */
interface Arrived {
  readonly ordinal: number;
  readonly key: number;
}

/**
 * What was stored after an ordinal, in storing order; undefined if that is no longer kept. The key of a response of a
 * forgotten server may be that of a later one: only the last that had it is stored.
 */
export function arrivedAfter(connection: Connection, ordinal: number): readonly Arrived[] | undefined {
  if (ordinal + 1 < connection.number('SELECT min(ordinal) FROM arrivals')) return undefined;
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
