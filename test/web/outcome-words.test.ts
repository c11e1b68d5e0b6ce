import { expect, it } from 'vitest';
import { inspect } from '../../shared/inspect.ts';
import { outcomeWords, warningSays } from '../../web/ui/verdict/words.ts';

const said = (response: unknown) => outcomeWords(inspect({ response }));
const text = (words: string) => ({ content: [{ type: 'text', text: words }] });

it.each([
  [{ success: true, data: {} }, 'from success: true'],
  [{ success: 'yes', data: {} }, 'success is neither true nor false'],
  [
    { ...text('{"success":false,"error":"x","error_type":"NotFound"}'), isError: true },
    'from success: false, isError is true',
  ],
  [{ content: [], isError: true, error: { code: 'GONE', message: 'x' } }, 'from isError: true'],
  [{ content: [], error: { code: 'GONE', message: 'x' } }, 'success is neither true nor false'],
  [{ ...text('{"success":false,"error":"x"}'), isError: true }, 'from success: false, isError is true'],
  [{ error: true, type: 'NoIndex', message: 'x' }, 'from the error flag'],
  [{ jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'Unknown tool' } }, 'from the JSON-RPC error'],
  [{ ...text('It broke'), isError: true }, 'from isError: true'],
  [text('Error executing q: no such index'), 'from its text'],
  [text('42'), 'no sign of an error'],
])('%j: %s', (response, words) => expect(said(response)).toBe(words));

it.each([
  ['2026-11-26', '1 day past removal'],
  ['2026-11-27', 'removal today'],
  ['2026-11-27T18:00:00Z', 'removal today'],
  ['2026-11-28', '1 day to removal'],
])('at noon of 27 November, %s is %s', (removal_date, words) => {
  const details = { type: 'operation', deprecated_item: 'list_parcels', removal_date };
  const warnings = [{ code: 'DEPRECATION_WARNING', message: 'm', severity: 'low', details }];
  const [warning] = inspect({
    response: { success: true, data: {}, warnings },
    tool: 'mcp_aql_read',
  }).warnings;
  expect(warning && warningSays(warning, Date.UTC(2026, 10, 27, 12))).toBe(words);
});
