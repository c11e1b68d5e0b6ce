import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defined } from '../../shared/collections/defined.ts';
import { CATEGORIES, DIALECTS, LEVELS, OUTCOMES } from '../../shared/verdict.ts';
import { readSearch, suggestions, writeSearch } from '../../web/features/traffic/search-syntax.ts';
import { changed, type Filter } from '../../web/lib/filter.ts';

const read = (text: string) => {
  const { change, own, problems } = readSearch(text);
  return { filter: defined({ ...change, ...own }), problems };
};

describe('the search box', () => {
  it('reads every dimension, exclusion, threshold and words from one line', () => {
    expect(read('code:VALIDATION_* server:x -client:y sev<=1 "two words" plain')).toEqual({
      filter: {
        code: ['VALIDATION_*'],
        server: ['x'],
        not_client: ['y'],
        severity_max: 1,
        q: 'two words plain',
      },
      problems: [],
    });
  });

  it.each([
    ['is:failure', { outcome: ['failure'] }],
    ['operation:list -operation:drop', { operation: ['list'], not_operation: ['drop'] }],
    ['op:list -op:drop', { operation: ['list'], not_operation: ['drop'] }],
    ['server:a server:b', { server: ['a', 'b'] }],
    ['-server:a', { not_server: ['a'] }],
    ['rule:env-03', { rule: ['ENV-03'] }],
    ['severity:high', { severity_max: 0 }],
    ['sev<=low', { severity_max: 2 }],
    ['warning:DEPRECATION_*', { warning: ['DEPRECATION_*'] }],
    ['client:"a b"', { client: ['a b'] }],
    ['code:-32602', { code: ['-32602'] }],
    ['-code:VALIDATION_* -code:-32602', { not_code: ['VALIDATION_*', '-32602'] }],
    ['is:failure -CODE:X', { outcome: ['failure'], not_code: ['X'] }],
    ['"server:x"', { q: 'server:x' }],
    ['"sev<=1"', { q: 'sev<=1' }],
    ['-32602 --verbose "-word" -', { q: '-32602 --verbose -word -' }],
    ['contains:mailer', { contains: 'mailer' }],
    ['Contains:"\\"id\\": 7" server:x disk', { contains: '"id": 7', server: ['x'], q: 'disk' }],
    ['deprecated:old_tool op:x', { deprecated: 'old_tool', operation: ['x'] }],
    ['deprecated:"a b" contains:c', { deprecated: 'a b', contains: 'c' }],
    ['', {}],
  ])('%s', (text, filter) => {
    expect(read(text)).toEqual({ filter, problems: [] });
  });

  it.each([
    ['nope:1', 'nope is not a filter; to search for it as text, put it in quotes'],
    ['nope:', 'nope is not a filter; to search for it as text, put it in quotes'],
    ['-nope:1', '-nope is not a filter; to search for it as text, put it in quotes'],
    ['xcode:A', 'xcode is not a filter; to search for it as text, put it in quotes'],
    ['-Rule:ENV-03', 'Rule cannot be excluded; server, client, operation and code can'],
    ['-rule:ENV-03', 'rule cannot be excluded; server, client, operation and code can'],
    ['outcome:bad', 'outcome:bad: outcome must be one of success, failure, unknown'],
    ['sev<=7', 'sev<=7: severity must be 0 to 2, or high, medium, low'],
    ['server:', 'server: needs a value'],
    ['contains:', 'contains: needs a value'],
    ['contains:a contains:b', 'only one text can be searched for with contains:'],
    ['deprecated:', 'deprecated: needs a value'],
    ['deprecated:a deprecated:b', 'only one text can be searched for with deprecated:'],
    ['disk -full', 'words cannot be excluded; to search for -full as text, put it in quotes'],
  ])('says what is wrong with %s', (text, problem) => {
    expect(read(text).problems).toEqual([problem]);
  });

  const seen = (...values: readonly string[]) => values.map((value) => ({ value, count: 1 }));
  const facets = {
    servers: seen('shop', 'a b', 'urn:x'),
    clients: seen('ide'),
    operations: [],
    codes: seen('NOT_FOUND_RESOURCE', 'VALIDATION_MISSING_PARAM'),
    warnings: [],
    totals: { servers: 3, clients: 1, operations: 0, codes: 2, warnings: 0 },
  };

  it.each([
    ['code:', ['code:NOT_FOUND_RESOURCE', 'code:VALIDATION_MISSING_PARAM']],
    ['disk  -CODE:missing', ['disk  -CODE:VALIDATION_MISSING_PARAM']],
    [
      'is:failure server:',
      ['is:failure server:shop', 'is:failure server:"a b"', 'is:failure server:"urn:x"'],
    ],
    ['server:"a ', ['server:"a b"']],
    ['server:URN:', ['server:"urn:x"']],
    ['is:', ['is:success', 'is:failure', 'is:unknown']],
    ['code: ', []],
    ['operation:', []],
    ['rule:', []],
    ['nope:', []],
    ['shop', []],
    ['', []],
  ])('%j may go on with %j', (typed, whole) => {
    expect(suggestions(typed, facets)).toEqual(whole);
  });

  it('suggests no more than fifty', () => {
    const many = { ...facets, servers: seen(...Array.from({ length: 51 }, (_, n) => `s${n}`)) };
    expect(suggestions('server:', many)).toHaveLength(50);
  });

  it('takes off what it does not say', () => {
    expect(
      changed({ from: '-7d', server: ['x'], code: ['A'], q: 'gone' }, readSearch('code:B').change),
    ).toEqual({
      from: '-7d',
      code: ['B'],
    });
  });

  it.each(['-word', '-"', 'sev<=1', 'Severity:high', 'a:b', '"', '\\'])('writes %s as text', (word) => {
    for (const filter of [{ q: `a ${word}` }, { server: [word] }])
      expect(read(writeSearch(filter, {}))).toEqual({ filter, problems: [] });
  });

  const name = fc.stringMatching(/^[^\s]{1,30}$/);
  const words = fc.array(name, { minLength: 1, maxLength: 3 }).map((several) => several.join(' '));
  const text = fc.option(fc.string({ minLength: 1 }), { nil: undefined });
  const names = fc.option(fc.uniqueArray(name, { minLength: 1, maxLength: 4 }), { nil: undefined });
  const of = <T extends string>(known: readonly T[]) =>
    fc.option(fc.subarray([...known], { minLength: 1 }), { nil: undefined });

  it('writes a filter that reads back the same', () => {
    const filter: fc.Arbitrary<Filter> = fc
      .record({
        server: names,
        client: names,
        operation: names,
        not_server: names,
        not_client: names,
        not_operation: names,
        dialect: of(DIALECTS),
        outcome: of(OUTCOMES),
        category: of(CATEGORIES),
        code: names,
        not_code: names,
        severity_max: fc.option(fc.constantFrom(0, 1, 2), { nil: undefined }),
        warning: names,
        level: of(LEVELS),
        q: fc.option(words, { nil: undefined }),
      })
      .map(defined);
    const own = fc.record({ contains: text, deprecated: text }).map(defined);
    fc.assert(
      fc.property(filter, own, (value, more) => {
        expect(read(writeSearch(value, more))).toEqual({ filter: { ...value, ...more }, problems: [] });
      }),
    );
  });
});
