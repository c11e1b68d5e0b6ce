import { JoinedLines } from './joined-lines.ts';
import { type Piece, tooLong } from './piece.ts';

/** A field of a server-sent event and its value; a comment has the field '' (WHATWG HTML 9.2.6). */
export const FIELD = /^(data|event|id|retry|): ?(.*)$/s;

/** Events without a message: an address, in HTTP+SSE (MCP 2024-11-05), and a sign of life. */
const NO_MESSAGES = ['endpoint', 'ping'];

/** A line that opens JSON over lines, of which all others but the last are indented. */
const OPENS = /^[[{]\s*$/;

/**
 * Takes the lines of a text and emits its pieces, each at its first line: the data of a server-sent event, JSON over lines among
 * others, and every other line that is not empty. Where no empty lines part events, as some programs leave these out, data end
 * where JSON does.
 */
export class LineJoiner {
  readonly #emit: (piece: Piece) => void;
  /** Of an event, or of what {@link OPENS}. */
  readonly #held = new JoinedLines();
  #first = 0;
  #isOpen = false;
  /** The last line of data ends in a closing bracket. */
  #closes = false;
  /** Of the event. */
  #name = '';

  constructor(emit: (piece: Piece) => void) {
    this.#emit = emit;
  }

  push(piece: Piece): void {
    const { line, text } = piece;
    if (this.#isOpen && text !== undefined && /^[ \t\]}]/.test(text)) {
      this.#hold(line, text);
      if (/^[\]}]/.test(text)) this.end();
      return;
    }
    const [, field, value = ''] = (text !== undefined && FIELD.exec(text)) || [];
    if (field === undefined || field === 'event' || this.#isOpen) this.end();
    if (field === 'data') this.#data(line, value);
    else if (field === 'event') this.#name = value.trimEnd();
    else if (field === undefined && text !== undefined && OPENS.test(text)) {
      this.#isOpen = true;
      this.#hold(line, text);
    } else if (field === undefined && text !== '' && text !== '\r') this.#emit(piece);
  }

  #data(line: number, value: string): void {
    // A string of JSON holds no line break, so these are brackets, between which JSON has a comma.
    if (this.#closes && /^\s*[[{]/.test(value)) this.#take();
    this.#hold(line, value);
    const last = value.trimEnd().at(-1);
    this.#closes = last === '}' || last === ']';
  }

  #hold(line: number, text: string): void {
    if (this.#held.isEmpty) this.#first = line;
    this.#held.add(text);
  }

  /** Ends what is held: nothing follows that belongs to it. */
  end(): void {
    this.#take();
    this.#name = '';
    this.#isOpen = false;
  }

  #take(): void {
    if (this.#held.isEmpty) return;
    const text = this.#held.take();
    // The first event of a stream that can be resumed has an id alone.
    if (NO_MESSAGES.includes(this.#name) || text === '') return;
    this.#emit(text === undefined ? tooLong(this.#first) : { line: this.#first, text });
  }
}
