import { randomUUID } from 'node:crypto';
import type { Transform } from 'node:stream';
import { isObject, jsonIn } from '../../shared/json/value.ts';
import { unmarked } from '../../shared/text/cut.ts';
import { decoderOf } from '../encodings/decoders.ts';
import { EventStream } from './event-stream.ts';
import { NOTHING, Parts } from './lines.ts';
import type { Occasion, Watch } from './watch.ts';
import type { Passing, Watching } from './watching.ts';

type Asked = Extract<Passing, { what: 'request' }>;
type MessageWatch = Pick<Watch, 'message' | 'ended'>;
/** Sessions over HTTP+SSE by their endpoint, path and query, while their stream is open. */
type Sessions = Map<string, string>;
/** Those that are not done: decoding takes time. */
type Decoders = Set<Transform>;

/**
 * Shows a watch the messages in what passed of requests and replies. In Streamable HTTP the reply to a request answers it.
 * In the deprecated HTTP+SSE (MCP 2024-11-05) one stream carries the replies to all requests of its session, which are posted
 * to the endpoint that the stream names first.
 */
export class HttpExchanges implements Pick<Watching, 'passed'> {
  readonly #watch: MessageWatch;
  readonly #sessions: Sessions = new Map();
  readonly #open = new Map<number, HttpExchange>();
  readonly #decoders: Decoders = new Set();

  constructor(watch: MessageWatch) {
    this.#watch = watch;
  }

  passed(passing: Passing): void {
    const exchange = this.#open.get(passing.exchange);
    switch (passing.what) {
      case 'request':
        this.#open.set(
          passing.exchange,
          new HttpExchange(this.#watch, this.#sessions, this.#decoders, passing),
        );
        break;
      case 'sent':
        exchange?.sent(bufferOf(passing.chunk));
        break;
      case 'all sent':
        exchange?.sentAll(passing.isWhole);
        break;
      case 'reply':
        exchange?.replied(passing);
        break;
      case 'received':
        exchange?.received(bufferOf(passing.chunk), passing.at);
        break;
      case 'all received':
        exchange?.receivedAll(passing.isWhole);
        break;
    }
    if (exchange?.isOver) this.#open.delete(passing.exchange);
  }

