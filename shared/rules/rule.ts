import type { ErrorCode } from '../codes.ts';
import type { Exchange } from '../exchange.ts';
import type { JsonObject } from '../json/value.ts';
import type { Reading, SerialisedResult } from '../reading.ts';
import type { Contradiction } from '../sessions/contradictions.ts';
import type { SessionCheck, SessionSubject } from '../sessions/note.ts';
import type { Dialect, Level, Warning } from '../verdict.ts';

/**
 * What a rule may look at. A check is called only where there is something to look at: a success without
 * warnings runs no rule about warnings, and an envelope whose `success` is no boolean none about either side.
 */
export interface Subjects {
  /** The CallToolResult around an envelope, prose or data; rules about it and its parts report in the message. */
  readonly result: JsonObject;
  /** A CallToolResult in which there is no envelope. */
  readonly result_without_envelope: JsonObject;
  readonly inner_result: SerialisedResult;
  /** The envelope of the first text block if `structuredContent` has one too. */
  readonly copy: JsonObject;
  /** What follows the envelope in its text. */
  readonly trailing: string;
  /** A JSON-RPC error object; its rules report in the message. */
  readonly rpc_error: JsonObject;
  readonly envelope: JsonObject;
  /** An envelope whose `success` is absent or not a boolean. */
  readonly unclear: JsonObject;
  /** An envelope with `success: true`. */
  readonly success: JsonObject;
  /** An envelope with `success: false`. */
  readonly failure: JsonObject;
  /** `error` of a success or `data` of a failure, if present, whatever its value. */
  readonly counterpart: unknown;
  /** `data` of a success, if it is an object. */
  readonly data: JsonObject;
  /** `data` whose `pageInfo` is neither absent nor null. */
  readonly page: JsonObject;
  /** `data.pagination` if it is an object. */
  readonly pagination: JsonObject;
  /** `data` of an answer to `introspect`. */
  readonly introspection: JsonObject;
  /** `_meta` if present, whatever its value. */
  readonly meta: unknown;
  /** The value of `error` if it is neither absent nor null nor an object. */
  readonly loose_error: unknown;
  /** `error` if it is an object. */
  readonly error: JsonObject;
  /** An `error` that is anything but a code, a message and optionally an object of details. */
  readonly malformed_error: JsonObject;
  /** `error.details` if it is an object. */
  readonly details: JsonObject;
  /** An `error` that asks for confirmation: CONFIRMATION_REQUIRED or RATE_LIMIT_QUOTA_PAUSE. */
  readonly confirmation: JsonObject;
  /** `error.code` if it is a non-empty string that is not in the registry, whose own codes are well-formed. */
  readonly unregistered_code: string;
  /** `error.message` if it is a string. */
  readonly message: string;
  /** `results` if it is an array. */
  readonly batch: readonly unknown[];
  /** `warnings` of a success, if it is an array. */
  readonly warnings: readonly unknown[];
  /** A warning that is an object; pointers are relative to the warning. */
  readonly warning: JsonObject;
  /** A warning's code if it is a non-empty string; pointers are relative to the warning. */
  readonly warning_code: string;
  /** A warning with a standard code, already read; pointers are relative to the warning. */
  readonly standard_warning: Warning;
}
export type Subject = keyof Subjects;

/** Where an envelope is: the response's own, a member of a batch, or what halted a batch. */
export type Place = 'response' | 'member' | 'halted';

/** What a check may know besides its subject, and how it reports. */
export interface Scene {
  /** The response or batch member that is being judged. */
  readonly reading: Reading;
  readonly place: Place;
  /** The envelope that the subject belongs to; an empty object if there is none. */
  readonly envelope: JsonObject;
  /** The registry's entry for `error.code`, if the subject belongs to an error whose code has one. */
  readonly registered: ErrorCode | undefined;
  /** Reports a breach at an RFC 6901 pointer relative to the envelope, or to what {@link Subjects} says. */
  breach(pointer: string, message: string): void;
  /** Reports a breach at a pointer relative to the JSON-RPC `result` (or `error`). */
  breachInMessage(pointer: string, message: string): void;
}

export type Check<S extends Subject> = (subject: Subjects[S], scene: Scene) => void;

/** What a rule across responses does instead of checking one. */
export interface SessionRule {
  /** Takes notes of each response, by what it looks at in it. */
  readonly notes: { readonly [S in SessionSubject]?: SessionCheck<S> };
  /** When a note contradicts what was noted before under its key. */
  readonly contradicts: Contradiction;
  /** The message, from the newest word, the one before, and what the note is about. */
  readonly says: (word: string, before: string, about: string) => string;
  /** Whether its notes are hashes of secrets: of any other rule, what is noted is taken from what is stored. */
  readonly hashes?: true;
}

/** An example that explains and tests a rule; several exchanges in order for a rule across responses. */
export interface GoodExample {
  readonly note?: string;
  readonly exchange: Exchange | readonly Exchange[];
}
export interface BadExample extends GoodExample {
  /** Where the rule must report. */
  readonly pointer: string;
}

/** One rule: its texts, its check and its examples, which are its test. */
export interface Rule {
  /** Never changed and never reused. */
  readonly id: string;
  /** The default, unless the configuration says otherwise. */
  readonly level: Level;
  /** Dialects of the responses it looks at. */
  readonly dialects: readonly Dialect[];
  /** Whether it looks at the request of a response as well. */
  readonly needsRequest?: true;
  readonly title: string;
  /** When it is broken. */
  readonly condition: string;
  /** Why that matters to a client or a model. */
  readonly reason: string;
  /** The clause, with its document. */
  readonly source: string;
  /** The place it reports, with `N` for an index and `<…>` for a name. */
  readonly pointer: string;
  /** Whether it compares all that the value at its pointer contains, so that a secret anywhere in it counts. */
  readonly whole?: true;
  /** Whether it asks only that a string is there, so that the marker in place of a secret breaks it, too. */
  readonly presence?: true;
  /** Whether the clause is in the four documents that Mailroom started from. */
  readonly inSeeds?: true;
  readonly good: readonly GoodExample[];
  readonly bad: readonly BadExample[];
  /** Checks by what they look at in one response. */
  readonly check?: { readonly [S in Subject]?: Check<S> };
  /** For a rule across responses instead. */
  readonly across?: SessionRule;
}
