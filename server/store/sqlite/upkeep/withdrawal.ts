import { addTo } from '../../../../shared/collections/add-to.ts';
import { MINUTE } from '../../../../shared/time/units.ts';
import { CellCounter, type CountedResponse } from '../cells/cell-counter.ts';
import { minuteOf, oldestMinute, removedBefore } from '../cells/segments.ts';
import type { Connection } from '../file/connection.ts';
import { LIST, list } from '../file/sql.ts';
import { CELL_TABLES, PACKED_TABLES, PACKING, TIERS, widening, widthOf } from '../packed/cell-tables.ts';
import { countedBetween, countedRows } from '../plan/scan.ts';
import { deleteRows } from '../rows/delete.ts';
import { idsBeingForgotten } from '../rows/forgotten.ts';
import { PLACES } from '../rows/insert.ts';
import type { Lodging } from '../rows/payloads.ts';
import type { Sighted } from './seen-again.ts';

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
  /** Error groups of the failures that it counted for. */
  readonly groups: readonly number[];
}

/** Takes responses out of the tables, and what they counted for out of the cells, to be written again. */
export class Withdrawal {
  readonly #connection: Connection;
  readonly #counter = new CellCounter();
  readonly #forgotten: ReadonlySet<number>;
  /** Number of failures taken out, by group. */
  readonly failures = new Map<number, number>();
  /** What the responses taken out were sightings of, by table. */
  readonly sighted: Sighted = {
    sources: new Set(),
    callers: new Set(),
    warning_kinds: new Set(),
    violation_kinds: new Set(),
  };
  /** The responses with readings or quotas: cells keep the newest of these, to be determined again. */
  readonly #readings = new Map<number, CountedResponse>();
  /** The tiers that were subtracted from, with the scratch cells of what was. */
  readonly #subtracted: { readonly tier: number; readonly scan: number }[] = [];

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#forgotten = idsBeingForgotten(connection);
  }

  /** Returns undefined if the response no longer exists or its server is being forgotten. */
  takeOut(key: number): Vacancy | undefined {
    const connection = this.#connection;
    const row = connection.get<
      Lodging & { server: number; shift: number; place: number; capture: number | null }
    >(
      'SELECT server, shift, place, block, slot, capture FROM responses WHERE id = ? AND parent IS NULL',
      key,
    );
    if (row === undefined || this.#forgotten.has(row.server)) return undefined;
    const members = connection.all<Keyed>(
      'SELECT id AS key, shift FROM responses WHERE parent = ? ORDER BY id',
      key,
    );
    const quarantined = row.place === PLACES.quarantined;
    const groups: number[] = [];
    if (!quarantined)
      for (const counted of countedRows(connection, [key])) groups.push(...this.#discount(counted));
    deleteRows(connection, [key]);
    const { shift, block, slot, capture } = row;
    return { key, shift, quarantined, lodging: { block, slot }, capture, members, groups };
  }

  /** Returns the error groups of its failures. */
  #discount(counted: CountedResponse): readonly number[] {
    const { key, server, source, caller, counts } = counted;
    this.#counter.add(counted);
    this.sighted.sources.add(source);
    this.sighted.callers.add(caller);
    for (const [kind] of counts.warnings) this.sighted.warning_kinds.add(kind);
    for (const [kind] of counts.violations) this.sighted.violation_kinds.add(kind);
    if (counts.readings.length + counts.quotas.length > 0) this.#readings.set(key, counted);
    const groups = counts.failures.flatMap((kind) =>
      this.#connection.numbers('SELECT group_id FROM failure_kinds WHERE id = ?', kind),
    );
    for (const group of groups) addTo(this.failures, group);
    if (counts.violations.length > 0)
      this.#connection.run(
        `DELETE FROM violations WHERE server = ? AND response = ? AND rule IN
           (SELECT rule FROM violation_kinds WHERE id IN ${LIST})`,
        server,
        key,
        list(counts.violations.map(([kind]) => kind)),
      );
    if (counts.warnings.length > 0)
      this.#connection.run(
        'DELETE FROM uses WHERE response = ? AND item IN (SELECT id FROM items WHERE server = ?)',
        key,
        server,
      );
    return groups;
  }

  /** Subtracts the sums from the cells, before those of the second verdicts are added. */
  subtract(): void {
    const connection = this.#connection;
    for (let tier = 0; tier < TIERS.length; tier++) {
      const scan = connection.nextScan();
      this.#counter.flushScan(connection, scan, tier, { from: oldestMinute(connection, tier) });
      for (const table of PACKED_TABLES) {
        const { keys, subtract } = PACKING[table];
        connection.run(
          `UPDATE ${table} AS c SET packed = ${subtract}(c.packed, s.packed) FROM scratch_${table} s
           WHERE s.tier = ? AND c.tier = ? AND ${matching(keys)}`,
          scan,
          tier,
        );
      }
      this.#subtracted.push({ tier, scan });
    }
  }

  /** Removes empty cells and determines the newest readings again, once the second verdicts are counted. */
  settle(again: readonly number[]): void {
    const connection = this.#connection;
    for (const { tier, scan } of this.#subtracted)
      for (const table of PACKED_TABLES) {
        const keys = PACKING[table].keys.join(', ');
        connection.run(
          `DELETE FROM ${table} WHERE tier = ? AND length(packed) = 0 AND (${keys}) IN
             (SELECT ${keys} FROM scratch_${table} WHERE tier = ?)`,
          tier,
          scan,
        );
      }
    const changed: CountedResponse[] = [];
    for (const counted of countedRows(connection, again)) {
      const earlier = this.#readings.get(counted.key);
      if (readingsOf(earlier) === readingsOf(counted)) this.#readings.delete(counted.key);
      else changed.push(counted);
    }
    this.#readAgain([...changed, ...this.#readings.values()]);
    for (const table of CELL_TABLES) connection.run(`DELETE FROM scratch_${table}`);
  }

  /**
   * Determines the newest readings and quotas again in the cells that contain responses: in the finest that
   * are kept from all responses of their time, in wider ones from those below.
   */
  #readAgain(changed: readonly CountedResponse[]): void {
    const connection = this.#connection;
    const conditions = list(changed.flatMap(({ counts }) => counts.quotas.map(([condition]) => condition)));
    for (const [tier, width] of TIERS.entries()) {
      const minutes = new Set(changed.map(({ at }) => minuteOf(at) - (minuteOf(at) % width)));
      for (const minute of minutes) {
        const scan = this.#scanAgain(tier, minute, conditions);
        if (scan === undefined) continue;
        const [from, to] = [minute * MINUTE, (minute + width) * MINUTE];
        connection.run(
          `UPDATE reading_cells AS c SET packed = s.packed FROM scratch_reading_cells s
           WHERE s.tier = ? AND c.tier = ? AND ${matching(['minute'])}`,
          scan,
          tier,
        );
        connection.run(
          `DELETE FROM quota_cells WHERE tier = ? AND condition IN ${LIST} AND at >= ? AND at < ?`,
          ...[tier, conditions, from, to],
        );
        connection.run(
          `INSERT INTO quota_cells
           SELECT ?, condition, at, observed_at, current, warn, pause, hard_stop, quota, resets_at FROM scratch_quota_cells
           WHERE tier = ? AND condition IN ${LIST}`,
          ...[tier, scan, conditions],
        );
      }
    }
  }

  /**
   * Counts a cell's readings, and its quotas of some conditions, into scratch cells again. Returns undefined
   * where neither narrower cells nor all responses of its time are left, or the cell itself is not.
   */
  #scanAgain(tier: number, minute: number, conditions: string): number | undefined {
    const connection = this.#connection;
    if (minute < oldestMinute(connection, tier)) return undefined;
    const width = widthOf(tier);
    const scan = connection.nextScan();
    if (tier > 0 && minute >= oldestMinute(connection, tier - 1)) {
      const of = (unit: number) =>
        [scan, width * unit, tier - 1, minute * unit, (minute + width) * unit] as const;
      connection.run(WIDER_READINGS, ...of(1));
      connection.run(WIDER_QUOTAS, ...of(MINUTE), conditions);
      return scan;
    }
    if (minute * MINUTE < removedBefore(connection)) return undefined;
    const counter = new CellCounter();
    for (const row of countedBetween(connection, minute * MINUTE, (minute + width) * MINUTE))
      counter.add(row);
    counter.flushScan(connection, scan, tier);
    return scan;
  }
}

const WIDER_READINGS = widening('reading_cells', 'scratch_');
const WIDER_QUOTAS = widening('quota_cells', 'scratch_');

function readingsOf(counted: CountedResponse | undefined): string {
  return counted === undefined ? '[[],[]]' : JSON.stringify([counted.counts.readings, counted.counts.quotas]);
}

/** Finds the cells `c` of scratch cells `s`; the plus keeps SQLite from doing it the other way round. */
function matching(keys: readonly string[]): string {
  return keys.map((name) => `c.${name} = +s.${name}`).join(' AND ');
}
