import { expect, it } from 'vitest';
import { inspect } from '../../shared/inspect.ts';
import { outcomeWords } from '../../web/ui/verdict/words.ts';

const said = (response: unknown) => outcomeWords(inspect({ response }));
const text = (words: string) => ({ content: [{ type: 'text', text: words }] });

it.each([
  [{ success: true, data: {} }, 'by success: true'],
  [{ success: 'yes', data: {} }, 'its success says neither'],
  [
    { ...text('{"success":false,"error":"x","error_type":"NotFound"}'), isError: true },
    'by success: false, isError is true',
  ],
  [{ error: true, type: 'NoIndex', message: 'x' }, 'by its error flag'],
  [{ jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'Unknown tool' } }, 'by the JSON-RPC error'],
  [{ ...text('It broke'), isError: true }, 'by isError: true'],
  [text('Error executing q: no such index'), 'by what it says'],
  [text('42'), 'nothing tells an error'],
])('%j: %s', (response, words) => expect(said(response)).toBe(words));
