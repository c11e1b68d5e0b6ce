import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BodyUnreadable } from '../../../server/ingest/ingest.ts';
import { LIMITS } from '../../../server/ingest/limits.ts';
import { split } from '../../../server/ingest/split.ts';

const bytes = (text: string) => Buffer.from(text);
const texts = (body: Buffer, kind: 'json' | 'ndjson' = 'json', limits = LIMITS) =>
  split(body, kind, limits).map(({ start, end }) => new TextDecoder().decode(body.subarray(start, end)));
const faults = (body: Buffer, kind: 'json' | 'ndjson' = 'json', limits = LIMITS) =>
  split(body, kind, limits).map(({ fault }) => fault?.code);

function refusal(body: Buffer, kind: 'json' | 'ndjson' = 'json', limits = LIMITS) {
  try {
    split(body, kind, limits);
  } catch (error) {
    if (error instanceof BodyUnreadable) return { status: error.status, ...error.refusal };
  }
  throw new Error('The body was not refused');
}

/** White space as JSON allows it between tokens. */
const space = fc.stringMatching(/^[ \t\r\n]{0,3}$/);

describe('an array', () => {
  test('is split into exactly the texts of its elements, whatever they contain', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.json(), space, space)), space, (elements, around) => {
        const body = elements.map(([text, before, after]) => before + text + after).join(',');
        expect(texts(bytes(`${around}[${body}]${around}`))).toEqual(elements.map(([text]) => text.trim()));
      }),
      { numRuns: 500 },
    );
  });

  test('keeps the bytes of duplicate keys, escapes, huge numbers and spacing', () => {
    const odd = [
      '{"a":1,"a":2}',
      '"\\ud800\\u0000\\"]"',
      '1e400',
      '{ "x" : [ ",", "]" ] }',
      '{"__proto__":{}}',
    ];
    expect(texts(bytes(`[${odd.join(' ,\n')}]`))).toEqual(odd);
  });

  test('without elements has no items', () => {
    expect(texts(bytes(' [ \n ] '))).toEqual([]);
  });

  test('without an end is refused as a whole', () => {
    for (const body of ['[', '[{"a":1}', '[{"a":1},', '[1,"]', '[{"a":[1},2]']) {
      expect(refusal(bytes(body))).toMatchObject({ status: 400, code: 'VALIDATION_INVALID_TYPE' });
    }
  });

  test('followed by something else is refused as a whole, with the position', () => {
    expect(refusal(bytes('[1] [2]'))).toMatchObject({ status: 400, details: { position: 4 } });
    expect(refusal(bytes('[]1'))).toMatchObject({ status: 400, details: { position: 2 } });
  });

  test('leaves empty elements to the parser', () => {
    expect(texts(bytes('[1,,2,]'))).toEqual(['1', '', '2', '']);
  });
});

describe('a single value', () => {
  test('is one item, without surrounding white space and byte order mark', () => {
    expect(texts(bytes('\ufeff\n {"a":[1,2]} \r\n'))).toEqual(['{"a":[1,2]}']);
    expect(texts(bytes('\ufeff{"a":1}\t'))).toEqual(['{"a":1}']);
  });

  test.each(['\ufec0', '\uff3f', '\u0eff'])('keeps %j, which only begins or ends like that mark', (char) => {
    expect(texts(bytes(`${char}1`))).toEqual([`${char}1`]);
  });

  test('that is missing is refused', () => {
    expect(refusal(bytes(' \n'))).toMatchObject({ status: 400, code: 'VALIDATION_INVALID_TYPE' });
  });
});

test.each([
  ['', 'the body is empty at byte 0'],
  [' [1, 2 ', 'the array is not closed at byte 6'],
  ['[1] 2', 'unexpected data after the array at byte 4'],
])('a refusal of %j says why and where', (text, reason) => {
  expect(refusal(bytes(text)).message).toBe(`Parameter 'body' expected 'JSON', got 'text: ${reason}'`);
});

describe('NDJSON', () => {
  test('is split into its non-blank lines', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.json(), fc.stringMatching(/^[ \t\r]{0,2}$/))), (rows) => {
        const body = rows.map(([text, after]) => `${text}${after}\n${after}\n`).join('');
        expect(texts(bytes(body), 'ndjson')).toEqual(rows.map(([text]) => text.trim()));
      }),
    );
  });

  test('needs no trailing newline', () => {
    expect(texts(bytes('1\r\n\n{"a":2}'), 'ndjson')).toEqual(['1', '{"a":2}']);
  });

  test('with a broken line keeps the lines around it', () => {
    expect(texts(bytes('{"a":1}\n{"b":["\n{"c":3}\n'), 'ndjson')).toEqual(['{"a":1}', '{"b":["', '{"c":3}']);
    // These brackets are reason enough to look closer.
    const commas = ['{"a":"[[[["},', '{"a":"[[[["}],'];
    expect(texts(bytes(commas.join('\n')), 'ndjson', { ...LIMITS, depth: 3 })).toEqual(commas);
  });
});

