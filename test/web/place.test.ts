import { expect, it } from 'vitest';
import { inspect } from '../../shared/inspect.ts';
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
