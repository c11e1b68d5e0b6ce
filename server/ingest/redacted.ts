import type { Statement } from '../../shared/inspect.ts';
import { resolve } from '../../shared/json/pointer.ts';
import { isObject } from '../../shared/json/value.ts';
import type { Reading } from '../../shared/reading.ts';
import { ruleById } from '../../shared/rules/index.ts';
import type { RuleSettings } from '../../shared/rules/settings.ts';
import { MARKER } from '../../shared/secrets.ts';
import type { Verdict, Violation, Warning } from '../../shared/verdict.ts';

/**
 * Returns the violations of a second judgement, except for values that were redacted, or of which a part was that
 * the rule looks at, before the response was stored: for those the earlier violations stand, at the current level of
 * their rule, since what they judged is gone. What a rule on the presence of a string finds holds, too: the violations of one
 * that was off are not among the earlier.
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
  const isHeld = ({ rule, in: frame, pointer }: Violation) =>
    held.some((one) => one.rule === rule && one.in === frame && one.pointer === pointer);
  const holds = (violation: Violation) =>
    !isGone(violation) || (ruleById(violation.rule)?.presence === true && !isHeld(violation));
  return [...again.filter(holds), ...held];
}

/**
 * A verdict with the messages and the names of warnings that the response has without its secrets, which a later judgement
 * reads, too: a message may be made of several members, or be cut, so that a secret in it stands without its key, and a long
 * name ends with a digest of all of it.
 */
export function inWordsOf(left: Statement, verdict: Verdict): Verdict {
  return like(left, verdict, ({ message, warnings }, own) => ({
    message,
    warnings: own.warnings.map((warning, position) => withNames(warning, warnings[position])),
  }));
}

function withNames(warning: Warning, left: Warning | undefined): Warning {
  if (left === undefined || left.reading?.kind !== warning.reading?.kind) return warning;
  return { ...warning, condition: left.condition, reading: left.reading };
}

/** A verdict with the categories of an earlier one of the same response: words that tell them may have been redacted since. */
export function inCategoriesOf(earlier: Statement, verdict: Verdict): Verdict {
  return like(earlier, verdict, ({ category }) => ({ category }));
}

/** Takes some of what was said of the same response and its members, where both say the same but for words. */
function like(other: Statement, verdict: Verdict, some: (said: One, own: One) => Partial<One>): Verdict {
  const { dialect, members } = verdict;
  if (!isLike(other, verdict) || other.dialect !== dialect || other.members.length !== members.length)
    return verdict;
  return {
    ...verdict,
    ...some(other, verdict),
    members: members.map((member, position) => {
      const one = other.members[position];
      return one !== undefined && isLike(one, member) ? { ...member, ...some(one, member) } : member;
    }),
  };
}

/** What is said of a response or a member. */
type One = Pick<Statement, 'outcome' | 'code' | 'category' | 'message' | 'warnings'>;

function isLike(one: One, other: One): boolean {
  return one.outcome === other.outcome && one.code === other.code;
}

/** Whether anything in a value of bounded depth was redacted. */
function hasMarker(value: unknown): boolean {
  if (typeof value === 'string') return value.includes(MARKER);
  if (Array.isArray(value)) return value.some(hasMarker);
  return isObject(value) && Object.values(value).some(hasMarker);
}
