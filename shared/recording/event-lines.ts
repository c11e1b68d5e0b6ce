import { EventData, FIELD } from './event-data.ts';
import { type Piece, tooLong } from './piece.ts';

/**
 * Takes the lines of a text and emits its pieces: of server-sent events the data, at the first line of these, and every other
 * line that is not empty. Where no empty lines part the events, as some programs leave these out, data end where JSON does.
 */
export class EventLines {
  readonly #emit: (piece: Piece) => void;
  readonly #data = new EventData();
  #first = 0;
  /** Its last line so far ends in a closing bracket. */
  #closes = false;
  #name = '';

  constructor(emit: (piece: Piece) => void) {
    this.#emit = emit;
  }

  push(piece: Piece): void {
    const { line, text } = piece;
    const [, field, value = ''] = (text !== undefined && FIELD.exec(text)) || [];
    if (field === undefined) {
      this.end();
      if (text !== '' && text !== '\r') this.#emit(piece);
    } else if (field === 'event') {
      this.end();
      this.#name = value.trimEnd();
    } else if (field === 'data') {
      // A string of JSON holds no line break, so these are brackets, between which JSON has a comma.
      if (this.#closes && /^\s*[[{]/.test(value)) this.#take();
      if (this.#data.isEmpty) this.#first = line;
      this.#data.add(value);
      const last = value.trimEnd().at(-1);
      this.#closes = last === '}' || last === ']';
    }
  }

  /** Ends the event. */
  end(): void {
    this.#take();
    this.#name = '';
  }

  #take(): void {
    if (this.#data.isEmpty) return;
    const text = this.#data.take();
    this.#closes = false;
    // An address, not a message, in HTTP+SSE (MCP 2024-11-05). The first event of a stream that can be resumed has an id alone.
    if (this.#name === 'endpoint' || text === '') return;
    this.#emit(text === undefined ? tooLong(this.#first) : { line: this.#first, text });
  }
}
