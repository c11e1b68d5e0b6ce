import type { Receipt } from '../../shared/api/responses.ts';
import type { Dialect } from '../../shared/verdict.ts';
import type { Committed, IngestBody, Inspecting, Reinspecting, Settings } from '../ingest/ingest.ts';
import type { Limits } from '../ingest/limits.ts';
import type { Changes, Questions, ReadStore, Removed } from '../store/store.ts';
import type { Packed } from './errors.ts';

/** Passed to both threads at startup. */
export interface ThreadData extends Settings {
  /** The store's file or `:memory:`, as for openStore(). */
  readonly db: string;
  readonly limits: Limits;
}

/** A store as other threads see it. */
export interface RemoteStore extends Questions, Changes {}

/** The reader answers questions, and judges what is not stored. */
export interface ReaderServices {
  readonly store: Questions & Pick<ReadStore, 'close'>;
  readonly inspection: Inspecting;
}

/** A `BodyResult` as it is sent between threads. */
type PackedResult = { readonly receipt: Receipt } | { readonly error: Packed };

/** The writer judges and stores. It also does what the reader does if only one connection can see the store. */
export interface WriterServices extends ReaderServices {
  readonly store: ReaderServices['store'] & Changes;
  readonly reinspection: Reinspecting;
  readonly intake: {
    commit(bodies: readonly IngestBody[]): Promise<readonly PackedResult[]>;
    /** As `Store.pin`; from now on judges by that pin. */
    pin(server: string, dialect: Dialect | null): Promise<true | undefined>;
    /** As `Store.forget`; from now on judges without the server's pin and what was learnt about it. */
    forget(server: string): Promise<Removed | undefined>;
    /** Stops reinspection, saves what is in memory and closes the store. */
    close(): Promise<void>;
  };
}

export interface WriterEvents {
  readonly committed: Committed;
}
