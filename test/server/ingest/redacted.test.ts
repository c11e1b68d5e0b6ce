import { describe, expect, test } from 'vitest';
import { Fold } from '../../../server/ingest/fold.ts';
import { withHeld } from '../../../server/ingest/redacted.ts';
import type { ResponseRecord } from '../../../server/store/record.ts';
import { read } from '../../../shared/read.ts';
import type { RuleSettings } from '../../../shared/rules/settings.ts';
import { MARKER } from '../../../shared/secrets.ts';
import type { Verdict, Violation } from '../../../shared/verdict.ts';
import { judging } from '../../helpers/judging.ts';

const flagged = read({
  response: {
    error: true,
    type: 'X',
    message: 'm',
    params: { api_key: MARKER, token: MARKER, index: 'logs' },
  },
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
    expect(
      withHeld([], [GONE, STILL, violation('/params'), violation('/lost')], flagged, NONE),
    ).toMatchObject([{ rule: 'FLG-05', pointer: '/params/api_key', message: 'm' }]);
  });

  test('keeps what a rule that looks at a whole value said of one with a redacted part', () => {
    const warning = { code: 'X', message: 'm', details: { tokens: [MARKER] } };
    const warned = read({ response: { success: true, data: 1, warnings: [{ code: 'Y' }, warning] } });
    const repeated = ['/warnings/0', '/warnings/1'].map((pointer) => violation(pointer, { rule: 'WRN-07' }));
    expect(withHeld([], repeated, warned, NONE)).toMatchObject([{ pointer: '/warnings/1' }]);
  });

  test('says nothing new of a redacted value', () => {
    const other = { rule: 'FLG-99' };
    const kept = [STILL, violation('/params/index', other)];
    expect(withHeld([violation('/params/api_key', other), ...kept], [], flagged, NONE)).toEqual(kept);
  });

  test('finds a secret by its key again, once, as when its rule was off in between', () => {
    expect(withHeld([GONE], [], flagged, NONE)).toEqual([GONE]);
    expect(withHeld([GONE], [GONE], flagged, NONE)).toMatchObject([{ pointer: '/params/api_key' }]);
    const others = [violation('/params/api_key', { rule: 'OLD-01' }), violation('/params/token')];
    expect(withHeld([GONE], others, flagged, NONE)).toMatchObject(
      [GONE, ...others].map(({ rule, pointer }) => ({ rule, pointer })),
    );
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

describe('a response that quotes a secret', () => {
  const DEPRECATED = { type: 'operation', deprecated_item: 'list_v1' };
  const LONG = `${'x'.repeat(300)} {"token":"geheim12"}`;
  const warned = (code: string, details: object) => ({
    success: true,
    data: 1,
    warnings: [{ code, message: 'm', severity: 'low', details }],
  });
  const AT = Date.parse('2026-11-21T00:00:00Z');
  const recorded = (said: unknown, judge = judging()) => {
    const response = { content: [{ type: 'text', text: JSON.stringify(said) }], isError: true };
    const bytes = Buffer.from(JSON.stringify({ server: 's', tool: 'mcp_aql_read', response }));
    const judged = judge.judge(bytes, undefined, AT);
    if ('error' in judged) throw new Error(judged.error.message);
    return judged.record;
  };
  const failure = (message: string) => ({ success: false, error: { code: 'INTERNAL_ERROR', message } });

  test.each<readonly [string, unknown, readonly RegExp[]]>([
    ['as the message of a field', { success: false, errors: { password: ['geheim12 is too common'] } }, []],
    [
      'in a quote that is cut',
      failure(`Could not call ${'x'.repeat(30)} with {"tokens": ["geheim12geheim12geheim12"]}`),
      [],
    ],
    [
      'at the end of a message that is cut',
      failure(`${'x'.repeat(3_970)} body="{"token":"geheim12${'y'.repeat(99)}"}"`),
      [],
    ],
    ['that looks like a path', failure('Bad login {"password":"at /geheim12-is-here"}'), []],
    ['in a date', warned('DEPRECATION_WARNING', { ...DEPRECATED, removal_date: '{"token":"geheim12"}' }), []],
    [
      'in the metric of a quota',
      {
        success: false,
        error: {
          code: 'RATE_LIMIT_QUOTA_EXHAUSTED',
          message: 'Quota exhausted',
          details: {
            ...{ metric: '{"token":"geheim12"}', current: 10, warn_threshold: 8, hard_stop_threshold: 10 },
            resets_at: '2030-01-01T00:00:00Z',
          },
        },
      },
      [],
    ],
    ['that the user named', { success: false, stderr: 'geheim12 nine' }, [/^stderr$/]],
    [
      'that a rule quotes',
      {
        success: true,
        data: {
          items: [],
          pageInfo: { hasNextPage: true, hasPreviousPage: false, endCursor: 'geheim12 +/' },
        },
      },
      [/cursor/i],
    ],
  ])('repeats nothing of it: %s', (_where, said, keys) => {
    const { payload, verdict, groups, redacted } = recorded(said, judging({ secretKeys: keys }));
    expect(redacted).toBeGreaterThan(0);
    expect(`${Buffer.from(payload)} ${JSON.stringify([verdict, groups])}`).not.toContain('geheim');
  });

  test('is not remembered if a key that the user named leaves no capture of it', () => {
    const fold = new Fold(new Map(), undefined);
    const sent = {
      server: 's',
      tool: 'mcp_aql_read',
      observed_at: new Date(AT).toISOString(),
      response: { success: false, error: { code: '{"password":"geheim12"}', message: 'Cannot log in' } },
    };
    const judge = judging({ secretKeys: [/^observed_at$/], fold });
    judge.judge(Buffer.from(JSON.stringify(sent)), undefined, AT);
    expect(Buffer.from(fold.save()).toString()).not.toContain('geheim');
  });

  const keptOf = ({
    payload,
    redacted,
    verdict,
  }: Pick<ResponseRecord, 'payload' | 'redacted' | 'verdict'>) => ({
    ...{
      id: '1',
      server: 's',
      at: AT,
      received_at: AT,
      payload,
      redacted,
      verdict,
      warnings: 0,
      groups: null,
    },
  });

  test.each([
    { success: false, errors: { password: ['The password field is required.'] } },
    failure('Denied by {"token":"permission zz"}'),
    { success: true, data: 1, results: [{ index: 0, result: failure('Login {"token":"was not found"}') }] },
    warned('RATE_LIMIT_QUOTA_WARNING', { metric: LONG, current: 1, warn_threshold: 2 }),
    warned('DEPRECATION_WARNING', { ...DEPRECATED, deprecated_item: LONG }),
    { success: true, data: 1, results: [{ index: 0, result: warned('X', { about: LONG }) }] },
    warned('X', { about: `${'x'.repeat(185)} {"token":"geheim12", "b":"${'y'.repeat(200)}"}` }),
  ])('has the same category, message, names and group when it is judged again: %j', (said) => {
    const { verdict, groups, ...rest } = recorded(said);
    const again = judging().again(keptOf({ ...rest, verdict }));
    const words = ({ category, message, warnings }: Pick<Verdict, 'category' | 'message' | 'warnings'>) => [
      [category, message],
      warnings.map(({ condition, reading }) => [condition, reading]),
    ];
    expect(again && [words(again.verdict), again.verdict.members.map(words)]).toEqual([
      words(verdict),
      verdict.members.map(words),
    ]);
    expect(again?.groups).toEqual(groups);
  });

  test('and one that quotes none has the category of its words now', () => {
    const { verdict, ...rest } = recorded(failure('It failed'));
    const again = judging().again(keptOf({ ...rest, verdict: { ...verdict, category: 'validation' } }));
    expect(again?.verdict).toEqual(verdict);
  });

  test('and one that is of another dialect now has the category of that', () => {
    const { verdict, ...rest } = recorded(failure('Login with {"token":"geheim12"}'));
    const again = judging().again(
      keptOf({ ...rest, verdict: { ...verdict, dialect: 'success-flag', category: 'validation' } }),
    );
    expect(again?.verdict.category).toBe(verdict.category);
  });
});
