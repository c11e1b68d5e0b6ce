import { once } from 'node:events';

/** Texts are gathered to this length before they are written, UTF-16 units. */
const GATHERED = 64 * 1024;

/** Writes to stdout no faster than its reader takes. */
export class Output {
  #text = '';

  /** Gathers; wait for {@link flush} now and then. */
  add(text: string): void {
    this.#text += text;
  }

  get full(): boolean {
    return this.#text.length >= GATHERED;
  }

  async flush(): Promise<void> {
    const text = this.#text;
    this.#text = '';
    if (text !== '' && !process.stdout.write(text)) await once(process.stdout, 'drain');
  }
}
