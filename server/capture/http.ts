import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import { request as secureRequest } from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { Passages } from './passages.ts';
import { reasonOf } from './reason.ts';
import type { Watching } from './watching.ts';

/** Headers of one connection (RFC 9110 7.6.1), besides those that `connection` names, and `host`, which becomes the target's. */
const OWN = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
]);

/** Host names allowed for a proxy on loopback; any other indicates DNS rebinding by a web page. */
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/**
 * Creates a proxy in front of an MCP server over HTTP, not yet listening. It passes every request and reply on unchanged
 * and immediately, and shows the watch a copy. Paths are the target's own; `/` is the target's path, and no path leads
 * anywhere but to the target. Two things change, so that a client needs only the proxy's address: the target's query is
 * added to requests that lack it, and a redirect to the target leads to the proxy. As such a query often holds a key, it is
 * not added for web pages of another host: their requests are refused.
 */
export function createProxy(target: URL, watch: Pick<Watching, 'passed' | 'behind'>): Server {
  const there = urlToHttpOptions(target);
  const passages = new Passages(watch);
  return createServer((asked, answer) => {
    const { headers, url: path = '/' } = asked;
    if (!LOOPBACK.test(headers.host ?? '')) {
      turnAway(answer, 403, 'unknown host; behind a reverse proxy, have that send `Host: localhost`');
      return;
    }
    // An address (RFC 9112 3.2.2) may be that of another server, which the target would be asked for, with its query.
    if (!path.startsWith('/')) {
      turnAway(answer, 400, 'the path must begin with /');
      return;
    }
    if (target.search !== '' && isForeign(headers)) {
      turnAway(answer, 403, 'a web page may not use the query of --target');
      return;
    }
    const send = target.protocol === 'https:' ? secureRequest : request;
    const observe = passages.follow(asked, answer);
    let received: IncomingMessage | undefined;
    const upstream = send(
      {
        ...there,
        path: withQuery(pathAt(target, path), target.search),
        method: asked.method,
        headers: [...passedOn(asked), ...framingOf(asked), 'host', target.host],
      },
      (reply) => {
        received = reply;
        const here = `http://${headers.host}`;
        const replied = redirected(passedOn(reply), target, here);
        try {
          answer.writeHead(reply.statusCode ?? 502, reply.statusMessage, replied);
        } catch (error) {
          // Clients read statuses that no server may send.
          refuse(answer, `cannot pass on a reply of ${target.origin}`, error);
          reply.resume();
          return;
        }
        // Sends the head now, byte for byte; `flushHeaders` would encode its bytes above 0x7F as UTF-8.
        answer.write('', 'latin1');
        reply.pipe(answer);
        observe(reply);
        reply.on('error', () => answer.destroy());
      },
    );
    upstream.on('upgrade', (_reply, socket) => {
      socket.destroy();
      refuse(answer, `cannot pass on a reply of ${target.origin}`, 'it switches to another protocol');
    });
    upstream.on('error', (error) => {
      if (answer.writableEnded) asked.unpipe(upstream).resume();
      // What follows a whole reply breaks only the connection: some servers send more than the length that they say.
      else if (received?.complete !== true) refuse(answer, `cannot reach ${target.origin}`, error);
    });
    answer.on('close', () => {
      upstream.destroy();
      // A reply may be complete before its request is: many clients read it only once they have sent everything.
      asked.unpipe(upstream).resume();
    });
    asked.pipe(upstream);
  });
}

/** Whether a request is sent by a web page of another host than this machine, or of none. For an image or a link, it says no origin. */
function isForeign({ origin, 'sec-fetch-site': site }: IncomingMessage['headers']): boolean {
  if (origin === undefined) return site === 'cross-site';
  return !LOOPBACK.test(origin.replace(/^https?:\/\//i, ''));
}

/** The path at the target; `/`, with or without a query, is the target's own. */
function pathAt(target: URL, path: string): string {
  return path === '/' || path.startsWith('/?') ? target.pathname + path.slice(1) : path;
}

/**
 * The header that says where the body ends: without it, a server would read the body as its next request. A request without
 * a body gets the length that it should have (RFC 9110 8.6), in place of the empty chunk that Node would send.
 */
function framingOf({ headers, method = '' }: IncomingMessage): string[] {
  const coding = headers['transfer-encoding'];
  if (coding !== undefined) return ['transfer-encoding', coding];
  const isEmpty = headers['content-length'] === undefined && ['POST', 'PUT', 'PATCH'].includes(method);
  return isEmpty ? ['content-length', '0'] : [];
}

/**
 * Alternating names and values, as in Node: order, case and repetition are kept. The length of a body stays, whatever
 * `connection` names.
 */
function passedOn({ headers: { connection = '' }, rawHeaders }: IncomingMessage): string[] {
  const own = new Set([...OWN, ...connection.toLowerCase().split(/[\s,]+/)]);
  own.delete('content-length');
  return rawHeaders.filter((_, at) => !own.has(rawHeaders[at - (at % 2)]?.toLowerCase() ?? ''));
}

/** Adds to the path those parameters of a query that it lacks; the query starts with `?` or is empty. */
function withQuery(path: string, query: string): string {
  const start = path.indexOf('?');
  const own = new URLSearchParams(start === -1 ? '' : path.slice(start));
  const lacking = query
    .slice(1)
    .split('&')
    .filter((pair) => [...new URLSearchParams(pair).keys()].some((name) => !own.has(name)));
  if (lacking.length === 0) return path;
  return `${path}${start === -1 ? '?' : '&'}${lacking.join('&')}`;
}

/** The same headers, except that a redirect to the target's origin leads to `here`. */
function redirected(headers: readonly string[], target: URL, here: string): string[] {
  return headers.map((value, at) => {
    const leads = at % 2 === 1 && headers[at - 1]?.toLowerCase() === 'location';
    // A relative address leads to the proxy by itself.
    const origin = leads && /^\s*(?:https?:)?\/\/[^/?#]*/i.exec(value)?.[0];
    if (!origin || !URL.canParse(origin, target.href) || new URL(origin, target).origin !== target.origin) {
      return value;
    }
    return here + value.slice(origin.length);
  });
}

function turnAway(answer: ServerResponse, status: number, why: string): void {
  // With its words: those of a reply that could not be passed on would stay, and may have been why.
  answer
    .writeHead(status, STATUS_CODES[status], { 'content-type': 'text/plain' })
    .end(`mailroom proxy: ${why}\n`);
}

function refuse(answer: ServerResponse, what: string, error: unknown): void {
  if (answer.headersSent) answer.destroy();
  else turnAway(answer, 502, `${what}: ${reasonOf(error)}`);
}
