import { describe, expect, it } from 'vitest';
import { matchOf } from '../../web/app/shell/palette-match.ts';

const best = (typed: string, names: readonly string[]) =>
  names.filter((name) => matchOf(name, typed) > 0).toSorted((a, b) => matchOf(b, typed) - matchOf(a, typed));

describe('a match of the palette', () => {
  it('has every word that is typed, in any order, not its letters here and there', () => {
    const names = [
      'group INTERNAL_ERROR create_refund payments-api',
      'rule FLG-05 A server fault is named under data',
      'group REFUND_LOCKED list_orders shop',
    ];
    expect(best('refund', names)).toEqual([names[0], names[2]]);
    expect(best('payments refund', names)).toEqual([names[0]]);
    expect(best('rfd', names)).toEqual([]);
  });

  it('puts whole words first, then beginnings', () => {
    expect(best('note', ['server denoted', 'server notes', 'server my-note'])).toEqual([
      'server my-note',
      'server notes',
      'server denoted',
    ]);
  });

  it('finds names with signs in them, and everything while nothing is typed', () => {
    expect(matchOf('rule ENV-03 A failure has an error', 'env-03')).toBe(1);
    expect(matchOf('page Errors', ' ')).toBe(1);
  });
});
