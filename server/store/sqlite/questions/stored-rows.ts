import type { ResponseRow } from '../../../../shared/api/responses.ts';
import type { Severity } from '../../../../shared/severity.ts';
import { iso } from '../../../../shared/time/instant.ts';
import type { Connection } from '../file/connection.ts';
import { list } from '../file/sql.ts';
import { categoryOf, dialectOf, outcomeOf } from '../file/words.ts';
import { observedAt, publicId } from '../rows/ids.ts';

/** {@link ROW_COLUMNS} of a row of `responses AS r`, with the names that {@link NAMES_OF_ROW} joins to it. */
export interface StoredRow {
  readonly id: number;
  readonly shift: number;
  readonly server_id: number;
  readonly server: string;
  readonly version: string | null;
  readonly client: string | null;
  readonly tool: string | null;
  readonly operation: string | null;
  readonly dialect: number;
  readonly outcome: number;
  readonly code: string | null;
  readonly category: number | null;
  readonly message: string | null;
  readonly masked: number;
  readonly must: number;
  readonly should: number;
  readonly info: number;
  readonly warnings: number;
  readonly severity: Severity | null;
  readonly duration: number | null;
  readonly size: number;
  readonly members: number;
  readonly parent: number | null;
  readonly position: number | null;
}

export const ROW_COLUMNS = `r.id, r.shift, r.server AS server_id, s.name AS server, so.version, c.client, x.tool,
  o.name AS operation, so.dialect, r.outcome, f.code, f.category, r.message, r.masked, r.must, r.should, r.info, r.warnings,
  r.severity, r.duration, r.size, r.members, r.parent, r.position`;

export const NAMES_OF_ROW = `JOIN servers s ON s.id = r.server JOIN sources so ON so.id = r.source
  JOIN callers c ON c.id = r.caller JOIN contexts x ON x.id = r.context LEFT JOIN operations o ON o.id = r.operation
  LEFT JOIN faults f ON f.id = r.fault`;

export function responseRow(row: StoredRow): ResponseRow {
  return {
    id: publicId(row.id),
    observed_at: iso(observedAt(row)),
    server: row.server,
    server_version: row.version,
    client: row.client,
    tool: row.tool,
    operation: row.operation,
    dialect: dialectOf(row.dialect),
    outcome: outcomeOf(row.outcome),
    code: row.code,
    category: row.category === null ? null : categoryOf(row.category),
    message: row.message,
    masked: row.masked === 1,
    must: row.must,
    should: row.should,
    info: row.info,
    warnings: row.warnings,
    severity: row.severity,
    duration_ms: row.duration,
    size: row.size,
    members: row.members,
    parent: row.parent === null ? null : publicId(row.parent),
    index: row.position,
  };
}

/** Returns the rows with these keys, in their order. */
export function rowsOf(connection: Connection, keys: readonly number[]): readonly ResponseRow[] {
  return connection
    .all<StoredRow>(
      `SELECT ${ROW_COLUMNS} FROM json_each(?) k
         CROSS JOIN responses r ON r.id = k.value ${NAMES_OF_ROW} ORDER BY k.key`,
      list(keys),
    )
    .map(responseRow);
}
