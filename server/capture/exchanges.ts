import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { PassThrough, type Transform } from 'node:stream';
import { isObject, jsonIn } from '../../shared/json/value.ts';
import { unmarked } from '../../shared/text/cut.ts';
import { decoderOf } from '../encodings/decoders.ts';
import { EventStream } from './event-stream.ts';
import { NOTHING, Parts } from './lines.ts';
import { keepPace, type Occasion, type Watching } from './watch.ts';

/**
 * Shows a watch the messages in requests and replies that pass. In Streamable HTTP the reply to a request answers it. In
 * the deprecated HTTP+SSE (MCP 2024-11-05) one stream carries the replies to all requests of its session, which are posted
 * to the endpoint that the stream names first.
 */
export class Exchanges {
  readonly #watch: Watching;
  /** Sessions over HTTP+SSE by their endpoint, path and query, while their stream is open. */
  readonly #sessions = new Map<string, string>();

  constructor(watch: Watching) {
    this.#watch = watch;
  }

  /** Follows a request. Returns the function that follows its reply, to be called once the reply's head is there. */
  follow(asked: IncomingMessage): (reply: IncomingMessage) => void {
    const at = Date.now();
    const sent = collect(asked);
    const session = this.#sessions.get(asked.url ?? '');
    if (session === undefined) return (reply) => this.#observe(asked, sent, reply, at);
    // The stream may carry its reply before this request is answered.
    asked.on('end', () => this.#watch.message('client->server', sent(), { at, session }));
    return () => {};
  }

  #observe(asked: IncomingMessage, sent: () => string | undefined, reply: IncomingMessage, at: number): void {
    const session = headerOf(reply, 'mcp-session-id') ?? headerOf(asked, 'mcp-session-id');
    // Without a session ids are unique within one request and its reply only.
    let occasion: Omit<Occasion, 'at'> = session === undefined ? { scope: randomUUID() } : { session };
    const type = headerOf(reply, 'content-type') ?? '';
    const isStream = /^text\/event-stream\b/i.test(type);
    const isJson = /^application\/json\b/i.test(type);
    // Clients read a refusal whatever its type, and some servers send one without any.
    const isRefusal = (reply.statusCode ?? 0) >= 400 && !isStream;
    // Only what is posted has a message in reply; a GET may be refused in JSON, where a server offers no stream.
    const isMessage = asked.method === 'POST' && (isJson || isRefusal);
    let request: string | undefined;
    const ask = () => {
      const text = sent();
      // A stream lasts longer than its request is needed.
      if (isMessage) request = text;
      if (text?.trim() !== '') this.#watch.message('client->server', text, { at, ...occasion });
    };
    // A server may answer before it has the whole request, such as one that it refuses: what it says waits for that.
    const waiting: (() => void)[] = [];
    const onceAsked = (then: () => void) => {
      if (asked.readableEnded) then();
      else waiting.push(then);
    };
    onceAsked(ask);
    asked.on('end', () => {
      for (const then of waiting) then();
    });
    // When the last of it passed: decoding takes time.
    let passed = at;
    reply.on('data', () => {
      passed = Date.now();
      keepPace(reply, this.#watch);
    });
    // The first event of a stream that can be resumed has an id alone.
    const hear = (text: string | undefined) => {
      if (text?.trim() === '') return;
      const heard = passed;
      onceAsked(() => this.#watch.message('server->client', text, { at: heard, request, ...occasion }));
    };
    const body = isStream || isMessage ? decoded(reply) : reply;
    if (session === undefined) body.on('close', () => onceAsked(() => this.#watch.ended(occasion)));
    if (isStream) {
      const events = new EventStream((data, name) => {
        if (data === undefined || name !== 'endpoint' || occasion.session !== undefined) hear(data);
        else occasion = { session: this.#open(asked, data, reply) };
      });
      body.on('data', (chunk: Buffer) => events.push(chunk));
    } else if (isMessage) {
      const received = collect(body);
      body.on('end', () => {
        const text = received();
        if (isJson || isObject(jsonIn(text ?? ''))) hear(text);
      });
    }
  }

  /** Begins a session over HTTP+SSE, which lasts as long as its stream. */
  #open({ url = '/' }: IncomingMessage, endpoint: string, stream: IncomingMessage): string {
    const session = randomUUID();
    // Clients resolve it against the address they connected to, of which the proxy sees the path.
    const here = `http://localhost${url}`;
    if (!URL.canParse(endpoint, here)) return session;
    const { pathname, search } = new URL(endpoint, here);
    this.#sessions.set(pathname + search, session);
    stream.on('close', () => this.#sessions.delete(pathname + search));
    return session;
  }
}

/** Returns a function that gives what has arrived of a body so far; undefined if it is too long, or not UTF-8. */
function collect(stream: NodeJS.ReadableStream): () => string | undefined {
  const parts = new Parts();
  stream.on('data', (chunk: Buffer) => parts.add(chunk));
  return () => {
    const { text } = parts.take(1, NOTHING, 0, 0);
    return text === undefined ? undefined : unmarked(text);
  };
}

/** The reply's body, decoded, which closes as the reply does; the reply itself is unchanged. */
function decoded(reply: IncomingMessage): NodeJS.ReadableStream {
  const makeDecoder = decoderOf(headerOf(reply, 'content-encoding')?.trim().toLowerCase() ?? '');
  if (makeDecoder === undefined) return reply;
  const copy = new PassThrough();
  let fed: Transform = copy;
  reply.once('data', (first: Buffer) => {
    fed = makeDecoder(first);
    // A copy that cannot be decoded is not watched; what the client gets is not affected.
    fed.on('error', () => copy.destroy());
    fed.pipe(copy);
    fed.write(first);
    reply.on('data', (chunk: Buffer) => fed.write(chunk));
  });
  reply.on('end', () => fed.end());
  reply.on('close', () => {
    // Decoding takes time, and what came before has passed. Ended, the decoder would fail on the last of it.
    if (!reply.complete) fed.write(NOTHING, () => copy.destroy());
  });
  return copy;
}

function headerOf(message: IncomingMessage, name: string): string | undefined {
  const value = message.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
