import { DAY, MINUTE } from '../../../../shared/time/units.ts';
import { AHEAD, horizonOf, SPARED } from '../../answers/retention.ts';
import type { Retained, Retention } from '../../store.ts';
import { closeUntil } from '../cells/closing.ts';
import { minuteOf, oldestMinute, removedBefore, setOldestMinute } from '../cells/segments.ts';
import type { Connection } from '../file/connection.ts';
import { addToMeta, readMeta, writeMeta } from '../file/meta.ts';
import { LIST, list } from '../file/sql.ts';
import { inFacets, PACKED_TABLES, TIERS, WIDEST, widthOf } from '../packed/cell-tables.ts';
import { deleteRows } from '../rows/delete.ts';
import { recountFailures } from '../rows/group-states.ts';
import { keyAt, timeOf } from '../rows/ids.ts';
import { QUARANTINED } from '../rows/insert.ts';
import { inFewBlocks, type Lodged, releasePayloads } from '../rows/payloads.ts';
import { seeByNow, seeGroupAgain } from './seen-again.ts';
import { bytesAtLeast } from './tidy.ts';
import { Withdrawal } from './withdrawal.ts';

/** Responses removed per call: some ten milliseconds. */
const PIECE = 250;
/** Responses removed with their counts per call: some thirty milliseconds. */
const WITHDRAWN_PIECE = 50;
/** Consecutive cells, of everything that is counted, removed per call. */
const CELL_PIECE = 60;
/** How long the cells of each tier but the widest are kept. */
const KEPT_TIERS = [7 * DAY, 14 * DAY, 60 * DAY, 400 * DAY, 400 * DAY] as const;

/** Does one piece of what the policy requires, as described at `Store.retain`. Must be called in a transaction. */
export function retain(
  connection: Connection,
  { keepMs, maxBytes }: Retention,
  now: number,
  reached: number,
): Retained {
  if (readMeta(connection, 'keep_ms') !== (keepMs ?? 0)) writeMeta(connection, 'keep_ms', keepMs ?? 0);
  const byAge = keepMs === null ? 0 : removeBefore(connection, keyAt(horizonOf(keepMs, reached)));
  if (byAge > 0) return { responses: byAge, more: true };
  lowerOldestMinutes(connection, now);
  if (removeCells(connection, reached)) return { responses: 0, more: true };
  const excess = maxBytes === null ? 0 : bytesAtLeast(connection) - maxBytes;
  if (excess <= 0) return { responses: 0, more: false };
  // Of a wrong clock, the first two: however many came, they must not drive out what others sent. What is only a
  // little ahead is left until its time has come, so that nothing is ever removed before a time that is yet to come.
  const bySize =
    removeQuarantined(connection, firstSpared(connection, 'quarantined')) ||
    removeAhead(connection, now) ||
    removeBefore(connection, firstSpared(connection, 'responses', keyAt(now + 1)));
  return bySize > 0 ? { responses: bySize, more: true } : { responses: 0, more: false, excess };
}

/** Key of the oldest response that is spared among some below a key, however small the file should be. */
function firstSpared(connection: Connection, among: Removable, end = Number.MAX_SAFE_INTEGER): number {
  const text = `SELECT id FROM responses WHERE ${AMONG[among]} AND id < ? ORDER BY id DESC LIMIT 1 OFFSET ?`;
  return connection.number(text, end, SPARED - 1);
}

/** Without parameters: the index of quarantined responses is used for its own condition only. */
const AMONG = {
  responses: 'place = 0',
  quarantined: QUARANTINED,
  both: 'parent IS NULL',
} as const;
type Removable = keyof typeof AMONG;

/** The oldest among some responses below a key, at most a piece. */
function oldest(connection: Connection, among: Removable, end: number): readonly Lodged[] {
  const text = `SELECT id, block, slot FROM responses WHERE ${AMONG[among]} AND id < ? ORDER BY id LIMIT ?`;
  return inFewBlocks(connection.all<Lodged>(text, end, PIECE));
}

/** Selects sessions without a response that counts. */
const UNCOUNTED = `NOT EXISTS (SELECT 1 FROM responses r WHERE r.session = sessions.id AND r.session IS NOT NULL AND r.place = 0)`;

/** The sessions of responses, as a list for SQL. */
function sessionsOf(connection: Connection, rows: readonly { readonly id: number }[]): string {
  const text = `SELECT DISTINCT session FROM responses WHERE id IN ${LIST} AND session IS NOT NULL`;
  return list(connection.numbers(text, list(rows.map(({ id }) => id))));
}

/** Removes the oldest quarantined responses below a key, at most a piece. Returns how many. */
function removeQuarantined(connection: Connection, end: number): number {
  const doomed = oldest(connection, 'quarantined', end);
  const last = doomed.at(-1)?.id;
  if (last === undefined) return 0;
  const sessions = sessionsOf(connection, doomed);
  removeRows(connection, doomed);
  // Of a session without later responses, only those that count may be left.
  connection.run(`DELETE FROM sessions WHERE id IN ${LIST} AND newest <= ? AND ${UNCOUNTED}`, sessions, last);
  return doomed.length;
}

