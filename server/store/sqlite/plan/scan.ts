import type { Range } from '../../../../shared/time/range.ts';
import { CellCounter, type CountedResponse, type Part } from '../cells/cell-counter.ts';
import { removedBefore } from '../cells/segments.ts';
import type { Connection } from '../file/connection.ts';
import { LIST, list } from '../file/sql.ts';
import { NO_COUNTS, unpackCounts } from '../packed/response-counts.ts';
import { firstWhole, keyAt, maxShift, observedAt } from '../rows/ids.ts';
import type { Sought } from './leads.ts';
import { walk } from './walk.ts';

/** Responses that a question counts one by one, by default, before it stops and says how far it came. */
export const COUNT_BUDGET = 10_000;

/** How many times its budget a scan may take for the newest millisecond: a body without times is all in one. */
const CROWD = 10;

/** Responses that a question on this connection may count one by one. */
export const budgetOf = ({ budget }: Connection) => budget ?? COUNT_BUDGET;

const COLUMNS = `r.id, r.shift, r.server, r.source, r.operation, r.caller, r.outcome, r.fault, r.must, r.should, r.info,
  r.duration, r.failure, n.packed`;
const COUNTS = 'LEFT JOIN counts n ON n.response = r.id';
type Row = readonly [
  ...[key: number, shift: number, server: number, source: number, operation: number, caller: number],
  ...[outcome: number, fault: number, must: number, should: number, info: number, duration: number | null],
  ...[failure: number | null, packed: Uint8Array | null],
];

/** What a row counts for: a response with all that it holds or, of a row `alone`, its own failure. */
function countedOf(
  [key, shift, server, source, operation, caller, ...more]: Row,
  alone = false,
): CountedResponse {
  const [outcome, fault, must, should, info, duration, failure, packed] = more;
  const at = observedAt({ id: key, shift });
  const own = () => ({ ...NO_COUNTS, failures: failure === null ? [] : [failure] });
  const counts = alone ? own() : packed === null ? NO_COUNTS : unpackCounts(packed);
  return {
    key,
    at,
    server,
    source,
    operation,
    caller,
    outcome,
    fault,
    must,
    should,
    info,
    duration,
    counts,
  };
}

/** Rows read at once. */
const CHUNK = 500;

/** Reads responses by their keys, as the rollups see them. */
export function* countedRows(connection: Connection, keys: readonly number[]): Generator<CountedResponse> {
  for (let start = 0; start < keys.length; start += CHUNK)
    for (const row of connection.rows<Row>(
      `SELECT ${COLUMNS} FROM responses r ${COUNTS}
       WHERE r.id IN ${LIST}`,
      list(keys.slice(start, start + CHUNK)),
    ))
      yield countedOf(row);
}

/** Reads responses observed in `[from, to)`, epoch ms, as the rollups see them. */
export function* countedBetween(
  connection: Connection,
  from: number,
  to: number,
): Generator<CountedResponse> {
  const keys = connection.numbers(
    'SELECT id FROM responses WHERE id >= ? AND id < ? AND place = 0 ORDER BY id',
    keyAt(from),
    keyAt(to + maxShift(connection)),
  );
  for (const counted of countedRows(connection, keys))
    if (counted.at >= from && counted.at < to) yield counted;
}

/** What a scan counted, newest first, and from which time on (epoch ms) that is everything. */
interface Scanned {
  readonly rows: readonly CountedResponse[];
  readonly from: number;
  /** False if the budget ended the scan: one that asks for more than it counted counts no more. */
  readonly isWhole: boolean;
}

/**
 * Counts the requested responses, newest first, into a part of the scratch cells, as wide as a tier's; among members,
 * each failure by itself. Returns the number of these cells, the range that was counted (all of it, or its newest
 * part if the budget ended the scan, responses were removed, or nothing counts before `since`) and what was
 * counted, newest first.
 */
export function scan(
  connection: Connection,
  asked: Sought,
  part: Part,
  tier: number,
  since = asked.from,
): { readonly number: number; readonly covered: Range; readonly rows: readonly CountedResponse[] } {
  const { ids, dimensions, among, to } = asked;
  const kept = Math.min(Math.max(asked.from, removedBefore(connection)), to);
  const name = JSON.stringify([ids, [...dimensions], among, to]);
  // A question asks for several ranges with one end; the rows of one hold those of the shorter ones.
  const made = connection.memo(`scans ${name}`, (): Scanned[] => []);
  let found = made.find(({ from, isWhole }) => from <= kept || !isWhole);
  if (found === undefined) {
    found = look(connection, { ...asked, from: kept });
    made.push(found);
  }
  const from = Math.max(found.from, kept, since);
  const rows = from === found.from ? found.rows : found.rows.filter(({ at }) => at >= from);
  const number = connection.memo(`cells ${part.table} ${part.facet} ${tier} ${from} ${name}`, () => {
    const next = connection.nextScan();
    const counter = new CellCounter(tier, part);
    for (const one of rows) counter.add(one);
    counter.flushScan(connection, next, tier);
    return next;
  });
  return { number, covered: { from, to }, rows };
}

function look(connection: Connection, asked: Sought, times = 1): Scanned {
  const bounds = { limit: Number.POSITIVE_INFINITY, budget: budgetOf(connection) * times };
  const { rows, stoppedAt } = walk<Row>(connection, asked, { columns: COLUMNS, join: COUNTS }, bounds);
  const all = rows.map((row) => countedOf(row, asked.among === 'members'));
  if (stoppedAt === undefined) return { rows: all, from: asked.from, isWhole: true };
  // A millisecond that was not seen whole is left out.
  const from = Math.min(firstWhole(stoppedAt), asked.to);
  const counted = all.filter(({ at }) => at >= from);
  const isCrowd = all.length > 0 && counted.length === 0;
  return isCrowd && times === 1 ? look(connection, asked, CROWD) : { rows: counted, from, isWhole: false };
}

/** Number of responses observed in `[from, to)`, up to `most`. Where keys are shifted, it may be too high. */
export function countRows(connection: Connection, from: number, to: number, most: number): number {
  if (from >= to) return 0;
  return connection.number(
    'SELECT count(*) FROM (SELECT 1 FROM responses WHERE id >= ? AND id < ? AND place = 0 LIMIT ?)',
    keyAt(from),
    keyAt(to + maxShift(connection)),
    most,
  );
}
