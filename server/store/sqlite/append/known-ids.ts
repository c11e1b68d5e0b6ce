import { entry } from '../../../../shared/collections/entry.ts';
import type { ResponseRecord } from '../../record.ts';
import { idsOf, type RecordIds } from '../cells/counting.ts';
import type { Connection } from '../file/connection.ts';
import { Dictionaries } from '../rows/dictionaries.ts';

/** Maximum number of records with different ids remembered; their names have at most 256 characters each. */
const REMEMBERED = 10_000;

/** The dictionaries, and the ids that were looked up in them before: nearly every response has the same as another. */
export class KnownIds {
  readonly dictionaries: Dictionaries;
  /** By all that they are looked up by. */
  readonly #ids = new Map<string, RecordIds>();

  /** `options` are those of the dictionaries. */
  constructor(connection: Connection, options?: { readonly creates: boolean }) {
    this.dictionaries = new Dictionaries(connection, options);
  }

  of(record: ResponseRecord): RecordIds {
    const { facts, verdict } = record;
    const names = JSON.stringify([
      facts.server,
      facts.server_version,
      facts.client,
      facts.client_version,
      facts.method,
      facts.transport,
      verdict.tool ?? facts.tool,
      verdict.operation,
      verdict.dialect,
      verdict.decided_by,
      verdict.carrier,
      verdict.outcome,
      verdict.is_error,
      verdict.proven,
    ]);
    if (this.#ids.size >= REMEMBERED) this.#ids.clear();
    return entry(this.#ids, names, () => idsOf(this.dictionaries, record));
  }
}
