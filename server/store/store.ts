import type { Conformance } from '../../shared/api/conformance.ts';
import type { DeprecationDetail, Deprecations } from '../../shared/api/deprecations.ts';
import type {
  ChangedGroup,
  ErrorGroupDetail,
  ErrorGroups,
  GroupChange,
} from '../../shared/api/error-groups.ts';
import type { Errors } from '../../shared/api/errors.ts';
import type { Overview } from '../../shared/api/overview.ts';
import type { Quotas } from '../../shared/api/quotas.ts';
import type { ResponseDetail, ResponsePage, ResponseRow } from '../../shared/api/responses.ts';
import type { BucketWidth, GROUP_BYS, METRICS, Series } from '../../shared/api/series.ts';
import type { Clients, Facets, Servers } from '../../shared/api/servers.ts';
import type { Status } from '../../shared/api/status.ts';
import type { Violations } from '../../shared/api/violations.ts';
import type { Warnings } from '../../shared/api/warnings.ts';
import type { GROUP_SORTS, GroupState } from '../../shared/group-state.ts';
import type { Severity } from '../../shared/severity.ts';
import type { Category, Dialect, Level, Outcome, Verdict } from '../../shared/verdict.ts';

/** The filter, resolved: every list is a union inside itself, an absent one excludes nothing. */
export interface Filter {
  /** Epoch ms, inclusive. */
  readonly from: number;
  /** Epoch ms, exclusive. */
  readonly to: number;
  readonly server?: readonly string[];
  /** `unidentified` is the response without a client. */
  readonly client?: readonly string[];
  readonly operation?: readonly string[];
  /** Names to leave out, of those that the three above select. */
  readonly notServer?: readonly string[];
  readonly notClient?: readonly string[];
  readonly notOperation?: readonly string[];
  readonly dialect?: readonly Dialect[];
  readonly outcome?: readonly Outcome[];
  readonly category?: readonly Category[];
  /** Exact codes of failures, or prefixes ending in `*`; the error object on a success is none. */
  readonly code?: readonly string[];
  /** Codes to leave out, written alike; what has no code stays, unless `category` or `code` leave it out. */
  readonly notCode?: readonly string[];
  readonly severityMax?: Severity;
  readonly rule?: readonly string[];
  readonly level?: readonly Level[];
  readonly q?: string;
}

export interface Page {
  readonly limit: number;
  /** `next_cursor` of the page before; anything else rejects with CursorUnreadable. */
  readonly cursor?: string;
}

export interface LogAsk extends Page {
  /** In place of the log, the responses that are kept apart for their time; the range is of their arrival. */
  readonly quarantined?: boolean;
}

/** What is known of a response beside its bytes. Times are epoch ms. */
export interface CaptureFacts {
  readonly id?: string | undefined;
  readonly server: string;
  readonly server_version?: string | undefined;
  readonly observed_at: number;
  readonly received_at: number;
  readonly method?: string | undefined;
  readonly tool?: string | undefined;
  readonly client?: string | undefined;
  readonly client_version?: string | undefined;
  readonly session?: string | undefined;
  readonly request_id?: string | undefined;
  readonly transport?: string | undefined;
  readonly duration_ms?: number | undefined;
}

/** The failures a response counts for: its own, or those of its batch members. */
export interface GroupFacts {
  /** Position in `verdict.members`; null for the response itself. */
  readonly member: number | null;
  /** Versioned grouping key (shared/fingerprint.ts): equal keys are one group. */
  readonly key: string;
  readonly template: string | null;
}

/** A capture that was read, judged and redacted: the unit that is stored. */
export interface ResponseRecord {
  readonly facts: CaptureFacts;
  /**
   * The capture's bytes as they arrived, secrets replaced; never re-serialised. Lent for the call: they may be a view of the
   * whole body that they came in, so that what is to stay of them is copied.
   */
  readonly payload: Uint8Array;
  readonly redacted: number;
  readonly catalogue: number;
  readonly verdict: Verdict;
  readonly groups: readonly GroupFacts[];
}

/** A value kept under a name beside the data, such as the fold across responses. */
export interface Memory {
  readonly name: string;
  readonly value: Uint8Array;
}

/** Ordinals number what is stored, from 1 on in the order of storing, without a gap in an append; none is given twice. */
export type Appended =
  | { readonly status: 'stored'; readonly id: string; readonly ordinal: number }
  | { readonly status: 'duplicate' };

/** At most this many points a series; a bucket that is too fine is widened. */
export const MAX_POINTS = 300;

export interface SeriesAsk {
  readonly metric: (typeof METRICS)[number];
  readonly groupBy?: (typeof GROUP_BYS)[number];
  readonly bucket: BucketWidth;
  readonly limit: number;
}

export interface GroupsAsk extends Page {
  readonly state?: readonly GroupState[];
  readonly sort: (typeof GROUP_SORTS)[number];
  readonly news: boolean;
}

