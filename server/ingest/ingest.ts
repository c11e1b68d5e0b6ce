import type { Reinspection } from '../../shared/api/reinspection.ts';
import type { Receipt } from '../../shared/api/responses.ts';
import type { Refusal } from '../../shared/refusal.ts';
import type { RuleSettings } from '../../shared/rules/settings.ts';
import type { Verdict } from '../../shared/verdict.ts';

/** Settings from the configuration file, which server and linter share. */
export interface Settings {
  readonly rules: RuleSettings;
  /** Patterns of keys whose string values are secrets, beside those that always are. */
  readonly secretKeys: readonly RegExp[];
}

/** A request body without its content-encoding, not yet parsed. */
export interface IngestBody {
  /** Transferred with their buffer, which must not be Node's pool; the caller must not use either again. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly kind: 'json' | 'ndjson';
  /** Server of captures that do not name one. */
  readonly server?: string | undefined;
  /** Epoch ms. */
  readonly receivedAt: number;
}

/** What one commit stored. Ordinals give the order of storing and ascend over the life of the store. */
export interface Committed {
  readonly first: number;
  readonly last: number;
  readonly counts: readonly StoredCount[];
}

/** How many responses (by outcome), failures (by category), warnings (by severity) or violations (by level) of a server. */
export interface StoredCount {
  readonly server: string;
  readonly by: 'outcome' | 'category' | 'severity' | 'level';
  readonly value: string;
  /** At least 1; warnings are weighted by `occurrence_count`. */
  readonly count: number;
}

/** Ingestion, as routes see it. */
export interface Ingest {
  /**
   * Parses, judges, redacts and stores a body's captures. Once it resolves, what it counts as accepted is
   * committed. Rejects with QueueFull before anything is parsed, with BodyUnreadable if the body as a whole
   * is unreadable (nothing stored), and with StoreFull if the disk is full (nothing stored).
   */
  submit(body: IngestBody): Promise<Receipt>;
  /** Calls the listener after each commit; concurrent ones may be out of order. */
  onCommitted(listener: (committed: Committed) => void): void;
}

/** Judging the stored responses again, as routes see it. */
export interface Reinspecting {
  state(): Promise<Reinspection>;
  /** Starts, or resumes where it stopped; does nothing if there is nothing to do. `now` is epoch ms. */
  start(now: number): Promise<Reinspection>;
}

/** Judging without storing, as routes see it. */
export interface Inspecting {
  /**
   * Judges the JSON of a capture, or of anything else as a response. The bytes are transferred as those of an
   * {@link IngestBody}. Rejects with BodyUnreadable.
   */
  inspect(body: Uint8Array<ArrayBuffer>): Promise<Verdict>;
}

export class QueueFull extends Error {
  override readonly name = 'QueueFull';
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number) {
    super('The ingestion queue is full');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The body as a whole is not what it claims to be. The HTTP `status` agrees with the refusal's code. */
export class BodyUnreadable extends Error {
  override readonly name = 'BodyUnreadable';
  readonly status: 400 | 413 | 415;
  readonly refusal: Refusal;
  constructor(status: 400 | 413 | 415, refusal: Refusal) {
    super(refusal.message);
    this.status = status;
    this.refusal = refusal;
  }
}
