import { inspect } from '../inspect.ts';
import { read } from '../read.ts';
import { foldAcross } from '../sessions/fold.ts';
import { Memory } from '../sessions/memory.ts';
import { notesOf } from '../sessions/notes.ts';
import type { Carrier, Violation } from '../verdict.ts';
import type { GoodExample } from './rule.ts';

/** What one rule says about an exchange: where its envelope is, and where in it the rule is broken. */
interface Judged {
  readonly carrier: Carrier;
  readonly violations: readonly Violation[];
}

/** What a rule says about its example, for each exchange and across them in order, at the rule's own level. */
export function judged(id: string, { exchange }: GoodExample): readonly Judged[] {
  const memory = new Memory();
  const exchanges = 'response' in exchange ? [exchange] : exchange;
  return exchanges.map((one, ref) => {
    const { carrier, violations } = inspect(one);
    const across = foldAcross(memory, {
      server: 'example',
      ref,
      at: one.observed_at,
      notes: notesOf(read(one), (token) => token),
    });
    return {
      carrier,
      violations: [...violations, ...across.map(({ responses: _, ...violation }) => violation)].filter(
        ({ rule }) => rule === id,
      ),
    };
  });
}
