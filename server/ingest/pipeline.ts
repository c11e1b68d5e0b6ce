import { setImmediate as turnOfOthers } from 'node:timers/promises';
import type { Receipt } from '../../shared/api/responses.ts';
import { internalError, type Refusal } from '../../shared/refusal.ts';
import { isStoreFault } from '../store/faults.ts';
import type { Appended, ResponseRecord, Saved } from '../store/record.ts';
import type { Store } from '../store/store.ts';
import type { Fold } from './fold.ts';
import { BodyUnreadable, type Committed, type IngestBody } from './ingest.ts';
import type { Judge, Judged } from './judge.ts';
import type { Limits } from './limits.ts';
import type { BodyResult } from './queue.ts';
import { type Item, split } from './split.ts';
import { storedCounts } from './stored-counts.ts';

/** A slice: after this much, stored or rejected, the thread yields. One transaction holds no more. */
const SLICE_ITEMS = 1000;
const SLICE_BYTES = 8 * 1024 * 1024;

/** Maximum number of rejected captures listed in a receipt. */
const MOST_REJECTED = 1000;

/** Name under which the store keeps the fold across responses. */
export const FOLD = 'fold';
/** The fold is saved at most this often; a crash loses no more than that. */
const SAVE_EVERY_MS = 10_000;

/** The results for a body's items so far. */
interface Progress {
  accepted: number;
  /** Of those accepted. */
  quarantined: number;
  duplicates: number;
  rejectedCount: number;
  /** The first of them, and more than a receipt lists, since those of one slice do not arrive in order. */
  readonly rejected: Receipt['rejected'][number][];
  /** Why items could not be stored through no fault of their own. */
  failure: Error | undefined;
}

interface Entry {
  readonly progress: Progress;
  readonly index: number;
  readonly record: ResponseRecord;
}

interface PipelineOptions {
  readonly store: Pick<Store, 'append' | 'recall'>;
  readonly judge: Judge;
  readonly fold: Fold;
  readonly limits: Limits;
  /** Called before each append with the {@link Judge.standard} of the appended records. */
  readonly declare?: (standard: string) => Promise<void>;
  /** Called after each commit with what was stored. */
  readonly committed?: (committed: Committed) => void;
}

/** Stores a body's bytes: split, judge, append. */
export class Pipeline {
  readonly #options: PipelineOptions;
  #saved = { revision: 0, at: 0 };
  /** True if the fold has learnt from responses that were not stored. */
  #isAhead = false;

  constructor(options: PipelineOptions) {
    this.#options = options;
  }

  /** Bodies share transactions, and a body larger than a slice takes several. */
  async commit(bodies: readonly IngestBody[]): Promise<readonly BodyResult[]> {
    let slice: Entry[] = [];
    let lookedAt = 0;
    let bytesLookedAt = 0;
    const results: (Progress | Error)[] = [];
    const endSlice = async () => {
      await this.#append(slice);
      slice = [];
      lookedAt = 0;
      bytesLookedAt = 0;
      await turnOfOthers();
    };
    await this.#unlearn();
    for (const body of bodies) {
      const bytes = Buffer.from(body.bytes.buffer, body.bytes.byteOffset, body.bytes.length);
      const items = this.#split(bytes, body.kind);
      if (items instanceof Error) {
        results.push(items);
        continue;
      }
      // A body that fits into a slice is stored whole or, in a store that takes no more, not at all.
      const fits = lookedAt + items.length <= SLICE_ITEMS && bytesLookedAt + bytes.length <= SLICE_BYTES;
      if (lookedAt > 0 && !fits) await endSlice();
      const progress = newProgress();
      results.push(progress);
      for (const [index, item] of items.entries()) {
        const judged = this.#judgeItem(bytes, body, item, progress);
        if ('error' in judged) reject(progress, index, judged.error);
        else slice.push({ progress, index, record: judged.record });
        lookedAt += 1;
        bytesLookedAt += item.end - item.start;
        if (lookedAt >= SLICE_ITEMS || bytesLookedAt >= SLICE_BYTES) await endSlice();
      }
    }
    await this.#append(slice);
    return results.map(resultOf);
  }

  /**
   * Saves the fold before a planned shutdown. If the store cannot take it, says so: that costs no more than a
   * crash does.
   */
  async save(): Promise<void> {
    const learnt = this.#learnt();
    if (learnt === undefined) return;
    try {
      await this.#options.store.append([], learnt);
    } catch (error) {
      if (!isStoreFault(error)) throw error;
      console.error(`mailroom: what the rules across responses learnt last is not saved: ${error.message}`);
    }
  }

