import { describe, expect, it } from 'vitest';
import { matchOf } from '../../web/app/shell/palette-match.ts';

const best = (typed: string, names: readonly string[]) =>
  names.filter((name) => matchOf(name, typed) > 0).toSorted((a, b) => matchOf(b, typed) - matchOf(a, typed));

describe('a match of the palette', () => {
  it('contains every word that is typed, in any order, not just its letters', () => {
    const names = [
      'group INTERNAL_ERROR create_refund payments-api',
      'rule FLG-05 A server fault is named under data',
      'group REFUND_LOCKED list_orders shop',
    ];
    expect(best('refund', names)).toEqual([names[0], names[2]]);
    expect(best('payments refund', names)).toEqual([names[0]]);
    expect(best('rfd', names)).toEqual([]);
  });

  it('ranks the beginning of a name, in whole words, above a word of another', () => {
    const names = ['server my shop', 'server shopper', 'server shop'];
    expect(best('shop', names)).toEqual([names[2], names[0], names[1]]);
    expect(matchOf('rule ENV-03 A success has data', 'Env-03 a')).toBe(1);
    expect(matchOf('rule ENV-03 A success has data', 'success')).toBeLessThan(1);
  });

  it('ranks whole words first, then prefixes', () => {
    expect(best('note', ['server denoted', 'server notes', 'server my-note'])).toEqual([
      'server my-note',
      'server notes',
      'server denoted',
    ]);
  });

  it('works for names with punctuation, and is everything while nothing is typed', () => {
    expect(matchOf('rule ENV-03 A failure has an error', 'env-03')).toBe(1);
    expect(matchOf('page Errors', ' ')).toBe(1);
  });
});
