import type { Database } from 'better-sqlite3';
import type { Severity } from '../../../../shared/severity.ts';

/** Widths of the tiers in minutes: each chart bucket up to two days is one or two cells of one tier. */
export const TIERS = [1, 5, 30, 180, 720, 1440] as const;
/** The tier of whole days. */
export const WIDEST = TIERS.length - 1;

/** Width in minutes of a tier's cells. */
export function widthOf(tier: number): number {
  return TIERS[tier] ?? 1;
}

/**
 * What traffic is counted by, besides server and outcome: `value` of a cell is the id of the source,
 * operation, caller or fault. A response counts in one cell of each of the first three, and of the fourth if
 * it has a fault.
 */
export const FACETS = ['source', 'operation', 'caller', 'fault'] as const;
export type Facet = (typeof FACETS)[number];

/** What traffic cells sum. */
const MEASURES = [
  'responses',
  'warned',
  'warnings',
  'must',
  'should',
  'info',
  'must_responses',
  'should_responses',
] as const;
export type Measure = (typeof MEASURES)[number];

/** The sums of a measure; warnings have one per severity, here up to that of a threshold. */
function sumsOf(measure: Measure, threshold: Severity = 2): readonly string[] {
  if (measure !== 'warned' && measure !== 'warnings') return [measure];
  return [0, 1, 2].filter((severity) => severity <= threshold).map((severity) => `${measure}${severity}`);
}

/** All sums of traffic, in storage order. */
export const SUMS = MEASURES.flatMap((measure) => sumsOf(measure));

/** The indexes in SUMS of a measure: one, or several that add up to it. */
export function placesOf(measure: Measure, threshold?: Severity): readonly number[] {
  return sumsOf(measure, threshold).map((name) => SUMS.indexOf(name));
}

/**
 * The tables whose cells are packed counts: one row for all that a bucket holds, since with a row for each
 * count reading is some fifty times slower.
 */
export const PACKED_TABLES = [
  'traffic_cells',
  'failure_cells',
  'warning_cells',
  'violation_cells',
  'reading_cells',
] as const;
export type PackedTable = (typeof PACKED_TABLES)[number];

/** All rollup tables. */
export const CELL_TABLES = [...PACKED_TABLES, 'quota_cells'] as const;
export type CellTable = (typeof CELL_TABLES)[number];

/** The file's own cells, or those of a scan. */
export type Prefix = '' | 'scratch_';

interface Packing {
  /** Columns that identify a cell of a tier, in order. */
  readonly keys: readonly string[];
  /** SQL functions of two packed counts. */
  readonly merge: string;
  readonly subtract: string;
}

const OF_KINDS: Packing = { keys: ['minute'], merge: 'merge_kinds', subtract: 'subtract_kinds' };

export const PACKING: Readonly<Record<PackedTable, Packing>> = {
  traffic_cells: { keys: ['facet', 'minute'], merge: 'merge_traffic', subtract: 'subtract_traffic' },
  failure_cells: OF_KINDS,
  warning_cells: OF_KINDS,
  violation_cells: OF_KINDS,
  reading_cells: { keys: ['minute'], merge: 'merge_readings', subtract: 'subtract_readings' },
};

interface Shape {
  /** Columns after `tier`, in order. */
  readonly columns: readonly string[];
  /** That of a cell's start, in minutes since the epoch; of quotas in ms. */
  readonly time: 'minute' | 'at';
  /** How a cell is added to an existing one, `c`. */
  readonly add: string;
}

const QUOTAS: Shape = {
  columns: ['condition', 'at', 'observed_at', 'current', 'warn', 'pause', 'hard_stop', 'quota', 'resets_at'],
  time: 'at',
  add: `observed_at = excluded.observed_at, current = excluded.current, warn = excluded.warn, pause = excluded.pause,
    hard_stop = excluded.hard_stop, quota = excluded.quota,
    resets_at = excluded.resets_at WHERE excluded.observed_at >= c.observed_at`,
};

export function shapeOf(table: CellTable): Shape {
  if (table === 'quota_cells') return QUOTAS;
  const { keys, merge } = PACKING[table];
  const add = `packed = ${merge}(c.packed, excluded.packed)`;
  return { columns: [...keys, 'packed'], time: 'minute', add };
}

/** Restricts traffic to all facets, so that its index, by facet before minute, finds a range of minutes. */
export function inFacets(table: PackedTable): string {
  return table === 'traffic_cells' ? `facet IN (${[...FACETS.keys()].join(', ')})` : 'TRUE';
}

/** For each table, the statement that adds one cell. Takes its tier, then its columns. Of quotas of one time, the last counts. */
export function additions(prefix: Prefix): Readonly<Record<CellTable, string>> {
  const text = (table: CellTable) => {
    const { columns, add } = shapeOf(table);
    const holes = Array(columns.length + 1).fill('?');
    return `INSERT INTO ${prefix}${table} AS c VALUES (${holes.join(', ')}) ON CONFLICT DO UPDATE SET ${add}`;
  };
  return {
    traffic_cells: text('traffic_cells'),
    failure_cells: text('failure_cells'),
    warning_cells: text('warning_cells'),
    violation_cells: text('violation_cells'),
    reading_cells: text('reading_cells'),
    quota_cells: text('quota_cells'),
  };
}

/** The statement that adds a quota that was counted before: of those of one time, its cell has the last. */
export const QUOTA_AGAIN = `${additions('').quota_cells} AND excluded.observed_at <> c.observed_at`;

/**
 * The statement that adds the cells of one tier to those of a wider one. Takes the wider tier, the width of
 * its cells, the finer tier, the first time and the end, exclusive, in minutes. Quotas have ms for minutes,
 * and a last parameter: a JSON list of conditions.
 */
export function widening(table: CellTable, prefix: Prefix = ''): string {
  const { columns, time, add } = shapeOf(table);
  const read = columns.map((name) => (name === time ? `${time} - ${time} % ?` : name));
  const among = table === 'quota_cells' ? 'condition IN (SELECT value FROM json_each(?))' : inFacets(table);
  return `INSERT INTO ${prefix}${table} AS c SELECT ?, ${read.join(', ')} FROM ${table}
    WHERE tier = ? AND ${time} >= ? AND ${time} < ? AND ${among} ON CONFLICT DO UPDATE SET ${add}`;
}

/** Creates the connection's scratch tables: temporary ones of the same shape, filled by scans. */
export function makeScratch(db: Database): void {
  const made = db.prepare<[string], { sql: string }>('SELECT sql FROM sqlite_schema WHERE name = ?');
  for (const table of CELL_TABLES) {
    const { sql } = made.get(table) ?? { sql: '' };
    db.exec(sql.replace(`CREATE TABLE ${table}`, `CREATE TEMP TABLE scratch_${table}`));
  }
}
