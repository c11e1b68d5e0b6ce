import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EventStream } from '../../server/capture/event-stream.ts';
import { LineSplitter, Parts } from '../../server/capture/lines.ts';
import { LineJoiner } from '../../shared/recording/line-joiner.ts';
import { LONGEST_PIECE, type Piece } from '../../shared/recording/piece.ts';
import { elementsOf, ValueSplitter } from '../../shared/recording/values.ts';

/** Splits bytes into chunks of any size, including empty chunks and single bytes. */
function chunked(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const at = cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b);
  return [0, ...at].map((start, index) => bytes.subarray(start, at[index] ?? bytes.length));
}

function pieces(
  make: (emit: (piece: Piece) => void) => LineSplitter | ValueSplitter<Buffer>,
  chunks: readonly Buffer[],
) {
  const found: Piece[] = [];
  const splitter = make((piece) => found.push(piece));
  for (const chunk of chunks) splitter.push(chunk);
  splitter.end();
  return found;
}

const cuts = fc.array(fc.nat(), { maxLength: 30 });
const anyText = fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => text.replaceAll('\n', ' '));

describe('lines', () => {
  test('are the same wherever chunks end', () => {
    fc.assert(
      fc.property(
        fc.array(anyText, { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        cuts,
        (lines, ended, at) => {
          const text = lines.join('\n') + (ended ? '\n' : '');
          const chunks = chunked(Buffer.from(text), at);
          const expected = (
            ended || lines.at(-1) === '' ? text.split('\n').slice(0, -1) : text.split('\n')
          ).map((each, index) => ({ line: index + 1, text: each }));
          expect(pieces((emit) => new LineSplitter(emit), chunks)).toEqual(expected);
        },
      ),
    );
  });

  test('longer than the limit are skipped and counted, and the next is read', () => {
    const long = Buffer.alloc(LONGEST_PIECE / 4 + 1, 'x');
    const found = pieces((emit) => new LineSplitter(emit), [long, long, long, long, Buffer.from('\nnext\n')]);
    expect(found).toEqual([
      { line: 1, text: undefined, fault: 'longer than 32 MiB' },
      { line: 2, text: 'next' },
    ]);
  });
});

test.each([
  [LONGEST_PIECE, true],
  [LONGEST_PIECE + 1, false],
])('a line of %i bytes is read: %s, whether it comes in one chunk or in two', (length, isRead) => {
  const line = Buffer.alloc(length + 1, 'x');
  line[length] = 0x0a;
  for (const chunks of [[line], [line.subarray(0, 9), line.subarray(9)], [line.subarray(0, -1)]]) {
    const lengths = pieces((emit) => new LineSplitter(emit), chunks).map(({ text }) => text?.length);
    expect(lengths).toEqual([isRead ? length : undefined]);
  }
});

test.each([
  ['longer than the limit', Buffer.alloc(LONGEST_PIECE, 'x')],
  ['that is not UTF-8', Buffer.from([0xe9])],
])('an event with a line %s has no data, and the next is read', (_, line) => {
  const heard: unknown[] = [];
  const events = new EventStream((data) => heard.push(data));
  events.push(Buffer.from('data: a\ndata: '));
  events.push(line);
  events.push(Buffer.from('\ndata: b\n\ndata: c\n\n'));
  expect(heard).toEqual([undefined, 'c']);
});

test.each([
  ['longer than the limit', `data: ${'x'.repeat(LONGEST_PIECE / 4)}\n`, 5],
  ['of a million lines', 'data:\n'.repeat(10_000), 110],
])('an event %s has no data, and the next is read', (_, lines, times) => {
  const heard: unknown[] = [];
  const events = new EventStream((data) => heard.push(data));
  const long = Buffer.from(lines);
  for (let line = 0; line < times; line++) events.push(long);
  events.push(Buffer.from('\ndata: a\ndata: b\n\n'));
  expect(heard).toEqual([undefined, 'a\nb']);
});

test.each([
  ['longer than the limit', 'x'.repeat(LONGEST_PIECE / 4), 5],
  ['of a million lines', '', 1_100_000],
])('an event of a recording %s is reported at its first line, and the next is read', (_, data, times) => {
  const found: Piece[] = [];
  const lines = new LineJoiner((piece) => found.push(piece));
  for (let line = 1; line <= times; line++) lines.push({ line, text: `data: ${data}` });
  lines.push({ line: times + 1, text: '' });
  lines.push({ line: times + 2, text: 'data: {}' });
  lines.end();
  expect(found).toEqual([
    { line: 1, text: undefined, fault: 'longer than 32 MiB' },
    { line: times + 2, text: '{}' },
  ]);
});

test('an event ends at a blank line, not at an id, a comment or empty data', () => {
  const heard: unknown[] = [];
  const events = new EventStream((data) => heard.push(data));
  events.push(Buffer.from('data: a\nid: 1\n: note\nretry: 5\ndata:\ndata:  b\n\n\ndata:\n\n'));
  expect(heard).toEqual(['a\n\n b', '']);
});

test('an event is the same wherever chunks end, and whichever line ends it has', () => {
  const ends = fc.constantFrom('\n', '\r', '\r\n');
  const line = fc.tuple(fc.constantFrom('', ': note', 'data: a', 'data:b', 'event: e', 'data: é'), ends);
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), cuts, (lines, at) => {
      // A CR and the LF of an empty line after it are one end.
      const text = lines.map((each) => each.join('')).join('');
      const heard = (stream: string, cut: readonly number[]) => {
        const found: unknown[] = [];
        const events = new EventStream((data, name) => found.push([data, name]));
        for (const chunk of chunked(Buffer.from(stream), cut)) events.push(chunk);
        return found;
      };
      expect(heard(text, at)).toEqual(heard(text.replaceAll(/\r\n?/g, '\n'), []));
    }),
  );
});

