import { expect, it } from 'vitest';
import { inspect } from '../../shared/inspect.ts';
import { parseJson } from '../../shared/json/value.ts';
import { read } from '../../shared/read.ts';
import type { JsonNode } from '../../web/ui/json/json-tree.ts';
import { placesOf } from '../../web/ui/verdict/place.ts';

const envelopeAt = (content: readonly object[]) => {
  const response = { content };
  return placesOf(JSON.stringify({ response }), inspect({ response }).carrier, true)?.envelopeAt;
};

it('the envelope is marked in the block that was judged, the first of text', () => {
  const note = { type: 'note', text: '{"success":true,"data":{}}' };
  const text = { type: 'text', text: '{"success":false,"error":{"code":"X","message":"no"}}' };
  expect(envelopeAt([text])).toBe('/response/content/0/text');
  expect(envelopeAt([note, text])).toBe('/response/content/1/text');
  expect(envelopeAt([{ text: note.text }, { type: 1, text: note.text }, text])).toBe(
    '/response/content/2/text',
  );
});

const failure = { success: false, error: { code: 'X_Y', message: 'no' } };
const serialised = JSON.stringify({
  content: [{ type: 'text', text: JSON.stringify(failure) }],
  // As the models of the Python SDK write what is absent.
  structuredContent: null,
  isError: true,
});
const rpcError = { code: -32602, message: 'bad' };

it.each([
  ['beside a null in a serialised result', { content: [{ type: 'text', text: serialised }] }, failure],
  ['in a result that only structuredContent holds', { structuredContent: { result: serialised } }, failure],
  [
    'in a message with a member of an envelope',
    { jsonrpc: '2.0', id: 1, success: true, result: { structuredContent: failure } },
    failure,
  ],
  [
    'in a result with a member of a message',
    { content: [{ type: 'text', text: JSON.stringify(failure) }], result: { total: 1 } },
    failure,
  ],
  ['an error beside a null result', { jsonrpc: '2.0', id: 1, result: null, error: rpcError }, rpcError],
  ['an error beside a result', { jsonrpc: '2.0', id: 1, result: {}, error: rpcError }, rpcError],
])('what is shown is what was judged: %s', (_where, response, judged) => {
  const { located } = read({ response });
  expect(located.envelope ?? located.rpcError).toEqual(judged);
  const places = placesOf(JSON.stringify({ response }), inspect({ response }).carrier, true);
  expect(contentOf(places?.envelope)).toEqual(judged);
});

function contentOf(node: JsonNode | undefined): unknown {
  switch (node?.kind) {
    case 'object':
      return Object.fromEntries(node.members.map(({ name, value }) => [name, contentOf(value)]));
    case 'array':
      return node.items.map(contentOf);
    default:
      return node && parseJson(node.raw);
  }
}

it.each([null, 'ok', [], {}])('what is said of the result of a message is shown there: %j', (result) => {
  const response = { jsonrpc: '2.0', id: 1, result };
  expect(placesOf(JSON.stringify({ response }), 'none', true)?.messageAt).toBe('/response/result');
});
