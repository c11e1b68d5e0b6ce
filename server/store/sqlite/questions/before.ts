import type { Filter } from '../../store.ts';
import { previous } from '../cells/grid.ts';
import type { Connection } from '../file/connection.ts';

/** Time of the first response that was ever counted, epoch ms; infinite where there is none. */
export function countedFrom(connection: Connection): number {
  const first = connection.get<{ at: number | null }>('SELECT min(first_seen) AS at FROM sources')?.at;
  return first ?? Number.POSITIVE_INFINITY;
}

/** True where all of the period before is counted. Against a part of it every change would look larger than it is. */
export function isBeforeWhole(connection: Connection, filter: Filter): boolean {
  return previous(filter).from >= countedFrom(connection);
}
