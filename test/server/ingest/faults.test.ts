import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { dataOf } from '../../helpers/ask.ts';
import { newDatabase } from '../../helpers/folder.ts';
import { log, post, postLines, type Reply } from '../../helpers/post.ts';
import { mailroom } from '../../helpers/program.ts';
import { type Served, serve } from '../../helpers/server.ts';

/** Returns the n-th capture of a mix of every dialect, which the log identifies by its message. */
function capture(n: number) {
  const message = `Number ${n} failed`;
  const responses: readonly unknown[] = [
    { success: false, error: { code: 'NOT_FOUND_RESOURCE', message } },
    { content: [{ type: 'text', text: JSON.stringify({ success: false, error: { code: 'X', message } }) }] },
    { isError: true, content: [{ type: 'text', text: message }] },
    { jsonrpc: '2.0', id: n, error: { code: -32602, message } },
    { error: true, type: 'ValidationError', message },
  ];
  return { server: `server-${n % 3}`, id: `n${n}`, response: responses[n % responses.length] };
}

/** Returns how often each number occurs in the log. */
async function numbers(served: Served): Promise<ReadonlyMap<number, number>> {
  const found = new Map<number, number>();
  for await (const { message } of log(served)) {
    const n = Number(/^Number (\d+) failed$/.exec(message ?? '')?.[1]);
    found.set(n, (found.get(n) ?? 0) + 1);
  }
  return found;
}

/** Returns the number of responses in the rollups. */
async function counted(served: Served): Promise<number> {
  const { totals } = await dataOf(served, 'GET /api/v1/overview', { query: 'from=-1d' });
  return totals.responses;
}

/** Posts batches concurrently until all are answered or the server closes. Adds to `acknowledged`. */
async function load(
  served: Served,
  from: number,
  to: number,
  size: number,
  acknowledged: Set<number>,
): Promise<void> {
  let next = from;
  const sender = async () => {
    while (next < to) {
      const first = next;
      next += size;
      const batch = Array.from({ length: Math.min(size, to - first) }, (_, i) => first + i);
      const reply: Reply | undefined = await postLines(served, batch.map(capture)).catch(() => undefined);
      if (reply === undefined || reply.status === 503) return;
      expect(reply).toMatchObject({ status: 200, receipt: { rejected: [] } });
      for (const n of batch) acknowledged.add(n);
    }
  };
  await Promise.all(Array.from({ length: 8 }, sender));
}

describe('killed with -9', () => {
  test('at random moments, it has every acknowledged response exactly once after each restart', async () => {
    const db = newDatabase();
    const acknowledged = new Set<number>();
    for (let round = 0; round < 4; round++) {
      const served = await serve({ db });
      const sent = load(
        served,
        round * 100_000,
        (round + 1) * 100_000,
        round % 2 === 0 ? 1 : 40,
        acknowledged,
      );
      while (acknowledged.size < 50 * (round + 1)) await pause(1);
      await pause(Math.random() * 400);
      await served.kill();
      await sent;
    }
    const served = await serve({ db });
    const found = await numbers(served);
    expect([...acknowledged].filter((n) => found.get(n) !== 1)).toEqual([]);
    expect([...found].filter(([, times]) => times !== 1)).toEqual([]);
    expect(await counted(served)).toBe(found.size);
    const { code, stdout } = await mailroom(['doctor', '--db', db]);
    expect(stdout).toContain(': sound\n');
    expect(code).toBe(0);
    await served.stop();
  });

  test('in the middle of 10,000, it has each of them once after they are sent again', async () => {
    const db = newDatabase();
    const acknowledged = new Set<number>();
    const first = await serve({ db });
    const sent = load(first, 0, 10_000, 250, acknowledged);
    while (acknowledged.size < 4_000) await pause(1);
    await first.kill();
    await sent;

    const second = await serve({ db });
    const kept = await numbers(second);
    expect([...acknowledged].filter((n) => kept.get(n) !== 1)).toEqual([]);
    await load(second, 0, 10_000, 250, acknowledged);
    const found = await numbers(second);
    expect(found.size).toBe(10_000);
    expect([...found.values()].every((times) => times === 1)).toBe(true);
    expect(await counted(second)).toBe(10_000);
    await second.stop();
  });
});

test('on SIGTERM, it answers pending requests, keeps their responses, and exits with 0', async () => {
  const db = newDatabase();
  const served = await serve({ db });
  const acknowledged = new Set<number>();
  const sent = load(served, 0, 50_000, 100, acknowledged);
  while (acknowledged.size < 500) await pause(1);
  expect(await served.stop()).toBe(0);
  await sent;

  const again = await serve({ db });
  const found = await numbers(again);
  expect([...acknowledged].filter((n) => found.get(n) !== 1)).toEqual([]);
  await again.stop();
});

/** Opens a connection and sends the head of a post with a body of this length, and the start of the body. */
async function begin(served: Served, length: number, start: string): Promise<Socket> {
  const { hostname, port } = new URL(served.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(
    `POST /api/v1/responses HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${length}\r\nConnection: close\r\n\r\n${start}`,
  );
  return socket;
}

describe('senders that misbehave', () => {
  test('a thousand slow ones block nobody, and are all answered in the end', async () => {
    const served = await serve();
    const bodies = Array.from({ length: 1000 }, (_, n) => JSON.stringify(capture(n)));
    const sockets = await Promise.all(bodies.map((body) => begin(served, body.length, body.slice(0, 10))));
    expect((await post(served, JSON.stringify(capture(1000)))).receipt?.accepted).toBe(1);
    const statuses = sockets.map(async (socket, n) => {
      socket.write(bodies[n]?.slice(10) ?? '');
      const chunks = await socket.setEncoding('utf8').toArray();
      return chunks.join('').split('\r\n')[0];
    });
    expect(new Set(await Promise.all(statuses))).toEqual(new Set(['HTTP/1.1 200 OK']));
    expect((await numbers(served)).size).toBe(1001);
    await served.stop();
  });

  test('one that disconnects in the middle of a body leaves nothing behind', async () => {
    const served = await serve();
    const body = JSON.stringify(Array.from({ length: 1000 }, (_, n) => capture(n)));
    for (let n = 0; n < 20; n++) {
      const socket = await begin(served, body.length, body.slice(0, 50_000));
      socket.destroy();
    }
    expect((await post(served, JSON.stringify(capture(7)))).receipt?.accepted).toBe(1);
    expect([...(await numbers(served)).keys()]).toEqual([7]);
    expect(await served.stop()).toBe(0);
  });

  test('one that goes on sending after it was refused gets the answer, and can reuse its connection', async () => {
    const served = await serve();
    const refused = await post(served, Buffer.alloc(33 * 1024 * 1024, ' '));
    expect(refused.status).toBe(413);
    expect((await post(served, JSON.stringify(capture(1)))).status).toBe(200);
    await served.stop();
  });
});
