import { addTo } from '../../../../shared/add-to.ts';
import { DAY, MINUTE } from '../../../../shared/time-units.ts';
import { errorMessage } from '../../../../shared/words.ts';
import { StoreDamaged } from '../../faults.ts';
import type { Check } from '../../store.ts';
import { closedMinutes } from '../cells/closing.ts';
import { minuteOf, oldestMinute, removedBefore } from '../cells/segments.ts';
import { type Counted, Tally } from '../cells/tally.ts';
import type { Connection } from '../file/connection.ts';
import { storeError } from '../file/faults.ts';
import { readMeta } from '../file/meta.ts';
import { versionOf } from '../file/schema.ts';
import { CELL_TABLES, shapeOf, TIERS } from '../packed/cell-tables.ts';
import { NO_COUNTS } from '../packed/response-counts.ts';
import { countedBetween } from '../plan/scan.ts';
import { beingForgotten } from '../rows/forgotten.ts';
import { maxShift, timeOf } from '../rows/ids.ts';
import { isWhole } from '../rows/payloads.ts';

/** Maximum number of faults named per kind. */
const NAMED = 20;

/** Kinds of data, and the tables and indexes that hold them. */
const KINDS: readonly (readonly [kind: string, names: RegExp])[] = [
  ['captures', /^(?:payloads|blocks)$/],
  ['responses', /^(?:responses|counts|breaches|uses|arrivals|sessions)/],
  ['rollups', /_cells$/],
  ['search', /^messages/],
];

/**
 * Checks that the file is intact and its rollups equal a recount. Each part is a question of its own, so that
 * no state of the file is held for long. A part that cannot be read is a fault, and the others are checked
 * all the same.
 */
export function check(connection: Connection, progress: (share: number) => void = () => {}): Check {
  const faults: string[] = [];
  const look = <T>(what: string, part: () => T, otherwise: T): T => {
    try {
      return connection.ask(part);
    } catch (error) {
      const told = storeError(error);
      if (!(told instanceof StoreDamaged)) throw told;
      faults.push(`cannot read ${what}: ${errorMessage(error)}`);
      return otherwise;
    }
  };
  progress(0);
  faults.push(...look('the file', () => wholeness(connection), []));
  faults.push(...look('the table of responses', () => orphans(connection), []));
  faults.push(...look('the captures', () => lostCaptures(connection), []));
  const recount = new Recount(connection);
  const days = look('the table of responses', () => daysOf(connection), []);
  for (const [index, day] of days.entries()) {
    progress(index / days.length);
    faults.push(...look(`the responses of ${dateOf(day)}`, () => recount.day(day), []));
  }
  faults.push(...look('the violations and error groups', () => recount.findings(), []));
  for (const name of recount.half)
    faults.push(`${name} is only partly deleted; a running dashboard deletes the rest`);
  return {
    faults,
    recounted: recount.count,
    sizes: look('the table sizes', () => sizesOf(connection), []),
    schema: versionOf(connection.db),
    catalogues: look('the table of responses', () => cataloguesOf(connection), []),
    keepMs: look('the retention settings', () => readMeta(connection, 'keep_ms') || null, null),
    removedBefore: look('the retention settings', () => removedBefore(connection) || null, null),
  };
}

const dateOf = (day: number) => new Date(day).toISOString().slice(0, 10);

function wholeness({ db }: Connection): readonly string[] {
  const found = db.prepare<[], { integrity_check: string }>(`PRAGMA integrity_check(${NAMED})`).all();
  return found.map((row) => row.integrity_check).filter((text) => text !== 'ok');
}

/** Finds rows that refer to something missing, and a wrong total of rows. */
function orphans(connection: Connection): readonly string[] {
  const missing = [
    ['bytes', 'block IS NULL AND parent IS NULL AND id NOT IN (SELECT response FROM payloads)'],
    ['a block', 'block IS NOT NULL AND block NOT IN (SELECT id FROM blocks)'],
    ['a batch', 'parent IS NOT NULL AND parent NOT IN (SELECT id FROM responses)'],
    ['a server', 'server NOT IN (SELECT id FROM servers)'],
    ['a source', 'source NOT IN (SELECT id FROM sources)'],
    ['a caller', 'caller NOT IN (SELECT id FROM callers)'],
  ] as const;
  const rows = connection.number('SELECT count(*) FROM responses WHERE parent IS NULL');
  const noted = readMeta(connection, 'responses') ?? 0;
  return [
    ...missing.flatMap(([what, where]) => {
      const n = connection.number(`SELECT count(*) FROM responses WHERE ${where}`);
      return n === 0 ? [] : [`responses without ${what}: ${n}`];
    }),
    ...(rows === noted ? [] : [`stored responses: ${rows}, but ${noted} were counted`]),
  ];
}

/** Finds blocks that cannot be unpacked; SQLite does not look into them. */
function lostCaptures(connection: Connection): readonly string[] {
  let lost = 0;
  for (const { id } of connection.all<{ id: number }>('SELECT id FROM blocks')) {
    const row = connection.get<{ bytes: Uint8Array }>('SELECT bytes FROM blocks WHERE id = ?', id);
    if (row !== undefined && !isWhole(row.bytes)) lost++;
  }
  return lost === 0 ? [] : [`blocks of captures that cannot be decompressed: ${lost}`];
}

