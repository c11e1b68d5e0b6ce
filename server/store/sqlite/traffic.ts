import type { Severity } from '../../../shared/severity.ts';
import type { Connection, Sql } from './connection.ts';
import { addEncoded, countOf, type Histogram, percentile } from './histogram.ts';

/** Columns of a traffic cell, of the alias c, that a sum needs. */
export const MEASURES = `c.outcome, c.responses, c.warned0, c.warned1, c.warned2, c.warnings0, c.warnings1, c.warnings2, c.must,
  c.should, c.info, c.must_responses, c.should_responses, c.durations`;

/** A traffic cell, or a group of cells added up by SQL. */
export interface Measured {
  readonly outcome: number;
  readonly responses: number;
  readonly warned0: number;
  readonly warned1: number;
  readonly warned2: number;
  readonly warnings0: number;
  readonly warnings1: number;
  readonly warnings2: number;
  readonly must: number;
  readonly should: number;
  readonly info: number;
  readonly must_responses: number;
  readonly should_responses: number;
  readonly durations: Uint8Array | null;
}

/** Cells added up in memory. */
export class Traffic {
  responses = 0;
  successes = 0;
  failures = 0;
  unknown = 0;
  readonly warned = [0, 0, 0];
  readonly weighted = [0, 0, 0];
  must = 0;
  should = 0;
  info = 0;
  mustResponses = 0;
  shouldResponses = 0;
  readonly durations: Histogram = new Map();

  add(cell: Measured): void {
    this.responses += cell.responses;
    if (cell.outcome === 0) this.successes += cell.responses;
    else if (cell.outcome === 1) this.failures += cell.responses;
    else this.unknown += cell.responses;
    [cell.warned0, cell.warned1, cell.warned2].forEach((n, i) => {
      this.warned[i] = (this.warned[i] ?? 0) + n;
    });
    [cell.warnings0, cell.warnings1, cell.warnings2].forEach((n, i) => {
      this.weighted[i] = (this.weighted[i] ?? 0) + n;
    });
    this.must += cell.must;
    this.should += cell.should;
    this.info += cell.info;
    this.mustResponses += cell.must_responses;
    this.shouldResponses += cell.should_responses;
    addEncoded(this.durations, cell.durations);
  }

  /** Responses with a warning at or above the threshold. */
  warnedUpTo(severity: Severity | undefined): number {
    return sumUpTo(this.warned, severity);
  }

  /** Warnings at or above the threshold, weighted by their occurrences. */
  warningsUpTo(severity: Severity | undefined): number {
    return sumUpTo(this.weighted, severity);
  }

  get timed(): number {
    return countOf(this.durations);
  }

  percentile(share: number): number | null {
    return percentile(this.durations, share);
  }

  /** Failures of all responses, 0 to 1; 0 where there are none. */
  get errorRate(): number {
    return this.responses === 0 ? 0 : this.failures / this.responses;
  }
}

function sumUpTo(bySeverity: readonly number[], severity: Severity = 2): number {
  let sum = 0;
  for (let i = 0; i <= severity; i++) sum += bySeverity[i] ?? 0;
  return sum;
}

/** Traffic by the key that `keyOf` gives each cell. */
export function trafficBy<Row extends Measured, Key>(
  connection: Connection,
  cells: Sql,
  keyOf: (row: Row) => Key,
): Map<Key, Traffic> {
  const sums = new Map<Key, Traffic>();
  for (const row of connection.all<Row>(cells.text, ...cells.values)) {
    const key = keyOf(row);
    let sum = sums.get(key);
    if (sum === undefined) {
      sum = new Traffic();
      sums.set(key, sum);
    }
    sum.add(row);
  }
  return sums;
}
