import { createHash, randomUUID } from 'node:crypto';
import { readCapture } from '../../shared/capture.ts';
import type { Exchange } from '../../shared/exchange.ts';
import { oneLine } from '../../shared/json/one-line.ts';
import { parseJson } from '../../shared/json/value.ts';
import type { Entry } from '../../shared/recording/entries.ts';
import { Pairing } from '../../shared/recording/pairing.ts';
import { exchangeOf, UNNAMED } from '../../shared/recording/responses.ts';
import type { Unreadable } from '../../shared/unreadable.ts';
import { captureOf } from './capture.ts';
import { readEntries } from './entries.ts';

/** A tool's response in a recording. */
export interface Recorded {
  /** From 1; of an array's element its number. */
  readonly line: number;
  readonly server: string;
  readonly exchange: Exchange;
  /** JSON with the response and its params as they were written, with less effort than {@link capture}. */
  readonly written: () => string;
  /** The exchange in what {@link written} returned, once that is without its secrets; undefined where that is none. */
  readonly left: (written: string) => Exchange | undefined;
  /** Its capture as one line of JSON, with values as they were written. A capture that names no server is not given one. */
  readonly capture: () => string;
}

/** Reads the responses from captures, traffic logs, JSON-RPC messages and bare envelopes, in any mixture. */
export class Recording {
  readonly #server: string | undefined;
  readonly #unreadable: (line: Unreadable) => void;
  readonly #file: string | undefined;
  readonly #pairing = new Pairing();
  /** The line of the last response, and how many it had before: a batch may say one thing twice. */
  #last = { line: 0, before: 0 };
  #isArray = false;
  #misdated = 0;
  #paramless = 0;

  /**
   * `server` is the name of lines that name none; `unreadable` hears of each line that cannot be read. `file` is part of the
   * identity of lines without a time: read again from the same file they are the same, without one they never are.
   */
  constructor(server: string | undefined, unreadable: (line: Unreadable) => void, file?: string) {
    this.#server = server;
    this.#unreadable = unreadable;
    this.#file = file;
  }

  /** True where the recording is one JSON array, so that `line` counts elements. */
  get isArray(): boolean {
    return this.#isArray;
  }

  /** Number of replies whose request is not in the recording, so that it is unknown whether a tool gave them. */
  get unpaired(): number {
    return this.#pairing.unpaired;
  }

  /** Number of responses whose line has a `ts` that is not a time, so that theirs is unknown. */
  get misdated(): number {
    return this.#misdated;
  }

  /** Number of responses whose params were too long for the captures that were made of them. */
  get paramless(): number {
    return this.#paramless;
  }

  /**
   * Yields the responses in order, in batches. Each is read when it is taken, so take all of a batch before the next one.
   * Constant memory. Rejects only with the source's own error.
   */
  async *read(source: AsyncIterable<Buffer>): AsyncGenerator<Iterable<Recorded>, void> {
    for await (const entries of readEntries(source, () => {
      this.#isArray = true;
    })) {
      yield this.#responses(entries);
    }
  }

  *#responses(entries: Iterable<Entry>): Generator<Recorded, void> {
    for (const entry of entries) {
      const response = this.#response(entry);
      if (response !== undefined) yield response;
    }
  }

  #response(entry: Entry): Recorded | undefined {
    const { line } = entry;
    switch (entry.kind) {
      case 'unreadable':
        this.#unreadable(entry);
        return undefined;
      case 'capture': {
        const { capture, errors } = readCapture(entry.value, { server: this.#server });
        if (errors !== undefined) {
          this.#unreadable({ line, reason: errors.map(({ message }) => message).join('; ') });
          return undefined;
        }
        const { server } = capture;
        const idOf = this.#identity(line, server, capture.observed_at);
        const text = () => oneLine(entry.text);
        return {
          line,
          server,
          exchange: capture,
          written: () => entry.text,
          left: (written) => readCapture(parseJson(written), { server }).capture,
          capture: () => (capture.id === undefined ? withId(text(), idOf(text())) : text()),
        };
      }
      case 'envelope': {
        const server = this.#server;
        if (server === undefined) {
          this.#unreadable({ line, reason: 'a bare envelope names no server; use --server NAME' });
          return undefined;
        }
        const idOf = this.#identity(line, server, undefined);
        return {
          line,
          server,
          exchange: { response: entry.value },
          written: () => entry.text,
          left: (written) => ({ response: parseJson(written) }),
          capture: () => {
            const text = oneLine(entry.text);
            return withId(`{"server":${JSON.stringify(server)},"response":${text}}`, idOf(text));
          },
        };
      }
      case 'message': {
        const server = entry.server ?? this.#server ?? UNNAMED;
        const reply = this.#pairing.take({ ...entry.message, server });
        if (reply === undefined) return undefined;
        if (entry.misdated) this.#misdated += 1;
        const idOf = this.#identity(line, server, reply.observed_at);
        const leftOut = () => {
          this.#paramless += 1;
        };
        const exchange = exchangeOf(reply);
        return {
          line,
          server,
          exchange,
          written: () => `[${reply.params?.text() ?? null},${reply.response.text()}]`,
          left: (written) => {
            const value = parseJson(written);
            const [params, response]: readonly unknown[] = Array.isArray(value) ? value : [];
            return { ...exchange, params, response };
          },
          capture: () => captureOf(reply, idOf(reply.response.text()), leftOut),
        };
      }
    }
  }

  /** The same line of the same recording has the same id, so that importing it twice adds nothing. */
  #identity(line: number, server: string, at: number | undefined): (text: string) => string {
    const before = line === this.#last.line ? this.#last.before + 1 : 0;
    this.#last = { line, before };
    return (text) => {
      const recording = at ?? this.#file ?? randomUUID();
      const seen = JSON.stringify([server, recording, line, before, text]);
      return `recorded-${createHash('sha256').update(seen).digest('base64url')}`;
    };
  }
}

/** Adds an id to a capture, as its last member: an earlier one, which can only be null, does not count. */
function withId(capture: string, id: string): string {
  return `${capture.slice(0, capture.lastIndexOf('}'))},"id":${JSON.stringify(id)}}`;
}
