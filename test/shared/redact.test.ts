import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inspect } from '../../shared/inspect.ts';
import { isObject, type JsonObject, parseJson } from '../../shared/json/value.ts';
import { redactor } from '../../shared/redact.ts';
import { withoutSecretsIn } from '../../shared/redact-verdict.ts';
import { isSecretKey, isSentence } from '../../shared/secrets.ts';
import type { Verdict } from '../../shared/verdict.ts';
import { hostileJson } from './arbitrary.ts';

const redact = redactor();

describe('the string of a secret key is replaced, and nothing else', () => {
  test.each([
    ['{"password":"x"}', '{"password":"[redacted]"}'],
    ['{ "API_KEY" : "x" , "b": "y" }', '{ "API_KEY" : "[redacted]" , "b": "y" }'],
    ['{"x-api-key":"x","Api-Key":["y"]}', '{"x-api-key":"[redacted]","Api-Key":["[redacted]"]}'],
    ['{"x\\u002dapi\\u002dkey":"x"}', '{"x\\u002dapi\\u002dkey":"[redacted]"}'],
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
      '{"tokens":["x",["y",[]],"z"],"b":["z"]}',
      '{"tokens":["[redacted]",["[redacted]",[]],"[redacted]"],"b":["z"]}',
    ],
    [
      '{"tokens":[{"name":"ada","tags":["b"],"secret":["x"]},"y"],"b":["z"]}',
      '{"tokens":[{"name":"ada","tags":["b"],"secret":["[redacted]"]},"[redacted]"],"b":["z"]}',
    ],
    [
      '{"credentials":{"user":"ada","password":"x"}}',
      '{"credentials":{"user":"ada","password":"[redacted]"}}',
    ],
    ['{"password":"This is a passphrase"}', '{"password":"[redacted]"}'],
    [
      '{"Authorization":["Digest username=ada, nonce=b7, response=c9"],"password":["Two words"]}',
      '{"Authorization":["[redacted]"],"password":["[redacted]"]}',
    ],
    [
      '{"secrets":["-----BEGIN PRIVATE KEY-----\\nMIIEvQIBADANBg==\\n-----END PRIVATE KEY-----"]}',
      '{"secrets":["[redacted]"]}',
    ],
    [
      '{"tokens":["see {\\"a\\": \\"b\\", \\"token\\": \\"geheim\\"}"]}',
      '{"tokens":["see {\\"a\\": \\"b\\", \\"token\\": \\"[redacted]\\"}"]}',
    ],
    ['{"dbpass":"x"}', '{"dbpass":"[redacted]"}'],
    ['{"passwd":"x"}', '{"passwd":"[redacted]"}'],
    ['{"apikey":"x"}', '{"apikey":"[redacted]"}'],
    ['{"aws_credential":"x"}', '{"aws_credential":"[redacted]"}'],
    ['{"token":"\\ud800"}', '{"token":"[redacted]"}'],
    ['{"access token ":"x"}', '{"access token ":"[redacted]"}'],
    ['{"_quota_continue":"x"}', '{"_quota_continue":"[redacted]"}'],
  ])('%s', (text, redacted) => {
    expect(redact(text).text).toBe(redacted);
  });

  test.each([
    '{"token":5,"secret":null,"password":true,"credential":{}}',
    '{"token":5,"b":["z"]}',
    '{"token":{"b":["z"]},"c":["z"]}',
    '{"token":""}',
    '{"a":"password"}',
    '["password","x"]',
    '{"passwordless":"x"}',
    '{"author":"x","message":"the token is abc"}',
    '{"metric":"tokens_per_hour"}',
    '{"a_quota_continue":"x","quota_continue":"y"}',
    '{"password":["The password must be at least 8 characters."]}',
    '{"api_token":["Das Feld „api_token“ muss vorhanden sein.",["Le mot de passe n\u2019est pas s\u00fbr"]]}',
    '"token"',
    '1e400',
    '{"a":"\\ud800 \\u0000"}',
  ])('%s stays as it is', (text) => {
    expect(redact(text)).toEqual({ text, count: 0, values: [] });
  });
});

