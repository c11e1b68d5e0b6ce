import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../shared/json/value.ts';
import { type Message, Pairing } from '../../../shared/recording/pairing.ts';
import { ANSWER, ASK, call, message, seen } from './messages.ts';

const asked = (id: number, method: string, params: JsonObject, more?: Partial<Message>) =>
  message(ASK, { jsonrpc: '2.0', id, method, params }, more);
const result = (id: number, text: string, more?: Partial<Message>) =>
  seen(ANSWER, `{"jsonrpc":"2.0","id":${id},"result":${text}}`, more);

/** The reply to a call that names a task, in both forms. */
const HANDLES = {
  '2025-11-25': '{"task":{"taskId":"t1","status":"working","ttl":60000}}',
  '2026-07-28': '{"resultType":"task","taskId":"t1","status":"working","ttlMs":60000}',
} as const;
const ANSWERED = '{ "content": [{"type":"text","text":"a\\u0062c"}], "isError": false }';
const state = (more: string) => `{"resultType":"complete","taskId":"t1",${more}}`;

/** Returns the replies in the messages: their tool, text, time and duration. */
function paired(...messages: readonly Message[]) {
  const pairing = new Pairing();
  return messages.flatMap((each) => {
    const reply = pairing.take(each);
    return reply === undefined
      ? []
      : [[reply.tool, reply.response.text(), reply.observed_at, reply.duration_ms]];
  });
}

describe('what the task of a call comes to', () => {
  test('is its second reply, as it was sent, where tasks/result asks for it (2025-11-25)', () => {
    const handle = result(1, HANDLES['2025-11-25'], { at: 110 });
    const answer = result(4, ANSWERED, { at: 900 });
    expect(
      paired(
        call(1, 'slow', { at: 100 }),
        handle,
        asked(2, 'tasks/get', { taskId: 't1' }),
        result(2, '{"taskId":"t1","status":"completed","ttl":60000}'),
        asked(4, 'tasks/result', { taskId: 't1' }),
        answer,
        asked(5, 'tasks/result', { taskId: 't1' }),
        result(5, ANSWERED),
      ),
    ).toEqual([
      ['slow', handle.message.text(), 110, 10],
      ['slow', answer.message.text(), 900, 800],
    ]);
  });

  test('is its second reply where the state of the task holds it (2026-07-28)', () => {
    const handle = result(1, HANDLES['2026-07-28'], { at: 110 });
    expect(
      paired(
        call(1, 'slow', { at: 100 }),
        handle,
        asked(2, 'tasks/get', { taskId: 't1' }),
        result(2, state('"status":"working"')),
        asked(3, 'tasks/get', { taskId: 't1' }),
        result(3, state(`"status":"completed","result":${ANSWERED}`), { at: 900 }),
        asked(4, 'tasks/get', { taskId: 't1' }),
        result(4, state(`"status":"completed","result":${ANSWERED}`)),
      ),
    ).toEqual([
      ['slow', handle.message.text(), 110, 10],
      ['slow', ANSWERED, 900, 800],
    ]);
  });

  test('is a JSON-RPC error where the task failed, and none that it has while it goes on', () => {
    const told = (status: string) =>
      paired(
        call(1, 'slow'),
        result(1, HANDLES['2026-07-28']),
        asked(2, 'tasks/get', { taskId: 't1' }),
        result(2, state(`"status":"${status}","error":{"code":-32603, "message":"limit"}`)),
      );
    const error = '{"jsonrpc":"2.0","error":{"code":-32603, "message":"limit"}}';
    expect(told('failed')[1]).toEqual(['slow', error, undefined, undefined]);
    expect(told('working')).toHaveLength(1);
  });

  test('is what the server tells, though nobody asks', () => {
    const told = `{"jsonrpc":"2.0","method":"notifications/tasks","params":${state(
      `"status":"completed","result":${ANSWERED}`,
    )}}`;
    expect(
      paired(call(1, 'slow'), result(1, HANDLES['2026-07-28']), seen(ANSWER, told)).map(([, text]) => text),
    ).toEqual([result(1, HANDLES['2026-07-28']).message.text(), ANSWERED]);
  });

  test('counts once if the server tells it and the client asks for it, in whatever conversation', () => {
    const told = `{"jsonrpc":"2.0","method":"notifications/tasks","params":${state(
      `"status":"completed","result":${ANSWERED}`,
    )}}`;
    expect(
      paired(
        call(1, 'slow', { scope: 'a' }),
        result(1, HANDLES['2026-07-28'], { scope: 'a' }),
        seen(ANSWER, told, { scope: 'b' }),
        asked(1, 'tasks/get', { taskId: 't1' }, { scope: 'c' }),
        result(1, state(`"status":"completed","result":${ANSWERED}`), { scope: 'c' }),
      ).map(([tool, text]) => [tool, text]),
    ).toEqual([
      ['slow', result(1, HANDLES['2026-07-28']).message.text()],
      ['slow', ANSWERED],
    ]);
  });

  test('can still be asked for when a question was refused', () => {
    const refused = seen(ANSWER, '{"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"busy"}}');
    expect(
      paired(
        call(1, 'slow'),
        result(1, HANDLES['2025-11-25']),
        asked(2, 'tasks/result', { taskId: 't1' }),
        refused,
        asked(3, 'tasks/result', { taskId: 't1' }),
        result(3, ANSWERED),
      ).map(([, text]) => text),
    ).toEqual([
      result(1, HANDLES['2025-11-25']).message.text(),
      refused.message.text(),
      result(3, ANSWERED).message.text(),
    ]);
  });

  test.each([
    ['a task of which nothing is known', 's', { taskId: 't2' }],
    ['the task of another server', 'other', { taskId: 't1' }],
    ['no task', 's', {}],
  ])('is nothing for a question about %s', (_, server, params) => {
    expect(
      paired(
        call(1, 'slow'),
        result(1, HANDLES['2025-11-25']),
        asked(2, 'tasks/result', params, { server }),
        result(2, ANSWERED, { server }),
      ),
    ).toHaveLength(1);
  });

  test.each([
    'null',
    '"t1"',
    '{}',
    state('"status":"completed"'),
    state('"status":"completed","result":"text"'),
    state('"status":"failed"'),
    state('"status":"cancelled","result":{}'),
    '{"resultType":"complete","taskId":7,"status":"completed","result":{}}',
  ])('is nothing in the state %s', (told) => {
    expect(
      paired(
        call(1, 'slow'),
        result(1, HANDLES['2026-07-28']),
        asked(2, 'tasks/get', { taskId: 't1' }),
        result(2, told),
      ),
    ).toHaveLength(1);
  });
});
