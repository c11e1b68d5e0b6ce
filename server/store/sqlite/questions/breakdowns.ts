import type { ErrorGroupDetail } from '../../../../shared/api/error-groups.ts';
import { isObject, member, parseJson } from '../../../../shared/json.ts';
import { UNIDENTIFIED } from '../../../../shared/unidentified.ts';
import { unwrap } from '../../../../shared/unwrap.ts';
import type { Filter } from '../../store.ts';
import type { Connection } from '../file/connection.ts';
import { keyAt } from '../rows/ids.ts';
import { readPayload } from '../rows/payloads.ts';

/** Newest failures that a breakdown looks at, and of how many of them the details are read. */
const LOOKED_AT = 2000;
const READ = 50;
/** Values and details keys shown. */
const VALUES = 10;
const KEYS = 8;

interface Row {
  readonly id: number;
  readonly client: string | null;
  readonly version: string | null;
  readonly parent: number | null;
  readonly block: number | null;
  readonly slot: number;
}

/** How the newest failures of a group in the filter's range split by client, version and the members of `details`. */
export function breakdowns(
  connection: Connection,
  group: number,
  { from, to }: Filter,
): ErrorGroupDetail['breakdowns'] {
  const rows = connection.all<Row>(
    `SELECT r.id, c.client, so.version, r.parent, r.block, r.slot
     FROM (SELECT id FROM responses WHERE failure IN (SELECT id FROM failure_kinds WHERE group_id = ?)
             AND failure IS NOT NULL AND id >= ? AND id < ? ORDER BY id DESC LIMIT ?) k
       JOIN responses r ON r.id = k.id JOIN callers c ON c.id = r.caller JOIN sources so ON so.id = r.source
     ORDER BY r.id DESC`,
    group,
    keyAt(from),
    keyAt(to),
    LOOKED_AT,
  );
  const dimensions = new Map<string, Map<string, number>>();
  const count = (dimension: string, value: string) => {
    const values = dimensions.get(dimension) ?? new Map<string, number>();
    values.set(value, (values.get(value) ?? 0) + 1);
    dimensions.set(dimension, values);
  };
  for (const { client, version } of rows) {
    count('client', client ?? UNIDENTIFIED);
    if (version !== null) count('server_version', version);
  }
  for (const row of rows.slice(0, READ))
    for (const [key, value] of scalars(detailsOf(connection, row))) count(`details.${key}`, value);
  return [...dimensions].slice(0, KEYS + 2).map(([dimension, values]) => {
    const total = [...values.values()].reduce((sum, n) => sum + n, 0);
    const sorted = [...values].sort(([, a], [, b]) => b - a).slice(0, VALUES);
    return {
      dimension,
      count: total,
      values: sorted.map(([value, n]) => ({ value, count: n, share: n / total })),
    };
  });
}

/** Members of `details` that a breakdown can show as they are. */
function scalars(details: unknown): readonly (readonly [string, string])[] {
  if (!isObject(details)) return [];
  return Object.entries(details).flatMap(([key, value]) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [[key, String(value).slice(0, 200)] as const]
      : [],
  );
}

/** `error.details` of the envelope in a stored capture, wherever it is carried; undefined for a batch member. */
function detailsOf(connection: Connection, row: Row): unknown {
  if (row.parent !== null) return undefined;
  const payload = readPayload(connection, row.id, row);
  return payload === undefined ? undefined : errorDetails(payload.bytes);
}

function errorDetails(payload: Uint8Array): unknown {
  const capture = readJson(Buffer.from(payload).toString('utf8'));
  if (!isObject(capture)) return undefined;
  const { envelope, rpcError } = unwrap(member(capture, 'response'));
  if (rpcError !== undefined) return member(rpcError, 'data');
  const error = envelope === undefined ? undefined : member(envelope, 'error');
  return isObject(error) ? member(error, 'details') : undefined;
}

function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
