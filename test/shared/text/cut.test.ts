import { expect, test } from 'vitest';
import { cut } from '../../../shared/text/cut.ts';

test.each([
  ['abc', 3, 'abc'],
  ['abc', 2, 'ab'],
  ['a\u{10000}', 2, 'a'],
  ['a\u{10000}b', 3, 'a\u{10000}'],
  ['a\u{10ffff}b', 2, 'a'],
  ['a\ud7ffb', 2, 'a\ud7ff'],
  ['a\ue000b', 2, 'a\ue000'],
  ['a\u{1f600}', 3, 'a\u{1f600}'],
])('%j cut to %d units is %j', (text, length, kept) => {
  expect(cut(text, length)).toBe(kept);
});