test('an event whose lines end in CR is heard at once', () => {
  const heard: unknown[] = [];
  const events = new EventStream((data) => heard.push(data));
  events.push(Buffer.from('data: a\r\r'));
  expect(heard).toEqual(['a']);
  events.push(Buffer.from('\ndata: b\r'));
  events.push(Buffer.from('\ndata: c\r\n\r'));
  expect(heard).toEqual(['a', 'b\nc']);
});

test('an event has only its own name', () => {
  const heard: unknown[] = [];
  const events = new EventStream((data, name) => heard.push([data, name]));
  events.push(
    Buffer.from('event: endpoint\ndata: /message\n\nevent:ping\n\nid: 1\r\ndata:{}\r\n\r\n: data: x\n\n'),
  );
  expect(heard).toEqual([
    ['/message', 'endpoint'],
    ['{}', ''],
  ]);
});

describe('values of an array', () => {
  test('are its elements wherever chunks end', () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue(), { maxLength: 6 }),
        fc.constantFrom(0, 2),
        cuts,
        (values, space, at) => {
          const chunks = chunked(Buffer.from(JSON.stringify(values, null, space)), at);
          const found = pieces((emit) => new ValueSplitter(new Parts(), emit, true), chunks);
          expect(found.map(({ line }) => line)).toEqual(values.map((_, index) => index + 1));
          expect(found.map(({ text }) => JSON.stringify(JSON.parse(text ?? '')))).toEqual(
            values.map((value) => JSON.stringify(value)),
          );
        },
      ),
    );
  });

  test('keep each element’s text', () => {
    expect(elementsOf('[ {"a":1.0, "a" : 2} , "x,]" ,1e400]')).toEqual([
      '{"a":1.0, "a" : 2} ',
      '"x,]" ',
      '1e400',
    ]);
  });

  const A = { line: 1, text: '{"a":1}' };
  const fault = (line: number, what: string) => ({ line, text: undefined, fault: what });

  test.each([
    ['[', [fault(1, 'the array is not closed')]],
    ['[{"a":1}', [A, fault(2, 'the array is not closed')]],
    ['[{"a":1},', [A, fault(2, 'the array is not closed')]],
    ['[{"a":1},{"b":', [A, { line: 2, text: '{"b":' }]],
    ['[{"a":1},"b', [A, { line: 2, text: '"b' }]],
    ['[{"a":1},]', [A, fault(2, 'a value is missing from the array')]],
    ['[,{"a":1}]', [fault(1, 'a value is missing from the array'), { ...A, line: 2 }]],
    ['[,]', [fault(1, 'a value is missing from the array'), fault(2, 'a value is missing from the array')]],
    ['[{"a":1}] [{"a":1}]\n', [A, fault(2, 'unexpected data after the array'), { ...A, line: 2 }]],
    ['[{"a":1}]\n[]\n', [A]],
    [
      '[{"a":1}] {} {}\n',
      [A, fault(2, 'unexpected data after the array'), { line: 2, text: '{}' }, { line: 3, text: '{}' }],
    ],
    ['[\r\n\t {"a":1}]', [A]],
  ])('%s: what the array lacks, or what follows it, is reported', (text, found) => {
    const bytes = Buffer.from(text);
    for (const chunks of [[bytes], chunked(bytes, [...bytes.keys()])])
      expect(pieces((emit) => new ValueSplitter(new Parts(), emit, true), chunks)).toEqual(found);
  });
});

/** Bytes that V8's heap still holds. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

test.each([
  ['a line', new LineSplitter(() => {})],
  ['a value', new ValueSplitter(new Parts(), () => {}, true)],
])('%s that comes in a million chunks takes no more than a few bytes for each', (_, splitter) => {
  const chunk = Buffer.from('"');
  const before = heldBytes();
  for (let n = 0; n < 1_000_001; n++) splitter.push(chunk);
  expect(heldBytes() - before).toBeLessThan(20_000_000);
});

test.each([
  ['1\n"a,b"\ntrue', ['1\n', '"a,b"\n', 'true']],
  ['1,2]\n3\n', ['1,2]\n', '3\n']],
  ['}\n{\n"a":1}\n', ['}', '{\n"a":1}']],
])('%j holds a value per line, unless brackets are open', (text, found) => {
  const chunks = chunked(Buffer.from(text), [...Buffer.from(text).keys()]);
  expect(pieces((emit) => new ValueSplitter(new Parts(), emit, false), chunks)).toEqual(
    found.map((each, index) => ({ line: index + 1, text: each })),
  );
});

test('objects over several lines are numbered by the line they start on', () => {
  const text = '{\n "a": 1\n}\n\n{\n "b": "}\\""\n}\n';
  const found = pieces(
    (emit) => new ValueSplitter(new Parts(), emit, false),
    chunked(Buffer.from(text), [3, 17]),
  );
  expect(found.map(({ line, text: each }) => [line, JSON.parse(each ?? '')])).toEqual([
    [1, { a: 1 }],
    [5, { b: '}"' }],
  ]);
});
