import type { Capture } from '../../shared/capture.ts';
import type { Grouped } from '../../shared/fingerprint.ts';
import type { Verdict } from '../../shared/verdict.ts';

/** What is known of a response besides its bytes. Times are epoch ms. */
export interface CaptureFacts
  extends Omit<Capture, 'response' | 'observed_at' | 'operation' | 'params' | 'tool_listed'> {
  readonly observed_at: number;
  readonly received_at: number;
}

/** A capture that was read, judged and redacted: the unit of storage. */
export interface ResponseRecord {
  readonly facts: CaptureFacts;
  /**
   * The capture's bytes as they arrived, with secrets replaced; never re-serialised. Lent for the call only:
   * they may be a view of the whole body they came in, so whatever must outlive the call is copied.
   */
  readonly payload: Uint8Array;
  /** Number of secrets replaced. */
  readonly redacted: number;
  /** Version of the catalogue of rules that it was judged by. */
  readonly catalogue: number;
  readonly verdict: Verdict;
  readonly groups: readonly Grouped[];
}

/** A named value stored beside the data, such as the fold across responses. */
export interface Saved {
  readonly name: string;
  readonly value: Uint8Array;
}

/** Ordinals count from 1 in storing order, without a gap within an append; none is assigned twice. */
export type Appended =
  | {
      readonly status: 'stored';
      readonly id: string;
      readonly ordinal: number;
      readonly quarantined: boolean;
    }
  | { readonly status: 'duplicate' };

/** A stored response to be judged again. */
export interface Kept {
  readonly id: string;
  readonly server: string;
  /** The time that it is ordered by, epoch ms. */
  readonly at: number;
  readonly received_at: number;
  readonly payload: Uint8Array;
  readonly redacted: number;
  readonly verdict: Verdict;
  /** Number of warnings that it counts for. */
  readonly warnings: number;
  /** Keys of the error groups that it counts for; null if it is quarantined, or counts for the group of all beyond the cap. */
  readonly groups: readonly string[] | null;
}

/** The result of judging stored responses again. */
export interface Reinspected {
  /** Every response that was judged. */
  readonly ids: readonly string[];
  readonly catalogue: number;
  /** Those whose judgement changed. */
  readonly changed: readonly { readonly id: string; readonly record: ResponseRecord }[];
}
