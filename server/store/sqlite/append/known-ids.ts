import { entry } from '../../../../shared/collections/entry.ts';
import type { ResponseRecord } from '../../record.ts';
import { idsOf, type RecordIds } from '../cells/counting.ts';
import type { Dictionaries } from '../rows/dictionaries.ts';

/** Maximum number of records with different ids remembered; their names have at most 256 characters each. */
const REMEMBERED = 10_000;

/** Ids that were looked up in the dictionaries before: nearly every response has the same as another. */
export class KnownIds {
  readonly #dictionaries: Dictionaries;
  /** By all that they are looked up by. */
  readonly #ids = new Map<string, RecordIds>();

  constructor(dictionaries: Dictionaries) {
    this.#dictionaries = dictionaries;
  }

  reset(): void {
    this.#ids.clear();
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
    if (this.#ids.size >= REMEMBERED) this.reset();
    return entry(this.#ids, names, () => idsOf(this.#dictionaries, record));
  }
}
