import type { Reinspection } from '../../shared/api/reinspection.ts';
import type { Receipt } from '../../shared/api/responses.ts';
import type { Outcome } from '../../shared/verdict.ts';

/** A request's body, decoded (no content-encoding), not yet read. */
export interface IngestBody {
  /** Handed over with the memory under them, which may be no buffer of Node's pool: the caller must not use either any more. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly kind: 'json' | 'ndjson';
  /** Server of the captures that name none. */
  readonly server?: string;
  /** Epoch ms. */
  readonly receivedAt: number;
}

/** What one commit stored. An ordinal is the order of storing, ascending over the store's life. */
export interface Committed {
  readonly first: number;
  readonly last: number;
  /** Responses by server and outcome; all of them at least 1. */
  readonly responses: readonly {
    readonly server: string;
    readonly outcome: Outcome;
    readonly count: number;
  }[];
}

/** The way in, as routes see it. */
export interface Ingest {
  /**
   * Reads, judges, redacts and stores a body's captures. When it resolves, what it counts as accepted is committed.
   * Rejects with QueueFull before anything is read, with BodyUnreadable when the body cannot be decoded whole
   * (nothing stored), and with StoreFull when the disk is full (nothing stored).
   */
  submit(body: IngestBody): Promise<Receipt>;
  /** Calls the listener after each commit; of two under way at once the later may be heard first. Returns the way to stop it. */
  onCommitted(listener: (committed: Committed) => void): () => void;
}

/** Judging again what is stored, as routes see it. */
export interface Reinspecting {
  state(): Promise<Reinspection>;
  /** Begins, or goes on where it stopped; does nothing where there is nothing to do. `now` is epoch ms. */
  start(now: number): Promise<Reinspection>;
}

export class QueueFull extends Error {
  override readonly name = 'QueueFull';
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number) {
    super('The ingestion queue is full');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The body as a whole is not what it says it is; `code` is of the MCP-AQL registry, `status` agrees with it. */
export class BodyUnreadable extends Error {
  override readonly name = 'BodyUnreadable';
  readonly status: 400 | 413 | 415;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
  constructor(
    status: 400 | 413 | 415,
    code: string,
    message: string,
    details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}
