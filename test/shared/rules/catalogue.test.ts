import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { CATALOGUE, EXCLUSIONS, RULE_IDS, ruleById } from '../../../shared/rules/index.ts';

const FOLDER = fileURLToPath(new URL('../../../shared/rules/', import.meta.url));

/** Configurations, baselines and stored verdicts rely on these ids. Later rules need not be listed. */
const PROMISED = `
  ENV-01 ENV-02 ENV-03 ENV-04 ENV-05 ENV-06 ENV-07 ENV-08 ENV-09 ENV-10 ERR-01 ERR-02 ERR-03 ERR-04 ERR-05
  CODE-01 CODE-02 CODE-03 CODE-05 CODE-06 MSG-01 MSG-02 MSG-04 MSG-05 DET-01 RATE-01 TOK-01 TOK-02 TOK-04
  WRN-01 WRN-02 WRN-03 WRN-04 WRN-06 WRN-07 WRN-09 WRN-10 WRN-11 WRN-12 WRN-13 WRN-14
  WRN-20 WRN-21 WRN-22 WRN-23 WRN-24 WRN-25 BAT-01 BAT-02 BAT-03 BAT-04 BAT-05
  PAG-01 PAG-02 PAG-03 PAG-04 PAG-05 PAG-07 INT-01 INT-02 INT-03
  TRN-01 TRN-02 TRN-03 TRN-04 TRN-05 TRN-06 TRN-07 TRN-08 TRN-09 TRN-10 SES-01 SES-02 SES-03 SES-04 SES-05 SES-06
  RES-01 RES-02 RES-03 RES-04 RES-05 RES-06 RES-07 RES-08 RES-09 RES-10 RES-11 RES-13 RES-14 RES-15
  FLG-01 FLG-02 FLG-03 FLG-04 FLG-05 FLG-06 FLG-07 MCP-02 MCP-04`
  .trim()
  .split(/\s+/);

test('holds the promised ids, once each, in reading order', () => {
  expect(PROMISED).toHaveLength(100);
  expect(RULE_IDS.filter((id) => PROMISED.includes(id))).toEqual(PROMISED);
  expect(RULE_IDS).toHaveLength(CATALOGUE.length);
});

test('has every file in the rule folders, under the id it is named after', () => {
  const files = readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => readdirSync(`${FOLDER}${name}`));
  expect(files.map((name) => name.replace('.ts', '').toUpperCase()).sort()).toEqual([...RULE_IDS].sort());
});

test('has words, a dialect, what is checked and examples for every rule', () => {
  for (const rule of CATALOGUE) {
    for (const text of [rule.title, rule.condition, rule.reason, rule.source]) {
      expect(text.trim(), rule.id).not.toBe('');
    }
    expect(rule.dialects.length, rule.id).toBeGreaterThan(0);
    expect(rule.check === undefined, rule.id).toBe(rule.across !== undefined);
    expect(rule.good.length * rule.bad.length, rule.id).toBeGreaterThan(0);
  }
});

test('excludes only rules that exist', () => {
  for (const [id, others] of EXCLUSIONS) {
    expect(RULE_IDS).toContain(id);
    for (const other of others) expect(RULE_IDS).toContain(other);
  }
});

test('finds a rule by its id, and nothing by a member of Object.prototype', () => {
  expect(ruleById('ENV-01')?.title).toBe('success is present');
  expect(ruleById('constructor')).toBeUndefined();
});
