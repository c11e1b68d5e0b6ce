import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test, vi } from 'vitest';
import { Sink } from '../../server/capture/sink.ts';
import { Watch } from '../../server/capture/watch.ts';
import { isObject, parseJson } from '../../shared/json/value.ts';
import { listening } from '../helpers/listening.ts';

afterEach(() => void vi.restoreAllMocks());

test('all messages of a chunk passed at the time of the chunk, however long reading them takes', async () => {
  const captures: unknown[] = [];
  const dashboard = createServer(async (asked, answer) => {
    const body = await text(asked);
    if (asked.url?.endsWith('/responses'))
      captures.push(
        ...body
          .trim()
          .split('\n')
          .map((line) => parseJson(line)),
      );
    answer.setHeader('content-type', 'application/json').end('{"success":true,"data":{"accepted":2}}');
  });
  const sink = new Sink(
    { address: `http://127.0.0.1:${await listening(dashboard)}`, token: undefined },
    () => {},
  );
  const watch = new Watch('s', 'stdio', sink);
  const lines = (...values: readonly object[]) =>
    Buffer.from(values.map((value) => `${JSON.stringify({ jsonrpc: '2.0', ...value })}\n`).join(''));
  // A clock that advances whenever it is read.
  let now = 1_800_000_000_000;
  vi.spyOn(Date, 'now').mockImplementation(() => now++);
  const call = (id: number) => ({ id, method: 'tools/call', params: { name: 'add' } });
  watch.bytes('client->server', lines(call(1), call(2)), Date.now());
  const replies = lines({ id: 1, result: { content: [] } }, { id: 2, result: { content: [] } });
  watch.bytes('server->client', replies, Date.now());
  await sink.close(5_000);
  const times = captures.map((one) => (isObject(one) ? [one.observed_at, one.duration_ms] : []));
  expect(times).toHaveLength(2);
  expect(times[1]).toEqual(times[0]);
  dashboard.close();
});
