import { addTo } from '../../../../shared/collections/add-to.ts';
import { DAY, MINUTE } from '../../../../shared/time/units.ts';
import { CellCounter, type CountedResponse } from '../cells/cell-counter.ts';
import { closedMinutes } from '../cells/closing.ts';
import { minuteOf, oldestMinute, removedBefore } from '../cells/segments.ts';
import type { Connection } from '../file/connection.ts';
import { CELL_TABLES, shapeOf, TIERS } from '../packed/cell-tables.ts';
import { NO_COUNTS } from '../packed/response-counts.ts';
import { countedBetween } from '../plan/scan.ts';
import { beingForgotten } from '../rows/forgotten.ts';
import { faultOf } from './fault.ts';
import { Seen } from './seen.ts';

export const isoDay = (day: number) => new Date(day).toISOString().slice(0, 10);

/** Counts responses again, a day at a time, and compares with what was counted when they arrived. */
export class Recount {
  count = 0;
  /** Names of servers that were being forgotten at some time during the recount. */
  readonly partlyForgotten = new Set<string>();
  readonly #connection: Connection;
  readonly #groups = new Map<number, number>();
  #violations = 0;
  #lostViolations = 0;
  #uses = 0;
  #lostUses = 0;
  readonly #seen = new Seen();
  /** Changes with every commit of another connection. */
  readonly #version: unknown;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#version = connection.db.pragma('data_version', { simple: true });
  }

  /** True while figures still count what is already gone of a server, so that they prove nothing. */
  #isForgetting(): boolean {
    const forgotten = beingForgotten(this.#connection);
    for (const { name } of forgotten) this.partlyForgotten.add(name);
    return forgotten.length > 0;
  }

  /** Compares the cells of each tier that is still kept for the day, unless some of it was removed meanwhile. */
  day(day: number): readonly string[] {
    const connection = this.#connection;
    if (this.#isForgetting() || day < removedBefore(connection)) return [];
    const counter = new CellCounter();
    // Read again for each day, since others may write meanwhile.
    const groupOf = kinds(connection, 'SELECT id, group_id AS of FROM failure_kinds');
    const ruleOf = kinds(connection, 'SELECT id, rule AS of FROM violation_kinds');
    const itemOf = kinds(connection, 'SELECT id, item AS of FROM warning_kinds WHERE item <> 0');
    for (const row of countedBetween(connection, day, day + DAY)) {
      counter.add(row);
      this.#find(row, { groupOf, ruleOf, itemOf });
      this.count++;
    }
    const differences: string[] = [];
    for (let tier = 0; tier < TIERS.length; tier++)
      if (oldestMinute(connection, tier) <= minuteOf(day))
        differences.push(...compare(connection, counter, tier, day));
    return differences;
  }

  #find(response: CountedResponse, { groupOf, ruleOf, itemOf }: Meanings): void {
    const { key, at, server, source, caller, counts } = response;
    this.#seen.add('sources', source, at);
    this.#seen.add('callers', caller, at);
    if (counts === NO_COUNTS) return;
    for (const kind of counts.failures) {
      const group = groupOf.get(kind) ?? 0;
      addTo(this.#groups, group);
      this.#seen.add('groups', group, at);
      this.#seen.addVersion(group, source, at);
    }
    for (const [kind] of counts.violations) this.#seen.add('violation_kinds', kind, at);
    for (const [kind] of counts.warnings) this.#seen.add('warning_kinds', kind, at);
    for (const rule of new Set(counts.violations.map(([kind]) => ruleOf.get(kind) ?? 0))) {
      this.#violations++;
      const there = 'SELECT 1 FROM violations WHERE server = ? AND rule = ? AND response = ?';
      if (this.#connection.get(there, server, rule, key) === undefined) this.#lostViolations++;
    }
    for (const item of new Set(counts.warnings.map(([kind]) => itemOf.get(kind)))) {
      const there = 'SELECT 1 FROM uses WHERE item = ? AND response = ?';
      if (item === undefined) continue;
      this.#seen.add('items', item, at);
      this.#uses++;
      if (this.#connection.get(there, item, key) === undefined) this.#lostUses++;
    }
  }

  /**
   * Compares the index of violations and the counts of error groups, after all days were counted. If others
   * wrote meanwhile, the days were counted in different states of the file, and only what is missing can be
   * told.
   */
  findings(): readonly string[] {
    const connection = this.#connection;
    if (this.#isForgetting()) return [];
    const lost = [
      ...faultOf('violations missing from the index', this.#lostViolations),
      ...faultOf('uses of deprecated items missing from the index', this.#lostUses),
    ];
    if (connection.db.pragma('data_version', { simple: true }) !== this.#version) return lost;
    const complete = removedBefore(connection) === 0;
    const strange = (table: string, known: number) =>
      complete ? connection.number(`SELECT count(*) FROM ${table}`) - known : 0;
    const violations = strange('violations', this.#violations - this.#lostViolations);
    const uses = strange('uses', this.#uses - this.#lostUses);
    let wrong = 0;
    for (const { id, count } of connection.all<{ id: number; count: number }>(
      'SELECT id, count FROM groups',
    )) {
      const counted = this.#groups.get(id) ?? 0;
      if (complete ? count !== counted : count < counted) wrong++;
    }
    return [
      ...lost,
      ...faultOf('violations in the index that no response has', violations),
      ...faultOf('uses of deprecated items in the index that no response has', uses),
      ...faultOf('error groups that differ from a recount', wrong),
      ...this.#seen.faults(connection),
    ];
  }
}

type Kinds = ReadonlyMap<number, number>;

/** The group of a kind of failure, the rule of one of violation, and the deprecated item, if any, of one of warning. */
interface Meanings {
  readonly groupOf: Kinds;
  readonly ruleOf: Kinds;
  readonly itemOf: Kinds;
}

function kinds(connection: Connection, text: string): Kinds {
  return new Map(connection.all<{ id: number; of: number }>(text).map(({ id, of }) => [id, of]));
}

function compare(connection: Connection, counter: CellCounter, tier: number, day: number): readonly string[] {
  const number = connection.nextScan();
  counter.flushScan(connection, number, tier, { to: closedMinutes(connection)[tier] ?? 0 });
  return CELL_TABLES.flatMap((table) => {
    const { columns, time } = shapeOf(table);
    const stored = `SELECT ${columns.join(', ')} FROM ${table} WHERE tier = ? AND ${time} >= ? AND ${time} < ?`;
    const counted = `SELECT ${columns.join(', ')} FROM scratch_${table} WHERE tier = ?`;
    const unit = time === 'at' ? 1 : MINUTE;
    const range = [tier, day / unit, (day + DAY) / unit];
    const count = (text: string, ...values: readonly unknown[]) =>
      connection.number(`SELECT count(*) FROM (${text})`, ...values);
    const wrong =
      count(`${stored} EXCEPT ${counted}`, ...range, number) +
      count(`${counted} EXCEPT ${stored}`, number, ...range);
    connection.run(`DELETE FROM scratch_${table}`);
    return faultOf(`cells of ${table}, tier ${tier}, that differ from a recount of ${isoDay(day)}`, wrong);
  });
}
