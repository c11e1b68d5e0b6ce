import { describe, expect, test } from 'vitest';
import { read } from '../../shared/read.ts';

const ENVELOPE = { success: true, data: { a: 1 } };
const JSON_TEXT = JSON.stringify(ENVELOPE);
const text = (words: string) => ({ type: 'text', text: words });
const unwrap = (response: unknown) => read({ response }).located;

describe('an envelope is found', () => {
  test.each([
    ['bare', ENVELOPE, 'bare'],
    ['bare, as a string', JSON_TEXT, 'bare'],
    ['in the text of a result', { content: [text(JSON_TEXT)] }, 'text'],
    ['in a result that is a string', JSON.stringify({ content: [text(JSON_TEXT)] }), 'text'],
    ['in a JSON-RPC message', { jsonrpc: '2.0', id: 1, result: { content: [text(JSON_TEXT)] } }, 'text'],
    ['in a message without jsonrpc', { result: { content: [text(JSON_TEXT)] } }, 'text'],
    ['after leading white space', { content: [text(`\n  ${JSON_TEXT}`)] }, 'text'],
    ['behind an image', { content: [{ type: 'image', data: '' }, text(JSON_TEXT)] }, 'text'],
    ['in structuredContent', { content: [], structuredContent: ENVELOPE }, 'structured'],
    [
      'in a string that FastMCP wrapped',
      { content: [], structuredContent: { result: JSON_TEXT } },
      'structured',
    ],
    [
      'in text where structuredContent is null',
      { content: [text(JSON_TEXT)], structuredContent: null },
      'text',
    ],
    [
      'in a result inside a text',
      { content: [text(JSON.stringify({ content: [text(JSON_TEXT)] }))] },
      'double',
    ],
    [
      'in a result inside a string that FastMCP wrapped',
      { content: [], structuredContent: { result: JSON.stringify({ content: [text(JSON_TEXT)] }) } },
      'double',
    ],
    ['in structuredContent alone', { structuredContent: ENVELOPE }, 'structured'],
    ['bare, beside an isError of its own', { ...ENVELOPE, isError: false }, 'bare'],
    ['bare, around a result', { ...ENVELOPE, result: { content: [] } }, 'bare'],
    [
      'behind blocks without a text',
      {
        content: [
          null,
          'text',
          { type: 'text', text: 5 },
          { type: 'resource', text: '{"success":false}' },
          text(JSON_TEXT),
        ],
      },
      'text',
    ],
    ['at the root of a result', { content: [], ...ENVELOPE }, 'root'],
    ['at the root of a message’s result', { jsonrpc: '2.0', id: 1, result: ENVELOPE }, 'root'],
  ])('%s', (_, response, carrier) => {
    const located = unwrap(response);
    expect(located.carrier).toBe(carrier);
    expect(located.envelope).toMatchObject(ENVELOPE);
  });

  test('at the root, if an error has a code', () => {
    const result = { content: [], error: 'Unknown element type', code: 'UNKNOWN_TYPE' };
    expect(unwrap({ jsonrpc: '2.0', id: 1, result })).toMatchObject({ carrier: 'root', envelope: result });
    const inside = { content: [], error: { code: 5, message: 'm' } };
    expect(unwrap(inside)).toMatchObject({ carrier: 'root', envelope: inside });
  });

  test.each(['image', 'audio', 'resource', 'resource_link'])(
    'in a result inside a text, behind a block of the type %s',
    (type) => {
      const inner = { content: [{ type }, text(JSON_TEXT)] };
      expect(unwrap({ content: [text(JSON.stringify(inner))] }).carrier).toBe('double');
    },
  );

  test('and the JSON of the text is forgotten where it is at the root', () => {
    const located = unwrap({ content: [text('{"rows": []}')], ...ENVELOPE });
    expect(located).toMatchObject({ carrier: 'root', payload: undefined, text: '{"rows": []}' });
  });
});

