import type { Receipt } from '../../shared/api/responses.ts';
import { sum } from '../../shared/collections/sum.ts';
import { type IngestBody, QueueFull } from './ingest.ts';
import type { Limits } from './limits.ts';

/** The result for one body: what `Ingest.submit` resolves to or rejects with. */
export type BodyResult = { readonly receipt: Receipt } | { readonly error: Error };

/** Stores bodies together, in one transaction if possible. Returns their results in the given order. */
type Commit = (bodies: readonly IngestBody[]) => Promise<readonly BodyResult[]>;

interface Waiting {
  readonly body: IngestBody;
  readonly resolve: (receipt: Receipt) => void;
  readonly reject: (error: unknown) => void;
}

/** Two, so that a large body does not block small ones. */
const GROUPS_AT_A_TIME = 2;
/**
 * A group up to this size is stored in about 20 ms, and the rest waits that long: stored together they cost a
 * tenth less than as two groups.
 */
const SMALL_BYTES = 512 * 1024;

/** Group commit without a timer: whatever has queued up is committed as one group. */
export class Queue {
  readonly #commit: Commit;
  readonly #mostBodies: number;
  readonly #idle: (() => void)[] = [];
  #waiting: Waiting[] = [];
  #groups = 0;
  #smallUnderWay = false;

  constructor(commit: Commit, limits: Pick<Limits, 'queueBodies'>) {
    this.#commit = commit;
    this.#mostBodies = limits.queueBodies;
  }

  /** As `Ingest.submit`. */
  async submit(body: IngestBody): Promise<Receipt> {
    if (this.#waiting.length >= this.#mostBodies) throw new QueueFull(1);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ body, resolve, reject });
      this.#advance();
    });
  }

  /** Resolves when nothing is waiting or being stored. */
  async drained(): Promise<void> {
    if (this.#groups > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  #advance(): void {
    if (this.#groups >= GROUPS_AT_A_TIME || this.#smallUnderWay || this.#waiting.length === 0) return;
    const group = this.#waiting;
    this.#waiting = [];
    const isSmall = sum(group.map(({ body }) => body.bytes.length)) <= SMALL_BYTES;
    this.#groups += 1;
    this.#smallUnderWay = isSmall;
    void this.#store(group).then(() => {
      this.#groups -= 1;
      if (isSmall) this.#smallUnderWay = false;
      this.#advance();
      if (this.#groups === 0) for (const resolve of this.#idle.splice(0)) resolve();
    });
  }

  async #store(group: readonly Waiting[]): Promise<void> {
    try {
      const results = await this.#commit(group.map(({ body }) => body));
      for (const [index, { resolve, reject }] of group.entries()) {
        const result = results[index];
        if (result === undefined) reject(new Error('The writer gave no answer for a body'));
        else if ('receipt' in result) resolve(result.receipt);
        else reject(result.error);
      }
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}