describe('in JSON inside a string', () => {
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

  test('as a list under a secret key', () => {
    const text = JSON.stringify({ text: `5" pipe {"tokens": ["x", {"a": "b"}, "y"], "c": "d"}` });
    const redacted = text.replace('\\"x\\"', '\\"[redacted]\\"').replace('\\"y\\"', '\\"[redacted]\\"');
    expect(redact(text)).toMatchObject({ text: redacted, count: 2 });
  });

  test('in a list under a secret key, after lists of others', () => {
    const text = JSON.stringify({ text: 'see {"tokens": [{"a": ["b", "c"]}, "x"]}' });
    expect(redact(text).text).toBe(text.replace('\\"x\\"', '\\"[redacted]\\"'));
  });

  test('that was cut in the middle of a secret', () => {
    expect(redact('{"text":"{\\"b\\":1,\\"token\\":\\"abc"}').text).toBe(
      '{"text":"{\\"b\\":1,\\"token\\":\\"[redacted]"}',
    );
  });

  test.each([
    ['{"password": "geheim… (truncated)\n{"', 'password": "geheim2","user":"bob"}'],
    ['{"user": "b… (truncated)\n{"', 'password":"geheim", "user": "bob"}'],
    ['{"tokens":["geheim","geheim… [truncated]\nnext: {"', 'password":"geheim","a":["b"]} and "so" on'],
    ['{"tokens":[{"tags":["a","b… [truncated]\nnext: {"', 'password":"geheim","a":["b"]}'],
  ])('that was cut before more of it: %s', (cut, more) => {
    const text = JSON.stringify({ text: cut + more });
    const redacted = cut.replace(/(?<=")geheim[^"]*/g, '[redacted]') + more.replace(/geheim2?/, '[redacted]');
    expect(redact(text).text).toBe(JSON.stringify({ text: redacted }));
  });

  test('with its escapes, outside of quotes', () => {
    const quoted = (value: string) =>
      JSON.stringify({ text: `say "hi": body={\\"token\\":\\"${value}\\",\\"b\\":\\"y\\"} and "so" on` });
    expect(redact(quoted('x'))).toMatchObject({ text: quoted('[redacted]'), count: 1 });
  });

  test.each([
    'curl -d "{\n  \\"password\\": \\"geheim\\"\n}" failed',
    'body="{\t\\"password\\":\\"geheim\\"}"',
    'body="{\\"password\\":\\"geheim\\",\\"q\\":\\"it\\\'s\\"}"',
    'run "C:\\app\\x.exe {\\"token\\":\\"geheim\\"}"',
    'run "C:\\unit {\\"token\\":\\"geheim\\"}"',
    'error "x" for {\\"password\\":\\"geheim\\"} end',
    '{"log":"a\nb {\\"token\\":\\"geheim\\"}"}',
    'see {"tokens":["[redacted]","geheim',
    'cannot read "{\\"password\\":\\"geheim\\"}": it is cut',
    '{"log":"a\nb {\\u0022token\\u0022:\\u0022geheim\\u0022}"}',
  ])('that breaks JSON’s rules, or is cut: %j', (said) => {
    const text = JSON.stringify({ text: said });
    const { text: redacted, count, values } = redact(text);
    expect([redacted, count]).toEqual([text.replace('geheim', '[redacted]'), 1]);
    expect(values).toEqual([expect.stringMatching(/^geheim\\*$/)]);
  });

  test('as deep as a body has room for', () => {
    let value: unknown = { token: 'geheim' };
    for (let level = 0; level < 12; level++) value = { text: JSON.stringify(value) };
    expect(redact(JSON.stringify(value))).toMatchObject({ count: 1, values: ['geheim'] });
  });

  test('whose quotes are written as \\u0022', () => {
    const text = '{"text":"{\\u0022token\\u0022:\\u0022abc\\u0022}"}';
    expect(redact(text).text).toBe('{"text":"{\\u0022token\\u0022:\\u0022[redacted]\\u0022}"}');
  });

  test('that is a key', () => {
    const text = '{"{\\"token\\": \\"x\\"}":"","{\\"a\\":\\"y\\"}":{"password":"z"}}';
    const redacted = text.replace('\\"x\\"', '\\"[redacted]\\"').replace('"z"', '"[redacted]"');
    expect(redact(text)).toMatchObject({ text: redacted, count: 2 });
  });

  test('but not in code, where what stands before `":"` reads as a key', () => {
    const text = JSON.stringify({
      text: 'return row["user"] + token + ":" + row["id"]; join("a", token, ":", "b")',
    });
    expect(redact(text)).toMatchObject({ text, count: 0 });
  });

  test('whose key is of several words', () => {
    const text = '{"text":"{\\"access token\\":\\"x\\"}"}';
    expect(redact(text).text).toBe(text.replace('\\"x\\"', '\\"[redacted]\\"'));
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
    expect(own(text)).toMatchObject({
      text: '{"IBAN":"[redacted]","iban2":"y","spin":"[redacted]","token":"[redacted]"}',
      count: 3,
    });
  }
});

describe('a verdict repeats no secret', () => {
  const own = redactor([/^iban$/]);
  const without = (verdict: Verdict, response: unknown) =>
    withoutSecretsIn(verdict, own, own(JSON.stringify(response)));
  const said = (response: unknown) =>
    JSON.stringify(without(inspect({ response, tool: 'mcp_aql_read' }), response));
  const failure = (message: string) => ({ success: false, error: { code: 'NOT_FOUND_OPERATION', message } });

  test.each([
    ['in the message of a failure', failure('No {"iban": "geheim"}')],
    [
      'in the name of an exhausted quota',
      {
        success: false,
        error: {
          code: 'RATE_LIMIT_QUOTA_EXHAUSTED',
          message: 'm',
          details: { metric: '{"iban":"geheim"}', current: 1, hard_stop_threshold: 1 },
        },
      },
    ],
    ['in the place of a violation', { success: true, data: {}, '{"iban":"geheim"}': '' }],
    ['in the words of a violation, cut or whole', failure(`No {"iban": "${'geheim '.repeat(40)}"}`)],
    [
      'in what follows an envelope',
      { content: [{ type: 'text', text: '{"success":true,"data":1}{"password":"geheim"}' }] },
    ],
    [
      'in the details and the severity of a warning',
      {
        success: true,
        data: {},
        warnings: [
          {
            code: 'X',
            message: '{"iban":"geheim"}',
            severity: { iban: 'geheim' },
            details: { iban: 'geheim' },
          },
        ],
      },
    ],
    [
      'in the code, the operation and the request id of a failure',
      {
        success: false,
        error: {
          code: '{"iban":"geheim"}',
          message: 'm',
          details: { operation: '{"iban":"geheim"}', request_id: '{"iban":"geheim"}' },
        },
      },
    ],
    [
      'in what a warning was read as',
      {
        success: true,
        data: {},
        warnings: [
          {
            code: 'DEPRECATION_WARNING',
            message: 'm',
            details: { type: 'operation', deprecated_item: '{"iban":"geheim"}' },
          },
        ],
      },
    ],
    [
      'in a member of a batch',
      {
        success: true,
        data: null,
        results: [{ index: 0, operation: 'x', result: failure('{"iban":"geheim"}') }],
      },
    ],
  ])('%s', (_, response) => {
    expect(said(response)).toContain('[redacted]');
    expect(said(response)).not.toContain('geheim');
  });

  test.each([
    ['alone', 'geheim-a', 'geheim-a'],
    ['cut', `${'No '.repeat(24)}geheim-but-longer`, `${'No '.repeat(24)}geheim-…`],
    ['beside another that begins alike', 'geheim-a geheim-a+', 'geheim-a geheim-a+'],
    ['shorter than another', 'geheim-b', 'geheim-b'],
    ['of six characters, but none of fewer', 'dunkel klein', 'dunkel klein'],
  ])('in what a violation quotes of them without their key, %s', (_, message, quoted) => {
    const details = { iban: ['geheim-a', 'geheim-a+', 'geheim-b', 'geheim-but-longer', 'dunkel', 'klein'] };
    const response = { success: false, error: { code: 'NOT_FOUND_OPERATION', message, details } };
    const [broken] = without(inspect({ response, tool: 'mcp_aql_read' }), response).violations;
    expect(broken?.message).toContain(
      `"${quoted.replace(/geheim-[ab]?\+?|dunkel/g, '[redacted]')}" does not follow`,
    );
  });

  const warned = (details: object) => ({
    success: true,
    data: {},
    warnings: [{ code: 'DEPRECATION_WARNING', message: 'm', severity: 'high', details }],
  });

  test('and keeps everything else of a warning', () => {
    const item = { type: 'parameter', deprecated_item: 'a', replacement: 'b', migration_guide: 'c' };
    const response = warned({ ...item, iban: 'geheim' });
    const verdict = inspect({ response, tool: 'mcp_aql_read' });
    const [warning] = verdict.warnings;
    expect(without(verdict, response)).toEqual({
      ...verdict,
      warnings: [{ ...warning, details: { ...item, iban: '[redacted]' } }],
    });
  });

  test.each(['deprecated_item', 'replacement', 'migration_guide'])(
    'in the %s read from a warning',
    (name) => {
      const item = { type: 'parameter', deprecated_item: 'a', [name]: '{"iban":"geheim"}' };
      expect(said(warned(item))).not.toContain('geheim');
    },
  );

  test('under the name of one, and keeps its own words', () => {
    const named = redactor([/^(code|type|kind|outcome|carrier)$/]);
    const response = failure('m');
    const verdict = inspect({ response, tool: 'mcp_aql_read' });
    const captured = named(JSON.stringify(response));
    expect(withoutSecretsIn(verdict, named, captured)).toEqual({ ...verdict, code: '[redacted]' });
  });

  test('and is unchanged if there is none', () => {
    const response = failure('geheim');
    const verdict = inspect({ response });
    expect(without(verdict, response)).toBe(verdict);
  });
});

test('once: what was redacted stays', () => {
  const once = redact('{"token":"x","a":"{\\"token\\":\\"y\\"}","secret":"[redacted] not"}');
  expect(once.count).toBe(3);
  expect(redact(once.text)).toEqual({ text: once.text, count: 0, values: [] });
});

test('however many there are, of which only some are held', () => {
  const text = JSON.stringify({ tokens: Array.from({ length: 20_001 }, (_, n) => `t${n}`), data: 1 });
  const { count, values, text: left } = redact(text);
  expect(left).toBe(text.replaceAll(/"t\d+"/g, '"[redacted]"'));
  expect([count, values.length, values[1]]).toEqual([20_001, 1_000, 't1']);
});

test('any JSON keeps its value except for its secrets, at every depth', () => {
  fc.assert(
    fc.property(hostileJson, fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
      const text = JSON.stringify({ value, password: 'x' }, null, indent);
      expect(parseJson(redact(text).text)).toEqual(redacted(parseJson(text)));
    }),
    { numRuns: 500 },
  );
});

