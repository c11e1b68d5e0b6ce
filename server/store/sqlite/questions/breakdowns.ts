import type { ErrorGroupDetail } from '../../../../shared/api/error-groups.ts';
import { entry } from '../../../../shared/collections/entry.ts';
import type { JsonObject } from '../../../../shared/json/value.ts';
import type { Dialect } from '../../../../shared/verdict.ts';
import { breakdownsOf, DETAILED, failureDetails } from '../../answers/breakdowns.ts';
import type { Connection } from '../file/connection.ts';
import { dialectOf } from '../file/words.ts';
import { type Lodging, readPayload } from '../rows/payloads.ts';
import { callersById } from './callers.ts';
import type { FailureRow } from './group-failures.ts';
import { membersBefore } from './response.ts';

/** Splits failures, newest first, by client, version and the members of `details`. */
export function breakdowns(
  connection: Connection,
  failures: readonly FailureRow[],
): ErrorGroupDetail['breakdowns'] {
  const callers = callersById(connection);
  const sources = new Map(
    connection
      .rows<readonly [number, string | null, number]>('SELECT id, version, dialect FROM sources')
      .map(([id, version, dialect]) => [id, { version, dialect: dialectOf(dialect) }]),
  );
  const batches = new Map<number, Details>();
  return breakdownsOf(
    failures.map((failure, i) => {
      const [, caller, source] = failure;
      const { version = null, dialect } = sources.get(source) ?? {};
      return {
        client: callers[caller]?.client ?? null,
        clientVersion: callers[caller]?.version ?? null,
        version,
        details:
          i < DETAILED && dialect !== undefined ? detailsOf(connection, failure, dialect, batches) : null,
      };
    }),
  );
}

type Details = ReturnType<typeof failureDetails>;

/** The details of a failure. A batch is read once for all of its members. */
function detailsOf(
  connection: Connection,
  [id, , , parent, block, slot]: FailureRow,
  dialect: Dialect,
  batches: Map<number, Details>,
): JsonObject | null {
  if (parent === null) return detailsAt(connection, id, { block, slot }, dialect)[0] ?? null;
  const ofBatch = entry(batches, parent, () => {
    const batch = connection.get<Lodging>('SELECT block, slot FROM responses WHERE id = ?', parent);
    return batch === undefined ? [] : detailsAt(connection, parent, batch, dialect);
  });
  return ofBatch[1 + membersBefore(connection, { id, parent })] ?? null;
}

function detailsAt(connection: Connection, id: number, lodging: Lodging, dialect: Dialect): Details {
  const payload = readPayload(connection, id, lodging);
  return payload === undefined ? [] : failureDetails(payload.bytes, dialect);
}
