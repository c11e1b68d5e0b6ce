import { NEWLINE } from '../../shared/json/units.ts';
import { unmarked } from '../../shared/text/cut.ts';
import { LineSplitter, MAX_LINE_BYTES } from './lines.ts';

const RETURN = 0x0d;

/** Bytes that a line of data takes in memory besides its text, about: an event may consist of millions of short ones. */
const LINE_COST = 32;

/**
 * Reads server-sent events as they come and emits the data and name of each (WHATWG HTML 9.2.6); ids and comments are
 * ignored. An event that is longer than the limit for a line, or not UTF-8, has no data. Lines end in LF, CRLF or CR.
 */
export class EventStream {
  readonly #lines: LineSplitter;
  #name = '';
  #data: string[] = [];
  /** UTF-16 units of the data so far, and what its lines take. */
  #length = 0;
  /** Whether an LF that comes next belongs to the line that has ended. */
  #hasReturned = false;

  constructor(emit: (data: string | undefined, name: string) => void) {
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
        if (this.#length > MAX_LINE_BYTES) emit(undefined, this.#name);
        else if (this.#data.length > 0) emit(this.#data.join('\n'), this.#name);
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
    if (chunk.length === 0) return;
    const rest = this.#hasReturned && chunk[0] === NEWLINE ? chunk.subarray(1) : chunk;
    this.#hasReturned = chunk.at(-1) === RETURN;
    this.#lines.push(newlined(rest));
  }
}

/** The bytes with an LF in place of each CR that none follows. */
function newlined(chunk: Buffer): Buffer {
  let at = chunk.indexOf(RETURN);
  if (at === -1) return chunk;
  // The chunk itself is passed on to the client.
  const copy = Buffer.from(chunk);
  for (; at !== -1; at = copy.indexOf(RETURN, at + 1)) {
    if (copy[at + 1] !== NEWLINE) copy[at] = NEWLINE;
  }
  return copy;
}

const FIELD = /^(data|event): ?(.*)$/s;
