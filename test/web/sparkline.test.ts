import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Sparkline } from '../../web/ui/sparkline.tsx';

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
        ).matchAll(/[ML][\d.]+ ([\d.]+)/g),
      ].map(([, y]) => Number(y));
    expect(heights()).toEqual([2, 3, 2.4]);
    expect(heights([90, 100])).toEqual([2, 12, 6]);
  });
});
