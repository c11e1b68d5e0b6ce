import { MINUTE } from '../../answers/period.ts';
import { type Counted, Tally } from '../cells/rollups.ts';
import { minuteOf, oldestMinute, removedBefore } from '../cells/segments.ts';
import type { Connection } from '../file/connection.ts';
import { CELL_TABLES, PACKED_TABLES, PACKING, TIERS } from '../packed/cell-tables.ts';
import { countedBetween, countedRows } from '../plan/scan.ts';
import { idsBeingForgotten } from '../rows/forgotten.ts';
import { PLACES } from '../rows/insert.ts';
import type { Lodging } from '../rows/payloads.ts';

/** A key, and how many ms later it is than the time of observation. */
export interface Keyed {
  readonly key: number;
  readonly shift: number;
}

/** Where a response is written: a new place, or that which it was taken out of, for its second verdict. */
export interface Vacancy extends Keyed {
  readonly quarantined: boolean;
  readonly lodging: Lodging;
  /** Digest of its capture id. */
  readonly capture: number | null;
  /** Those of its members, in order; a new response has none yet. */
  readonly members: readonly Keyed[];
}

/** Takes responses out of the tables, and what they counted for out of the cells, to be written again. */
export class Withdrawal {
  readonly #connection: Connection;
  readonly #tally = new Tally();
  readonly #forgotten: ReadonlySet<number>;
  /** Number of failures taken out, by group. */
  readonly failures = new Map<number, number>();
  /** The responses with readings or quotas: cells keep the newest of these, to be determined again. */
  readonly #readings = new Map<number, Counted>();

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#forgotten = idsBeingForgotten(connection);
  }

  /** Returns undefined if the response no longer exists or its server is being forgotten. */
  takeOut(key: number): Vacancy | undefined {
    const connection = this.#connection;
    const row = connection.get<{
      server: number;
      shift: number;
      place: number;
      block: number | null;
      slot: number;
      capture: number | null;
    }>(
      'SELECT server, shift, place, block, slot, capture FROM responses WHERE id = ? AND parent IS NULL',
      key,
    );
    if (row === undefined || this.#forgotten.has(row.server)) return undefined;
    const members = connection.all<Keyed>(
      'SELECT id AS key, shift FROM responses WHERE parent = ? ORDER BY id',
      key,
    );
    const quarantined = row.place === PLACES.quarantined;
    if (!quarantined) for (const counted of countedRows(connection, [key])) this.#discount(counted);
    for (const { key: member } of members) connection.run('DELETE FROM messages WHERE rowid = ?', member);
    connection.run('DELETE FROM messages WHERE rowid = ?', key);
    connection.run('DELETE FROM responses WHERE parent = ?', key);
    connection.run('DELETE FROM responses WHERE id = ?', key);
    connection.run('DELETE FROM counts WHERE response = ?', key);
    const { shift, block, slot, capture } = row;
    return { key, shift, quarantined, lodging: { block, slot }, capture, members };
  }

  #discount(counted: Counted): void {
    const { key, server, counts } = counted;
    this.#tally.add(counted);
    if (counts.readings.length + counts.quotas.length > 0) this.#readings.set(key, counted);
    for (const kind of counts.failures) {
      const group = this.#connection.get<{ id: number }>(
        'SELECT group_id AS id FROM failure_kinds WHERE id = ?',
        kind,
      )?.id;
      if (group !== undefined) this.failures.set(group, (this.failures.get(group) ?? 0) + 1);
    }
    if (counts.violations.length > 0)
      this.#connection.run(
        `DELETE FROM breaches WHERE server = ? AND response = ? AND rule IN
           (SELECT rule FROM violation_kinds WHERE id IN (SELECT value FROM json_each(?)))`,
        server,
        key,
        JSON.stringify(counts.violations.map(([kind]) => kind)),
      );
    if (counts.warnings.length > 0)
      this.#connection.run(
        'DELETE FROM uses WHERE response = ? AND item IN (SELECT id FROM items WHERE server = ?)',
        key,
        server,
      );
  }

  /** Subtracts the sums from the cells, before those of the second verdicts are added. */
  subtract(): void {
    const connection = this.#connection;
    for (let tier = 0; tier < TIERS.length; tier++) {
      const scan = connection.nextScan();
      this.#tally.flushScan(connection, scan, tier, { from: oldestMinute(connection, tier) });
      for (const table of PACKED_TABLES) {
        const { keys, subtract } = PACKING[table];
        connection.run(
          `UPDATE ${table} AS c SET packed = ${subtract}(c.packed, s.packed) FROM scratch_${table} s
           WHERE s.tier = ? AND c.tier = ? AND ${matching(keys)}`,
          scan,
          tier,
        );
      }
      this.#emptied.push({ tier, scan });
    }
  }

  readonly #emptied: { readonly tier: number; readonly scan: number }[] = [];

  /** Removes empty cells and determines the newest readings again, once the second verdicts are counted. */
  settle(again: readonly number[]): void {
    const connection = this.#connection;
    for (const { tier, scan } of this.#emptied)
      for (const table of PACKED_TABLES) {
        const keys = PACKING[table].keys.join(', ');
        connection.run(
          `DELETE FROM ${table} WHERE tier = ? AND length(packed) = 0 AND (${keys}) IN
             (SELECT ${keys} FROM scratch_${table} WHERE tier = ?)`,
          tier,
          scan,
        );
      }
    for (const counted of countedRows(connection, again)) {
      const earlier = this.#readings.get(counted.key);
      this.#readings.delete(counted.key);
      if (readingsOf(earlier) !== readingsOf(counted)) this.#readAgain(counted.at, [earlier, counted]);
    }
    for (const earlier of this.#readings.values()) this.#readAgain(earlier.at, [earlier]);
    for (const table of CELL_TABLES) connection.run(`DELETE FROM scratch_${table}`);
  }

  /** Determines a response's readings and quotas again, from all responses of their time still stored. */
  #readAgain(at: number, of: readonly (Counted | undefined)[]): void {
    const connection = this.#connection;
    const conditions = JSON.stringify(
      of.flatMap((counted) => counted?.counts.quotas.map(([condition]) => condition) ?? []),
    );
    for (const [tier, width] of TIERS.entries()) {
      const minute = minuteOf(at) - (minuteOf(at) % width);
      const [from, to] = [minute * MINUTE, (minute + width) * MINUTE];
      // Of removed responses, only the cells are left.
      if (from < removedBefore(connection)) continue;
      const tally = new Tally();
      for (const row of countedBetween(connection, from, to)) tally.add(row);
      const scan = connection.nextScan();
      tally.flushScan(connection, scan, tier);
      connection.run(
        `UPDATE reading_cells AS c SET packed = s.packed FROM scratch_reading_cells s
         WHERE s.tier = ? AND c.tier = ? AND ${matching(['minute'])}`,
        scan,
        tier,
      );
      connection.run(
        `INSERT OR REPLACE INTO quota_cells
         SELECT ?, condition, at, observed_at, current, warn, pause, hard_stop, quota FROM scratch_quota_cells
         WHERE tier = ? AND condition IN (SELECT value FROM json_each(?)) AND (condition, at) IN
           (SELECT condition, at FROM quota_cells WHERE tier = ? AND at >= ? AND at < ?)`,
        ...[tier, scan, conditions, tier, from, to],
      );
      connection.run(
        `DELETE FROM quota_cells WHERE tier = ? AND at >= ? AND at < ? AND condition IN (SELECT value FROM json_each(?))
           AND (condition, at) NOT IN (SELECT condition, at FROM scratch_quota_cells WHERE tier = ?)`,
        ...[tier, from, to, conditions, scan],
      );
    }
  }
}

function readingsOf(counted: Counted | undefined): string {
  return counted === undefined ? '[[],[]]' : JSON.stringify([counted.counts.readings, counted.counts.quotas]);
}

/** Finds the cells `c` of scratch cells `s`; the plus keeps SQLite from doing it the other way round. */
function matching(keys: readonly string[]): string {
  return keys.map((name) => `c.${name} = +s.${name}`).join(' AND ');
}
