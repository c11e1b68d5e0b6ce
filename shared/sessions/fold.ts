import { ruleById } from '../rules/index.ts';
import { NO_SETTINGS, type RuleSettings } from '../rules/settings.ts';
import type { Violation } from '../verdict.ts';
import type { Memory, ResponseRef } from './memory.ts';
import type { Observed, SessionCheck } from './observed.ts';
import { ses01 } from './ses-01.ts';
import { ses02 } from './ses-02.ts';
import { ses03 } from './ses-03.ts';
import { ses04 } from './ses-04.ts';
import { ses05 } from './ses-05.ts';
import { ses06 } from './ses-06.ts';

/** A rule that several responses break together; the pointer is from the envelope of the newest. */
export interface Finding extends Violation {
  readonly server: string;
  /** Oldest first. */
  readonly responses: readonly ResponseRef[];
}

const CHECKS: readonly (readonly [rule: string, check: SessionCheck])[] = [
  ['SES-01', ses01],
  ['SES-02', ses02],
  ['SES-03', ses03],
  ['SES-04', ses04],
  ['SES-05', ses05],
  ['SES-06', ses06],
];

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
  const { server } = observed;
  return CHECKS.flatMap(([rule, check]) => {
    const breaches = check(observed, memory);
    const level = settings.get(rule) ?? ruleById(rule)?.level;
    if (breaches.length === 0 || level === undefined || level === 'off') return [];
    return breaches.map((breach) => ({ rule, level, in: 'envelope' as const, server, ...breach }));
  });
}
