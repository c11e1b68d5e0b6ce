import type { JsonObject } from '../json.ts';
import type { Reading } from '../reading.ts';
import type { Warning } from '../verdict.ts';
import type { Memory, Remembered, ResponseRef } from './memory.ts';

/** A response as the fold sees it. */
export interface Observed {
  readonly server: string;
  readonly ref: ResponseRef;
  /** Epoch ms; without it, findings limited to one per hour are reported once. */
  readonly at: number | undefined;
  readonly reading: Reading;
  /** Keyed hash of a confirmation token: the token itself is never kept. */
  readonly hash: (token: string) => string;
}

/** What a rule across responses may look at. A check is called once for each that the newest response has. */
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

/** What a check across responses knows besides its subject, and how it reports. */
export interface SessionScene {
  readonly observed: Observed;
  readonly memory: Memory;
  /** A key of the memory, made of this rule, the server and the parts. */
  key(...parts: readonly (string | null)[]): string;
  /** Reports a breach at an RFC 6901 pointer relative to the subject's envelope; `earlier` is the response it contradicts. */
  breach(pointer: string, message: string, earlier: Remembered): void;
}

/** One rule across responses: compares the newest one with what is remembered. */
export type SessionCheck<S extends SessionSubject> = (
  subject: SessionSubjects[S],
  scene: SessionScene,
) => void;