test('no string under a secret key survives in any JSON, and every other byte stays', () => {
  const leaf = fc.oneof(
    fc.constant('geheim'),
    fc.integer(),
    fc.constant(null),
    // Without white space, as three words in a list are a sentence.
    fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/\s/g, '')),
  );
  const { secrets } = fc.letrec<{ secrets: unknown }>((tie) => ({
    secrets: fc.oneof(
      { maxDepth: 5 },
      leaf,
      fc.array(tie('secrets'), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom('token', 'Password', 'api_keys', 'CREDENTIALS'), tie('secrets'), {
        maxKeys: 3,
      }),
    ),
  }));
  fc.assert(
    fc.property(secrets, hostileJson, fc.constantFrom(undefined, 1), (secret, other, indent) => {
      const text = JSON.stringify({ other, token: secret, after: [other] }, null, indent);
      const result = redact(text).text;
      const { token }: JsonObject = objectOf(parseJson(result));
      for (const found of stringsIn(token)) expect(['', '[redacted]']).toContain(found);
      expect(withoutStrings(result)).toBe(withoutStrings(text));
    }),
    { numRuns: 500 },
  );
});

test('a long hostile text takes linear time', () => {
  const nested = (part: string) => JSON.stringify({ token: 'x', a: part.repeat(300_000) });
  for (const part of [
    '"',
    '\\',
    '\\"',
    '\\"token\\":',
    '{"a":"',
    '":"',
    '\\u0022',
    '{"token":[',
    '[',
    '\\"token\\":[',
  ]) {
    expect(redact(nested(part)).count).toBeGreaterThanOrEqual(1);
  }
});

