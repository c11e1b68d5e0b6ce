import { CATALOGUE } from '../rules/index.ts';
import { NO_SETTINGS, type RuleSettings } from '../rules/settings.ts';
import type { Violation } from '../verdict.ts';
import type { Memory, ResponseRef } from './memory.ts';
import type { Observed } from './observed.ts';

/** A rule that several responses break together; the pointer is from the envelope of the newest. */
export interface Finding extends Violation {
  readonly server: string;
  /** Oldest first. */
  readonly responses: readonly ResponseRef[];
}

const RULES = CATALOGUE.flatMap(({ id, level, across }) =>
  across === undefined ? [] : [{ id, level, check: across }],
);

/**
 * Folds one response into the memory, which it advances, and gives the rules across responses that it breaks with
 * earlier ones. The same for server and linter: equal responses in equal order give equal findings. A rule that is off
 * still remembers, so that it can be switched on without a gap.
 */
export function foldAcross(
  memory: Memory,
  observed: Observed,
  settings: RuleSettings = NO_SETTINGS,
): readonly Finding[] {
  const findings: Finding[] = [];
  for (const { id, level: own, check } of RULES) {
    const breaches = check(observed, memory);
    const level = settings.get(id) ?? own;
    if (level === 'off') continue;
    for (const breach of breaches) {
      findings.push({ rule: id, level, in: 'envelope', server: observed.server, ...breach });
    }
  }
  return findings;
}
