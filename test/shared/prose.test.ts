import { describe, expect, test } from 'vitest';
import { rpcCodeIn, startsLikeError, statusIn } from '../../shared/prose.ts';

describe('prose that starts like an error', () => {
  test.each([
    '❌ Browsing failed',
    '  Error: boom',
    'error: boom',
    'Error 404: gone',
    'error -1: gone',
    'MCP error -32602: bad',
    'MCP error: bad',
    'Error executing tool',
    'error executing logsQuery: boom',
    'Error occurred: x',
    '## 錯誤\n找不到',
    '# Memory\n\n## System Error\nboom',
  ])('%j', (text) => {
    expect(startsLikeError(text)).toBe(true);
  });

  test.each([
    '',
    'Errors: none',
    'No Error: fine',
    'ERROR boom',
    'Error handling is explained here',
    'error executing a tool is rare',
    '# Memory\n## Errors',
    'See ## System Error',
    'The error: none',
  ])('%j does not', (text) => {
    expect(startsLikeError(text)).toBe(false);
  });

  test('is recognised as quickly in a hostile text', () => {
    expect(startsLikeError(`# ${'\n'.repeat(5_000_000)}`)).toBe(false);
    expect(startsLikeError(`${' '.repeat(5_000_000)}Error: x`)).toBe(true);
  });
});

test('reads the status and the code named in prose', () => {
  expect(statusIn('Request failed with status code 404')).toBe(404);
  expect(statusIn('status code 4040')).toBeUndefined();
  expect(rpcCodeIn(' MCP error -32602: x')).toBe('-32602');
  expect(rpcCodeIn('an MCP error -32602: x')).toBeUndefined();
});
