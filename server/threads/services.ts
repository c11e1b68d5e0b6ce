import type { Receipt } from '../../shared/api/responses.ts';
import type { RuleSettings } from '../../shared/rules/settings.ts';
import type { Dialect } from '../../shared/verdict.ts';
import type { Committed, IngestBody, Reinspecting } from '../ingest/ingest.ts';
import type { Limits } from '../ingest/limits.ts';
import type { Memory, ReadStore, Removed, Store } from '../store/store.ts';
import type { Packed } from './errors.ts';

/** What both threads are told at their start. */
export interface ThreadData {
  /** The store's file or `:memory:`, as openStore() takes it. */
  readonly db: string;
  readonly limits: Limits;
  readonly rules: RuleSettings;
  /** Patterns of keys whose values are secrets, beside those that always are. */
  readonly secretKeys: readonly RegExp[];
}

/** The reader answers questions. */
export interface ReaderServices {
  readonly store: ReadStore;
}

/** A {@link BodyResult} as it crosses between threads. */
export type PackedResult = { readonly receipt: Receipt } | { readonly error: Packed };

/** The writer judges and stores. It answers questions too, for a store that one connection alone can see. */
export interface WriterServices {
  readonly store: Store;
  readonly reinspection: Reinspecting;
  readonly intake: {
    commit(bodies: readonly IngestBody[]): Promise<readonly PackedResult[]>;
    /** Whether to raise `committed`. */
    watch(on: boolean): Promise<void>;
    /** As {@link Store.pin}; judges by it from now on. */
    pin(server: string, dialect: Dialect | null): Promise<true | undefined>;
    /** As {@link Store.forget}; judges without its pin and what was learnt of it from now on. */
    forget(server: string, memories?: readonly Memory[]): Promise<Removed | undefined>;
    /** Saves what is in memory and closes the store. */
    close(): Promise<void>;
  };
}

export interface WriterEvents {
  readonly committed: Committed;
}