export interface GroupStateChange {
  readonly state: GroupState;
  /** Epoch ms. */
  readonly until?: number;
  readonly untilCount?: number;
  /** Of an open group: it was resolved and returned. */
  readonly regressed?: boolean;
  /** In which it is resolved, or returned. */
  readonly version?: string;
  /** Name of the token that asks. */
  readonly by: string;
  readonly at: number;
  /** Entries that its history must have. */
  readonly changes?: number;
}

/** A group that has another history than its change was meant for: nothing was changed. */
export interface GroupConflict {
  readonly changes: number;
  readonly newest: GroupChange | null;
}

/** What is kept; null is without limit. */
export interface Retention {
  readonly keepMs: number | null;
  /** Of what the responses and rollups take. */
  readonly maxBytes: number | null;
}

export interface Removed {
  readonly responses: number;
  /** True where there is more to remove. */
  readonly more: boolean;
}

/** What a piece of retention removed. */
export interface Retained extends Removed {
  /** Bytes above the policy's maximum, where no response is left that may go for them. */
  readonly excess?: number;
}

export interface Check {
  /** What is wrong, a sentence each; empty where all is well. */
  readonly faults: readonly string[];
  /** Responses counted again. */
  readonly recounted: number;
  /** By what is kept, largest first. */
  readonly sizes: readonly { readonly name: string; readonly bytes: number }[];
  /** Version of the file's schema. */
  readonly schema: number;
  /** Versions of the catalogue that the responses were judged by, newest first. */
  readonly catalogues: readonly { readonly catalogue: number; readonly responses: number }[];
  /** The policy by age that the file was last kept by, null without limit. */
  readonly keepMs: number | null;
  /** Epoch ms before which responses were removed; null where none were. */
  readonly removedBefore: number | null;
}

/** A stored response, as it is judged again. */
export interface Kept {
  readonly id: string;
  readonly server: string;
  /** The time that it stands at in the order, epoch ms. */
  readonly at: number;
  readonly received_at: number;
  readonly payload: Uint8Array;
  readonly redacted: number;
  readonly verdict: Verdict;
}

/** A second judgement on stored responses. */
export interface Rejudged {
  /** Every response that was judged. */
  readonly ids: readonly string[];
  readonly catalogue: number;
  /** Those that are judged otherwise now. */
  readonly changed: readonly { readonly id: string; readonly record: ResponseRecord }[];
}

export interface DeprecationAsk {
  readonly windowDays: number;
  readonly threshold: number;
}

/**
 * What changes nothing, and may be asked of a store that only reads.
 *
 * Every question counts responses; a batch counts once, its members count in errors and groups only.
 *
 * Counts are exact to the millisecond; percentiles are within 2.5 %. Where an end of a range lies in the midst of a bucket
 * of the engine (a minute of the last days, more of older ones) and too many responses lie in it, or are no longer kept,
 * the whole bucket counts, and the answer says by `covered` which range it is of. Where a figure cannot be counted over all
 * of the range, since the engine holds no counts by that filter and there are too many responses, or some are no longer
 * kept, it is of the newest part: the answer says `partial` and `covered`, and names the members `in_part` where others are
 * of the whole range. Figures that are set in relation are of one range, and a period before that is not counted whole is
 * compared with nothing (null).
 */
export interface Questions {
  /** In buckets as {@link Store.series} has them, `auto` by default. */
  overview(filter: Filter, bucket?: BucketWidth): Promise<Overview>;
  /** Buckets are aligned to UTC; the last may be incomplete. At most MAX_POINTS buckets, none finer than what is kept of the range: a finer ask is widened. */
  series(filter: Filter, ask: SeriesAsk): Promise<Series>;
  errors(filter: Filter): Promise<Errors>;
  errorGroups(filter: Filter, ask: GroupsAsk, now: number): Promise<ErrorGroups>;
  errorGroup(id: string, filter: Filter, now: number): Promise<ErrorGroupDetail | undefined>;
  warnings(filter: Filter): Promise<Warnings>;
  deprecations(filter: Filter, ask: DeprecationAsk, now: number): Promise<Deprecations>;
  deprecation(
    id: string,
    filter: Filter,
    ask: DeprecationAsk,
    now: number,
  ): Promise<DeprecationDetail | undefined>;
  quotas(filter: Filter, now: number): Promise<Quotas>;
  violations(filter: Filter): Promise<Violations>;
  conformance(filter: Filter): Promise<Conformance>;
  /**
   * Newest first by time of observation, those of an impossible time by arrival, then by order of storing. The cursor is
   * opaque and survives new arrivals.
   */
  responses(filter: Filter, ask: LogAsk): Promise<ResponsePage>;
  response(id: string): Promise<ResponseDetail | undefined>;
  /** Rows stored after the ordinal, oldest first; for resuming the live stream. Undefined where it is too old. */
  since(
    ordinal: number,
    filter: Filter,
    limit: number,
  ): Promise<readonly { ordinal: number; row: ResponseRow }[] | undefined>;
  servers(filter: Filter): Promise<Servers>;
  /** Server → pinned dialect, for the judge. */
  pins(): Promise<ReadonlyMap<string, Dialect>>;
  clients(filter: Filter): Promise<Clients>;
  facets(filter: Filter): Promise<Facets>;
  stored(): Promise<Status['stored']>;