describe('no envelope is found', () => {
  const file = { content: JSON_TEXT };
  test.each([
    [
      'in the text beside other structuredContent: a file server’s file',
      { content: [text(JSON_TEXT)], structuredContent: file },
    ],
    ['inside data that is no envelope', { content: [text(JSON.stringify({ payload: ENVELOPE }))] }],
    ['in text that does not start with it', { content: [text(`Result: ${JSON_TEXT}`)] }],
    ['in broken JSON', { content: [text('{"success": true, "data": ')] }],
    ['in a JSON array', { content: [text(`[${JSON_TEXT}]`)] }],
    ['in a second text block', { content: [text('fine'), text(JSON_TEXT)] }],
    [
      'two results deep',
      {
        content: [text(JSON.stringify({ content: [text(JSON.stringify({ content: [text(JSON_TEXT)] }))] }))],
      },
    ],
    [
      'where the client is asked for more',
      { resultType: 'input_required', content: [text(JSON_TEXT)], isError: true },
    ],
    [
      'where a task will have the answer',
      { jsonrpc: '2.0', id: 1, result: { task: { taskId: 't', status: 'working' }, ...ENVELOPE } },
    ],
    ['in null', null],
    ['in a number', 7],
    ['in an array', [ENVELOPE]],
    ['in structuredContent that is a number', { content: [], structuredContent: 5 }],
    ['in a result whose code stands without an error', { content: [], code: 'X' }],
    ['in a result whose code stands beside an error null', { content: [], code: 'X', error: null }],
    ['in a result whose error has no code', { content: [], error: { message: 'm' } }],
    ['in a result whose error is a word', { content: [], error: 'gone' }],
    ['in an error with a code alone', { error: { code: 'X', message: 'm' } }],
    ['in an error beside something else', { error: { code: 7, message: 'm' }, id: 1, rows: [] }],
  ])('%s', (_, response) => {
    expect(unwrap(response)).toMatchObject({ carrier: 'none', envelope: undefined });
  });

  test('is there beside what only looks like a task', () => {
    const result = { task: { taskId: 't' }, content: [text(JSON_TEXT)] };
    expect(unwrap(result)).toMatchObject({ carrier: 'text', envelope: ENVELOPE });
  });

  test('and what is there instead is known', () => {
    const other = { rows: [] };
    expect(unwrap(other)).toMatchObject({ payload: other, result: undefined });
    expect(unwrap({ result: other })).toMatchObject({ payload: { result: other }, result: undefined });
    expect(unwrap({ content: [], structuredContent: 5 }).payload).toBeUndefined();
    expect(unwrap({ jsonrpc: '2.0', id: 1, result: 'done' })).toMatchObject({
      text: 'done',
      carrier: 'none',
    });
    expect(unwrap({ jsonrpc: '2.0', id: 1, result: 5 }).text).toBeUndefined();
    for (const result of [{ isError: true }, { resultType: 'complete' }])
      expect(unwrap(result)).toMatchObject({ result, payload: undefined });
  });

  test('and no text is pointed to where there is none', () => {
    for (const content of [undefined, 5, [], [{ type: 'image' }]])
      expect(unwrap({ content, structuredContent: ENVELOPE }).textPointer).toBeUndefined();
  });
});

test('a JSON-RPC error is no envelope', () => {
  const error = { code: -32603, message: 'fetch failed' };
  expect(unwrap({ jsonrpc: '2.0', id: 1, error })).toMatchObject({ carrier: 'jsonrpc', rpcError: error });
  expect(unwrap({ error }).carrier).toBe('jsonrpc');
  expect(unwrap({ error, id: 1 }).carrier).toBe('jsonrpc');
  const told = unwrap({ jsonrpc: '2.0', id: 1, error: 'boom' });
  expect([told.carrier, told.rpcError]).toEqual(['jsonrpc', {}]);
  expect(unwrap(JSON.stringify({ error }))).toMatchObject({ carrier: 'jsonrpc', text: undefined });
});

test('a null error next to a result is no error', () => {
  expect(unwrap({ jsonrpc: '2.0', id: 1, error: null, result: ENVELOPE }).carrier).toBe('root');
});

test('keeps what follows the envelope in its text', () => {
  expect(unwrap({ content: [text(`${JSON_TEXT}\n\n[Active: x]\n`)] }).trailing).toBe('[Active: x]');
  expect(unwrap({ content: [text(`${JSON_TEXT}  \n`)] }).trailing).toBeUndefined();
});

test('keeps the copy in the text next to structuredContent if that is an envelope', () => {
  const copied = (words: string) => unwrap({ content: [text(words)], structuredContent: ENVELOPE }).copy;
  expect(copied('{"success": true, "data": {"a": 2}}')).toEqual({ success: true, data: { a: 2 } });
  expect(copied('Deleted')).toBeUndefined();
  expect(unwrap({ structuredContent: ENVELOPE }).copy).toBeUndefined();
  expect(copied('{"other": 1}')).toBeUndefined();
});

test('keeps the inner result and its isError separate from the outer one', () => {
  const inner = { content: [text('no such index')], isError: true };
  const located = unwrap({ content: [text(JSON.stringify(inner))] });
  expect(located).toMatchObject({
    inner: { result: inner, pointer: '/content/0/text' },
    isError: undefined,
    text: 'no such index',
    textPointer: '/content/0/text',
  });
});

test('treats a document with a content member, and a model’s message, as data', () => {
  const document = { type: 'doc', content: [{ type: 'paragraph', content: [] }] };
  const message = { role: 'assistant', content: [text('hello')] };
  const mixed = { content: [text('hello'), { type: 'paragraph' }, null] };
  for (const data of [document, message, mixed]) {
    expect(unwrap({ content: [text(JSON.stringify(data))] })).toMatchObject({
      inner: undefined,
      payload: data,
    });
  }
});
