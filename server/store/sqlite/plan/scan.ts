import type { Range } from '../../answers/period.ts';
import { type Counted, Tally } from '../cells/rollups.ts';
import { removedBefore } from '../cells/segments.ts';
import type { Connection } from '../file/connection.ts';
import { NO_COUNTS, unpackCounts } from '../packed/response-counts.ts';
import { firstWhole, keyAt, maxShift, timeOf } from '../rows/ids.ts';
import type { Sought } from './leads.ts';
import { walk } from './walk.ts';

/** Responses that a question counts one by one before it stops and says how far it came; {@link budgetOf} a connection. */
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
function countedOf([key, shift, server, source, operation, caller, ...more]: Row, alone = false): Counted {
  const [outcome, fault, must, should, info, duration, failure, packed] = more;
  const at = timeOf(key) - shift;
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
export function* countedRows(connection: Connection, keys: readonly number[]): Generator<Counted> {
  for (let start = 0; start < keys.length; start += CHUNK)
    for (const row of connection.rows<Row>(
      `SELECT ${COLUMNS} FROM responses r ${COUNTS}
       WHERE r.id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(keys.slice(start, start + CHUNK)),
    ))
      yield countedOf(row);
}

/** Reads responses observed in `[from, to)`, epoch ms, as the rollups see them. */
export function* countedBetween(connection: Connection, from: number, to: number): Generator<Counted> {
  const keys = connection.rows<readonly [number]>(
    'SELECT id FROM responses WHERE id >= ? AND id < ? AND place = 0 ORDER BY id',
    keyAt(from),
    keyAt(to + maxShift(connection)),
  );
  for (const counted of countedRows(
    connection,
    keys.map(([key]) => key),
  ))
    if (counted.at >= from && counted.at < to) yield counted;
}

/**
 * Counts the requested responses, newest first, into scratch cells as wide as a tier's; among members, each
 * failure by itself. Returns the number of these cells, the range that was counted (all of it, or its newest
 * part if the budget ended the scan, responses were removed, or nothing counts before `since`) and what was
 * counted, newest first.
 */
export function scan(
  connection: Connection,
  asked: Sought,
  tier: number,
  since = asked.from,
): { readonly number: number; readonly covered: Range; readonly rows: readonly Counted[] } {
  const { ids, dimensions, among, to } = asked;
  const kept = Math.min(Math.max(asked.from, removedBefore(connection)), to);
  const name = JSON.stringify([ids, [...dimensions], among, kept, to]);
  const { tally, from, counted } = connection.memo(`tally ${name}`, () => {
    const look = (budget: number) => {
      const bounds = { limit: Number.POSITIVE_INFINITY, budget };
      const reading = { columns: COLUMNS, join: COUNTS };
      const { rows, stoppedAt } = walk<Row>(connection, { ...asked, from: kept }, reading, bounds);
      const all = rows.map((row) => countedOf(row, among === 'members'));
      // A millisecond that was not seen whole is left out.
      const first = stoppedAt === undefined ? kept : Math.min(firstWhole(stoppedAt), to);
      return { all, from: first, counted: all.filter(({ at }) => at >= first) };
    };
    const budget = budgetOf(connection);
    const short = look(budget);
    const isCrowd = short.all.length > 0 && short.counted.length === 0;
    const found = isCrowd ? look(budget * CROWD) : short;
    return { ...found, tally: tallyOf(found.counted) };
  });
  const begin = Math.max(from, since);
  const rows = begin === from ? counted : counted.filter(({ at }) => at >= begin);
  const number = connection.memo(`scan ${tier} ${begin} ${name}`, () => {
    const next = connection.nextScan();
    (begin === from ? tally : tallyOf(rows)).flushScan(connection, next, tier);
    return next;
  });
  return { number, covered: { from: begin, to }, rows };
}

function tallyOf(counted: readonly Counted[]): Tally {
  const tally = new Tally();
  for (const one of counted) tally.add(one);
  return tally;
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
