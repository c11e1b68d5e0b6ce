import { expect, test } from 'vitest';
import { counted, day, second, size } from '../../../shared/text/words.ts';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1_000, '1 kB'],
  [999_949, '999.9 kB'],
  [999_950, '1 MB'],
  [1_234_567_890, '1.2 GB'],
  [5e15, '5,000 TB'],
])('%d bytes are written as %s', (bytes, words) => {
  expect(size(bytes)).toBe(words);
});

test.each([
  [0, 'response', '0 responses'],
  [1, 'response', '1 response'],
  [1200, 'response', '1,200 responses'],
  [2, 'category', '2 categories'],
  [1, 'category', '1 category'],
  [2, 'day', '2 days'],
])('%d with the noun %s is written as %s %s', (number, what, words) => {
  expect(counted(number, what)).toBe(words);
});

test('times are written in UTC', () => {
  const at = Date.UTC(2026, 10, 21, 23, 59, 25, 999);
  expect(day(at)).toBe('21 Nov 2026');
  expect(day('2026-11-21T23:59:25.999Z')).toBe('21 Nov 2026');
  expect(second(at)).toBe('21 Nov 2026, 23:59:25 UTC');
});
