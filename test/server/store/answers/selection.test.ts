import { describe, expect, it } from 'vitest';
import { selectsCode, usedBy, wordsOf } from '../../../../server/store/answers/selection.ts';

describe('a filter', () => {
  it('uses the dimensions that it selects or excludes', () => {
    expect(usedBy({})).toEqual([]);
    expect(usedBy({ notServer: ['a'], operation: ['b'], severityMax: 0 })).toEqual([
      'server',
      'operation',
      'severityMax',
    ]);
  });

  it.each<[object, string]>([
    [{ server: ['a'] }, 'server'],
    [{ client: ['a'] }, 'client'],
    [{ operation: ['a'] }, 'operation'],
    [{ notServer: ['a'] }, 'server'],
    [{ notClient: ['a'] }, 'client'],
    [{ notOperation: ['a'] }, 'operation'],
    [{ dialect: ['mcp-aql'] }, 'dialect'],
    [{ outcome: ['failure'] }, 'outcome'],
    [{ rule: ['ENV-01'] }, 'rule'],
    [{ level: ['must'] }, 'level'],
    [{ q: 'disk' }, 'q'],
  ])('of %j uses %s alone', (filter, dimension) => {
    expect(usedBy(filter)).toEqual([dimension]);
  });

  it('narrows categories and codes by the codes that it excludes', () => {
    expect(usedBy({ notCode: ['A'] })).toEqual(['notCode']);
    expect(usedBy({ notCode: ['A'], code: ['A*'] })).toEqual(['code']);
    expect(usedBy({ notCode: ['A'], category: ['internal'] })).toEqual(['category']);
  });

  it.each([
    [{}, null, true],
    [{ code: ['A'] }, null, false],
    [{ code: ['A'] }, 'A', true],
    [{ code: ['A'] }, 'AB', false],
    [{ code: ['A*', 'C'] }, 'AB', true],
    [{ code: ['AB*'] }, 'AC', false],
    [{ code: ['*'] }, 'A', true],
    [{ code: ['*'] }, null, false],
    [{ notCode: ['A*'] }, null, true],
    [{ notCode: ['A*'] }, 'AB', false],
    [{ code: ['A*'], notCode: ['AB'] }, 'AB', false],
    [{ code: ['A*'], notCode: ['AB'] }, 'AC', true],
  ])('%j of the code %s is %s', (filter, code, selects) => {
    expect(selectsCode(filter, code)).toBe(selects);
  });
});

it('looks for whole words, and for prefixes before a star', () => {
  const said = (q: string) => wordsOf(q).map(({ text, isPrefix }) => `${text}${isPrefix ? '…' : ''}`);
  expect(said('Disk fu* "na\u00efve" e-mail 42 ')).toEqual(['Disk', 'fu…', 'naïve', 'e', 'mail', '42']);
  expect(said('"* - *')).toEqual([]);
});
