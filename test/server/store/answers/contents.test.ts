import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contains } from '../../../../server/store/answers/contents.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const ascii = (json: string) =>
  json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

describe('a text in a capture', () => {
  const capture = bytes(
    JSON.stringify({
      response: {
        content: [
          { type: 'text', text: ascii(JSON.stringify({ Name: 'Café', path: 'C:\\temp', say: 'a\nb "c"' })) },
        ],
      },
    }),
  );

  it.each([
    ['café', true],
    ['CAFÉ', true],
    ['"name":"Café"', true],
    ['c:\\temp', true],
    ['C:\\', true],
    ['a b "c"', false],
    ['a\nb', true],
    ['"type":"text"', true],
    ['ab', false],
    ['nb', false],
    ['cafe', false],
    ['temp"c', false],
  ])('%s', (text, is) => {
    expect(contains(text)(capture)).toBe(is);
  });

  it('may be escaped itself', () => {
    expect(contains('Caf\\u00e9 \\"')(bytes('{"name":"Café \\"x\\""}'))).toBe(true);
  });

  it('is looked for in time that grows with the capture, whatever that is', () => {
    const backslashes = bytes('\\'.repeat(2_000_000));
    for (const text of ['\\'.repeat(400), '\\"x', 'é', '"'])
      expect([contains(`${text}x`)(backslashes), contains(text)(bytes('\\'.repeat(1000)))]).toEqual([
        false,
        text.startsWith('\\\\'),
      ]);
  });

  it('is found at any depth of nesting, whether JSON escapes what is not ASCII or not', () => {
    const text = fc.string({ unit: 'grapheme-ascii', minLength: 1 });
    const word = fc.constantFrom('', 'é', '日本', '😀', 'İ', '\u212a', '"', '\\', '\n', '\r', '\t');
    fc.assert(
      fc.property(
        text,
        word,
        text,
        fc.integer({ min: 1, max: 4 }),
        fc.boolean(),
        (a, middle, b, depth, isAscii) => {
          let json = `${a}${middle}${b}`;
          for (let level = 0; level < depth; level++) {
            json = JSON.stringify({ level, around: `<${json}>` });
            if (isAscii) json = ascii(json);
          }
          expect(contains(`${a}${middle}${b}`)(bytes(json))).toBe(true);
          expect(contains(`${a}${middle}${b}|`)(bytes(json))).toBe(false);
        },
      ),
    );
  });
});
