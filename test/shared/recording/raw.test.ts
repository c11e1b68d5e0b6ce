import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rawMember } from '../../../shared/recording/raw.ts';

test('returns each member’s text exactly as written', () => {
  const member = fc.tuple(fc.string(), fc.jsonValue(), fc.constantFrom('', ' ', '\n\t'));
  fc.assert(
    fc.property(fc.array(member, { maxLength: 5 }), (members) => {
      const parts = members.map(([name, value, space]) => ({
        name,
        text: JSON.stringify(value, null, 1),
        written: `${space}${JSON.stringify(name)}${space}:${space}${JSON.stringify(value, null, 1)}${space}`,
      }));
      const object = ` {${parts.map(({ written }) => written).join(',')}} `;
      for (const { name } of parts) {
        const last = parts.findLast((part) => part.name === name);
        expect(rawMember(object, name)).toBe(last?.text);
      }
    }),
  );
});

test('leaves numbers, repeated members and escapes unchanged', () => {
  const line = '{"dir":"x","msg":{"n":1.0,"big":1e400,"n":2,"__proto__":{"a":1}},"m\\u0073g2":7}';
  expect(rawMember(line, 'msg')).toBe('{"n":1.0,"big":1e400,"n":2,"__proto__":{"a":1}}');
  expect(rawMember(line, 'msg2')).toBe('7');
  expect(rawMember(line, 'other')).toBeUndefined();
});
