import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../../shared/exchange.ts';
import { inspect } from '../../../shared/inspect.ts';
import { CATALOGUE } from '../../../shared/rules/index.ts';
import type { GoodExample } from '../../../shared/rules/rule.ts';

const SINGLE = CATALOGUE.filter(({ scope }) => scope !== 'cross-response');

function onlyExchange({ exchange }: GoodExample): Exchange {
  if (Array.isArray(exchange)) throw new Error('a rule of one response is shown with one exchange');
  return 'response' in exchange ? exchange : { response: undefined };
}

function placesOf(id: string, example: GoodExample): readonly string[] {
  const { violations } = inspect(onlyExchange(example));
  return violations.filter(({ rule }) => rule === id).map(({ pointer }) => pointer);
}

describe.each(SINGLE.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
  test('reports its bad examples at the place they name', () => {
    expect(rule.bad.length).toBeGreaterThan(0);
    for (const example of rule.bad) expect(placesOf(id, example)).toContain(example.pointer);
  });

  test('reports nothing of its good examples', () => {
    expect(rule.good.length).toBeGreaterThan(0);
    for (const example of rule.good) expect(placesOf(id, example)).toEqual([]);
  });
});
