import type { ErrorGroupDetail } from '../../../../shared/api/error-groups.ts';
import { isObject, member, parseJson } from '../../../../shared/json.ts';
import { UNIDENTIFIED } from '../../../../shared/unidentified.ts';
import { unwrap } from '../../../../shared/unwrap.ts';
import type { Connection } from '../file/connection.ts';
import { readPayload } from '../rows/payloads.ts';
import { callersById } from './callers.ts';
import type { FailureRow } from './group-failures.ts';

/** Of how many failures the details are read. */
const READ = 50;
/** Values and details keys shown. */
const VALUES = 10;
const KEYS = 8;

/** How failures, the newest first, split by client, version and the members of `details`. */
export function breakdowns(
  connection: Connection,
  failures: readonly FailureRow[],
): ErrorGroupDetail['breakdowns'] {
  const callers = callersById(connection);
  const versions = new Map(
    connection.rows<readonly [number, string | null]>('SELECT id, version FROM sources'),
  );
  const dimensions = new Map<string, Map<string, number>>();
  const count = (dimension: string, value: string) => {
    const values = dimensions.get(dimension) ?? new Map<string, number>();
    values.set(value, (values.get(value) ?? 0) + 1);
    dimensions.set(dimension, values);
  };
  for (const [, caller, source] of failures) {
    const version = versions.get(source) ?? null;
    count('client', callers[caller]?.client ?? UNIDENTIFIED);
    if (version !== null) count('server_version', version);
  }
  for (const failure of failures.slice(0, READ))
    for (const [key, value] of scalars(detailsOf(connection, failure))) count(`details.${key}`, value);
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
function detailsOf(connection: Connection, [id, , , parent, block, slot]: FailureRow): unknown {
  if (parent !== null) return undefined;
  const payload = readPayload(connection, id, { block, slot });
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
