import { expect, test } from 'vitest';
import { inspect } from '../../../shared/inspect.ts';
import { parseJson } from '../../../shared/json/value.ts';
import { readRuleSettings } from '../../../shared/rules/settings.ts';

function levelsOf(response: unknown, configured: unknown): readonly string[] {
  const { settings, problems } = readRuleSettings(configured);
  expect(problems).toEqual([]);
  return inspect({ response, tool: 'mcp_aql_read' }, settings).violations.map(
    ({ rule, level }) => `${rule} ${level}`,
  );
}

const UNREGISTERED = { success: false, error: { code: 'VALIDATION_UTF8', message: 'Not UTF-8' } };

test('a rule has its default level unless the configuration changes it', () => {
  expect(levelsOf(UNREGISTERED, undefined)).toEqual(['CODE-03 should']);
  expect(levelsOf(UNREGISTERED, { 'CODE-03': 'must' })).toEqual(['CODE-03 must']);
});

test('a rule that is off reports nothing', () => {
  expect(levelsOf(UNREGISTERED, { 'CODE-03': 'off' })).toEqual([]);
});

test('a rule that is off still excludes others, so that nothing new is reported', () => {
  const dashed = { success: false, error: { code: 'NOT-FOUND', message: 'm' } };
  expect(levelsOf(dashed, {})).toEqual(['CODE-01 must']);
  expect(levelsOf(dashed, { 'CODE-01': 'off' })).toEqual([]);
});

test('names each invalid entry, and keeps the others', () => {
  const { settings, problems } = readRuleSettings({ 'ENV-1': 'off', 'ENV-02': 'loud', 'ENV-03': 'info' });
  expect([...settings]).toEqual([['ENV-03', 'info']]);
  expect(problems).toEqual([
    'rules: unknown rule "ENV-1". Did you mean ENV-01?',
    'rules.ENV-02 must be must, should, info, off, not "loud".',
  ]);
});

test('a configuration that is not an object, or has hostile names, is reported', () => {
  expect(readRuleSettings(['ENV-01']).problems).toEqual(['rules must be an object, not an array.']);
  expect(readRuleSettings(parseJson('{"__proto__": "off"}')).problems).toHaveLength(1);
});
