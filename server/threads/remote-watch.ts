import { sum } from '../../shared/collections/sum.ts';
import type { Direction } from '../../shared/recording/pairing.ts';
import type { Dashboard } from '../capture/dashboard.ts';
import type { Totals } from '../capture/sink.ts';
import type { Passing, Watching } from '../capture/watching.ts';
import { entryOf } from './entry.ts';
import { Remote } from './remote.ts';

/** Whose messages are watched, and where captures go. */
export interface WatcherData {
  readonly dashboard: Dashboard;
  readonly server: string;
  /** As for Watch. */
  readonly isAssumed: boolean;
  readonly transport: 'stdio' | 'http';
}

/** What became of all captures, and what of the traffic is in none: numbers of messages, replies and responses, as in Watch. */
export interface WatchTotals extends Totals {
  readonly unread: number;
  readonly unpaired: number;
  readonly paramless: number;
}

export interface WatcherServices {
  readonly watch: {
    connected(): Promise<void>;
    bytes(direction: Direction, chunk: Uint8Array<ArrayBuffer>, at: number): Promise<void>;
    passed(all: readonly Passing[]): Promise<void>;
    /** As Sink.close. */
    close(ms: number): Promise<WatchTotals>;
  };
}

export interface WatcherEvents {
  /** What a Sink tells. */
  readonly trouble: string;
  /** It is over. */
  readonly arriving: undefined;
}

/** How many bytes may be unread before those who pass more on wait: some 50 ms of reading. */
const MOST_UNREAD = 4 * 1024 * 1024;

/**
 * A watch in a thread of its own, so that reading a message, which takes 6 ms for one of 1 MB, delays none that comes after
 * it; should the thread end, nothing but captures is lost. `tell` and `tellEnd` are called as by a Sink.
 */
export class RemoteWatch implements Watching {
  readonly #watcher: Remote<WatcherServices, WatcherEvents>;
  #unread = 0;
  /** What passed and is not sent yet, and the memory of its chunks. */
  #passed: Passing[] = [];
  #chunks: ArrayBuffer[] = [];
  #newest: Promise<unknown> = Promise.resolve();

  constructor(data: WatcherData, tell: (trouble: string) => void, tellEnd: () => void) {
    const lost = ({ message }: Error) => tell(`${message}; captures are lost`);
    this.#watcher = new Remote(entryOf('watcher'), 'watcher', data, lost);
    this.#watcher.on('trouble', tell);
    this.#watcher.on('arriving', tellEnd);
    this.#watcher.open().catch(lost);
  }

  get behind(): Promise<unknown> | undefined {
    return this.#unread > MOST_UNREAD ? this.#newest : undefined;
  }

  connected(): void {
    this.#follow(0, this.#watcher.call('watch', 'connected', []));
  }

  bytes(direction: Direction, chunk: Buffer, at: number): void {
    // What is transferred is gone here, where it may still have to be written.
    const copy = new Uint8Array(chunk);
    this.#follow(copy.length, this.#watcher.call('watch', 'bytes', [direction, copy, at], [copy.buffer]));
  }

  passed(passing: Passing): void {
    // What passes in one turn, such as a small request, is sent together, once that is over.
    if (this.#passed.length === 0) setImmediate(() => this.#send());
    if ('chunk' in passing) {
      const chunk = new Uint8Array(passing.chunk);
      this.#chunks.push(chunk.buffer);
      this.#passed.push({ ...passing, chunk });
    } else this.#passed.push(passing);
  }

  /** Reads what is unread, sends what waits for at most `ms`, and ends the thread. Undefined if that has ended before. */
  async close(ms: number): Promise<WatchTotals | undefined> {
    this.#send();
    try {
      return await this.#watcher.call('watch', 'close', [ms]);
    } catch {
      // It was told when it ended.
      return undefined;
    } finally {
      await this.#watcher.stop();
    }
  }

  #send(): void {
    if (this.#passed.length === 0) return;
    const size = sum(this.#chunks.map(({ byteLength }) => byteLength));
    this.#follow(size, this.#watcher.call('watch', 'passed', [this.#passed], this.#chunks));
    [this.#passed, this.#chunks] = [[], []];
  }

  #follow(size: number, reading: Promise<void>): void {
    this.#unread += size;
    // A thread that has ended reads nothing any more, which was told then.
    this.#newest = reading
      .catch(() => {})
      .finally(() => {
        this.#unread -= size;
      });
  }
}