  /**
   * Stored responses to be judged again, in the order of their time; members of a batch stand in their batch's verdict.
   * One whose bytes are lost is left out, and one whose server is being forgotten, so that a page may be short or empty: the
   * last is the one without a cursor.
   */
  kept(page: Page): Promise<{ readonly items: readonly Kept[]; readonly next_cursor: string | null }>;
  /**
   * Writes a consistent copy, while others read and write, and looks whether it is whole. The file appears only once it
   * is. Rejects with StoreUnavailable where it exists or cannot be written, with StoreDamaged where it is not whole.
   */
  backup(file: string): Promise<void>;
  /**
   * Looks whether the file is whole and every rollup equals a recount of its responses. Reads everything: minutes for
   * millions. `progress` hears how much of it is done, from 0 to 1.
   */
  check(progress?: (share: number) => void): Promise<Check>;

  /** The value last appended as {@link Memory} under the name; undefined where there is none. */
  remember(name: string): Promise<Uint8Array | undefined>;
}

/** What writes. Each takes effect whole, in the order of the calls. */
export interface Changes {
  /**
   * Stores records and their effect on every question in one transaction; when it resolves, all of them are on disk.
   * Answers in the order given. A response observed over a day after it was received, at a time that the engine cannot
   * order, or before what was removed ({@link Store.retain}) is quarantined: it is kept, stands at its arrival in a log of
   * its own, and no question of a filter counts it. A record whose `facts.id` is already kept for its server changes nothing: `duplicate`.
   * `memory` is kept in the same transaction, for {@link Store.remember}.
   * Rejects whole (nothing stored) with StoreFull when the disk is full, with StoreUnavailable when the file cannot be
   * written for another reason that is not the records' fault.
   */
  append(records: readonly ResponseRecord[], memory?: Memory): Promise<readonly Appended[]>;
  /** Undefined where there is no such group. */
  changeGroup(id: string, change: GroupStateChange): Promise<ChangedGroup | GroupConflict | undefined>;
  /** Null unpins. Undefined where the server was never seen, or is being forgotten. */
  pin(server: string, dialect: Dialect | null): Promise<true | undefined>;

  /**
   * Removes the oldest responses that the policy does not keep, whole days by age and as many as it takes by size, the
   * newest thousand excepted; the counts of every question stay. A call does a short piece of the work, so that an append
   * never waits long behind it: call again while the answer says `more`. A response observed before the last that was
   * removed is quarantined from then on: whether it was counted before cannot be told.
   */
  retain(policy: Retention, now: number): Promise<Retained>;
  /**
   * Begins to remove one server and all that is known of it: it gives up its name, and what is reported under that from
   * now on is a new server's. {@link Store.forgetRest} goes on; until the last piece its figures count what is gone already,
   * and {@link Store.check} names it. Where no server has the name, this goes on with those that had it; undefined where
   * none had, and nothing is changed. `memories` are kept in the same transaction, for {@link Store.remember}.
   */
  forget(server: string, memories?: readonly Memory[]): Promise<Removed | undefined>;
  /**
   * Removes what is left of servers that are being forgotten, of those that had the name or of all, a short piece a call as
   * {@link Store.retain}. Never touches one that nobody asked to forget. Undefined where nothing is left.
   */
  forgetRest(server?: string): Promise<Removed | undefined>;
  /**
   * Gives back to the disk what removals left free, a small reserve apart, a short piece a call as {@link Store.retain}. The
   * last clears the engine's logs of what a forgotten server left there; where somebody reads from them just then, that is
   * noted for the next call.
   */
  tidy(): Promise<{ readonly more: boolean }>;
  /**
   * Puts second verdicts in the place of the first, with their effect on every question, in one transaction; `memory` is
   * kept in it too. Ids and the states of error groups stay; a response that was removed meanwhile, or whose server is being
   * forgotten, is passed over.
   */
  rejudge(rejudged: Rejudged, memory?: Memory): Promise<void>;
}

/** A store that was opened to read beside another that writes. */
export interface ReadStore extends Questions {
  close(): Promise<void>;
}

/**
 * All that the rest of the server knows of storage, in the domain's words. No SQL and no driver type crosses it.
 * `now` is epoch ms and given where it matters: an engine has no clock. One conformance suite (test/server/store) defines it.
 *
 * Arguments and answers cross between threads, so all of them can be cloned (`progress` of {@link Store.check} apart, which only
 * the thread of the store can give). Calls may come while others are under way: what they write takes effect whole, one call
 * after the other in their order, and a question is answered from one state.
 */
export interface Store extends ReadStore, Changes {}
