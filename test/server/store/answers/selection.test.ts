import Database from 'better-sqlite3';
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
  expect(said('nai\u0308ve e\u0301t\u00e9* हिन्दी \u0301')).toEqual([
    'nai\u0308ve',
    'e\u0301t\u00e9…',
    'ह',
    'न',
    'द',
  ]);
});

it('never looks for a word that is several words of the index', () => {
  const db = new Database(':memory:');
  db.exec("CREATE VIRTUAL TABLE messages USING fts5(text, content='', detail=none, tokenize='unicode61')");
  const search = db.prepare('SELECT count(*) FROM messages WHERE messages MATCH ?');
  let tried = 0;
  for (let code = 0x80; code <= 0x10ffff; code++) {
    const letter = String.fromCodePoint(code);
    if (!/[\p{L}\p{N}\p{M}]/u.test(letter)) continue;
    for (const { text } of wordsOf(`a${letter}b`)) search.get(`"${text}"`);
    tried++;
  }
  expect(tried).toBeGreaterThan(130_000);
  db.close();
});
