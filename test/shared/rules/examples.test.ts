import { describe, expect, test } from 'vitest';
import { CATALOGUE } from '../../../shared/rules/index.ts';
import { judged } from '../../../shared/rules/judged.ts';
import type { GoodExample } from '../../../shared/rules/rule.ts';

/** Returns where a rule reports its example: in each response, and across them in order. */
function placesOf(id: string, example: GoodExample): readonly string[] {
  return judged(id, example).flatMap(({ violations }) => violations.map(({ pointer }) => pointer));
}

describe.each(CATALOGUE.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
  test('reports its bad examples at the place they name', () => {
    for (const example of rule.bad) expect(placesOf(id, example)).toContain(example.pointer);
  });

  test('reports each in one sentence, with no value that is not there', () => {
    const messages = rule.bad
      .flatMap((example) => judged(id, example))
      .flatMap(({ violations }) => violations.map(({ message }) => message));
    for (const message of messages) {
      expect(message).toMatch(/^\S.*\S[.?]$/);
      expect(message).not.toMatch(/undefined|NaN|\[object/);
    }
  });

  test('reports nothing of its good examples', () => {
    for (const example of rule.good) expect(placesOf(id, example)).toEqual([]);
  });
});
