import type { JsonObject } from '../json.ts';
import type { Reading } from '../reading.ts';
import type { Warning } from '../verdict.ts';
import type { Memory, Remembered, ResponseRef } from './memory.ts';

/** A response as the fold sees it. */
export interface Observed {
  readonly server: string;
  readonly ref: ResponseRef;
  /** Epoch ms; without it, what is reported once an hour is reported once. */
  readonly at: number | undefined;
  readonly reading: Reading;
  /** Keyed hash of a confirmation token: the token itself is never kept. */
  readonly hash: (token: string) => string;
}

/** What a rule across responses may look at. A check is called once for each of them that the newest response has. */
export interface SessionSubjects {
  /** The response, whatever its dialect. */
  readonly response: Reading;
  /** An MCP-AQL envelope: the response's own, or that of a batch member. */
  readonly envelope: JsonObject;
  /** The reading of such an envelope that failed. */
  readonly failure: Reading;
  /** A warning of such an envelope. */
  readonly warning: Warning;
}
export type SessionSubject = keyof SessionSubjects;

/** What a check across responses knows beside its subject, and where it reports. */
export interface SessionScene {
  readonly observed: Observed;
  readonly memory: Memory;
  /** A key of the memory: of this rule and server, and of what the parts tell apart. */
  key(...parts: readonly (string | null)[]): string;
  /** Reports a breach at an RFC 6901 pointer from the envelope that the subject belongs to; `earlier` is what it contradicts. */
  breach(pointer: string, message: string, earlier: Remembered): void;
}

/** One rule across responses: what the newest one shows against what is remembered. */
export type SessionCheck<S extends SessionSubject> = (
  subject: SessionSubjects[S],
  scene: SessionScene,
) => void;
