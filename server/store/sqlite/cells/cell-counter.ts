import { entry } from '../../../../shared/collections/entry.ts';
import { MINUTE } from '../../../../shared/time/units.ts';
import type { Connection } from '../file/connection.ts';
import {
  additions,
  type CellTable,
  FACETS,
  type Facet,
  type PackedTable,
  type Prefix,
  QUOTA_AGAIN,
  SUMS,
  widthOf,
} from '../packed/cell-tables.ts';
import { Histogram } from '../packed/histogram.ts';
import { KindCounts } from '../packed/kind-counts.ts';
import type { Packed } from '../packed/packed.ts';
import { ReadingCounts } from '../packed/reading-counts.ts';
import type { ResponseCounts } from '../packed/response-counts.ts';
import { encodeTraffic, type TrafficKey } from '../packed/traffic-counts.ts';
import { closedMinutes } from './closing.ts';
import { minuteOf, oldestMinute } from './segments.ts';

/** Interval in ms of the finest quota readings that are kept. */
const QUOTA_STEP = 10_000;

/** A response as the rollups see it. */
export interface CountedResponse {
  readonly key: number;
  /** Time of observation, epoch ms. */
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
  readonly counts: ResponseCounts;
}

/** Responses of one bucket that are equal in everything that traffic is counted by. */
interface Alike {
  readonly minute: number;
  readonly of: Pick<CountedResponse, 'server' | 'outcome' | Facet>;
  readonly sums: number[];
  readonly durations: Histogram;
}

interface TrafficSum extends TrafficKey {
  readonly sums: number[];
  readonly durations: Histogram;
}

/** Traffic of one facet and bucket. */
interface TrafficCell {
  readonly facet: number;
  readonly minute: number;
  readonly sums: Map<string, TrafficSum>;
}

/** `[from, to)` in minutes since the epoch, both the start of a cell. */
interface Minutes {
  readonly from: number;
  readonly to: number;
}

interface QuotaCell {
  readonly condition: number;
  readonly at: number;
  readonly values: readonly (number | null)[];
}

/** The cells of one table, and of traffic those of one facet. */
export interface Part {
  readonly table: PackedTable;
  readonly facet: Facet;
}

/** Counts responses in memory, and adds the sums to the cells of each tier. */
export class CellCounter {
  /** In minutes. */
  readonly #width: number;
  readonly #part: Part | undefined;
  readonly #traffic = new Map<string, Alike>();
  readonly #failures = new Map<number, KindCounts>();
  readonly #warnings = new Map<number, KindCounts>();
  readonly #violations = new Map<number, KindCounts>();
  readonly #readings = new Map<number, ReadingCounts>();
  readonly #quotas: QuotaCell[] = [];
  /** The first and the last minute with a response. */
  #first = Number.POSITIVE_INFINITY;
  #last = 0;

  /**
   * By default, cells of every tier can be written; no cell narrower than those of a given tier can. Of a `part`, nothing
   * else is counted.
   */
  constructor(tier = 0, part?: Part) {
    this.#width = widthOf(tier);
    this.#part = part;
  }

  get last(): number {
    return this.#last;
  }

