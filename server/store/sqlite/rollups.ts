import type { Database } from 'better-sqlite3';
import type { Connection } from './connection.ts';
import { Histogram } from './histogram.ts';

/** Widths of the tiers in minutes: each bucket that a chart may have is a handful of cells of one of them. */
export const TIERS = [1, 5, 30, 180, 720, 1440] as const;
/** The tier of whole days. */
export const WIDEST = TIERS.length - 1;

/** Milliseconds of the finest quota readings kept. */
const QUOTA_STEP = 10_000;

/**
 * What traffic is counted by, beside its server and outcome: `value` of a cell is the id of the source, operation,
 * caller or fault. A response has one cell in each of the first three, and one in the fourth where it has a fault.
 */
export const FACETS = { source: 0, operation: 1, caller: 2, fault: 3 } as const;
export type Facet = keyof typeof FACETS;

/** What one response counts for, in ids. Kept with the response, so that it can be counted again. */
export interface Counts {
  /** Kind of each failure: the response's own, or those of its members. */
  readonly failures: readonly number[];
  /** `first`: 1 for the most urgent of its code in the response, else 0. */
  readonly warnings: readonly (readonly [kind: number, n: number, first: number, severity: number])[];
  readonly violations: readonly (readonly [kind: number, n: number])[];
  /** Slow operations and truncations. */
  readonly readings: readonly (readonly [condition: number, a: number, b: number, ratio: number])[];
  readonly quotas: readonly (readonly [
    condition: number,
    current: number,
    warn: number,
    pause: number | null,
    hardStop: number | null,
    quota: number,
  ])[];
}

export const NO_COUNTS: Counts = { failures: [], warnings: [], violations: [], readings: [], quotas: [] };

/** A response as the rollups see it. */
export interface Counted {
  readonly key: number;
  /** Epoch ms of observation. */
  readonly at: number;
  readonly server: number;
  readonly source: number;
  readonly operation: number;
  readonly caller: number;
  readonly outcome: number;
  readonly fault: number;
  readonly must: number;
  readonly should: number;
  readonly info: number;
  readonly duration: number | null;
  readonly counts: Counts;
}

/** Columns of traffic_cells that are summed, in the order of a cell's `sums`. */
const SUMS = [
  'responses',
  'warned0',
  'warned1',
  'warned2',
  'warnings0',
  'warnings1',
  'warnings2',
  'must',
  'should',
  'info',
  'must_responses',
  'should_responses',
] as const;

interface TrafficCell {
  readonly place: readonly [facet: number, server: number, value: number, outcome: number];
  readonly minute: number;
  readonly sums: number[];
  readonly durations: Histogram;
}

interface KindCell {
  readonly minute: number;
  readonly kind: number;
  readonly caller: number;
  n: number;
  responses: number;
}

interface ReadingCell {
  readonly minute: number;
  readonly condition: number;
  n: number;
  newest: { readonly at: number; readonly key: number; readonly values: readonly [number, number, number] };
  worst: number;
}

interface QuotaCell {
  readonly condition: number;
  readonly at: number;
  readonly observedAt: number;
  readonly values: readonly (number | null)[];
}

/** Counts responses in memory, by minute, and adds the sums to the cells of each tier. */
export class Tally {
  readonly #traffic = new Map<string, TrafficCell>();
  readonly #failures = new Map<string, KindCell>();
  readonly #warnings = new Map<string, KindCell>();
  readonly #violations = new Map<string, KindCell>();
  readonly #readings = new Map<string, ReadingCell>();
  readonly #quotas: QuotaCell[] = [];

