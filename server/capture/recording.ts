import { createHash } from 'node:crypto';
import { readCapture, toExchange } from '../../shared/capture.ts';
import type { Exchange } from '../../shared/exchange.ts';
import type { Unreadable } from '../../shared/unreadable.ts';
import { captureOf, oneLine } from './capture.ts';
import { type Entry, readEntries } from './entries.ts';
import { Pairing, type ToolReply } from './pairing.ts';

/** A tool's response in a recording. */
export interface Recorded {
  /** From 1; of an array's element its number. */
  readonly line: number;
  readonly server: string;
  readonly exchange: Exchange;
  /** The capture of it as one line of JSON, what was seen exactly as it stands; one that names no server still does not. */
  readonly capture: () => string;
}

/** Server of messages that name none, where the recording is given no name either. */
const UNNAMED = 'unnamed';

/** Reads the responses out of captures, traffic logs, JSON-RPC messages and bare envelopes, in any mixture. */
export class Recording {
  readonly #server: string | undefined;
  readonly #pairing = new Pairing();
  readonly #unreadable: (line: Unreadable) => void;
  #array = false;

  /** `server` is the name of lines that name none; `unreadable` hears of each line that cannot be read. */
  constructor(server: string | undefined, unreadable: (line: Unreadable) => void) {
    this.#server = server;
    this.#unreadable = unreadable;
  }

  /** True where the recording is one JSON array, so that `line` counts elements. */
  get isArray(): boolean {
    return this.#array;
  }

  /** Replies whose request does not stand in the recording: nobody knows whether a tool gave them. */
  get unpaired(): number {
    return this.#pairing.unpaired;
  }

  /**
   * Gives the responses in order, some at a time, each read when it is asked for: take all of some before the next.
   * Constant memory. Rejects only with the source's own error.
   */
  async *read(source: AsyncIterable<Buffer>): AsyncGenerator<Iterable<Recorded>, void> {
    for await (const entries of readEntries(source, () => {
      this.#array = true;
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
        return {
          line,
          server: capture.server,
          exchange: toExchange(capture),
          capture: () => oneLine(entry.text),
        };
      }
      case 'envelope': {
        const server = this.#server;
        if (server === undefined) {
          this.#unreadable({ line, reason: 'a bare envelope names no server; give --server NAME' });
          return undefined;
        }
        return {
          line,
          server,
          exchange: { response: entry.value },
          capture: () => `{"server":${JSON.stringify(server)},"response":${oneLine(entry.text)}}`,
        };
      }
      case 'message': {
        const server = entry.server ?? this.#server ?? UNNAMED;
        const reply = this.#pairing.take({ ...entry.message, server });
        return (
          reply && {
            line,
            server,
            exchange: exchangeOf(reply),
            capture: () => captureOf(reply, idOf(line, reply)),
          }
        );
      }
    }
  }
}

function exchangeOf({ response, params, tool, observed_at, tool_listed }: ToolReply): Exchange {
  return {
    response: response.value,
    method: 'tools/call',
    tool,
    params: params?.value,
    observedAt: observed_at,
    toolListed: tool_listed,
  };
}

/** The same line of the same recording has the same id, so that importing it twice adds nothing. */
function idOf(line: number, { server, observed_at, response }: ToolReply): string {
  const seen = JSON.stringify([server, line, observed_at ?? null, response.text()]);
  return `recorded-${createHash('sha256').update(seen).digest('base64url')}`;
}
