import type { ErrorGroupDetail } from '../../../../shared/api/error-groups.ts';
import { iso } from '../../../../shared/time/instant.ts';
import type { Connection } from '../file/connection.ts';
import { list } from '../file/sql.ts';
import { observedAt, publicId } from '../rows/ids.ts';
import { type FailureRow, firstFailure } from './group-failures.ts';
import type { GroupRow } from './group-rows.ts';
import { NAMES_OF_ROW, ROW_COLUMNS, type StoredRow } from './stored-rows.ts';

/** Number of newest samples shown beside the first. */
const SAMPLES = 10;

/** The newest of the given failures, and the group's first still stored: since it regressed, or ever. */
export function samplesOf(
  connection: Connection,
  row: GroupRow,
  failures: readonly FailureRow[],
): ErrorGroupDetail['samples'] {
  const newest = failures.slice(0, SAMPLES).map(([id]) => id);
  const first = firstFailure(connection, row.id, row.regressed === 1 ? row.state_at : 0);
  const keys = first === undefined || newest.includes(first) ? newest : [...newest, first];
  return connection
    .all<StoredRow & { request_id: string | null }>(
      `SELECT ${ROW_COLUMNS}, r.request_id FROM (SELECT key, value AS id FROM json_each(?)) k
         CROSS JOIN responses r ON r.id = k.id ${NAMES_OF_ROW} ORDER BY k.key`,
      list(keys),
    )
    .map((sample) => ({
      id: publicId(sample.id),
      observed_at: iso(observedAt(sample)),
      message: sample.message,
      request_id: sample.request_id,
      client: sample.client,
      server_version: sample.version,
      first: sample.id === first,
    }));
}
