import { QueueFull } from './ingest.ts';

/** About what the writer stores in a second; decides after how long a refused client may try again. */
const DRAIN_BYTES_A_SECOND = 16 * 1024 * 1024;

/** A number of bytes that may be held at a time. */
export class Allowance {
  #held = 0;
  readonly #bytes: number;

  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  /** Takes `bytes` of it; throws QueueFull, taking nothing, where they do not fit beside what is held. */
  take(bytes: number): void {
    if (this.#held > 0 && this.#held + bytes > this.#bytes) {
      throw new QueueFull(1 + Math.floor(this.#held / DRAIN_BYTES_A_SECOND));
    }
    this.#held += bytes;
  }

  give(bytes: number): void {
    this.#held -= bytes;
  }
}
