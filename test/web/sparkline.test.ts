import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { averaged, condensed, Sparkline } from '../../web/ui/sparkline.tsx';

it('a trend of counts that is condensed keeps their sum', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1000), { minLength: 1, maxLength: 300 }), (values) => {
      const short = condensed(values);
      expect(short.length).toBeLessThanOrEqual(28);
      expect(short.reduce((sum, value) => sum + value, 0)).toBe(
        values.reduce((sum, value) => sum + value, 0),
      );
    }),
  );
});

describe('a trend on a scale of its own', () => {
  it('shows changes that would be a flat line at the top on a scale from 0', () => {
    const heights = (scale?: readonly [number, number]) =>
      [
        ...renderToStaticMarkup(
          createElement(Sparkline, {
            kind: 'line',
            values: [100, 95, 98],
            height: 24,
            ...(scale && { scale }),
          }),
        ).matchAll(/[ML][\d.]+ ([\d.]+)(?=[L"])/g),
      ].map(([, y]) => Number(y));
    expect(heights()).toEqual([2, 3, 2.4]);
    expect(heights([90, 100])).toEqual([2, 12, 6]);
  });
});

describe('a trend of which parts are not known', () => {
  it('stands above its base, which shows how short a part of the range a line is of', () => {
    for (const kind of ['bars', 'line'] as const)
      expect(
        renderToStaticMarkup(createElement(Sparkline, { kind, values: [null, null, 3], width: 85 })),
      ).toContain('d="M0 25.5H85"');
  });

  it('has each value in its place, and its dot at the last one', () => {
    const drawn = renderToStaticMarkup(
      createElement(Sparkline, { kind: 'line', values: [null, 4, null, 8, null], width: 85 }),
    );
    const spots = [...drawn.matchAll(/[ML]([\d.]+) [\d.]+(?=[L"])/g)].map(([, x]) => Number(x));
    expect(spots).toEqual([22, 62]);
    expect(drawn).toMatch(/<circle cx="62.00"/);
  });

  it('is condensed to the means of what is known', () => {
    expect(averaged([null, 4, 6, 8, null, null], 3)).toEqual([4, 7, null]);
    expect(averaged([], 3)).toEqual([]);
  });
});
