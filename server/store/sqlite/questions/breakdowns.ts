import type { ErrorGroupDetail } from '../../../../shared/api/error-groups.ts';
import type { JsonObject } from '../../../../shared/json.ts';
import { breakdownsOf, DETAILED, failureDetails } from '../../answers/breakdowns.ts';
import type { Connection } from '../file/connection.ts';
import { readPayload } from '../rows/payloads.ts';
import { callersById } from './callers.ts';
import type { FailureRow } from './group-failures.ts';

/** Splits failures, newest first, by client, version and the members of `details`. */
export function breakdowns(
  connection: Connection,
  failures: readonly FailureRow[],
): ErrorGroupDetail['breakdowns'] {
  const callers = callersById(connection);
  const versions = new Map(
    connection.rows<readonly [number, string | null]>('SELECT id, version FROM sources'),
  );
  return breakdownsOf(
    failures.map((failure, i) => {
      const [, caller, source] = failure;
      return {
        client: callers[caller]?.client ?? null,
        version: versions.get(source) ?? null,
        details: i < DETAILED ? detailsOf(connection, failure) : null,
      };
    }),
  );
}

/** The details of a failure; null for a batch member. */
function detailsOf(connection: Connection, [id, , , parent, block, slot]: FailureRow): JsonObject | null {
  if (parent !== null) return null;
  const payload = readPayload(connection, id, { block, slot });
  return payload === undefined ? null : failureDetails(payload.bytes);
}
