import type { Connection } from '../file/connection.ts';
import { numberOf } from '../file/words.ts';
import { FACETS, type Facet } from '../packed/cell-tables.ts';
import { TrafficReader } from '../packed/traffic-counts.ts';
import { flagsOf } from './kind-cells.ts';
import { cellsIn, type Segment } from './segments.ts';

/** Ids to count; absent for all. */
export interface TrafficSelection {
  readonly servers?: readonly number[] | undefined;
  readonly values?: readonly number[] | undefined;
  readonly outcomes?: readonly number[] | undefined;
}

/**
 * Visits the selected traffic in all segments; `minute` is the start of its bucket, in minutes since the
 * epoch. Sums from index `asked` on are not read. A visitor must not keep the entry.
 */
export function eachTraffic(
  connection: Connection,
  facet: Facet,
  segments: readonly Segment[],
  { servers, values, outcomes }: TrafficSelection,
  asked: number,
  visit: (minute: number, entry: TrafficReader) => void,
): void {
  const ofServer = servers && flagsOf(servers);
  const ofValue = values && flagsOf(values);
  const ofOutcome = outcomes && flagsOf(outcomes);
  const cells = cellsIn(segments, 'traffic_cells', 'c.minute, c.packed', {
    text: 'c.facet = ?',
    values: [numberOf(FACETS, facet)],
  });
  for (const [minute, packed] of connection.rows<readonly [number, Uint8Array]>(
    cells.text,
    ...cells.values,
  )) {
    const entry = new TrafficReader(packed, asked);
    while (entry.next())
      if (
        (ofServer === undefined || ofServer[entry.server] === 1) &&
        (ofValue === undefined || ofValue[entry.value] === 1) &&
        (ofOutcome === undefined || ofOutcome[entry.outcome] === 1)
      )
        visit(minute, entry);
  }
}
