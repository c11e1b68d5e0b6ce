// A client that posts single captures, in a process of its own: its argument is when the first was observed. Each message
// { url, connections, ms } is answered with { rate, p99 }: requests per second, and ms.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { isObject } from '../../shared/json/value.ts';
import { quantile } from './measured.ts';
import { captureLine } from './traffic.ts';

const CAPTURES = 10_000;

/** Captures split at their id, made before the clock starts, since client and server share the cores. */
const captures = Array.from({ length: CAPTURES }, (_, n) =>
  captureLine(n, Number(process.argv[2])).split(`bench-${n}`),
);
let ids = 0;

async function post(url: URL, connections: number, ms: number): Promise<void> {
  const head = [
    'POST /api/v1/responses HTTP/1.1',
    `host: ${url.host}`,
    'content-type: application/json',
    'content-length: ',
  ].join('\r\n');
  const times: number[] = [];
  const began = performance.now();
  const client = async () => {
    const socket = connect(Number(url.port), url.hostname);
    await once(socket, 'connect');
    while (performance.now() < began + ms) {
      // Every id is new: a repeated one would be looked up in the store.
      const body = captures[ids % CAPTURES]?.join(`single-${ids++}`) ?? '';
      const sent = performance.now();
      socket.write(`${head}${Buffer.byteLength(body)}\r\n\r\n${body}`);
      await answered(socket);
      times.push(performance.now() - sent);
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: connections }, client));
  const seconds = (performance.now() - began) / 1000;
  process.send?.({ rate: times.length / seconds, p99: quantile(times, 0.99) });
}

/** Waits for a reply, which is short and arrives in one piece. */
async function answered(socket: Socket): Promise<void> {
  const [chunk]: readonly unknown[] = await once(socket, 'data');
  if (!String(chunk).startsWith('HTTP/1.1 200')) throw new Error(`A post was answered with ${String(chunk)}`);
}

process.on('message', (message: unknown) => {
  if (!isObject(message)) throw new Error('A message is { url, connections, ms }');
  void post(new URL(String(message.url)), Number(message.connections), Number(message.ms));
});
