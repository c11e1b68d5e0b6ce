import { describe, expect, test } from 'vitest';
import { withHeld } from '../../../server/ingest/redacted.ts';
import { read } from '../../../shared/read.ts';
import type { RuleSettings } from '../../../shared/rules/settings.ts';
import { MARKER } from '../../../shared/secrets.ts';
import type { Violation } from '../../../shared/verdict.ts';

const flagged = read({
  response: { error: true, type: 'X', message: 'm', params: { api_key: MARKER, index: 'logs' } },
});
const violation = (pointer: string, more: Partial<Violation> = {}): Violation => ({
  rule: 'FLG-05',
  level: 'should',
  in: 'envelope',
  pointer,
  message: 'm',
  ...more,
});
const GONE = violation('/params/api_key');
const STILL = violation('/params/index');
const NONE: RuleSettings = new Map();

describe('a second judgement', () => {
  test('keeps what was said of a redacted value, and nothing else that was said before', () => {
    expect(withHeld([], [GONE, STILL, violation('/lost')], flagged, NONE)).toMatchObject([
      { rule: 'FLG-05', pointer: '/params/api_key', message: 'm' },
    ]);
  });

  test('says nothing new of a redacted value', () => {
    const again = [violation('/params/api_key', { rule: 'FLG-99' }), STILL];
    expect(withHeld(again, [], flagged, NONE)).toEqual([STILL]);
  });

  test.each<readonly [string, string, RuleSettings, readonly string[]]>([
    ['of the settings', 'FLG-05', new Map([['FLG-05', 'info']]), ['info']],
    ['of the catalogue', 'FLG-05', NONE, ['must']],
    ['it had, if the rule is no more', 'OLD-01', NONE, ['should']],
    ['of the settings, which may be off', 'FLG-05', new Map([['FLG-05', 'off']]), []],
  ])('keeps it at the level %s', (_title, rule, settings, levels) => {
    const kept = withHeld([], [{ ...GONE, rule }], flagged, settings);
    expect(kept.map(({ level }) => level)).toEqual(levels);
  });

  test('looks in the message for what was said of the message', () => {
    const inText = violation('/content/0/text', { in: 'message' });
    const result = read({ response: { content: [{ type: 'text', text: MARKER }] } });
    const inError = violation('/message', { in: 'message' });
    const refused = read({ response: { jsonrpc: '2.0', id: 1, error: { code: -32603, message: MARKER } } });
    expect(withHeld([], [inText, inError], result, NONE)).toMatchObject([{ pointer: '/content/0/text' }]);
    expect(withHeld([], [inText, inError], refused, NONE)).toMatchObject([{ pointer: '/message' }]);
    expect(withHeld([], [{ ...GONE, in: 'message' }], flagged, NONE)).toEqual([]);
  });
});
