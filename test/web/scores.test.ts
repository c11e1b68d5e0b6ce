import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Score } from '../../web/features/conformance/score.tsx';

const shown = (score: number, must_responses: number) =>
  renderToStaticMarkup(
    createElement(Score, { of: { score, must_responses, dialect: 'mcp-aql', proven: true } }),
  );

describe('a score', () => {
  it('is good only for a server that breaks no MUST', () => {
    expect(shown(99.6, 0)).toContain('>good<');
    expect(shown(87.5, 0)).toContain('>fair<');
    expect(shown(99.6, 1)).toContain('>breaks a MUST<');
  });
});
