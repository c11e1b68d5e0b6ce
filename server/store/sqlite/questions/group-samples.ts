import type { ErrorGroupDetail } from '../../../../shared/api/error-groups.ts';
import type { Connection } from '../file/connection.ts';
import { iso } from '../file/words.ts';
import { keyAt, publicId } from '../rows/ids.ts';
import type { FailureRow } from './group-failures.ts';
import type { GroupRow } from './group-rows.ts';
import { observedAt, ROW_COLUMNS, ROW_TABLES, type StoredRow } from './stored-rows.ts';

/** Newest samples shown beside the first bad one. */
const SAMPLES = 10;

/** The newest of the failures given, and the first of the group that is still kept: since it regressed, or ever. */
export function samplesOf(
  connection: Connection,
  row: GroupRow,
  failures: readonly FailureRow[],
): ErrorGroupDetail['samples'] {
  const newest = failures.slice(0, SAMPLES).map(([id]) => id);
  const first = connection.get<{ id: number }>(
    `SELECT id FROM responses WHERE failure IN (SELECT id FROM failure_kinds WHERE group_id = ?) AND failure IS NOT NULL
       AND id >= ? ORDER BY id LIMIT 1`,
    row.id,
    row.regressed === 1 ? keyAt(row.state_at) : 0,
  )?.id;
  const keys = first === undefined || newest.includes(first) ? newest : [...newest, first];
  return connection
    .all<StoredRow & { request_id: string | null }>(
      `SELECT ${ROW_COLUMNS}, r.request_id FROM (SELECT key, value AS id FROM json_each(?)) k
         CROSS JOIN ${ROW_TABLES.replace('responses r', 'responses r ON r.id = k.id')}
       ORDER BY k.key`,
      JSON.stringify(keys),
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
