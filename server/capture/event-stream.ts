import { LineSplitter, MAX_LINE_BYTES, unmarked } from './lines.ts';

/** Bytes that a line of data takes in memory besides its text, about: an event may consist of millions of short ones. */
const LINE_COST = 32;

/**
 * Reads server-sent events as they come and emits the data and name of each (WHATWG HTML 9.2.6); ids and comments are
 * ignored, and an event longer than the limit for a line is skipped. Lines end in LF or CRLF.
 */
export class EventStream {
  readonly #lines: LineSplitter;
  #name = '';
  #data: string[] = [];
  /** UTF-16 units of the data so far, and what its lines take. */
  #length = 0;

  constructor(emit: (data: string, name: string) => void) {
    this.#lines = new LineSplitter(({ line: number, text }) => {
      if (text === undefined) {
        this.#add(MAX_LINE_BYTES, '');
        return;
      }
      const ended = text.endsWith('\r') ? text.slice(0, -1) : text;
      const line = number === 1 ? unmarked(ended) : ended;
      const [, field = '', value = ''] = FIELD.exec(line) ?? [];
      if (field === 'data') this.#add(value.length, value);
      else if (field === 'event') this.#name = value;
      else if (line === '') {
        if (this.#data.length > 0) emit(this.#data.join('\n'), this.#name);
        this.#name = '';
        this.#data = [];
        this.#length = 0;
      }
    });
  }

  #add(length: number, data: string): void {
    this.#length += length + LINE_COST;
    if (this.#length > MAX_LINE_BYTES) this.#data = [];
    else this.#data.push(data);
  }

  push(chunk: Buffer): void {
    this.#lines.push(chunk);
  }
}

const FIELD = /^(data|event): ?(.*)$/s;
