import { randomUUID } from 'node:crypto';
import { LONGEST } from '../../shared/capture.ts';
import { isObject, jsonIn } from '../../shared/json/value.ts';
import {
  type Direction,
  isMessage,
  type Message,
  Pairing,
  type ToolReply,
} from '../../shared/recording/pairing.ts';
import { elementsOf } from '../../shared/recording/values.ts';
import { captureOf, fitting } from './capture.ts';
import type { Hello } from './dashboard.ts';
import { LineSplitter } from './lines.ts';
import type { Sink } from './sink.ts';

/** When a message passed, epoch ms, the scope in which its id is unique, and the request to which it is the whole reply ({@link Pairing}). */
export interface Occasion extends Pick<Message, 'session' | 'scope' | 'request'> {
  readonly at: number;
}

/** Reads messages as they come, and sends the replies of tools to the sink. Nothing here throws. */
export class Watch {
  readonly #name: string;
  readonly #isAssumed: boolean;
  readonly #transport: 'stdio' | 'http';
  readonly #sink: Sink;
  readonly #pairing = new Pairing();
  readonly #run = randomUUID();
  readonly #lines = {
    'client->server': this.#reader('client->server'),
    'server->client': this.#reader('server->client'),
  };
  /** When the chunk passed that is being read. */
  #passed = 0;
  #unread = 0;
  #paramless = 0;
  #greeted = '';

  /** `isAssumed` says that the name is a guess: what the server calls itself takes its place once that is known. */
  constructor(name: string, transport: 'stdio' | 'http', sink: Sink, isAssumed = false) {
    this.#name = name;
    this.#isAssumed = isAssumed;
    this.#transport = transport;
    this.#sink = sink;
  }

  get #server(): string {
    const { name = '' } = this.#isAssumed ? this.#pairing.about(this.#name) : {};
    return name === '' || name.length > LONGEST.server ? this.#name : name;
  }

  /** Number of lines, or messages, that were not JSON-RPC. */
  get unread(): number {
    return this.#unread;
  }

  /** Number of replies of the server whose request was not seen, so that it is unknown what they answer. */
  get unpaired(): number {
    return this.#pairing.unpaired;
  }

  /** Number of responses whose params were too long for a capture. */
  get paramless(): number {
    return this.#paramless;
  }

  connected(): void {
    this.#sink.hello({ server: this.#server, stage: 'connected' });
  }

  /** As `Watching.bytes`. */
  bytes(direction: Direction, chunk: Buffer, at: number): void {
    this.#passed = at;
    this.#lines[direction].push(chunk);
  }

  /** A session or scope is over: no reply will come in it. */
  ended(where: Omit<Occasion, 'at'>): void {
    this.#pairing.end({ server: this.#name, ...where });
  }

  /** Takes the text of a message, or of a batch of them; undefined if it cannot be read. */
  message(direction: Direction, text: string | undefined, when: Occasion): void {
    if (text === undefined) {
      this.#unread += 1;
      return;
    }
    const value = jsonIn(text);
    if (!Array.isArray(value)) this.#one(direction, text, value, when);
    else for (const element of elementsOf(text)) this.#one(direction, element, jsonIn(element), when);
  }

  #reader(direction: Direction): LineSplitter {
    return new LineSplitter(({ text }) => {
      if (text?.trim() !== '') this.message(direction, text, { session: this.#run, at: this.#passed });
    });
  }

  #one(direction: Direction, text: string, value: unknown, when: Occasion): void {
    if (!isObject(value) || typeof value.jsonrpc !== 'string' || !isMessage(value)) this.#unread += 1;
    if (!isObject(value)) return;
    const reply = this.#pairing.take({
      message: { value, text: () => text },
      size: text.length,
      server: this.#name,
      direction,
      ...when,
    });
    if (reply !== undefined) this.#push({ ...reply, server: this.#server });
    if (direction === 'server->client') this.#greet();
  }

  #push(reply: ToolReply): void {
    const leftOut = () => {
      this.#paramless += 1;
    };
    this.#sink.push(captureOf(reply, randomUUID(), leftOut, this.#transport));
  }

  #greet(): void {
    const { name, version, tools } = this.#pairing.about(this.#name);
    const hello: Hello = {
      server: this.#server,
      stage: 'initialized',
      name: fitting('server', name),
      version: fitting('server_version', version),
      tools,
    };
    const said = JSON.stringify(hello);
    if ((name ?? tools) === undefined || said === this.#greeted) return;
    this.#greeted = said;
    this.#sink.hello(hello);
  }
}
