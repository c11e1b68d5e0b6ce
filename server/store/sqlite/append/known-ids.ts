import { entry } from '../../../../shared/entry.ts';
import type { ResponseRecord } from '../../record.ts';
import { idsOf, type RecordIds } from '../cells/counting.ts';
import type { Dictionaries } from '../rows/dictionaries.ts';

/** Maximum number of records with different ids remembered. */
const REMEMBERED = 10_000;

/** A tree of ids, with a step for each value that they are looked up by. */
interface Step {
  ids: RecordIds | undefined;
  readonly next: Map<string | boolean | null | undefined, Step>;
}

const unknownStep = (): Step => ({ ids: undefined, next: new Map() });

/** Ids that were looked up in the dictionaries before: nearly every response has the same as another. */
export class KnownIds {
  readonly #dictionaries: Dictionaries;
  #first = unknownStep();
  #count = 0;

  constructor(dictionaries: Dictionaries) {
    this.#dictionaries = dictionaries;
  }

  reset(): void {
    this.#first = unknownStep();
    this.#count = 0;
  }

  of(record: ResponseRecord): RecordIds {
    const { facts, verdict } = record;
    let step = this.#first;
    for (const part of [
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
    ])
      step = entry(step.next, part, unknownStep);
    if (step.ids !== undefined) return step.ids;
    if (++this.#count > REMEMBERED) this.reset();
    step.ids = idsOf(this.#dictionaries, record);
    return step.ids;
  }
}
