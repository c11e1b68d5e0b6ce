import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ownColors } from '../../web/ui/own-colors.ts';

const PALETTE = ['red', 'green', 'blue'];

describe('individual colours', () => {
  it('stay with their names when ranks change, and are distinct as long as there are enough', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { maxLength: 3 }), (names) => {
        const colors = ownColors(names, PALETTE);
        expect(new Set(colors.values()).size).toBe(names.length);
        for (const [name, color] of ownColors(names.toReversed(), PALETTE))
          expect(colors.get(name)).toBe(color);
      }),
    );
  });

  it('are from the palette even if there are more names than colours', () => {
    const colors = [...ownColors(['a', 'b', 'c', 'd', 'e'], PALETTE).values()];
    expect(colors).toHaveLength(5);
    expect(colors.every((color) => color !== undefined && PALETTE.includes(color))).toBe(true);
  });
});
