import { type Measure, summedColumns } from './cells.ts';
import type { Connection } from './connection.ts';
import { Histogram } from './histogram.ts';
import { type Plan, trafficCells } from './plan.ts';

/** A cell of traffic: what is not asked for is 0, or null; warnings are up to the filter's severity. `minute` is the start of its bucket since the epoch. */
export interface Cell extends Readonly<Record<Measure, number>> {
  readonly minute: number;
  readonly server: number;
  /** Of the plan's facet. */
  readonly value: number;
  readonly outcome: number;
  readonly durations: Uint8Array | null;
}

type Row = readonly [
  minute: number,
  server: number,
  value: number,
  outcome: number,
  durations: Uint8Array | null,
  ...counts: number[],
];

/**
 * Visits the cells that a plan selects; adding up is the visitor's, so that one pass serves all that a page shows and
 * SQLite need not sort. Each value read costs as much as a row, so only what is asked for is. A visitor may not keep the
 * cell, which is the same object each time.
 */
export function eachCell(
  connection: Connection,
  plan: Plan,
  { measures, durations = false }: { readonly measures: readonly Measure[]; readonly durations?: boolean },
  visit: (cell: Cell) => void,
): void {
  const columns = [
    'c.minute, c.server, c.value, c.outcome',
    durations ? 'c.durations' : 'NULL',
    ...measures.map((measure) => summedColumns(measure, plan.filter.severityMax).join(' + ')),
  ];
  const cells = trafficCells(plan, columns.join(', '));
  const cell = {
    ...{ minute: 0, server: 0, value: 0, outcome: 0, durations: null as Uint8Array | null },
    ...{ responses: 0, warned: 0, warnings: 0, must: 0, should: 0, info: 0 },
    ...{ must_responses: 0, should_responses: 0 },
  };
  for (const row of connection.rows<Row>(cells.text, ...cells.values)) {
    [cell.minute, cell.server, cell.value, cell.outcome, cell.durations] = row;
    measures.forEach((measure, i) => {
      const count = row[i + 5];
      cell[measure] = typeof count === 'number' ? count : 0;
    });
    visit(cell);
  }
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
    this.durations.addEncoded(cell.durations);
  }

  /** Failures of all responses, 0 to 1; 0 where there are none. */
  get errorRate(): number {
    return this.responses === 0 ? 0 : this.failures / this.responses;
  }
}
