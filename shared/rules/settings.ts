import { isObject } from '../json/value.ts';
import { nearest } from '../text/nearest.ts';
import { LEVELS, type Level } from '../verdict.ts';
import { RULE_IDS, ruleById } from './index.ts';
import { quoted, shown } from './show.ts';

/** The owner's settings for rules, by rule id. */
export type RuleSettings = ReadonlyMap<string, Level | 'off'>;

export const NO_SETTINGS: RuleSettings = new Map();

const CHOICES: readonly (Level | 'off')[] = [...LEVELS, 'off'];

interface SettingsRead {
  readonly settings: RuleSettings;
  /** One sentence per invalid entry; empty if all are valid. */
  readonly problems: readonly string[];
}

/**
 * Reads the rules part of a configuration, such as `{"TRN-03": "off", "CODE-03": "info"}`: a rule's id with the level
 * that it shall have, or `off`. Entries that cannot be used are named in `problems`, the rest holds.
 */
export function readRuleSettings(value: unknown): SettingsRead {
  if (value === undefined) return { settings: NO_SETTINGS, problems: [] };
  if (!isObject(value))
    return { settings: NO_SETTINGS, problems: [`rules must be an object, not ${shown(value)}.`] };
  const settings = new Map<string, Level | 'off'>();
  const problems: string[] = [];
  for (const [id, choice] of Object.entries(value)) {
    const chosen = CHOICES.find((candidate) => candidate === choice);
    if (ruleById(id) === undefined) problems.push(unknownRule(id));
    else if (chosen === undefined)
      problems.push(`rules.${id} must be ${CHOICES.join(', ')}, not ${shown(choice)}.`);
    else settings.set(id, chosen);
  }
  return { settings, problems };
}

function unknownRule(id: string): string {
  const meant = nearest(id, RULE_IDS);
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
  return `rules: unknown rule ${quoted(id)}.${hint}`;
}