/**
 * Removes the oldest of the responses that are ahead of the clock, a few at most, with what they counted for, as if they
 * had been quarantined: all figures stay equal to a recount, and one that is sent again counts once. Returns how many.
 */
function removeAhead(connection: Connection, now: number): number {
  const ahead = `SELECT id, block, slot FROM responses WHERE ${AMONG.responses} AND id >= ? ORDER BY id LIMIT ?`;
  const rows = inFewBlocks(connection.all<Lodged>(ahead, keyAt(now + AHEAD), WITHDRAWN_PIECE));
  const sessions = sessionsOf(connection, rows);
  const withdrawal = new Withdrawal(connection);
  const doomed = rows.filter(({ id }) => withdrawal.takeOut(id) !== undefined);
  if (doomed.length === 0) return 0;
  removeRows(connection, doomed);
  // Of the quarantined ones, which no index finds by session, only the spared thousand is left.
  connection.run(
    `DELETE FROM sessions WHERE id IN ${LIST} AND ${UNCOUNTED}
       AND id NOT IN (SELECT session FROM responses WHERE ${QUARANTINED} AND session IS NOT NULL)`,
    sessions,
  );
  withdrawal.subtract();
  withdrawal.settle([]);
  seeByNow(connection, withdrawal.sighted, withdrawal.failures.keys(), now);
  for (const [group, counted] of withdrawal.failures) {
    recountFailures(connection, group, [], counted);
    seeGroupAgain(connection, group);
  }
  return doomed.length;
}

/** Removes the oldest responses below a key, at most a piece, with what belongs to them. Returns how many. */
function removeBefore(connection: Connection, end: number): number {
  const doomed = oldest(connection, 'both', end);
  const last = doomed.at(-1)?.id;
  if (last === undefined) return 0;
  removeRows(connection, doomed);
  // Everything older is gone, so the indexes by response lose their beginnings.
  connection.run(
    `DELETE FROM violations WHERE (server, rule, response) IN
       (SELECT v.server, v.rule, v.response FROM (SELECT DISTINCT server, rule FROM violation_kinds) k
          CROSS JOIN violations v ON v.server = k.server AND v.rule = k.rule AND v.response <= ?)`,
    last,
  );
  connection.run(
    `DELETE FROM uses WHERE (item, response) IN
       (SELECT u.item, u.response FROM items i CROSS JOIN uses u ON u.item = i.id AND u.response <= ?)`,
    last,
  );
  connection.run('DELETE FROM sessions WHERE newest <= ?', last);
  writeMeta(connection, 'removed_before', Math.max(removedBefore(connection), timeOf(last) + 1));
  return doomed.length;
}

/** Removes responses with their members, counts, bytes and search words. False as {@link releasePayloads}. */
export function removeRows(connection: Connection, doomed: readonly Lodged[]): boolean {
  const isWhole = releasePayloads(connection, doomed);
  deleteRows(
    connection,
    doomed.map(({ id }) => id),
  );
  addToMeta(connection, 'responses', -doomed.length);
  return isWhole;
}

/**
 * After a clock was ahead, tiers may be kept only from a minute that is yet to come. From the first day on of which
 * nothing was counted before that minute, no cell is missing, so that they can be kept from there.
 */
function lowerOldestMinutes(connection: Connection, now: number): void {
  for (const tier of KEPT_TIERS.keys()) {
    const known = oldestMinute(connection, tier);
    if (known <= minuteOf(now)) continue;
    const day = widthOf(WIDEST);
    const start = Math.ceil(endOfCounted(connection, known) / day) * day;
    if (start < known) setOldestMinute(connection, tier, start);
  }
}

/** The end, in minutes, of the last cell of any tier that begins before a minute. */
function endOfCounted(connection: Connection, minute: number): number {
  const ends = TIERS.map((width, tier) => {
    const text = 'SELECT max(minute) + ? FROM traffic_cells WHERE tier = ? AND facet = 0 AND minute < ?';
    return connection.number(text, width, tier, minute);
  });
  return Math.max(...ends);
}

/** Removes a piece of the cells of a tier that are past its time. True if there may be more. */
function removeCells(connection: Connection, now: number): boolean {
  for (const [tier, kept] of KEPT_TIERS.entries()) {
    const target = minuteOf(Math.floor((now - kept) / DAY) * DAY);
    const known = oldestMinute(connection, tier);
    if (known >= target) continue;
    closeUntil(connection, target);
    const first =
      connection.first('SELECT min(minute) FROM traffic_cells WHERE tier = ? AND facet = 0', tier) ?? target;
    const reached = Math.max(first, known) + CELL_PIECE * widthOf(tier);
    // At the start of a wider cell, which replaces what is removed.
    const end = Math.min(target, reached - (reached % widthOf(tier + 1)));
    for (const table of PACKED_TABLES)
      connection.run(`DELETE FROM ${table} WHERE tier = ? AND ${inFacets(table)} AND minute < ?`, tier, end);
    connection.run(
      'DELETE FROM quota_cells WHERE tier = ? AND condition IN (SELECT id FROM conditions) AND at < ?',
      tier,
      end * MINUTE,
    );
    setOldestMinute(connection, tier, end);
    return true;
  }
  return false;
}
