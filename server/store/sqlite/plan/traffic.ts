import { eachTraffic } from '../cells/traffic-cells.ts';
import type { Connection } from '../file/connection.ts';
import { type Measure, placesOf } from '../packed/cell-tables.ts';
import { Histogram } from '../packed/histogram.ts';
import { NOTHING } from '../packed/packed.ts';
import type { Plan } from './plan.ts';

/** A cell of traffic: what is not asked for is 0, or null; warnings are up to the filter's severity. `minute` is the start of its bucket since the epoch. */
export interface Cell extends Readonly<Record<Measure, number>> {
  readonly minute: number;
  readonly server: number;
  /** Of the plan's facet. */
  readonly value: number;
  readonly outcome: number;
  readonly durations: Uint8Array;
}

/**
 * Visits the cells that a plan selects; adding up is the visitor's, so that one pass serves all that a page shows and
 * SQLite need not sort. A visitor may not keep the cell, which is the same object each time.
 */
export function eachCell(
  connection: Connection,
  { facet, filter, ids, scanned, segments }: Plan,
  { measures, durations = false }: { readonly measures: readonly Measure[]; readonly durations?: boolean },
  visit: (cell: Cell) => void,
): void {
  const value = { source: ids.source, operation: ids.operation, caller: ids.caller, fault: ids.fault }[facet];
  const selection = scanned ? {} : { servers: ids.server, values: value, outcomes: ids.outcome };
  const asked = measures.map((measure) => ({ measure, places: placesOf(measure, filter.severityMax) }));
  const cell = {
    ...{ minute: 0, server: 0, value: 0, outcome: 0, durations: NOTHING },
    ...{ responses: 0, warned: 0, warnings: 0, must: 0, should: 0, info: 0 },
    ...{ must_responses: 0, should_responses: 0 },
  };
  const sums = 1 + Math.max(-1, ...asked.flatMap(({ places }) => places));
  eachTraffic(connection, facet, segments, selection, sums, (minute, entry) => {
    cell.minute = minute;
    cell.server = entry.server;
    cell.value = entry.value;
    cell.outcome = entry.outcome;
    if (durations) cell.durations = entry.durations;
    for (const { measure, places } of asked) {
      let sum = 0;
      for (const place of places) sum += entry.sums[place] ?? 0;
      cell[measure] = sum;
    }
    visit(cell);
  });
}

/** Sum of one measure over the cells that a plan selects. */
export function sumOf(connection: Connection, plan: Plan, measure: Measure): number {
  let sum = 0;
  eachCell(connection, plan, { measures: [measure] }, (cell) => {
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
    this.durations.addEncoded(cell.durations);
  }

  /** Adds a cell but its durations, which cost more than all the rest. */
  count(cell: Cell): void {
    this.responses += cell.responses;
    if (cell.outcome === 0) this.successes += cell.responses;
    else if (cell.outcome === 1) this.failures += cell.responses;
    else this.unknown += cell.responses;
    this.warned += cell.warned;
    this.warnings += cell.warnings;
    this.must += cell.must;
    this.should += cell.should;
    this.info += cell.info;
    this.mustResponses += cell.must_responses;
    this.shouldResponses += cell.should_responses;
  }

  /** Failures of all responses, 0 to 1; 0 where there are none. */
  get errorRate(): number {
    return this.responses === 0 ? 0 : this.failures / this.responses;
  }
}
