import { expect, test } from 'vitest';
import { nearest } from '../../../shared/text/nearest.ts';

test.each([
  ['lint', 'lint'],
  ['LINT', 'lint'],
  ['linting', undefined],
  ['lnit', 'lint'],
  ['ilnt', 'lint'],
  ['lin', 'lint'],
  ['lintt', 'lint'],
  ['lant', 'lint'],
  ['ltni', undefined],
  ['xy', undefined],
  ['improt', 'import'],
  ['imprtt', 'import'],
  ['impxxx', undefined],
  ['reinsept', 'reinspect'],
  ['inspeckt', 'inspect'],
  ['x'.repeat(70_000), undefined],
])('%s most likely means %s', (word, meant) => {
  expect(nearest(word, ['import', 'lint', 'reinspect', 'inspect'])).toBe(meant);
});

test.each(['', 'x'])('"%s" means no name of one letter', (word) => {
  expect(nearest(word, ['q'])).toBeUndefined();
});

test('of two that are as close, the first is meant', () => {
  expect(nearest('lins', ['lint', 'link'])).toBe('lint');
});
