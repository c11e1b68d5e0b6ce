import { describe, expect, test } from 'vitest';
import { readEntries } from '../../server/capture/entries.ts';
import { type Entry, entriesIn } from '../../shared/recording/entries.ts';
import { unmarked } from '../../shared/text/cut.ts';

/** Returns the entries of a text that comes in chunks of a size, and whether it is an array. */
async function readIn(bytes: Buffer, size: number) {
  async function* source() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const found: Entry[] = [];
  let isArray = false;
  const onArray = () => {
    isArray = true;
  };
  for await (const entries of readEntries(source(), onArray)) found.push(...entries);
  return { found, isArray };
}

/** Returns the entries of a text, which are the same whether it comes as a whole or, unless it is long, byte by byte, from a file or pasted. */
async function entriesOf(text: string | Buffer) {
  const bytes = Buffer.from(text);
  const [whole, small] = [
    await readIn(bytes, bytes.length + 1),
    await readIn(bytes, Math.ceil(bytes.length / 1000)),
  ];
  expect(JSON.stringify(small)).toBe(JSON.stringify(whole));
  if (typeof text === 'string') {
    const { entries, isArray } = entriesIn(unmarked(text));
    expect({ found: JSON.stringify([...entries]), isArray }).toEqual({
      found: JSON.stringify(whole.found),
      isArray: whole.isArray,
    });
  }
  return whole;
}

/** A line's number and kind, or why it cannot be read. */
async function gistOf(text: string | Buffer) {
  const { found } = await entriesOf(text);
  return found.map((entry) => [entry.line, entry.kind === 'unreadable' ? entry.reason : entry.kind]);
}

const CAPTURE = '{"response":{},"server":"s"}';
const INDENTED = '{\n  "response": {}\n}';
const OVER_LINES = '{ \t\r\n"response":\n{}}';

