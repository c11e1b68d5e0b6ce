import { describe, expect, test } from 'vitest';
import { jsonPrefix } from '../../../shared/json/prefix.ts';

describe('the JSON at the start of a text', () => {
  test.each([
    ['{"a": "}\\"{"} tail', { a: '}"{' }, 'tail'],
    ['{"a": {"b": [1, {"c": "\\\\"}]}}{"d": 1}', { a: { b: [1, { c: '\\' }] } }, '{"d": 1}'],
    ['{} }', {}, '}'],
    ['{"a": 1}\r\n\t ', { a: 1 }, ''],
    ['{"a": 1}\u00a0\n', { a: 1 }, '\u00a0'],
    ['{"a": 1}\n\ufeff', { a: 1 }, '\ufeff'],
  ])('%s', (words, object, trailing) => {
    expect(jsonPrefix(words)).toEqual({ object, trailing });
  });

  test.each(['', '   ', '[1]', 'x{}', '{', '{"a"}', '{"a": "unclosed}', '{a: 1} tail', '{"a": 01} {}'])(
    '%s is none',
    (words) => {
      expect(jsonPrefix(words)).toBeUndefined();
    },
  );

  test('reads deep and long text', () => {
    const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
    expect(jsonPrefix(`${deep} tail`)?.trailing).toBe('tail');
    expect(jsonPrefix(`{"a": "${'\\"}'.repeat(500_000)}"} tail`)?.trailing).toBe('tail');
  });
});