/** The days, in epoch ms, of which every response is still stored. */
function daysOf(connection: Connection): readonly number[] {
  const ends = connection.get<{ first: number | null; last: number | null }>(
    'SELECT min(id) AS first, max(id) AS last FROM responses WHERE place = 0',
  );
  if (ends?.first === null || ends?.first === undefined || ends.last === null) return [];
  const start = Math.max(
    Math.floor((timeOf(ends.first) - maxShift(connection)) / DAY) * DAY,
    Math.ceil(removedBefore(connection) / DAY) * DAY,
  );
  const days = Math.max(0, Math.floor((timeOf(ends.last) - start) / DAY) + 1);
  return Array.from({ length: days }, (_, index) => start + index * DAY);
}

/** Counts responses again, a day at a time, and compares with what was counted when they arrived. */
class Recount {
  count = 0;
  /** Names of servers that were being forgotten at some time during the recount. */
  readonly half = new Set<string>();
  readonly #connection: Connection;
  readonly #groups = new Map<number, number>();
  #breaches = 0;
  #lostBreaches = 0;
  /** Changes with every commit of another connection. */
  readonly #version: unknown;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#version = connection.db.pragma('data_version', { simple: true });
  }

  /** True while figures still count what is already gone of a server, so that they prove nothing. */
  #isHalf(): boolean {
    const half = beingForgotten(this.#connection);
    for (const { name } of half) this.half.add(name);
    return half.length > 0;
  }

  /** Compares the cells of each tier that is still kept for the day, unless some of it was removed meanwhile. */
  day(day: number): readonly string[] {
    const connection = this.#connection;
    if (this.#isHalf() || day < removedBefore(connection)) return [];
    const tally = new Tally();
    // Read again for each day, since others may write meanwhile.
    const groupOf = kinds(connection, 'SELECT id, group_id AS of FROM failure_kinds');
    const ruleOf = kinds(connection, 'SELECT id, rule AS of FROM violation_kinds');
    for (const row of countedBetween(connection, day, day + DAY)) {
      tally.add(row);
      this.#find(row, groupOf, ruleOf);
      this.count++;
    }
    const differences: string[] = [];
    for (let tier = 0; tier < TIERS.length; tier++)
      if (oldestMinute(connection, tier) <= minuteOf(day))
        differences.push(...compare(connection, tally, tier, day));
    return differences;
  }

  #find({ key, server, counts }: Counted, groupOf: Kinds, ruleOf: Kinds): void {
    if (counts === NO_COUNTS) return;
    for (const kind of counts.failures) addTo(this.#groups, groupOf.get(kind) ?? 0);
    for (const rule of new Set(counts.violations.map(([kind]) => ruleOf.get(kind) ?? 0))) {
      this.#breaches++;
      const there = 'SELECT 1 FROM breaches WHERE server = ? AND rule = ? AND response = ?';
      if (this.#connection.get(there, server, rule, key) === undefined) this.#lostBreaches++;
    }
  }

  /**
   * Compares the index of breaches and the counts of error groups, after all days were counted. If others
   * wrote meanwhile, the days were counted in different states of the file, and only what is missing can be
   * told.
   */
  findings(): readonly string[] {
    const connection = this.#connection;
    if (this.#isHalf()) return [];
    const lost = this.#lostBreaches === 0 ? [] : [`violations missing from the index: ${this.#lostBreaches}`];
    if (connection.db.pragma('data_version', { simple: true }) !== this.#version) return lost;
    const complete = removedBefore(connection) === 0;
    const breaches = connection.number('SELECT count(*) FROM breaches');
    const strange = complete ? breaches - (this.#breaches - this.#lostBreaches) : 0;
    let wrong = 0;
    for (const { id, count } of connection.all<{ id: number; count: number }>(
      'SELECT id, count FROM groups',
    )) {
      const counted = this.#groups.get(id) ?? 0;
      if (complete ? count !== counted : count < counted) wrong++;
    }
    return [
      ...lost,
      ...(strange === 0 ? [] : [`violations in the index that no response has: ${strange}`]),
      ...(wrong === 0 ? [] : [`error groups that differ from a recount: ${wrong}`]),
    ];
  }
}

type Kinds = ReadonlyMap<number, number>;

function kinds(connection: Connection, text: string): Kinds {
  return new Map(connection.all<{ id: number; of: number }>(text).map(({ id, of }) => [id, of]));
}

function cataloguesOf(connection: Connection): Check['catalogues'] {
  return connection.all<Check['catalogues'][number]>(
    'SELECT catalogue, count(*) AS responses FROM responses WHERE parent IS NULL GROUP BY 1 ORDER BY 1 DESC',
  );
}

function compare(connection: Connection, tally: Tally, tier: number, day: number): readonly string[] {
  const number = connection.nextScan();
  tally.flushScan(connection, number, tier, { to: closedMinutes(connection)[tier] ?? 0 });
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
    return wrong === 0
      ? []
      : [`cells of ${table}, tier ${tier}, that differ from a recount of ${dateOf(day)}: ${wrong}`];
  });
}

function sizesOf(connection: Connection): Check['sizes'] {
  const sizes = new Map<string, number>();
  for (const { name, bytes } of connection.all<{ name: string; bytes: number }>(
    'SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name',
  )) {
    const [kind] = KINDS.find(([, names]) => names.test(name)) ?? ['names and states'];
    addTo(sizes, kind, bytes);
  }
  return [...sizes].map(([name, bytes]) => ({ name, bytes })).sort((a, b) => b.bytes - a.bytes);
}