function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** Empties the strings of a JSON text, leaving the rest unchanged. */
function withoutStrings(json: string): string {
  return json.replace(/"(?:[^"\\]|\\.)*"/gs, '""');
}

function textOf(value: unknown): string {
  const content = isObject(value) ? value.content : undefined;
  const block: unknown = Array.isArray(content) ? content[0] : undefined;
  return isObject(block) && typeof block.text === 'string' ? block.text : '';
}

/** Redacts by walking the parsed value, including embedded JSON. */
function redacted(value: unknown): unknown {
  if (typeof value === 'string') return embedded(value);
  if (Array.isArray(value)) return value.map(redacted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, isSecretKey(name) ? hidden(item) : redacted(item)]),
  );
}

function hidden(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => (isSentence(item) ? redacted(item) : hidden(item)));
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

test('warnings that differ in a secret are no repetition once it is redacted', () => {
  const warned = (token: string) => ({
    code: 'PERFORMANCE_X',
    message: 'm',
    severity: 'low',
    details: { token },
  });
  const rules = (...tokens: readonly string[]) => {
    const response = { success: true, data: 1, warnings: tokens.map(warned) };
    const { text } = redact(JSON.stringify(response));
    return [response, parseJson(text)].map((each) =>
      inspect({ response: each, tool: 'mcp_aql_read' })
        .violations.map(({ rule }) => rule)
        .includes('WRN-07'),
    );
  };
  expect(rules('a', 'b')).toEqual([false, false]);
  expect(rules('a', 'a')).toEqual([true, false]);
});
