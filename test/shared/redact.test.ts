import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isObject, parseJson } from '../../shared/json.ts';
import { redactor } from '../../shared/redact.ts';
import { isSecretKey } from '../../shared/secrets.ts';
import { hostileJson } from './arbitrary.ts';

const redact = redactor();

describe('the string of a secret key is replaced, and nothing else', () => {
  test.each([
    ['{"password":"x"}', '{"password":"[redacted]"}'],
    ['{ "API_KEY" : "x" , "b": "y" }', '{ "API_KEY" : "[redacted]" , "b": "y" }'],
    ['{"a":[{"confirmation_token":"x"}]}', '{"a":[{"confirmation_token":"[redacted]"}]}'],
    [
      '{"confirmation":{"token":"x","expires_at":"y"}}',
      '{"confirmation":{"token":"[redacted]","expires_at":"y"}}',
    ],
    ['{"Authorization":"Bearer \\"x\\" \\\\"}', '{"Authorization":"[redacted]"}'],
    ['{"p\\u0061ssword":"x"}', '{"p\\u0061ssword":"[redacted]"}'],
    ['{"token":"x","token":"y"}', '{"token":"[redacted]","token":"[redacted]"}'],
    ['{"secrets":["x", 1, "y"],"b":"z"}', '{"secrets":["[redacted]", 1, "[redacted]"],"b":"z"}'],
    [
      '{"credentials":{"user":"ada","password":"x"}}',
      '{"credentials":{"user":"ada","password":"[redacted]"}}',
    ],
    ['{"dbpass":"x"}', '{"dbpass":"[redacted]"}'],
    ['{"token":"\\ud800"}', '{"token":"[redacted]"}'],
  ])('%s', (text, redacted) => {
    expect(redact(text).text).toBe(redacted);
  });

  test.each([
    '{"token":5,"secret":null,"password":true,"credential":{}}',
    '{"token":""}',
    '{"a":"password"}',
    '["password","x"]',
    '{"passwordless":"x"}',
    '{"author":"x","message":"the token is abc"}',
    '{"metric":"tokens_per_hour"}',
    '"token"',
    '1e400',
    '{"a":"\\ud800 \\u0000"}',
  ])('%s stays as it is', (text) => {
    expect(redact(text)).toEqual({ text, count: 0 });
  });
});

describe('in JSON that stands in a string', () => {
  const SECRET = { password: 'geheim "x" \\ y', b: 'stays' };

  test.each([1, 2, 3, 4, 5])('%d deep', (levels) => {
    let value: unknown = SECRET;
    for (let level = 0; level < levels; level++)
      value = { content: [{ type: 'text', text: JSON.stringify(value) }] };
    const text = JSON.stringify(value);
    const { text: redacted, count } = redact(text);
    expect(count).toBe(1);
    expect(redacted).not.toContain('geheim');
    let inner = parseJson(redacted);
    for (let level = 0; level < levels; level++) {
      inner = parseJson(textOf(inner));
    }
    expect(inner).toEqual({ password: '[redacted]', b: 'stays' });
  });

  test('with text around it', () => {
    const text = JSON.stringify({ text: `5" pipe, see {"token": "x", "b": "y"}\n\n[Active: "z"]` });
    expect(redact(text).text).toBe(text.replace('\\"x\\"', '\\"[redacted]\\"'));
  });

  test('whose quotes are written as \\u0022', () => {
    const text = '{"text":"{\\u0022token\\u0022:\\u0022abc\\u0022}"}';
    expect(redact(text).text).toBe('{"text":"{\\u0022token\\u0022:\\u0022[redacted]\\u0022}"}');
  });

  test('whose key is escaped twice', () => {
    const text = JSON.stringify({ text: '{"p\\u0061ssword": "x"}' });
    expect(redact(text).text).toBe(text.replace('\\"x\\"', '\\"[redacted]\\"'));
  });
});

test('of the user’s own keys', () => {
  const own = redactor([/^iban$/gi, /pin/]);
  const text = '{"IBAN":"x","iban2":"y","spin":"z","token":"t"}';
  for (let again = 0; again < 3; again++) {
    expect(own(text)).toEqual({
      text: '{"IBAN":"[redacted]","iban2":"y","spin":"[redacted]","token":"[redacted]"}',
      count: 3,
    });
  }
});

test('once: what was redacted stays', () => {
  const once = redact('{"token":"x","a":"{\\"token\\":\\"y\\"}","secret":"[redacted] not"}');
  expect(once.count).toBe(3);
  expect(redact(once.text)).toEqual({ text: once.text, count: 0 });
});

test('any JSON keeps its value apart from its secrets, at every depth', () => {
  fc.assert(
    fc.property(hostileJson, fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
      const text = JSON.stringify({ value, password: 'x' }, null, indent);
      expect(parseJson(redact(text).text)).toEqual(redacted(parseJson(text)));
    }),
    { numRuns: 500 },
  );
});

test('a long hostile text costs no more than its length', () => {
  const nested = (part: string) => JSON.stringify({ token: 'x', a: part.repeat(300_000) });
  for (const part of ['"', '\\', '\\"', '\\"token\\":', '{"a":"', '":"', '\\u0022']) {
    expect(redact(nested(part)).count).toBeGreaterThanOrEqual(1);
  }
});

function textOf(value: unknown): string {
  const content = isObject(value) ? value.content : undefined;
  const block: unknown = Array.isArray(content) ? content[0] : undefined;
  return isObject(block) && typeof block.text === 'string' ? block.text : '';
}

/** The same by walking the parsed value, embedded JSON parsed too. */
function redacted(value: unknown): unknown {
  if (typeof value === 'string') return embedded(value);
  if (Array.isArray(value)) return value.map(redacted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, isSecretKey(name) ? hidden(item) : redacted(item)]),
  );
}

function hidden(value: unknown): unknown {
  if (Array.isArray(value)) {
    const nested = value.findIndex((item) => typeof item === 'object' && item !== null);
    return value.map((item: unknown, at) => (nested === -1 || at < nested ? hidden(item) : redacted(item)));
  }
  return typeof value === 'string' && value !== '' ? '[redacted]' : redacted(value);
}

function embedded(text: string): string {
  try {
    const value = parseJson(text);
    return typeof value === 'object' && value !== null ? JSON.stringify(redacted(value)) : text;
  } catch {
    return text;
  }
}
