import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Score } from '../../web/features/conformance/score.tsx';

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
