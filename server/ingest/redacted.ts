import { isObject } from '../../shared/json.ts';
import { resolve } from '../../shared/pointer.ts';
import type { Reading } from '../../shared/reading.ts';
import { ruleById } from '../../shared/rules/index.ts';
import type { RuleSettings } from '../../shared/rules/settings.ts';
import { MARKER } from '../../shared/secrets.ts';
import type { Violation } from '../../shared/verdict.ts';

/**
 * Returns the violations of a second judgement, except for values that were redacted, or of which a part was that
 * the rule looks at, before the response was stored: for those the earlier violations stand, at the current level of
 * their rule, since what they judged is gone.
 */
export function withHeld(
  again: readonly Violation[],
  earlier: readonly Violation[],
  { located }: Reading,
  rules: RuleSettings,
): readonly Violation[] {
  const message = located.result ?? located.rpcError;
  const isGone = ({ rule, in: frame, pointer }: Violation) => {
    const value = resolve(frame === 'envelope' ? located.envelope : message, pointer);
    return ruleById(rule)?.whole === true ? hasMarker(value) : value === MARKER;
  };
  const held = earlier.filter(isGone).flatMap((violation): readonly Violation[] => {
    const level = rules.get(violation.rule) ?? ruleById(violation.rule)?.level ?? violation.level;
    return level === 'off' ? [] : [{ ...violation, level }];
  });
  return [...again.filter((violation) => !isGone(violation)), ...held];
}

/** Whether anything in a value of bounded depth was redacted. */
function hasMarker(value: unknown): boolean {
  if (typeof value === 'string') return value.includes(MARKER);
  if (Array.isArray(value)) return value.some(hasMarker);
  return isObject(value) && Object.values(value).some(hasMarker);
}
