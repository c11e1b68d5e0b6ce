import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Score } from '../../web/features/conformance/score.tsx';
import { Sparkline } from '../../web/ui/sparkline.tsx';

const score = (must_responses: number) =>
  renderToStaticMarkup(
    createElement(Score, { of: { score: 99.6, must_responses, dialect: 'mcp-aql', proven: true } }),
  );

describe('a score', () => {
  it('is good only for a server that breaks no MUST', () => {
    expect(score(0)).toContain('>good<');
    expect(score(1)).toContain('>fair<');
  });
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
        ).matchAll(/[ML][\d.]+ ([\d.]+)/g),
      ].map(([, y]) => Number(y));
    expect(heights()).toEqual([2, 3, 2.4]);
    expect(heights([90, 100])).toEqual([2, 12, 6]);
  });
});
