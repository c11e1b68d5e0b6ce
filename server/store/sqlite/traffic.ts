import type { Severity } from '../../../shared/severity.ts';
import type { Connection, Sql } from './connection.ts';
import type { Grid } from './grid.ts';
import { addEncoded, countOf, type Histogram, percentile } from './histogram.ts';
import { bucketSql, bucketValues } from './kind-series.ts';
import { type Plan, trafficCells } from './plan.ts';

const SUMMED = [
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

/** Cells of one outcome added up by SQL. */
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

/**
 * Cells of traffic added up by outcome and by `keys`, SQL of the alias c under the name that each row has it by.
 * Durations cost the most: where they are not asked for they are null.
 */
export function trafficSums<Key extends string>(
  connection: Connection,
  plan: Plan,
  keys: Readonly<Record<Key, Sql>>,
  { durations }: { readonly durations: boolean },
): readonly (Measured & Readonly<Record<Key, number>>)[] {
  const named = Object.entries<Sql>(keys);
  const columns = ['c.minute', 'c.server', 'c.value', 'c.outcome', ...SUMMED.map((name) => `c.${name}`)];
  const cells = trafficCells(plan, [...columns, ...(durations ? ['c.durations'] : [])].join(', '));
  return connection.all(
    `SELECT c.outcome, ${named.map(([name, { text }]) => `${text} AS ${name},`).join(' ')}
       ${SUMMED.map((name) => `sum(c.${name}) AS ${name}`).join(', ')},
       ${durations ? 'sum_durations(c.durations)' : 'NULL'} AS durations
     FROM (${cells.text}) c GROUP BY ${[1, ...named.map((_, i) => i + 2)].join(', ')}`,
    ...named.flatMap(([, { values }]) => values),
    ...cells.values,
  );
}

export const SERVER: Sql = { text: 'c.server', values: [] };

/** Position of a cell's bucket. */
export function bucketKey(grid: Grid): Sql {
  return { text: bucketSql, values: bucketValues(grid) };
}

/** Traffic of each server in a plan's range, without durations. */
export function trafficByServer(connection: Connection, plan: Plan): ReadonlyMap<number, Traffic> {
  const servers = new Map<number, Traffic>();
  for (const row of trafficSums(connection, plan, { server: SERVER }, { durations: false })) {
    const traffic = servers.get(row.server) ?? new Traffic();
    servers.set(row.server, traffic);
    traffic.add(row);
  }
  return servers;
}
