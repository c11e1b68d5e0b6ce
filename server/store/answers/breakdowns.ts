import type { ErrorGroupDetail } from '../../../shared/api/error-groups.ts';
import { addTo } from '../../../shared/collections/add-to.ts';
import { entry } from '../../../shared/collections/entry.ts';
import { sum } from '../../../shared/collections/sum.ts';
import { isObject, type JsonObject, jsonIn } from '../../../shared/json/value.ts';
import { read } from '../../../shared/read.ts';
import type { Reading } from '../../../shared/reading.ts';
import { cut } from '../../../shared/text/cut.ts';
import { UNIDENTIFIED } from '../../../shared/unidentified.ts';
import type { Dialect } from '../../../shared/verdict.ts';

/** How many of the newest failures have their details examined. */
export const DETAILED = 50;
/** Maximum number of values per dimension. */
const VALUES = 10;
/** Maximum number of dimensions: `client`, those of versions where failures have them, and then those of `details`. */
const DIMENSIONS = 10;
/** How the dimensions of `details` begin. */
const OF_DETAILS = 'details.';
/** Characters of a value that are shown, and by which values are told apart. */
const SHOWN = 200;

/** What is known of a failure. */
interface FailureSaid {
  /** Null if the client is unidentified. */
  readonly client: string | null;
  readonly clientVersion: string | null;
  /** Server version. */
  readonly version: string | null;
  /** Of its failure, for the first DETAILED failures; null if there are none. */
  readonly details: JsonObject | null;
}

/** Splits failures, newest first, by client, version and the members of `details`, most frequent values first. */
export function breakdownsOf(failures: readonly FailureSaid[]): ErrorGroupDetail['breakdowns'] {
  const dimensions = new Map<string, Map<string, number>>();
  const count = (dimension: string, value: string) => {
    const values = entry(dimensions, dimension, () => new Map<string, number>());
    addTo(values, value);
  };
  const versioned = new Set<string | null>();
  for (const { client, clientVersion, version } of failures) {
    const name = client ?? UNIDENTIFIED;
    count('client', name);
    if (clientVersion !== null) {
      versioned.add(client);
      count('client_version', `${name} ${clientVersion}`);
    }
    if (version !== null) count('server_version', version);
  }
  // Where each client has one, they only repeat the clients.
  if (dimensions.get('client_version')?.size === versioned.size) dimensions.delete('client_version');
  for (const { details } of failures)
    for (const [key, value] of scalars(details)) count(OF_DETAILS + key, value);
  return [...dimensions].slice(0, DIMENSIONS).map(([dimension, values]) => {
    const total = sum(values.values());
    const sorted = [...values].sort(([, a], [, b]) => b - a).slice(0, VALUES);
    return {
      dimension,
      examined: dimension.startsWith(OF_DETAILS) ? Math.min(failures.length, DETAILED) : failures.length,
      count: total,
      values: sorted.map(([value, n]) => ({ value, count: n, share: n / total })),
    };
  });
}

/** Members of `details` that a breakdown can show as they are. */
function scalars(details: JsonObject | null): readonly (readonly [string, string])[] {
  return Object.entries(details ?? {}).flatMap(([key, value]) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [[key, cut(String(value), SHOWN)] as const]
      : [],
  );
}

const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Returns the details of a capture's failure as its dialect, which it was judged by, has them, then those of its batch
 * members in the order of the verdict; null where there are none.
 */
export function failureDetails(payload: Uint8Array, dialect: Dialect): readonly (JsonObject | null)[] {
  const capture = jsonIn(UTF8.decode(payload));
  if (!isObject(capture)) return [];
  const { response, tool, params } = capture;
  return detailsIn(read({ response, tool: typeof tool === 'string' ? tool : undefined, params }, dialect));
}

function detailsIn({ details, members }: Reading): readonly (JsonObject | null)[] {
  return [details, ...members.flatMap(({ reading }) => detailsIn(reading))];
}