describe('limits', () => {
  const small = { ...LIMITS, stringBytes: 10, itemBytes: 40, depth: 3, items: 3 };

  test('name a string that is too long, with its position and length', () => {
    const body = bytes('[1, {"a":"01234567890"}, 2]');
    expect(split(body, 'json', small).map(({ fault }) => fault?.details)).toEqual([
      undefined,
      { limit_type: 'string size', limit_value: 10, actual_value: 11, unit: 'bytes', position: 5 },
      undefined,
    ]);
    for (const kind of ['json', 'ndjson'] as const)
      for (const item of ['{"a":"01234567890"}', '{"a":"01234567890","b":"01"}'])
        expect(faults(bytes(item), kind, small)).toEqual(['VALIDATION_PAYLOAD_TOO_LARGE']);
  });

  test('allow a string and an item of just that size', () => {
    const item = (bytes: number) => `["0123456789"${','.padEnd(bytes - 15)}1]`;
    expect(faults(bytes(`[${item(40)},${item(41)}]`), 'json', small)).toEqual([
      undefined,
      'VALIDATION_PAYLOAD_TOO_LARGE',
    ]);
  });

  test('refuse only the item that is too large or too deep', () => {
    const large = JSON.stringify(Array.from({ length: 30 }, () => 1));
    expect(faults(bytes(`[${large},[[[1]]],[[[[1]]]]]`), 'json', small)).toEqual([
      'VALIDATION_PAYLOAD_TOO_LARGE',
      undefined,
      'VALIDATION_PAYLOAD_TOO_LARGE',
    ]);
  });

  test.each(['[[[[1]]]]', '{"a":{"b":{"c":{}}}}', '[{"a":[{}]}]'])('find %s too deep', (item) => {
    const deep = { ...small, stringBytes: 40 };
    expect(faults(bytes(item), 'ndjson', deep)).toEqual(['VALIDATION_PAYLOAD_TOO_LARGE']);
    expect(faults(bytes(item), 'ndjson', { ...deep, depth: 4 })).toEqual([undefined]);
  });

  test('do not count brackets in strings, however many there are', () => {
    const item = '{"a":"[[[[","b":"{{{{"}';
    expect(faults(bytes(item), 'json', small)).toEqual([undefined]);
    expect(faults(bytes(`${item}\n[[[[1]]]]\n${item}`), 'ndjson', small)).toEqual([
      undefined,
      'VALIDATION_PAYLOAD_TOO_LARGE',
      undefined,
    ]);
  });

  test('apply to nesting that is never closed and to a million levels', () => {
    expect(faults(bytes('{"a":'.repeat(1_000_000)), 'ndjson')).toEqual(['VALIDATION_PAYLOAD_TOO_LARGE']);
    expect(faults(bytes(`[${'['.repeat(1_000_000)}${']'.repeat(1_000_000)},1]`))).toEqual([
      'VALIDATION_PAYLOAD_TOO_LARGE',
      undefined,
    ]);
  });

  test('refuse a body with too many items as a whole', () => {
    expect(refusal(bytes('[1,2,3,4]'), 'json', small)).toMatchObject({ status: 413 });
    expect(refusal(bytes('1\n2\n3\n4\n'), 'ndjson', small)).toMatchObject({
      code: 'VALIDATION_PAYLOAD_TOO_LARGE',
      details: { limit_value: 3 },
    });
  });
});

describe('bytes that are not UTF-8', () => {
  const broken = (text: string) => Buffer.from(text, 'latin1');

  test('inside a string cost only their item', () => {
    const body = broken('[{"a":"ok"},{"b":"\xff\xfe"},{"c":"ok"}]');
    expect(faults(body)).toEqual([undefined, 'VALIDATION_INVALID_ENCODING', undefined]);
    expect(split(body, 'json', LIMITS)[1]).toMatchObject({
      ...{ start: 12, end: 22, fault: { details: { position: 5 } } },
    });
    expect(faults(broken('[{"a":"x\\n","b":"\xff"}]'))).toEqual(['VALIDATION_INVALID_ENCODING']);
    const twice = split(broken('{"a":"\xff","b":"\xfe"}'), 'json', LIMITS);
    expect(twice).toMatchObject([{ fault: { details: { position: 5 } } }]);
    expect(faults(broken('"\\"\xc3"\n"\xc3\xa9"\n'), 'ndjson')).toEqual([
      'VALIDATION_INVALID_ENCODING',
      undefined,
    ]);
  });

  test('outside of strings cost the body', () => {
    for (const text of ['[{"a":1},\xff]', '\xff\xfe{"a":1}', '[{"a":"x"\xc3}]', '"\xff" \x80']) {
      expect(refusal(broken(text))).toMatchObject({ status: 400, code: 'VALIDATION_INVALID_ENCODING' });
    }
  });
});
