import { expect, test } from 'vitest';
import { size } from '../../server/cli/words.ts';

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