  /** Returns what to save as a server is forgotten. Once that is done, {@link forget} must be called. */
  async without(server: string): Promise<Saved> {
    await this.#unlearn();
    return { name: FOLD, value: this.#options.fold.savedWithout(server) };
  }

  /** Forgets what was learnt about a server. */
  forget(server: string): void {
    this.#options.fold.forget(server);
  }

  #split(bytes: Buffer, kind: IngestBody['kind']): readonly Item[] | BodyUnreadable {
    try {
      return split(bytes, kind, this.#options.limits);
    } catch (error) {
      if (error instanceof BodyUnreadable) return error;
      throw error;
    }
  }

  /** An item that makes judging throw is a bug of ours and must not affect other items. */
  #judgeItem(bytes: Buffer, body: IngestBody, { start, end, fault }: Item, progress: Progress): Judged {
    if (fault !== undefined) return { error: fault };
    try {
      return this.#options.judge.judge(bytes.subarray(start, end), body.server, body.receivedAt);
    } catch (error) {
      progress.failure = asError(error);
      console.error('mailroom: cannot judge a response:', error);
      return { error: internalError('the response could not be judged') };
    }
  }

  /** A slice is judged and appended without yielding in between, so that all of it has one standard. */
  async #append(entries: readonly Entry[], standard = this.#options.judge.standard): Promise<void> {
    if (entries.length === 0) return;
    const { store, fold, declare, committed } = this.#options;
    const now = entries.at(-1)?.record.facts.received_at ?? 0;
    const { revision } = fold;
    // Not by the difference alone: after a clock was set back, nothing would be saved until it is there again.
    const isDue = Math.abs(now - this.#saved.at) >= SAVE_EVERY_MS;
    const learnt = isDue ? this.#learnt() : undefined;
    let appended: readonly Appended[];
    try {
      await declare?.(standard);
      appended = await store.append(
        entries.map(({ record }) => record),
        learnt,
      );
    } catch (error) {
      await this.#appendFailed(entries, standard, error);
      return;
    }
    if (learnt !== undefined) this.#saved = { revision, at: now };
    const stored: { readonly ordinal: number; readonly record: ResponseRecord }[] = [];
    for (const [at, { progress, record }] of entries.entries()) {
      const answer = appended[at];
      if (answer?.status === 'stored') {
        progress.accepted += 1;
        if (answer.quarantined) progress.quarantined += 1;
        stored.push({ ordinal: answer.ordinal, record });
      } else progress.duplicates += 1;
    }
    const [first, last] = [stored[0]?.ordinal, stored.at(-1)?.ordinal];
    if (first !== undefined && last !== undefined) {
      committed?.({ first, last, counts: storedCounts(stored.map(({ record }) => record)) });
    }
  }

  /** Retries records that could not be stored together in halves, so that a bad one costs no good one. */
  async #appendFailed(entries: readonly Entry[], standard: string, error: unknown): Promise<void> {
    const isOfStore = isStoreFault(error);
    if (entries.length > 1 && !isOfStore) {
      const half = entries.length >> 1;
      await this.#append(entries.slice(0, half), standard);
      await this.#append(entries.slice(half), standard);
      return;
    }
    const failure = asError(error);
    if (isOfStore) this.#isAhead = true;
    else console.error('mailroom: cannot store a response:', failure);
    for (const { progress, index } of entries) {
      progress.failure = failure;
      reject(progress, index, notStored(failure));
    }
  }

  /**
   * If the store refused responses that the fold has learnt from, returns the fold to its last save, as after
   * a crash. Otherwise a refused response that is sent again would break rules together with itself.
   */
  async #unlearn(): Promise<void> {
    if (!this.#isAhead) return;
    const { store, fold } = this.#options;
    fold.restore(await store.recall(FOLD));
    this.#saved = { ...this.#saved, revision: fold.revision };
    this.#isAhead = false;
  }

  /** Returns the fold to save; undefined if it is as last saved, or has learnt from what was not stored. */
  #learnt(): Saved | undefined {
    const { fold } = this.#options;
    const { revision } = this.#saved;
    return this.#isAhead || fold.revision === revision ? undefined : { name: FOLD, value: fold.save() };
  }
}

function newProgress(): Progress {
  return { accepted: 0, quarantined: 0, duplicates: 0, rejectedCount: 0, rejected: [], failure: undefined };
}

function reject(progress: Progress, index: number, error: Refusal): void {
  progress.rejectedCount += 1;
  if (progress.rejected.length < MOST_REJECTED + SLICE_ITEMS) progress.rejected.push({ index, error });
}

/** A body fails as a whole if nothing of it was stored and not all of that is its own fault. */
function resultOf(result: Progress | Error): BodyResult {
  if (result instanceof Error) return { error: result };
  const { accepted, quarantined, duplicates, rejectedCount, failure } = result;
  if (failure !== undefined && accepted + duplicates === 0) return { error: failure };
  const rejected = result.rejected.sort((a, b) => a.index - b.index).slice(0, MOST_REJECTED);
  return { receipt: { accepted, quarantined, duplicates, rejected, rejected_count: rejectedCount } };
}

function notStored(failure: Error): Refusal {
  return internalError(isStoreFault(failure) ? failure.message : 'the response could not be stored');
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
