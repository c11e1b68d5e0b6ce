import { entry } from '../../../../shared/entry.ts';
import type { ResponseRecord } from '../../store.ts';
import { type Placed, placed } from '../cells/counting.ts';
import type { Dictionaries } from '../rows/dictionaries.ts';

/** Places remembered at once. */
const KNOWN_PLACES = 10_000;

/** Places by what they are made of, a step each. */
interface Step {
  place: Placed | undefined;
  readonly next: Map<string | boolean | null | undefined, Step>;
}

const unknownStep = (): Step => ({ place: undefined, next: new Map() });

/** Places in the dictionaries that were looked up before: nearly every response has one that another had. */
export class Places {
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

  of(record: ResponseRecord): Placed {
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
    if (step.place !== undefined) return step.place;
    if (++this.#count > KNOWN_PLACES) this.reset();
    step.place = placed(this.#dictionaries, record);
    return step.place;
  }
}
