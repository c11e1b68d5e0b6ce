import type { JsonObject } from '../json/value.ts';
import type { Reading } from '../reading.ts';
import type { Warning } from '../verdict.ts';

/**
 * What one response says that another may contradict. Plain and small, so that responses can be judged in any order and
 * thread, and their notes folded in the order of the responses.
 */
export interface Note {
  /** Id of the rule that took it. */
  readonly rule: string;
  /** What it is about, among all that the rule remembers of a server. */
  readonly key: string;
  /** What is said of that. */
  readonly word: string;
  /** RFC 6901, from the envelope's root. */
  readonly pointer: string;
  /** What a message calls the thing that it is about. */
  readonly about: string;
}

/** What a rule across responses may look at. Its check is called once for each that a response has. */
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

/** How a check across responses takes notes. */
export interface SessionScene {
  /** Keyed hash of a confirmation token: the token itself is never kept. */
  readonly hash: (token: string) => string;
  /** `key` may have several parts. The pointer is relative to the subject's envelope. */
  note(key: readonly (string | null)[], word: string, pointer: string, about?: string): void;
}

/** Takes notes of one response. */
export type SessionCheck<S extends SessionSubject> = (
  subject: SessionSubjects[S],
  scene: SessionScene,
) => void;
