import * as listed from './list.ts';
import type { Rule } from './rule.ts';

/**
 * Incremented when a response is read, judged or counted differently, or a message worded differently: what is stored
 * has all of these, and is judged again.
 */
const REVISION = 22;

/** Groups of ids in reading order. */
const GROUPS = [
  'ENV',
  'ERR',
  'CODE',
  'MSG',
  'DET',
  'RATE',
  'TOK',
  'WRN',
  'BAT',
  'PAG',
  'INT',
  'TRN',
  'SES',
  'RES',
  'FLG',
  'MCP',
];

/** Every rule, in reading order: by group, then by number. */
export const CATALOGUE: readonly Rule[] = Object.values(listed).sort((a, b) => orderOf(a.id) - orderOf(b.id));

/** Identifies the catalogue, so that outdated verdicts are found; adding a rule changes it. */
export const CATALOGUE_VERSION: number = REVISION * 1_000 + CATALOGUE.length;

function orderOf(id: string): number {
  const [group = '', number] = id.split('-');
  return GROUPS.indexOf(group) * 100 + Number(number);
}

const BY_ID: ReadonlyMap<string, Rule> = new Map(CATALOGUE.map((rule) => [rule.id, rule]));

export const RULE_IDS: readonly string[] = [...BY_ID.keys()];

/** The rule with an id such as `ENV-01`; undefined if there is none. */
export function ruleById(id: string): Rule | undefined {
  return BY_ID.get(id);
}

/**
 * Rules that are not reported of an envelope (or of one warning) where the rule before them is: both have one cause.
 * Others exclude each other by what they look at: an error that is no object, `warnings` that are no array and a
 * warning that is no object have no parts to judge, and details that break WRN-20 are not read.
 */
export const EXCLUSIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ['CODE-01', ['CODE-02', 'CODE-03', 'WRN-14']],
  ['CODE-05', ['CODE-02', 'CODE-03', 'CODE-06']],
  ['MSG-04', ['MSG-01', 'MSG-02']],
  ['TRN-01', ['MCP-04']],
  ['TRN-06', ['TRN-10']],
  ['RES-10', ['RES-09']],
]);
