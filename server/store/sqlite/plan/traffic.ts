import type { Severity } from '../../../../shared/severity.ts';
import { eachTraffic } from '../cells/traffic-cells.ts';
import type { Connection } from '../file/connection.ts';
import { FAILURE, SUCCESS } from '../file/words.ts';
import { type Measure, placesOf, SUMS } from '../packed/cell-tables.ts';
import { Histogram } from '../packed/histogram.ts';
import type { TrafficReader } from '../packed/traffic-counts.ts';
import type { Plan } from './plan.ts';

/**
 * A cell of traffic. What is not requested is 0; warnings are those up to the filter's severity.
 * `minute` is the start of its bucket, in minutes since the epoch.
 */
export interface Cell extends Readonly<Record<Measure, number>> {
  readonly minute: number;
  readonly server: number;
  /** An id of the plan's facet. */
  readonly value: number;
  readonly outcome: number;
  /** Adds its durations to a histogram, and to another if given, which costs more than everything else. */
  readonly addDurations: (into: Histogram, also?: Histogram) => void;
}

/** What to read of each cell: its number of responses alone costs half as much as all sums. */
export interface Asked {
  readonly sums: 'responses' | 'all';
}

/** The index of each sum; for warnings, of the most urgent ones, which precede the others. */
const [RESPONSES = 0] = placesOf('responses');
const [WARNED = 0] = placesOf('warned');
const [WARNINGS = 0] = placesOf('warnings');
const [MUST = 0] = placesOf('must');
const [SHOULD = 0] = placesOf('should');
const [INFO = 0] = placesOf('info');
const [MUST_RESPONSES = 0] = placesOf('must_responses');
const [SHOULD_RESPONSES = 0] = placesOf('should_responses');

/**
 * Visits the cells that a plan selects. The visitor adds them up, so that one pass serves all that a page
 * shows and SQLite need not sort. It must not keep the cell, which is the same object each time.
 */
export function eachCell(
  connection: Connection,
  { facet, filter, ids, scanned, segments }: Plan,
  { sums }: Asked,
  visit: (cell: Cell) => void,
): void {
  const selection =
    scanned !== undefined ? {} : { servers: ids.server, values: ids[facet], outcomes: ids.outcome };
  const threshold = filter.severityMax ?? 2;
  let current: TrafficReader | undefined;
  const cell = {
    minute: 0,
    server: 0,
    value: 0,
    outcome: 0,
    addDurations: (into: Histogram, also?: Histogram) => current?.addDurations(into, also),
    responses: 0,
    warned: 0,
    warnings: 0,
    must: 0,
    should: 0,
    info: 0,
    must_responses: 0,
    should_responses: 0,
  };
  const isAll = sums === 'all';
  const read = isAll ? SUMS.length : RESPONSES + 1;
  eachTraffic(connection, facet, segments, selection, read, (minute, entry) => {
    current = entry;
    cell.minute = minute;
    cell.server = entry.server;
    cell.value = entry.value;
    cell.outcome = entry.outcome;
    cell.responses = entry.sums[RESPONSES] ?? 0;
    if (isAll) {
      cell.warned = upTo(threshold, entry.sums, WARNED);
      cell.warnings = upTo(threshold, entry.sums, WARNINGS);
      cell.must = entry.sums[MUST] ?? 0;
      cell.should = entry.sums[SHOULD] ?? 0;
      cell.info = entry.sums[INFO] ?? 0;
      cell.must_responses = entry.sums[MUST_RESPONSES] ?? 0;
      cell.should_responses = entry.sums[SHOULD_RESPONSES] ?? 0;
    }
    visit(cell);
  });
}

/** Sums a measure by severity, from the high one at index `high` to a threshold. */
function upTo(threshold: Severity, sums: ArrayLike<number>, high: number): number {
  let sum = 0;
  for (let place = high; place <= high + threshold; place++) sum += sums[place] ?? 0;
  return sum;
}

/** Sums one measure over the cells that a plan selects. */
export function sumOf(connection: Connection, plan: Plan, measure: Measure): number {
  let sum = 0;
  eachCell(connection, plan, { sums: measure === 'responses' ? 'responses' : 'all' }, (cell) => {
    sum += cell[measure];
  });
  return sum;
}

/** Cells added up. */
export class Traffic {
  responses = 0;
  successes = 0;
  failures = 0;
  unknown = 0;
  warned = 0;
  warnings = 0;
  must = 0;
  should = 0;
  info = 0;
  mustResponses = 0;
  shouldResponses = 0;
  readonly durations = new Histogram();

  add(cell: Cell): void {
    this.count(cell);
    cell.addDurations(this.durations);
  }

  /** Adds a cell without its durations. */
  count(cell: Cell): void {
    this.responses += cell.responses;
    if (cell.outcome === SUCCESS) this.successes += cell.responses;
    else if (cell.outcome === FAILURE) this.failures += cell.responses;
    else this.unknown += cell.responses;
    this.warned += cell.warned;
    this.warnings += cell.warnings;
    this.must += cell.must;
    this.should += cell.should;
    this.info += cell.info;
    this.mustResponses += cell.must_responses;
    this.shouldResponses += cell.should_responses;
  }

  /** Share of responses that failed, 0 to 1; 0 if there are no responses. */
  get errorRate(): number {
    return this.responses === 0 ? 0 : this.failures / this.responses;
  }
}
