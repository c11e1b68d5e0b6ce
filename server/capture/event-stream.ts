import { NEWLINE } from '../../shared/json/units.ts';
import { JoinedLines } from '../../shared/recording/joined-lines.ts';
import { FIELD } from '../../shared/recording/line-joiner.ts';
import { unmarked } from '../../shared/text/cut.ts';
import { LineSplitter } from './lines.ts';

const RETURN = 0x0d;

/**
 * Reads server-sent events as they come and emits the data and name of each (WHATWG HTML 9.2.6); ids and comments are
 * ignored. An event that is longer than the limit for a line, or not UTF-8, has no data. Lines end in LF, CRLF or CR.
 */
export class EventStream {
  readonly #lines: LineSplitter;
  #name = '';
  readonly #data = new JoinedLines();
  /** Whether an LF that comes next belongs to the line that has ended. */
  #hasReturned = false;

  constructor(emit: (data: string | undefined, name: string) => void) {
    this.#lines = new LineSplitter(({ line: number, text }) => {
      if (text === undefined) {
        this.#data.spoil();
        return;
      }
      const ended = text.endsWith('\r') ? text.slice(0, -1) : text;
      const line = number === 1 ? unmarked(ended) : ended;
      const [, field = '', value = ''] = FIELD.exec(line) ?? [];
      if (field === 'data') this.#data.add(value);
      else if (field === 'event') this.#name = value;
      else if (line === '') {
        if (!this.#data.isEmpty) emit(this.#data.take(), this.#name);
        this.#name = '';
      }
    });
  }

  /** Takes a chunk for its own, and may write to it: what is passed on to the client is another copy. */
  push(chunk: Buffer): void {
    if (chunk.length === 0) return;
    const rest = this.#hasReturned && chunk[0] === NEWLINE ? chunk.subarray(1) : chunk;
    this.#hasReturned = chunk.at(-1) === RETURN;
    this.#lines.push(newlined(rest));
  }
}

/** Puts an LF in place of each CR that none follows. */
function newlined(chunk: Buffer): Buffer {
  for (let at = chunk.indexOf(RETURN); at !== -1; at = chunk.indexOf(RETURN, at + 1)) {
    if (chunk[at + 1] !== NEWLINE) chunk[at] = NEWLINE;
  }
  return chunk;
}
