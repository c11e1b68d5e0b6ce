import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findSyntaxFault as find } from '../../../shared/json/syntax.ts';

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('the place where a text stops being JSON', () => {
  test('is found exactly where JSON.parse fails', () => {
    const tokens = fc.constantFrom(
      ...[
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"a"',
        '"\\u00e9"',
        '"\\x"',
        '"',
        '1',
        '-0.5e+3',
        '01',
        '1.',
        'true',
        'nul',
        ' ',
      ],
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.array(tokens, { maxLength: 8 }).map((all) => all.join('')),
        ),
        (text) => {
          expect(find(text) === undefined).toBe(parses(text));
        },
      ),
      { numRuns: 5000 },
    );
  });

  test.each([
    ['{"a":1,}', 7, 'expected name (a comma too many)'],
    ['[1, ]', 4, 'expected value (a comma too many)'],
    ['{"a":1} ,\r', 8, 'unexpected data after the value (a comma too many)'],
    ['{"a":1},{}', 7, 'unexpected data after the value'],
    ['\ufeff{}', 0, 'expected value (an invisible character)'],
    ['{\u00a0"a":1}', 1, 'expected name or } (an invisible character)'],
    ['[\u001b[0m', 1, 'expected value (an invisible character)'],
    ['{"a":]', 5, 'expected value'],
    ['{"a":1,]', 7, 'expected name'],
    ['{"a" 1}', 5, 'expected colon'],
    ['{"a":}', 5, 'expected value'],
    ['[1 2]', 3, 'expected comma or ]'],
    ['{"a":1 "b":2}', 7, 'expected comma or }'],
    ['{"é😀":x}', 7, 'expected value'],
    ['{"a":"b', 5, 'unterminated string'],
    ['"a\\q"', 2, 'invalid escape'],
    ['"a\u0000"', 2, 'control character in a string'],
    ['{"a":[1', 7, 'unexpected end, expected comma or ]'],
    ['{} {}', 3, 'unexpected data after the value'],
    ['[,1]', 1, 'expected value'],
    ['[1,,2]', 3, 'expected value'],
    ['{,}', 1, 'expected name or }'],
    ['{"a', 1, 'unterminated string'],
    ['{"\\x":1}', 2, 'invalid escape'],
    ['1e', 1, 'unexpected data after the value'],
    ['1e+', 1, 'unexpected data after the value'],
    ['-', 0, 'expected value'],
    ['NaN', 0, 'expected value (JSON has no such value)'],
    ['[-Infinity]', 1, 'expected value (JSON has no such value)'],
    ['[None]', 1, 'expected value (JSON has true, false and null)'],
    ['[Nonesuch]', 1, 'expected value'],
    ["{'a': 1}", 1, 'expected name or } (quotes are "double" in JSON)'],
    ['{"a":“b”}', 5, 'expected value (quotes are "double" in JSON)'],
    ['{"a":1, // b\n}', 8, 'expected name (JSON has no comments)'],
    ['[1 /* one */]', 3, 'expected comma or ] (JSON has no comments)'],
    ['{\\"a\\":1}', 1, 'expected name or } (the quotes are escaped)'],
    ['{} # b', 3, 'unexpected data after the value (JSON has no comments)'],
    ['', 0, 'unexpected end, expected value'],
  ])('%j: character %i, %s', (text, position, reason) => {
    expect(find(text)).toEqual({ position, reason });
  });

  test.each(['1e5', '1E-05', '-0', '10.25', '"\\u00E9\\/"', ' \t\n\r[ ] '])('%j has none', (text) => {
    expect(find(text)).toBeUndefined();
  });

  test('is found after four million characters and a hundred thousand levels', () => {
    expect(find(`"${'a'.repeat(4_000_000)}" x`)?.position).toBe(4_000_003);
    expect(find(`${'['.repeat(100_000)}x`)?.position).toBe(100_000);
  });
});
