import { QueueFull } from './ingest.ts';

/** Roughly what the writer stores per second; determines when a refused client may retry. */
const DRAIN_BYTES_A_SECOND = 16 * 1024 * 1024;

/** Limits how many bytes are held at a time. */
export class Allowance {
  #held = 0;
  readonly #mostBytes: number;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** Takes `bytes`. Throws QueueFull, and takes nothing, if they do not fit beside what is held already. */
  take(bytes: number): void {
    if (this.#held > 0 && this.#held + bytes > this.#mostBytes) {
      throw new QueueFull(1 + Math.floor(this.#held / DRAIN_BYTES_A_SECOND));
    }
    this.#held += bytes;
  }

  give(bytes: number): void {
    this.#held -= bytes;
  }
}
