import { Fold } from '../../server/ingest/fold.ts';
import { Judge } from '../../server/ingest/judge.ts';

type Options = ConstructorParameters<typeof Judge>[0];

/** Returns a judge without pins, by default with the catalogue unchanged, no additional secret keys and nothing learnt. */
export function judging({
  rules = new Map(),
  secretKeys = [],
  fold = new Fold(rules, undefined),
}: Partial<Omit<Options, 'pins'>> = {}): Judge {
  return new Judge({ rules, secretKeys, pins: new Map(), fold });
}
