import { expect, test } from 'vitest';
import { categoryOfCode, categoryOfStatus, categoryOfWords } from '../../shared/categories.ts';
import { ERROR_CODES } from '../../shared/codes.ts';

test.each([
  ['CONFIRMATION_REQUIRED', 'permission'],
  ['CONFIRMATION_REJECTED', 'permission'],
  ['AUTHENTICATION_ERROR', 'permission'],
  ['NOT_FOUND_OPERATION', 'not_found'],
  ['NOT_FOUND', 'not_found'],
  ['SCHEMA_NOT_FOUND', 'not_found'],
  ['SCHEMA_INVALID_TYPE', 'schema'],
  ['RATE_LIMIT_QUOTA_PAUSE', 'rate_limit'],
  ['CONFLICT_VERSION_MISMATCH', 'conflict'],
  ['TOKEN_EXPIRED', 'token'],
  ['BATCH_PARTIAL_FAILURE', 'validation'],
  ['TRANSPORT_TIMEOUT', 'internal'],
  ['UPSTREAM_ERROR', 'internal'],
  ['TEAPOT', 'unknown'],
  ['validation_missing', 'unknown'],
  ['constructor', 'unknown'],
  ['', 'unknown'],
])('the code %j has the category %s', (code, category) => {
  expect(categoryOfCode(code)).toBe(category);
});

test('every registered code has the category of its prefix, or is an exception', () => {
  for (const { code, category } of ERROR_CODES.values()) expect(categoryOfCode(code)).toBe(category);
});

test.each([
  [400, 'validation'],
  [401, 'permission'],
  [403, 'permission'],
  [404, 'not_found'],
  [409, 'conflict'],
  [418, 'validation'],
  [422, 'validation'],
  [429, 'rate_limit'],
  [499, 'validation'],
  [500, 'internal'],
  [599, 'internal'],
  [200, undefined],
  [600, undefined],
  [Number.NaN, undefined],
])('HTTP %d has the category %s', (status, category) => {
  expect(categoryOfStatus(status)).toBe(category);
});

test.each([
  ['API rate limit would be exceeded: permission', 'rate_limit'],
  ['Too Many Requests', 'rate_limit'],
  ['status 429', 'rate_limit'],
  ['item 14290 is gone', 'internal'],
  ['1,429 rows lost', 'internal'],
  ['stopped after 3.403 s', 'internal'],
  ['stopped after 401.5 s', 'internal'],
  ['status 429, 403', 'rate_limit'],
  ['HTTP403', 'permission'],
  ['E401 of 3f2504e0-4f89-41d3-9a0c-0305e82c3301', 'permission'],
  ['Task 3f2504e0-4f89-a429-9a0c-0305e82c3301 not found', 'not_found'],
  ['Task 3F2504E0-4F89-41D3-A403-0305E82C3301 not found', 'not_found'],
  ['commit 0f1ac401be55d3e7a9c2b4d6f8e0a1b3c5d7e9f1 lost', 'internal'],
  ['document 507f1f77bcf86cd79943a429 lost', 'internal'],
  ['at 0x7ff6a403b', 'internal'],
  ['order 01ARZ3NDEK403SV4RRFFQ69G5F lost', 'internal'],
  ['订单3f2504e0-4f89-a401-9a0c-0305e82c3301找不到', 'not_found'],
  ['HTTP/1.1 403.', 'permission'],
  ['Access denied: not found', 'permission'],
  ['Failed to authenticate with n8n', 'permission'],
  ['HTTP 401', 'permission'],
  ['Table already exists', 'conflict'],
  ['Merge conflict', 'conflict'],
  ["ENOENT: no such file or directory, open '/x'", 'not_found'],
  ['unknown element type: x', 'not_found'],
  ['找不到檔案', 'not_found'],
  ["pathspec 'x' did not match", 'not_found'],
  ['Entity with name Ghost not found, required', 'not_found'],
  ['MCP error -32602: bad', 'validation'],
  ["'name' must be a string", 'validation'],
  ['near "x": syntax error', 'validation'],
  ['socket hang up', 'internal'],
  ['', 'internal'],
])('the words %j have the category %s', (words, category) => {
  expect(categoryOfWords(words)).toBe(category);
});

test('a hostile text has its category as quickly', () => {
  expect(categoryOfWords('x'.repeat(5_000_000))).toBe('internal');
});
