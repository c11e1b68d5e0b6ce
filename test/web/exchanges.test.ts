import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inspect } from '../../shared/inspect.ts';
import { exchangesIn, whyNone } from '../../web/features/playground/exchanges.ts';
import { curlOf, fixtureOf } from '../../web/features/traffic/copies.ts';

/** What is judged in a pasted text, as it is shown, or why a part of it cannot be. */
const shownOf = (text: string) => exchangesIn(text).found.map((one) => one.reason ?? one.text.trim());

/** The number of each, in a text of lines or an array. */
const placesIn = (text: string) => {
  const { found, counts } = exchangesIn(text);
  return found.map(({ line }) => `${counts} ${line}`);
};

const SUCCESS = '{"success":true,"data":{}}';
const TEXT = JSON.stringify({ content: [{ type: 'text', text: SUCCESS }] });
const CALL = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","arguments":{"n": 1e400}}}';
const REPLY = `{"jsonrpc":"2.0","id":1,"result":${TEXT}}`;
const logged = (dir: string, msg: string) => `{"ts":"2026-11-01T10:00:00Z","dir":"${dir}","msg":${msg}}`;
const ASKED = logged('client->server', CALL);
const ANSWERED = logged('server->client', REPLY);

describe('what is pasted into the Playground', () => {
  it('is several captures if it is an array of them or NDJSON, each as written', () => {
    const array = '[ {"response": 1e400},\n {"success": true, "a": ["],{", "\\"["]} ]';
    expect(shownOf(array)).toEqual(['{"response": 1e400}', '{"success": true, "a": ["],{", "\\"["]}']);
    expect(placesIn(array)).toEqual(['number 1', 'number 2']);
    const lines = '{"response":1}\n\n{"response":2}\nnot json\n';
    expect(shownOf(lines)).toEqual([
      '{"response":1}',
      '{"response":2}',
      'not JSON: expected value at character 1',
    ]);
    expect(placesIn(lines)).toEqual(['line 1', 'line 3', 'line 4']);
  });

  it.each([
    '{"error":true,"type":"NoIndex","message":"x"}',
    SUCCESS,
    '{"structuredContent":{"success":true}}',
    '{"jsonrpc":"2.0","id":1,"result":{}}',
  ])('is several responses where it is several of %s', (one) => {
    expect(shownOf(`${one}\n${one}`)).toEqual([one, one]);
    expect(shownOf(`[${one},${one}]`)).toEqual([one, one]);
  });

  it.each(['[]', '[1,2]', '[{"id":1}]', '{\n"success": true\n}', '"words"', 'null'])(
    'is one response where it is %j',
    (text) => expect(shownOf(text)).toEqual([text]),
  );

  it('has a fault for each line that is not JSON, if another is', () => {
    expect(shownOf(`${CALL}\nwords\nwords`)).toEqual(
      Array(2).fill('not JSON: expected value at character 1'),
    );
  });

  it('has no byte order mark', () => {
    expect(shownOf('\ufeff{"response":1}')).toEqual(['{"response":1}']);
    expect(shownOf('\ufeff{"response":1}\n{"response":2}')).toEqual(['{"response":1}', '{"response":2}']);
  });

  it('is split without changing anything', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { minLength: 1 }), (values) => {
        const captures = values.map((response) => ({ response }));
        expect(shownOf(JSON.stringify(captures, null, 1)).map((one): unknown => JSON.parse(one))).toEqual(
          captures.map((one): unknown => JSON.parse(JSON.stringify(one))),
        );
      }),
    );
  });

  it.each([
    ['lines', `${CALL}\n${REPLY}`],
    ['lines that end in CRLF', `${CALL}\r\n${REPLY}\r\n`],
    ['an array', `[${CALL},${REPLY}]`],
    ['a log of traffic', `${ASKED}\n${ANSWERED}`],
    ['server-sent events', `event: message\nid: 1\ndata: ${CALL}\n\n: ping\ndata:${REPLY}\n\n`],
    ['an event of several lines', `[\n${CALL},\n${REPLY}\n]`.replaceAll(/^/gm, 'data: ')],
  ])('has the reply of a tool shown and judged with its request, in %s', (_, text) => {
    const { found, others } = exchangesIn(text);
    expect(others).toHaveLength(1);
    expect(found).toMatchObject([{ exchange: { tool: 't' }, isCapture: true, isWritten: false }]);
    expect(found[0]?.exchange).toHaveProperty('response', JSON.parse(REPLY));
    const [shown = ''] = shownOf(text);
    expect(shown).toContain('"params":{"name":"t","arguments":{"n": 1e400}}');
    expect(shown).toContain(`"response":${REPLY}`);
    expect(JSON.parse(shown)).toMatchObject({ method: 'tools/call', params: { name: 't' } });
    expect(shown).not.toContain('unnamed');
  });

  it.each([ANSWERED, logged('server->client', `[${REPLY}]`), REPLY, `data: ${REPLY}`])(
    'has a reply judged by itself if its request is missing: %s',
    (text) => {
      expect(shownOf(text)).toEqual([REPLY]);
      expect(exchangesIn(text).found).toMatchObject([{ isCapture: false, isWritten: true }]);
    },
  );

  it('has the replies of several servers paired with their own requests', () => {
    const said = (server: string, dir: string, msg: string) =>
      `{"ts":5,"server":"${server}","dir":"${dir}","msg":${msg}}`;
    const { found } = exchangesIn(
      [
        said('a', 'client->server', CALL),
        said('b', 'client->server', CALL.replace('"t"', '"u"')),
        said('a', 'server->client', REPLY),
        said('b', 'server->client', REPLY),
      ].join('\n'),
    );
    expect(found.map(({ exchange }) => exchange?.tool)).toEqual(['t', 'u']);
  });

  it('has the time of a line of traffic', () => {
    expect(exchangesIn(ANSWERED).found).toMatchObject([
      { exchange: { observed_at: Date.parse('2026-11-01T10:00:00Z') } },
    ]);
  });

  it.each([
    [CALL, 'Nothing to judge in a JSON-RPC request'],
    [ASKED, 'Nothing to judge in a JSON-RPC request'],
    [`data: ${CALL}\n\n`, 'Nothing to judge in a JSON-RPC request'],
    ['{"jsonrpc":"2.0","method":"notifications/cancelled"}', 'Nothing to judge in a JSON-RPC notification'],
    [
      logged('client->server', '{"jsonrpc":"2.0","id":1,"result":{"roots":[]}}'),
      'Nothing to judge in a reply to what is no call of a tool',
    ],
    [
      `${CALL.replace('tools/call', 'tools/list')}\n${REPLY}`,
      'Nothing to judge in 2 JSON-RPC messages without a tool’s response',
    ],
    ['', 'Paste JSON to see its verdict.'],
    [' \n', 'Paste JSON to see its verdict.'],
  ])('may hold no response: %s', (text, why) => {
    const pasted = exchangesIn(text);
    expect(pasted.found).toEqual([]);
    expect(whyNone(pasted, 0)).toBe(why);
  });

  it.each([
    ['{"a":', 'not JSON: unexpected end, expected value at character 6'],
    ['words\nwords', 'not JSON: expected value at character 1'],
    [
      '{\n  "success": True\n}',
      'not JSON: expected value (JSON has true, false and null) at character 14 of line 2',
    ],
    ["{'success': true}", 'not JSON: expected name or } (quotes are "double" in JSON) at character 2'],
    ['{"success": true, // ok\n}', 'not JSON: expected name (JSON has no comments) at character 19'],
    ['{"success": true,}', 'not JSON: expected name (a comma too many) at character 18'],
    [
      `10:00 INFO ${SUCCESS}`,
      'not JSON: unexpected data after the value at character 3; an object begins at character 12',
    ],
    ['{\\"success\\": true}', 'not JSON: expected name or } (the quotes are escaped) at character 2'],
    ['data: {"a":\ndata: 1\n\n', 'not JSON: unexpected end, expected comma or } at character 2 of line 2'],
    ['[\n{"a": 1}\n{"b": 1}\n]', 'not JSON: expected comma or ] at character 1 of line 3'],
    ['{"tool":"t","server":"s"}', 'capture without "response"'],
    ['{"response":1,"server":5}', "Parameter 'server' expected 'string', got '5'"],
  ])('may be unreadable, and why is said: %s', (text, reason) => {
    expect(shownOf(text)).toEqual([reason]);
    expect(whyNone(exchangesIn(text), 0)).toBe(reason);
  });

  it('may be what the dashboard copies of a response', () => {
    const raw = `{"server":"it's","response":{"success":false,"error":"it's 'so'"}}`;
    expect(shownOf(curlOf({ raw, server: 's' }, 'http://127.0.0.1:4680', true))).toEqual([raw]);
    const verdict = inspect({ response: { success: false, error: 'x' } });
    const fixture = fixtureOf({ raw, server: 's', observed_at: '2026-11-29T00:00:00.000Z', verdict });
    expect(shownOf(fixture)).toEqual([fixture.trim()]);
  });

  it('may stand in a fence of Markdown', () => {
    expect(shownOf(`\n\`\`\`json\n${SUCCESS}\n\`\`\`\n`)).toEqual([SUCCESS]);
    expect(shownOf(`\`\`\`\n${SUCCESS}\n${SUCCESS}\n  \`\`\``)).toEqual([SUCCESS, SUCCESS]);
  });
});