  add(response: CountedResponse): void {
    const exact = minuteOf(response.at);
    const minute = exact - (exact % this.#width);
    this.#first = Math.min(this.#first, minute);
    this.#last = Math.max(this.#last, minute);
    const { at, key, caller, counts } = response;
    if (this.#counts('traffic_cells')) this.#addTraffic(minute, response);
    if (this.#counts('failure_cells'))
      for (const kind of counts.failures) entry(this.#failures, minute, noKinds).add(kind, caller, 1, 0);
    if (this.#counts('warning_cells'))
      for (const [kind, n, first] of counts.warnings)
        entry(this.#warnings, minute, noKinds).add(kind, caller, n, first);
    if (this.#counts('violation_cells'))
      for (const [kind, n] of counts.violations)
        entry(this.#violations, minute, noKinds).add(kind, caller, n, 1);
    if (this.#counts('reading_cells'))
      for (const [condition, a, b, ratio] of counts.readings)
        entry(this.#readings, minute, noReadings).add(condition, {
          n: 1,
          worst: ratio,
          at,
          response: key,
          a,
          b,
          ratio,
        });
    if (this.#counts('quota_cells'))
      for (const [condition, current, warn, pause, hardStop, quota, resetsAt = null] of counts.quotas) {
        const values = [current, warn, pause, hardStop, quota, resetsAt];
        this.#quotas.push({ condition, at, values });
      }
  }

  #counts(table: CellTable): boolean {
    return this.#part === undefined || this.#part.table === table;
  }

  #addTraffic(minute: number, response: CountedResponse): void {
    const { server, source, operation, caller, fault, outcome, duration } = response;
    const alike = entry(
      this.#traffic,
      `${minute} ${server} ${source} ${operation} ${caller} ${fault} ${outcome}`,
      () => ({ minute, of: response, sums: SUMS.map(() => 0), durations: new Histogram() }),
    );
    addSums(alike.sums, sumsOf(response));
    if (duration !== null) alike.durations.addDuration(duration);
  }

  /**
   * Adds what was counted to the file's cells: in each tier where it is still kept and, if wider, closed. `isAgain` if
   * it was counted before and subtracted.
   */
  flush(connection: Connection, { isAgain = false } = {}): void {
    const quota = isAgain ? QUOTA_AGAIN : ADDITIONS[''].quota_cells;
    closedMinutes(connection).forEach((to, tier) => {
      this.#write(connection, '', tier, tier, { from: oldestMinute(connection, tier), to }, quota);
    });
  }

  /**
   * Adds what was counted in the given minutes to the connection's scratch cells, which are as wide as a
   * tier's and have the number of a scan.
   */
  flushScan(connection: Connection, scan: number, tier: number, minutes: Partial<Minutes> = {}): void {
    this.#write(connection, 'scratch_', scan, tier, { from: 0, to: Number.POSITIVE_INFINITY, ...minutes });
  }

  /** Writes the cells of the given minutes; `number` takes the place of their tier. */
  #write(
    connection: Connection,
    prefix: Prefix,
    number: number,
    tier: number,
    { from, to }: Minutes,
    quota = ADDITIONS[prefix].quota_cells,
  ): void {
    const width = widthOf(tier);
    const add = ADDITIONS[prefix];
    const step = tier > 0 ? width * MINUTE : QUOTA_STEP;
    for (const { condition, at, values } of this.#quotas)
      if (at >= from * MINUTE) connection.run(quota, number, condition, at - (at % step), at, ...values);
    if (this.#first >= to || this.#last < from) return;
    const bucketOf = (minute: number) => minute - (minute % width);
    for (const { facet, minute, sums } of this.#cells(width, { from, to }))
      connection.run(add.traffic_cells, number, facet, minute, encodeTraffic(sums.values()));
    const write = <T extends Packed<T>>(cells: ReadonlyMap<number, T>, text: string, empty: () => T) => {
      const wide = new Map<number, T>();
      for (const [minute, counts] of cells)
        if (minute >= from && minute < to) entry(wide, bucketOf(minute), empty).addAll(counts);
      for (const [minute, counts] of wide) connection.run(text, number, minute, counts.encode());
    };
    write(this.#failures, add.failure_cells, noKinds);
    write(this.#warnings, add.warning_cells, noKinds);
    write(this.#violations, add.violation_cells, noKinds);
    write(this.#readings, add.reading_cells, noReadings);
  }

  /** Traffic cells of a width in minutes, from what was counted in the given minutes. */
  #cells(width: number, { from, to }: Minutes): Iterable<TrafficCell> {
    const cells = new Map<string, TrafficCell>();
    for (const { minute, of, sums, durations } of this.#traffic.values()) {
      if (minute < from || minute >= to) continue;
      const { server, outcome } = of;
      const start = minute - (minute % width);
      for (const [facet, name] of FACETS.entries()) {
        const value = of[name];
        if (this.#part !== undefined && name !== this.#part.facet) continue;
        if (name === 'fault' && value === 0) continue;
        const cell = entry(cells, `${start} ${facet}`, () => ({ facet, minute: start, sums: new Map() }));
        const sum = entry(cell.sums, `${server} ${value} ${outcome}`, () => ({
          server,
          value,
          outcome,
          sums: SUMS.map(() => 0),
          durations: new Histogram(),
        }));
        addSums(sum.sums, sums);
        sum.durations.addAll(durations);
      }
    }
    return cells.values();
  }
}

const noKinds = () => new KindCounts();
const noReadings = () => new ReadingCounts();

function addSums(into: number[], sums: readonly number[]): void {
  for (let i = 0; i < sums.length; i++) into[i] = (into[i] ?? 0) + (sums[i] ?? 0);
}

const ADDITIONS = { '': additions(''), scratch_: additions('scratch_') };

/** What a response adds to each of `SUMS`, in their order. */
function sumsOf({ must, should, info, counts }: CountedResponse): readonly number[] {
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
