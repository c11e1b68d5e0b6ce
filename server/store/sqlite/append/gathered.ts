import { entry } from '../../../../shared/collections/entry.ts';
import type { FailureEvent } from '../../answers/group-state.ts';
import type { ResponseRecord } from '../../record.ts';
import { CellCounter } from '../cells/cell-counter.ts';
import { closeUntil } from '../cells/closing.ts';
import type { RecordFindings, RecordIds } from '../cells/counting.ts';
import type { Connection } from '../file/connection.ts';
import { applyFailures } from '../rows/group-states.ts';
import type { RowColumns } from '../rows/insert.ts';
import { Sightings } from './sightings.ts';

/** What one append changes besides its rows, gathered and written once at its end. */
export class Gathered {
  readonly counter = new CellCounter();
  readonly sightings = new Sightings();
  /** By error group. */
  readonly failures = new Map<number, FailureEvent[]>();
  /** Of the responses written, in order. */
  readonly keys: number[] = [];

  /** Counts a response that is not quarantined. */
  count(
    record: ResponseRecord,
    { server, source, caller }: RecordIds,
    row: RowColumns,
    findings: RecordFindings,
  ): void {
    const { facts, verdict } = record;
    // Member by member: a spread would cost more than all the rest of the count.
    this.counter.add({
      must: row.levels.must,
      should: row.levels.should,
      info: row.levels.info,
      key: row.key,
      at: facts.observed_at,
      server,
      source,
      operation: row.operation,
      caller,
      outcome: row.outcome,
      fault: row.fault,
      duration: row.duration,
      counts: findings.counts,
    });
    this.sightings.add(record, { source, caller }, findings);
    for (const { group } of findings.failures)
      entry(this.failures, group, () => []).push({
        at: facts.observed_at,
        version: facts.server_version ?? null,
      });
    if (verdict.proven) this.sightings.prove(server);
  }

  /** Adds everything to the file, in the append's transaction. */
  write(connection: Connection): void {
    this.counter.flush(connection);
    closeUntil(connection, this.counter.last);
    // Before the failures: whether one is of an earlier version depends on when versions were first seen.
    this.sightings.write(connection);
    for (const [group, failures] of this.failures) applyFailures(connection, group, failures);
  }
}
