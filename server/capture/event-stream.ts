import { LineSplitter } from './lines.ts';

/**
 * Reads server-sent events as they come and emits the data of each (WHATWG HTML 9.2.6); names, ids and comments are
 * left aside. Lines end in LF or CRLF.
 */
export class EventStream {
  readonly #lines: LineSplitter;
  #data: string[] = [];

  constructor(emit: (data: string) => void) {
    this.#lines = new LineSplitter(({ text = '' }) => {
      const line = text.endsWith('\r') ? text.slice(0, -1) : text;
      if (line.startsWith('data:')) this.#data.push(line.slice(line[5] === ' ' ? 6 : 5));
      else if (line === '' && this.#data.length > 0) {
        emit(this.#data.join('\n'));
        this.#data = [];
      }
    });
  }

  push(chunk: Buffer): void {
    this.#lines.push(chunk);
  }
}
