import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../../shared/exchange.ts';
import { inspect } from '../../../shared/inspect.ts';
import { read } from '../../../shared/read.ts';
import { CATALOGUE } from '../../../shared/rules/index.ts';
import type { GoodExample } from '../../../shared/rules/rule.ts';
import { foldAcross } from '../../../shared/sessions/fold.ts';
import { Memory } from '../../../shared/sessions/memory.ts';

function exchangesOf({ exchange }: GoodExample): readonly Exchange[] {
  return 'response' in exchange ? [exchange] : exchange;
}

/** Where a rule reports its example: of each response, and across them in their order. */
function placesOf(id: string, example: GoodExample): readonly string[] {
  const memory = new Memory();
  return exchangesOf(example)
    .flatMap((exchange, ref) => [
      ...inspect(exchange).violations,
      ...foldAcross(memory, {
        server: 'example',
        ref,
        at: exchange.observedAt,
        reading: read(exchange),
        hash: (token) => token,
      }),
    ])
    .filter(({ rule }) => rule === id)
    .map(({ pointer }) => pointer);
}

describe.each(CATALOGUE.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
  test('reports its bad examples at the place they name', () => {
    expect(rule.bad.length).toBeGreaterThan(0);
    for (const example of rule.bad) expect(placesOf(id, example)).toContain(example.pointer);
  });

  test('reports nothing of its good examples', () => {
    expect(rule.good.length).toBeGreaterThan(0);
    for (const example of rule.good) expect(placesOf(id, example)).toEqual([]);
  });
});