  add(response: Counted): void {
    const minute = Math.floor(response.at / 60_000);
    const sums = sumsOf(response);
    this.#addTraffic(minute, response, 'source', response.source, sums);
    this.#addTraffic(minute, response, 'operation', response.operation, sums);
    this.#addTraffic(minute, response, 'caller', response.caller, sums);
    if (response.fault !== 0) this.#addTraffic(minute, response, 'fault', response.fault, sums);
    const { failures, warnings, violations, readings, quotas } = response.counts;
    for (const kind of failures) addKind(this.#failures, minute, kind, response.caller, 1, 0);
    for (const [kind, n, first] of warnings) addKind(this.#warnings, minute, kind, response.caller, n, first);
    for (const [kind, n] of violations) addKind(this.#violations, minute, kind, response.caller, n, 1);
    for (const [condition, a, b, ratio] of readings)
      addReading(this.#readings, {
        minute,
        condition,
        n: 1,
        newest: { at: response.at, key: response.key, values: [a, b, ratio] },
        worst: ratio,
      });
    for (const [condition, ...values] of quotas)
      this.#quotas.push({ condition, at: response.at, observedAt: response.at, values });
  }

  #addTraffic(minute: number, response: Counted, facet: Facet, value: number, sums: readonly number[]): void {
    const place = [FACETS[facet], response.server, value, response.outcome] as const;
    const cell = cellAt(this.#traffic, minute, place);
    for (let i = 0; i < sums.length; i++) cell.sums[i] = (cell.sums[i] ?? 0) + (sums[i] ?? 0);
    if (response.duration !== null) cell.durations.addDuration(response.duration);
  }

  /** Adds what was counted to the file's cells, in every tier. */
  flush(connection: Connection): void {
    for (let tier = 0; tier < TIERS.length; tier++) this.#write(connection, '', tier, tier);
  }

  /** Adds what was counted, in cells as wide as a tier's, to the connection's scratch under the number of a scan. */
  flushScan(connection: Connection, scan: number, tier = 0): void {
    this.#write(connection, 'scratch_', scan, tier);
  }

  /** `number` is what the cells have for a tier. */
  #write(connection: Connection, prefix: Prefix, number: number, tier: number): void {
    const width = TIERS[tier] ?? 1;
    const traffic = new Map<string, TrafficCell>();
    for (const { place, minute, sums, durations } of this.#traffic.values()) {
      const cell = cellAt(traffic, minute - (minute % width), place);
      sums.forEach((n, i) => {
        cell.sums[i] = (cell.sums[i] ?? 0) + n;
      });
      cell.durations.addAll(durations);
    }
    const upsertTraffic = TRAFFIC_UPSERT[prefix];
    for (const { place, minute, sums, durations } of traffic.values()) {
      const [facet, server, value, outcome] = place;
      connection.run(
        upsertTraffic,
        number,
        facet,
        minute,
        server,
        value,
        outcome,
        ...sums,
        durations.encode(),
      );
    }
    const coarse = (cells: ReadonlyMap<string, KindCell>) => {
      const folded = new Map<string, KindCell>();
      for (const { minute, kind, caller, n, responses } of cells.values())
        addKind(folded, minute - (minute % width), kind, caller, n, responses);
      return folded.values();
    };
    for (const { minute, kind, caller, n } of coarse(this.#failures))
      connection.run(FAILURE_UPSERT[prefix], number, minute, kind, caller, n);
    for (const { minute, kind, caller, n, responses } of coarse(this.#warnings))
      connection.run(WARNING_UPSERT[prefix], number, minute, kind, caller, n, responses);
    for (const { minute, kind, caller, n, responses } of coarse(this.#violations))
      connection.run(VIOLATION_UPSERT[prefix], number, minute, kind, caller, n, responses);
    const readings = new Map<string, ReadingCell>();
    for (const cell of this.#readings.values())
      addReading(readings, { ...cell, minute: cell.minute - (cell.minute % width) });
    for (const { minute, condition, n, newest, worst } of readings.values())
      connection.run(
        READING_UPSERT[prefix],
        number,
        minute,
        condition,
        n,
        newest.at,
        newest.key,
        ...newest.values,
        worst,
      );
    const step = tier > 0 ? width * 60_000 : QUOTA_STEP;
    for (const { condition, at, observedAt, values } of this.#quotas)
      connection.run(QUOTA_UPSERT[prefix], number, condition, at - (at % step), observedAt, ...values);
  }
}

function sumsOf({ must, should, info, counts }: Counted): readonly number[] {
  const warned = [0, 0, 0];
  const weighted = [0, 0, 0];
  let urgent = 3;
  for (const [, n, , severity] of counts.warnings) {
    weighted[severity] = (weighted[severity] ?? 0) + n;
    urgent = Math.min(urgent, severity);
  }
  if (urgent < 3) warned[urgent] = 1;
  return [1, ...warned, ...weighted, must, should, info, Number(must > 0), Number(should > 0)];
}

function cellAt(cells: Map<string, TrafficCell>, minute: number, place: TrafficCell['place']): TrafficCell {
  const key = `${minute} ${place[0]} ${place[1]} ${place[2]} ${place[3]}`;
  let cell = cells.get(key);
  if (cell === undefined) {
    cell = { place, minute, sums: SUMS.map(() => 0), durations: new Histogram() };
    cells.set(key, cell);
  }
  return cell;
}

function addKind(
  cells: Map<string, KindCell>,
  minute: number,
  kind: number,
  caller: number,
  n: number,
  responses: number,
): void {
  const key = `${minute} ${kind} ${caller}`;
  const cell = cells.get(key);
  if (cell === undefined) cells.set(key, { minute, kind, caller, n, responses });
  else {
    cell.n += n;
    cell.responses += responses;
  }
}

function addReading(cells: Map<string, ReadingCell>, reading: ReadingCell): void {
  const key = `${reading.minute} ${reading.condition}`;
  const cell = cells.get(key);
  if (cell === undefined) cells.set(key, { ...reading });
  else {
    cell.n += reading.n;
    cell.worst = Math.max(cell.worst, reading.worst);
    if (reading.newest.at >= cell.newest.at) cell.newest = reading.newest;
  }
}

/** The file's own cells, or those of a scan. */
export type Prefix = '' | 'scratch_';

const inBoth = (make: (prefix: Prefix) => string) => ({ '': make(''), scratch_: make('scratch_') });
const holes = (count: number) => Array(count).fill('?').join(', ');

const TRAFFIC_UPSERT = inBoth(
  (prefix) => `INSERT INTO ${prefix}traffic_cells AS c VALUES (${holes(6 + SUMS.length + 1)})
    ON CONFLICT DO UPDATE SET ${SUMS.map((name) => `${name} = c.${name} + excluded.${name}`).join(', ')},
      durations = merge_durations(c.durations, excluded.durations)`,
);
const FAILURE_UPSERT = inBoth(
  (prefix) => `INSERT INTO ${prefix}failure_cells AS c VALUES (${holes(5)})
    ON CONFLICT DO UPDATE SET n = c.n + excluded.n`,
);
const kindUpsert = (table: 'warning_cells' | 'violation_cells') =>
  inBoth(
    (prefix) => `INSERT INTO ${prefix}${table} AS c VALUES (${holes(6)})
      ON CONFLICT DO UPDATE SET n = c.n + excluded.n, responses = c.responses + excluded.responses`,
  );
const WARNING_UPSERT = kindUpsert('warning_cells');
const VIOLATION_UPSERT = kindUpsert('violation_cells');
/** The newest reading of a bucket wins; columns without an aggregate follow it. */
const READING_UPSERT = inBoth(
  (prefix) => `INSERT INTO ${prefix}reading_cells AS c VALUES (${holes(10)})
    ON CONFLICT DO UPDATE SET n = c.n + excluded.n, worst = max(c.worst, excluded.worst),
      response = iif(excluded.at >= c.at, excluded.response, c.response), a = iif(excluded.at >= c.at, excluded.a, c.a),
      b = iif(excluded.at >= c.at, excluded.b, c.b), ratio = iif(excluded.at >= c.at, excluded.ratio, c.ratio),
      at = max(c.at, excluded.at)`,
);
const QUOTA_UPSERT = inBoth(
  (prefix) => `INSERT INTO ${prefix}quota_cells AS c VALUES (${holes(9)})
    ON CONFLICT DO UPDATE SET observed_at = excluded.observed_at, current = excluded.current, warn = excluded.warn,
      pause = excluded.pause, hard_stop = excluded.hard_stop, quota = excluded.quota
    WHERE excluded.observed_at >= c.observed_at`,
);

/** The rollup tables. */
export const CELL_TABLES = [
  'traffic_cells',
  'failure_cells',
  'warning_cells',
  'violation_cells',
  'reading_cells',
  'quota_cells',
] as const;
export type CellTable = (typeof CELL_TABLES)[number];

/** Makes the connection's scratch tables: temporary ones of the same shape, which a scan fills. */
export function makeScratch(db: Database): void {
  const made = db.prepare<[string], { sql: string }>('SELECT sql FROM sqlite_schema WHERE name = ?');
  for (const table of CELL_TABLES) {
    const { sql } = made.get(table) ?? { sql: '' };
    db.exec(sql.replace(`CREATE TABLE ${table}`, `CREATE TEMP TABLE scratch_${table}`));
  }
}