  /** Takes what is still open as cut off. Resolves once all that passed is read. */
  async end(): Promise<void> {
    for (const exchange of this.#open.values()) exchange.receivedAll(false);
    const decoders = [...this.#decoders];
    await Promise.all(decoders.map((decoder) => new Promise((resolve) => decoder.on('close', resolve))));
  }
}

class HttpExchange {
  readonly #watch: MessageWatch;
  readonly #sessions: Sessions;
  readonly #decoders: Decoders;
  readonly #asked: Asked;
  /** The session over HTTP+SSE to which the request was posted. */
  readonly #posted: string | undefined;
  readonly #sent = new Parts();
  #isSent = false;
  #isReceived = false;
  /** What is left to do once all of the request is there: a server may answer before, such as one that it refuses. */
  #waiting: (() => void)[] = [];
  #isWhole = false;
  #occasion: Omit<Occasion, 'at'> = {};
  #body: Body | undefined;
  /** When the last of the reply passed: decoding takes time. */
  #passed: number;
  /** The endpoint that the reply named. */
  #endpoint: string | undefined;

  constructor(watch: MessageWatch, sessions: Sessions, decoders: Decoders, asked: Asked) {
    this.#watch = watch;
    this.#sessions = sessions;
    this.#decoders = decoders;
    this.#asked = asked;
    this.#posted = sessions.get(asked.url);
    this.#passed = asked.at;
  }

  /** No more will pass. */
  get isOver(): boolean {
    return this.#isSent && this.#isReceived;
  }

  sent(chunk: Buffer): void {
    this.#sent.add(chunk);
  }

  sentAll(isWhole: boolean): void {
    this.#isSent = true;
    this.#isWhole = isWhole;
    // The stream may carry its reply before this request is answered.
    if (isWhole && this.#posted !== undefined)
      this.#watch.message('client->server', textOf(this.#sent), {
        at: this.#asked.at,
        session: this.#posted,
      });
    if (isWhole) for (const then of this.#waiting) then();
    this.#waiting = [];
  }

  replied({ readAs, encoding, session = this.#asked.session }: Extract<Passing, { what: 'reply' }>): void {
    if (this.#posted !== undefined) return;
    const { at } = this.#asked;
    // Without a session ids are unique within one request and its reply only.
    this.#occasion = session === undefined ? { scope: randomUUID() } : { session };
    let request: string | undefined;
    this.#onceAsked(() => {
      const text = textOf(this.#sent);
      // A stream lasts longer than its request is needed.
      if (readAs !== 'events') request = text;
      if (text?.trim() !== '') this.#watch.message('client->server', text, { at, ...this.#occasion });
    });
    const hear = (text: string | undefined) => {
      // The first event of a stream that can be resumed has an id alone.
      if (text?.trim() === '') return;
      const heard = this.#passed;
      this.#onceAsked(() =>
        this.#watch.message('server->client', text, { at: heard, request, ...this.#occasion }),
      );
    };
    const close = () => {
      if (session === undefined) this.#onceAsked(() => this.#watch.ended(this.#occasion));
    };
    if (readAs === undefined) this.#body = { push: () => {}, end: close };
    else if (readAs === 'events') {
      const events = new EventStream((data, name) => {
        // A sign of life.
        if (name === 'ping') return;
        if (data === undefined || name !== 'endpoint' || this.#occasion.session !== undefined) hear(data);
        else this.#occasion = { session: this.#begin(data) };
      });
      this.#body = decoded(encoding, this.#decoders, {
        push: (chunk) => events.push(chunk),
        end: () => {},
        close,
      });
    } else {
      const parts = new Parts();
      const end = () => {
        const text = textOf(parts);
        if (readAs === 'message' || isObject(jsonIn(text ?? ''))) hear(text);
      };
      this.#body = decoded(encoding, this.#decoders, { push: (chunk) => parts.add(chunk), end, close });
    }
  }

  received(chunk: Buffer, at: number): void {
    this.#passed = at;
    this.#body?.push(chunk);
  }

  receivedAll(isWhole: boolean): void {
    if (this.#isReceived) return;
    this.#isReceived = true;
    if (this.#endpoint !== undefined) this.#sessions.delete(this.#endpoint);
    this.#body?.end(isWhole);
  }

  #onceAsked(then: () => void): void {
    if (this.#isWhole) then();
    else if (!this.#isSent) this.#waiting.push(then);
  }

  /** Begins a session over HTTP+SSE, which lasts as long as its stream. */
  #begin(endpoint: string): string {
    const session = randomUUID();
    // Clients resolve it against the address they connected to, of which the proxy sees the path.
    const here = `http://localhost${this.#asked.url}`;
    if (this.#isReceived || !URL.canParse(endpoint, here)) return session;
    const { pathname, search } = new URL(endpoint, here);
    this.#endpoint = pathname + search;
    this.#sessions.set(this.#endpoint, session);
    return session;
  }
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** What has arrived of a body; undefined if it is too long, or not UTF-8. */
function textOf(parts: Parts): string | undefined {
  const { text } = parts.take(1);
  return text === undefined ? undefined : unmarked(text);
}

/** Takes a body as it comes; its end is that of the whole or where it was cut off. */
interface Body {
  push(chunk: Buffer): void;
  end(isWhole: boolean): void;
}

/** Reads a body: `end` comes only after all of it, `close` at last in any case. */
interface Reader {
  push(chunk: Buffer): void;
  end(): void;
  close(): void;
}

/** Decodes a body for a reader. A copy that cannot be decoded is not read on; what the client gets is not affected. */
function decoded(encoding: string, decoders: Decoders, { push, end, close }: Reader): Body {
  const makeDecoder = decoderOf(encoding.trim().toLowerCase());
  let decoder: Transform | undefined;
  const plain: Body = {
    push,
    end: (isWhole) => {
      if (isWhole) end();
      close();
    },
  };
  if (makeDecoder === undefined) return plain;
  const begun = (made: Transform) => {
    decoders.add(made);
    return made
      .on('data', push)
      .on('end', end)
      .on('close', close)
      .on('close', () => decoders.delete(made))
      .on('error', () => {});
  };
  return {
    push(chunk) {
      decoder ??= begun(makeDecoder(chunk));
      decoder.write(chunk);
    },
    end(isWhole) {
      if (decoder === undefined) plain.end(isWhole);
      else if (isWhole) decoder.end();
      // Decoding takes time, and what came before has passed. Ended, the decoder would fail on the last of it.
      else decoder.write(NOTHING, () => decoder?.destroy());
    },
  };
}
