import { expect, test } from 'vitest';
import { jsonTree } from '../../web/ui/json/json-tree.ts';
import { affectedBy } from '../../web/ui/verdict/affected.ts';

const envelope = {
  success: true,
  data: { items: [1], 'a/b': { c: [] }, '': 1 },
  items: [],
  results: [{ result: { data: { items: [2] } } }],
};
const affected = (field: unknown, at = '', of: 'validation' | 'performance' = 'validation') =>
  affectedBy({ class: of, details: { field } }, jsonTree(JSON.stringify(envelope)).node, at);

test.each([
  ['items', '/data/items'],
  ['data.items', '/data/items'],
  ['a/b.c', '/data/a~1b/c'],
  ['data', '/data'],
  ['results', '/results'],
  ['nothing', undefined],
  ['items.x', undefined],
  ['..', undefined],
  [['items'], undefined],
])('a validation warning with the field %j is about %s', (field, pointer) => {
  expect(affected(field)).toBe(pointer);
});

test('one of a batch member is about the data of that member', () => {
  expect(affected('items', '/results/0/result')).toBe('/results/0/result/data/items');
  expect(affected('results', '/results/0/result')).toBeUndefined();
});

test('no other warning is about data', () => {
  expect(affected('items', '', 'performance')).toBeUndefined();
});
