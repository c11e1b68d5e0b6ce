import type { ErrorCode } from '../codes.ts';
import type { Exchange } from '../exchange.ts';
import type { JsonObject } from '../json.ts';
import type { Reading } from '../reading.ts';
import type { SessionCheck, SessionSubject } from '../sessions/observed.ts';
import type { Dialect, Level, Warning } from '../verdict.ts';

/**
 * What a rule may look at. A check is called only where there is something to look at: a success without
 * warnings runs no rule about warnings, and an envelope whose `success` is no boolean none about either side.
 */
export interface Subjects {
  /** The CallToolResult around an envelope, prose or data; rules on it and its parts report in the message. */
  readonly result: JsonObject;
  /** A CallToolResult in which there is no envelope. */
  readonly result_without_envelope: JsonObject;
  /** A CallToolResult that was itself serialised into a text block. */
  readonly inner_result: JsonObject;
  /** The envelope of the first text block, where `structuredContent` has one too. */
  readonly copy: JsonObject;
  /** What followed the envelope in its text. */
  readonly trailing: string;
  /** A JSON-RPC error object; its rules report in the message. */
  readonly rpc_error: JsonObject;
  readonly envelope: JsonObject;
  /** An envelope whose `success` is absent or no boolean. */
  readonly unclear: JsonObject;
  /** An envelope with `success: true`. */
  readonly success: JsonObject;
  /** An envelope with `success: false`. */
  readonly failure: JsonObject;
  /** `error` of a success or `data` of a failure, where it is there, whatever it is. */
  readonly counterpart: unknown;
  /** `data` of a success, where it is an object. */
  readonly data: JsonObject;
  /** `data` whose `pageInfo` is neither absent nor null. */
  readonly page: JsonObject;
  /** `data.pagination` where it is an object. */
  readonly pagination: JsonObject;
  /** `data` of an answer to `introspect`. */
  readonly introspection: JsonObject;
  /** `_meta` where there is one, whatever it is. */
  readonly meta: unknown;
  /** The value of `error` where it is neither absent nor null nor an object. */
  readonly loose_error: unknown;
  /** `error` where it is an object. */
  readonly error: JsonObject;
  /** An `error` that is not a code, a message and perhaps an object of details, and nothing else. */
  readonly malformed_error: JsonObject;
  /** `error.details` where it is an object. */
  readonly details: JsonObject;
  /** An `error` that asks for confirmation: CONFIRMATION_REQUIRED or RATE_LIMIT_QUOTA_PAUSE. */
  readonly confirmation: JsonObject;
  /** `error.code` where it is a string with something in it that is not in the registry, whose own codes are in form. */
  readonly unregistered_code: string;
  /** `error.message` where it is a string. */
  readonly message: string;
  /** `results` where it is an array. */
  readonly batch: readonly unknown[];
  /** `warnings` of a success, where it is an array. */
  readonly warnings: readonly unknown[];
  /** A warning that is an object; pointers are from the warning. */
  readonly warning: JsonObject;
  /** A warning's code where it is a string with something in it; pointers are from the warning. */
  readonly warning_code: string;
  /** A warning with a standard code, read; pointers are from the warning. */
  readonly standard_warning: Warning;
}
export type Subject = keyof Subjects;

/** Where an envelope stands: it is the response's own, a member of a batch, or what halted a batch. */
export type Place = 'response' | 'member' | 'halted';

/** What a check may know beside its subject, and where it reports. */
export interface Scene {
  /** The response or batch member that is judged. */
  readonly reading: Reading;
  readonly place: Place;
  /** The envelope that the subject belongs to; an empty object where there is none. */
  readonly envelope: JsonObject;
  /** The registry's entry of `error.code`, where the subject is of an error whose code has one. */
  readonly registered: ErrorCode | undefined;
  /** Reports a breach at an RFC 6901 pointer from the envelope, or from what {@link Subjects} says. */
  breach(pointer: string, message: string): void;
  /** Reports a breach at a pointer from the JSON-RPC `result` (or `error`). */
  breachInMessage(pointer: string, message: string): void;
}

export type Check<S extends Subject> = (subject: Subjects[S], scene: Scene) => void;

/** What a rule is shown and tested with; several exchanges, in their order, for a rule across responses. */
export interface GoodExample {
  readonly note?: string;
  readonly exchange: Exchange | readonly Exchange[];
}
export interface BadExample extends GoodExample {
  /** Where the rule must report. */
  readonly pointer: string;
}

/** One rule: its text, its check and its examples, which are its test. */
export interface Rule {
  /** Never changed and never used again. */
  readonly id: string;
  /** Unless the configuration says otherwise. */
  readonly level: Level;
  /** Dialects of the responses that it looks at. */
  readonly dialects: readonly Dialect[];
  /** What it takes to judge: a response, its request as well, or several responses. */
  readonly scope: 'response' | 'request+response' | 'cross-response';
  readonly title: string;
  /** When it is broken. */
  readonly condition: string;
  /** Why that matters to a client or a model. */
  readonly reason: string;
  /** The clause, with its document. */
  readonly source: string;
  /** The place it reports, with `N` for an index and `<…>` for a name. */
  readonly pointer: string;
  /** Whether the clause stands in the four documents that Mailroom started from. */
  readonly inSeeds: boolean;
  readonly good: readonly GoodExample[];
  readonly bad: readonly BadExample[];
  /** By what is looked at in one response. */
  readonly check?: { readonly [S in Subject]?: Check<S> };
  /** Of a rule across responses instead: by what is looked at in the newest one, beside what is remembered. */
  readonly across?: { readonly [S in SessionSubject]?: SessionCheck<S> };
}