describe('a recording', () => {
  test.each([
    ['nothing', '', []],
    ['blank lines', '\n\r\n \n\t\n', []],
    ['a brace', '{', [[1, 'unreadable']]],
    ['lines', `${CAPTURE}\n\n${CAPTURE}`, [1, 3]],
    ['lines after blank lines', `\n\r\n${CAPTURE}\n`, [3]],
    ['lines after many blanks', `${' '.repeat(70_000)}\n${CAPTURE}\n`, [2]],
    ['lines after a byte order mark', `\ufeff${CAPTURE}\n${CAPTURE}\n`, [1, 2]],
    ['objects over lines', `${OVER_LINES}\n\n${OVER_LINES}\n`, [1, 5]],
    [
      'an object that begins on one line and goes on in the next',
      '{ "response":\t1,\r\n  "id": "a" }\n',
      [1],
    ],
    ['such objects', '{ "response":1,\n"id": "a" }\n\n{ "response":1\n}', [1, 4]],
    ['an object cut in its line', `{"response":1,\n${CAPTURE}\n`, [[1, 'unreadable'], 2]],
    [
      'what is no object in a line',
      `{"response":\nwords\n${CAPTURE}\n`,
      [[1, 'unreadable'], [2, 'unreadable'], 3],
    ],
    [
      'server-sent events',
      `: hi\r\nevent: message\r\nid: 1\r\ndata: ${CAPTURE}\r\n\r\ndata:${CAPTURE}\nretry: 5\n`,
      [4, 6],
    ],
    ['a batch in an event', `data: [${CAPTURE},${CAPTURE}]\n\n`, [1, 1]],
    [
      'events and lines',
      `data: ${CAPTURE}\n${CAPTURE}\ndata: words\ndata: data: {}\ndata\n`,
      [1, 2, [3, 'unreadable'], [5, 'unreadable']],
    ],
    [
      'events whose data are lines of JSON',
      `event: message\ndata: {\ndata:   "response":\n: ping\ndata:   {}\nid: 1\ndata: }\n\ndata:[\ndata: ${CAPTURE},\ndata: ${CAPTURE}\ndata: ]\n`,
      [2, 9, 9],
    ],
    [
      'such events with CRLF, without blank lines',
      'data: {\r\ndata: "response":\r\ndata: [\r\ndata: {},\r\ndata: {}\r\ndata: ]}\r\n'.repeat(2),
      [1, 7],
    ],
    [
      'an event that is cut, and those after it',
      `data: {"response":\ndata: ${CAPTURE}\ndata: ${CAPTURE}\n`,
      [[1, 'unreadable'], 2, 3],
    ],
    [
      'an event that is cut by a line',
      `data: {\ndata:   "response":\n${CAPTURE}\ndata: }\n`,
      [[1, 'unreadable'], 3, [4, 'unreadable']],
    ],
    [
      'events without data, or with an address',
      `id: 0\ndata: \n\nevent: endpoint\ndata: /messages?id=1\n\ndata: ${CAPTURE}\n\n`,
      [7],
    ],
    [
      'JSON over lines among others, such as the head of a reply',
      `HTTP/1.1 200 OK\r\nvary: "a\r\n\r\n${INDENTED}\r\n[info] "done"\n${CAPTURE}\n[ \r\n  {"a": {}},\n  ${CAPTURE}\n]\n${INDENTED}`,
      [[1, 'unreadable'], [2, 'unreadable'], 4, [7, 'unreadable'], 8, [9, 'envelope'], 9, 13],
    ],
    [
      'JSON over lines that is cut, by words, an event, or the end',
      `words\n{\n  "a":\n${CAPTURE}\n[\n\t{},\nwords\n{\n  "a": [\ndata: ${CAPTURE}\n\n${INDENTED}\n{\n  {"a": 1}`,
      [
        ...[1, 2].map((line) => [line, 'unreadable']),
        4,
        ...[5, 7, 8].map((line) => [line, 'unreadable']),
        10,
        12,
        [15, 'unreadable'],
      ],
    ],
    [
      'objects over lines with a log between',
      `${OVER_LINES}\n[info] "done"\n${OVER_LINES}\n`,
      [1, [4, 'unreadable'], 5],
    ],
    [
      'lines among those of a log, whose first one begins with a bracket',
      `[info] it's up\n[2026-11-30 10:00] ["\n${CAPTURE}\n[info]\n${CAPTURE}\n`,
      [[1, 'unreadable'], [2, 'unreadable'], 3, [4, 'unreadable'], 5],
    ],
    [
      'JSON over lines, and an indented line after it',
      `words\n${INDENTED}\n ${CAPTURE}\n`,
      [[1, 'unreadable'], 2, 5],
    ],
    ['objects after a byte order mark', `\ufeff{\n"response":1}`, [1]],
    ['an object over lines after one in a line', `${CAPTURE}\n{\n`, [1, [2, 'unreadable']]],
  ])('may hold %s', async (_title, text, lines) => {
    const { found, isArray } = await entriesOf(text);
    expect(isArray).toBe(false);
    expect(found.map(({ line, kind }) => (kind === 'capture' ? line : [line, kind]))).toEqual(lines);
  });

  test.each([
    `[${CAPTURE},${CAPTURE}]`,
    `\ufeff \n[${CAPTURE}\n,\n${CAPTURE}]\n`,
    `[{"response":[]\n},${CAPTURE}]`,
  ])('may be an array, whose elements are numbered: %j', async (text) => {
    const { found, isArray } = await entriesOf(text);
    expect(isArray).toBe(true);
    expect(found).toMatchObject([
      { kind: 'capture', line: 1, text: expect.stringContaining('"response"') },
      { kind: 'capture', line: 2 },
    ]);
  });

  test.each([
    ['unclosed', CAPTURE.slice(0, -1), /^not JSON: /],
    ['cut within a text', CAPTURE.slice(0, -2), /^not JSON: /],
  ])('of objects over lines loses none but the one that is %s', async (_, broken, reason) => {
    const over = (text: string) => text.replaceAll(/[{,]/g, '$&\n  ');
    expect(await gistOf([CAPTURE, broken, CAPTURE, broken, CAPTURE].map(over).join('\n'))).toEqual([
      [1, 'capture'],
      [5, expect.stringMatching(reason)],
      [9, 'capture'],
      [13, expect.stringMatching(reason)],
      [17, 'capture'],
    ]);
  });

  test('that is an array may end too early', async () => {
    expect(await gistOf(`[${CAPTURE},`)).toEqual([
      [1, 'capture'],
      [2, 'the array is not closed'],
    ]);
  });

  test.each([
    ['lines', (items: string[]) => items.join('\n')],
    ['an array', (items: string[]) => `[${items.join()}]`],
  ])('of %s has what is not UTF-8 reported, and not repaired', async (_, together) => {
    // Each byte of latin1 is one of the recording.
    const said = (text: string) => `{"server":"s","response":"${text}"}`;
    const sent = Buffer.from('\ufffd é').toString('latin1');
    const bytes = Buffer.from(together([said('\xff'), said(sent), said('\xc3')]), 'latin1');
    expect(await gistOf(bytes)).toEqual([
      [1, 'not UTF-8'],
      [2, 'capture'],
      [3, 'not UTF-8'],
    ]);
  });

  test('may have a batch on a line, which holds no further batch', async () => {
    const reason = 'not a JSON object, so not a capture, message or envelope';
    expect(await gistOf(`${CAPTURE}\n[${CAPTURE},[${CAPTURE}],5]\n"x"\n`)).toEqual([
      ...[1, 2].map((line) => [line, 'capture']),
      [2, reason],
      [2, reason],
      [3, reason],
    ]);
  });
});

test.each([
  ['{"a":1,}', 'expected name (a comma too many) at character 8'],
  [`${CAPTURE}\n{"a" 1}`, 'expected colon at character 6'],
  ['\n{\n"response": 1\n"id": "b"\n}', 'expected comma or } at character 1 of line 4'],
  ['[{"response": 1,\n "id": }]', 'expected value at character 8 of its line 2'],
  ['INFO {1} {"a":1}', 'expected value at character 1'],
  ['INFO {"a":1} {1}', 'expected value at character 1; an object begins at character 6'],
  ['{"a": x, {"b":1}', 'expected value at character 7'],
  [`data: ${CAPTURE}\n\ndata: {\ndata:   "a" 1\ndata: }\n`, 'expected colon at character 7 of line 4'],
])('in %s the place where it stops being JSON is told', async (text, reason) => {
  const { found } = await entriesOf(text);
  expect(found.filter(({ kind }) => kind === 'unreadable')).toMatchObject([
    { reason: `not JSON: ${reason}` },
  ]);
});

test.each([
  ['{"response":1,"jsonrpc":"2.0","dir":"x","msg":{}}', 'capture'],
  ['{"jsonrpc":"2.0","id":1,"result":{}}', 'message'],
  ['{"jsonrpc":"2.0","id":1,"error":{}}', 'message'],
  ['{"jsonrpc":"2.0","method":"m"}', 'message'],
  ['{"jsonrpc":"2.0","id":1}', 'JSON-RPC message without "method", "result" and "error"'],
  ['{"success":true}', 'envelope'],
  ['{"server":"s"}', 'envelope'],
  ['{"msg":{}}', 'envelope'],
  ['{"dir":"server->client"}', 'envelope'],
  ['{"server":"s","tool":"t","error":true}', 'envelope'],
  ['{"server":"s","tool":"t","value":1}', 'envelope'],
  ['{"server":"s","tool":"t","success":1}', 'envelope'],
  ['{"server":"s","tool":"t","content":1}', 'envelope'],
  ['{"server":"s","tool":"t","structuredContent":1}', 'envelope'],
  ['{"server":"s","tool":"t"}', 'capture without "response"'],
  ['{"params":{},"observed_at":1}', 'capture without "response"'],
  [
    '{"observed_at":1,"server":"s","dialect":"plain"}',
    'a row of an exported log, not its capture; export the captures instead',
  ],
  ['{"server":"s","reponse":{}}', 'capture without "response"; is "reponse" a misspelling of it?'],
  ['{"reponse":{}}', 'envelope'],
  ['{"dir":"/tmp","msg":"done"}', 'envelope'],
  ['{"success":true,"dir":{},"msg":{"text":"done"}}', 'envelope'],
  ...[
    '"msg":{"method":"m"}',
    '"msg":[1,{"id":1,"result":{}}]',
    '"msg":"{}","ts":1',
    '"msg":{},"server":"s"',
  ].map((rest) => [`{"dir":"up",${rest}}`, 'dir must be "client->server" or "server->client", not "up"']),
  ...[
    '{"level":"info","message":{"jsonrpc": "2.0","id":1,"result":{}}}',
    JSON.stringify({ log: '{"jsonrpc": "2.0","id":1,"result":{}}\n', stream: 'stdout' }),
    JSON.stringify({ log: { entries: [JSON.stringify({ text: '{"jsonrpc":"2.0","method":"m"}' })] } }),
  ].map((text) => [
    text,
    'a JSON-RPC message within other JSON; put it on a line of its own, or under "msg" beside "dir"',
  ]),
  ['{"success":true,"log":"{\\"jsonrpc\\":\\"2.0\\"}"}', 'envelope'],
  ['{"note":"\\"jsonrpc\\" is 2.0"}', 'envelope'],
  ['{"dir":"server->client","msg":5}', 'msg is not a JSON object, so not a JSON-RPC message'],
])('%s is of its kind: %s', async (text, kind) => {
  expect(await gistOf(text)).toEqual([[1, kind]]);
});

describe('a message in a log of traffic', () => {
  const messagesOf = async (members: object) => {
    const { found } = await entriesOf(
      JSON.stringify({ dir: 'server->client', msg: { id: 1, result: {} }, ...members }),
    );
    return found.map((entry) => (entry.kind === 'message' ? [entry.server, entry.message] : [entry.kind]));
  };

  test.each([
    [{}, undefined, { session: undefined, at: undefined }],
    [{ server: 's', session: 'a', ts: 5 }, 's', { session: 'a', at: 5 }],
    [{ server: '', session: 5, ts: '1970-01-01T00:00:01Z' }, undefined, { session: undefined, at: 1000 }],
    [{ server: 5, session: '', ts: 'soon' }, undefined, { session: '', at: undefined }],
    [{ ts: null }, undefined, { at: undefined }],
  ])('%j tells its server, session and time', async (members, server, told) => {
    expect(await messagesOf(members)).toMatchObject([[server, { direction: 'server->client', ...told }]]);
  });

  test('has its exact text, in a batch as well', async () => {
    const texts = async (msg: string) => {
      const { found } = await entriesOf(`{"dir":"client->server","msg":${msg}}`);
      return found.map((entry) => (entry.kind === 'message' ? entry.message.message.text() : entry.kind));
    };
    const [one, two] = ['{"id": 1.0, "result": {}}', '{"method": "m"}'];
    expect(await texts(one)).toEqual([one]);
    expect(await texts(`[${one},5,${two},{"id": 3}]`)).toEqual([one, 'unreadable', two, 'unreadable']);
  });
});
