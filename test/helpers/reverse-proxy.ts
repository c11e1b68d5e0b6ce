import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { listening } from './listening.ts';

/** What a proxy does with the path under which it serves the dashboard. */
export const MANNERS = ['keeps', 'takes off'] as const;

export interface ReverseProxy {
  /** The dashboard's address behind it, without a trailing slash. */
  readonly url: string;
  /** Requests outside the dashboard's path, where nothing is. */
  readonly strays: readonly string[];
  close(): Promise<void>;
}

/** Starts a reverse proxy, as minimal as those people write, that serves the origin `target` under `path`. */
export async function reverseProxy(
  target: string,
  path: string,
  manner: (typeof MANNERS)[number],
): Promise<ReverseProxy> {
  const strays: string[] = [];
  const proxy = createServer((asked, answer) => {
    const { url = '/', method, headers } = asked;
    const isPath = url === path;
    if (isPath && manner === 'takes off') {
      answer.writeHead(301, { location: `${path}/` }).end();
      return;
    }
    if (!isPath && !url.startsWith(`${path}/`)) {
      strays.push(`${method} ${url}`);
      answer.writeHead(404).end();
      return;
    }
    const passed = manner === 'keeps' ? url : url.slice(path.length);
    const upstream = request(`${target}${passed}`, { method, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      answer.flushHeaders();
      reply.pipe(answer);
    });
    upstream.on('error', () => answer.destroy());
    answer.on('close', () => upstream.destroy());
    asked.pipe(upstream);
  });
  return {
    url: `http://127.0.0.1:${await listening(proxy)}${path}`,
    strays,
    close: async () => {
      proxy.close();
      proxy.closeAllConnections();
      await once(proxy, 'close');
    },
  };
}
