import type { Clients } from '../../shared/api/clients.ts';
import type { Conformance } from '../../shared/api/conformance.ts';
import type { DeprecationDetail, Deprecations } from '../../shared/api/deprecations.ts';
import type {
  ChangedGroup,
  ErrorGroupDetail,
  ErrorGroups,
  GroupChange,
} from '../../shared/api/error-groups.ts';
import type { Errors } from '../../shared/api/errors.ts';
import type { Facets } from '../../shared/api/facets.ts';
import type { Overview } from '../../shared/api/overview.ts';
import type { Quotas } from '../../shared/api/quotas.ts';
import type { ResponseDetail, ResponsePage, ResponseRow } from '../../shared/api/responses.ts';
import type { BucketWidth, GROUP_BYS, METRICS, Series } from '../../shared/api/series.ts';
import type { Servers } from '../../shared/api/servers.ts';
import type { Status } from '../../shared/api/status.ts';
import type { Violations } from '../../shared/api/violations.ts';
import type { Warnings } from '../../shared/api/warnings.ts';
import type { GROUP_SORTS, GroupState } from '../../shared/group-state.ts';
import type { Severity } from '../../shared/severity.ts';
import type { Category, Dialect, Level, Outcome } from '../../shared/verdict.ts';
import type { Appended, Kept, Reinspected, ResponseRecord, Saved } from './record.ts';

/**
 * A resolved filter: each list matches any of its values, an absent one excludes nothing (answers/selection.ts). A response
 * is selected by what it says as a whole. A failure is selected by its own operation, category, code and words, which may be
 * those of a batch member, and by everything else of its response, whatever that member's outcome and the rules that it
 * breaks. Of a selected response, a warning is selected by its code and severity, and a violation by its rule and level.
 */
export interface Filter {
  /** Epoch ms, inclusive. */
  readonly from: number;
  /** Epoch ms, exclusive. */
  readonly to: number;
  readonly server?: readonly string[];
  /** `unidentified` selects responses without a client. */
  readonly client?: readonly string[];
  readonly operation?: readonly string[];
  /** Names to exclude from those that the three lists above select. */
  readonly notServer?: readonly string[];
  readonly notClient?: readonly string[];
  readonly notOperation?: readonly string[];
  readonly dialect?: readonly Dialect[];
  readonly outcome?: readonly Outcome[];
  readonly category?: readonly Category[];
  /** Exact codes of failures, or prefixes ending in `*`; the code of an `error` on a success never counts. */
  readonly code?: readonly string[];
  /** Codes to exclude, in the same form. What has no code stays, unless `category` or `code` excludes it. */
  readonly notCode?: readonly string[];
  /** Selects warnings; the log and {@link Questions.since} list only what has such a warning. */
  readonly severityMax?: Severity;
  /** Codes of warnings, in the same form; selects as `severityMax` does, but {@link Questions.overview} and `servers` count all. */
  readonly warning?: readonly string[];
  readonly rule?: readonly string[];
  readonly level?: readonly Level[];
  /**
   * Words, each of which is in a message of the response or of its own warnings, or for a failure in its own: of a batch, a
   * member's. Neither case nor accents matter, `disk*` stands for words that begin so, and no word finds nothing.
   */
  readonly q?: string;
}

export interface Page {
  /** Maximum number of items. */
  readonly limit: number;
  /** `next_cursor` of the previous page; anything else rejects with CursorUnreadable. */
  readonly cursor?: string;
}

export interface LogAsk extends Page {
  /** Lists in the opposite order. */
  readonly oldestFirst?: boolean;
  /** Lists responses quarantined for their time instead of the log; the range is then of their arrival. */
  readonly quarantined?: boolean;
  /** Lists only responses whose captures contain this text (answers/contents.ts), by a bounded scan. */
  readonly contains?: string;
  /** Lists only responses with a warning about a deprecated item of this name; of a batch member, of its batch. */
  readonly deprecated?: string;
}

/** Maximum number of points per series; buckets that are too fine are widened. */
export const MAX_POINTS = 300;

export interface SeriesAsk {
  readonly metric: (typeof METRICS)[number];
  readonly groupBy?: (typeof GROUP_BYS)[number];
  readonly bucket: BucketWidth;
  /** Number of series, the largest, beyond which the others are summed into one. */
  readonly limit: number;
}

export interface GroupsAsk extends Page {
  /** Lists groups in these states only. */
  readonly state?: readonly GroupState[];
  /** Greatest value first. */
  readonly sort: (typeof GROUP_SORTS)[number];
  /** Lists only groups that were first seen in the range or have returned. */
  readonly news: boolean;
}

export interface GroupStateChange {
  readonly state: GroupState;
  /** Epoch ms. */
  readonly until?: number;
  readonly untilCount?: number;
  /** For `open`: the group had been resolved and has returned. */
  readonly regressed?: boolean;
  /** Server version in which it is resolved or has returned. */
  readonly version?: string;
  /** Name of the token that requests the change. */
  readonly by: string;
  readonly at: number;
  /** Number of entries that the group's history must have. */
  readonly changes?: number;
}

/** The group's history is not the one that the change was meant for; nothing was changed. */
export interface GroupConflict {
  readonly changes: number;
  readonly newest: GroupChange | null;
}

/** What to keep; null means no limit. */
export interface Retention {
  readonly keepMs: number | null;
  /** Limit on what responses and rollups occupy. */
  readonly maxBytes: number | null;
}

export interface Removed {
  readonly responses: number;
  /** True if there is more to remove. */
  readonly more: boolean;
}

/** What one piece of retention removed. */
export interface Retained extends Removed {
  /** Bytes still above the policy's maximum, when no response that may be removed is left. */
  readonly excess?: number;
}

export interface Diagnosis {
  /** One sentence per fault; empty if there is none. */
  readonly faults: readonly string[];
  /** Number of responses counted again. */
  readonly recounted: number;
  /** By what is kept, largest first. */
  readonly sizes: readonly { readonly name: string; readonly bytes: number }[];
  /** Version of the file's schema. */
  readonly schema: number;
  /** Catalogue versions that the responses were judged by, newest first. */
  readonly catalogues: readonly { readonly catalogue: number; readonly responses: number }[];
  /** The age limit last applied to the file; null if it had none. */
  readonly keepMs: number | null;
  /** Epoch ms before which responses were removed; null if none were. */
  readonly removedBefore: number | null;
}

/** What a verdict on a deprecated item considers. */
export interface DeprecationAsk {
  /** Length of the window that ends now, days. */
  readonly windowDays: number;
  /** Number of uses in the window up to which an item is safe to remove. */
  readonly threshold: number;
}

/**
 * Questions change nothing, so a store that only reads can answer them.
 *
 * Every question counts responses. A batch counts once; its members count in errors and groups only.
 *
 * Rows with equal figures are in the order of their names (answers/order.ts), versions in the opposite one, error groups in
 * that of their creation. First and last sightings are ever, whatever the range, of all that the filter selects at least: an
 * engine may know them only of the whole client, code, or rule and server.
 *
 * Names that a server makes up need not all be told apart: what is beyond an engine's caps has the name OVERFLOW
 * (shared/overflow.ts), and failures are counted in a group that is marked so.
 *
 * Counts are exact to the millisecond; percentiles are within 2.5 %, then rounded to three digits. If an
 * end of the range lies inside one of the engine's buckets (a minute in the last days, more before), and
 * too many responses lie in that bucket or some are no longer kept, the whole bucket counts and `covered`
 * gives the range of the answer. If a figure cannot be counted over the whole range, because the engine
 * holds no counts by that filter and there are too many responses or some are no longer kept, it covers
 * the newest part: the answer has `partial` and `covered`, and `in_part` names the members concerned if
 * others cover the whole range, or whole buckets around it. `covered` is true for each figure of the answer, or
 * for each that `in_part` names; an incident has a range of its own. A previous period that began before
 * anything was seen, is counted only in part, or with more than a hundredth of it around an end, is not compared with (null).
 */
export interface Questions {
  /** All that the first page shows. Its buckets are those of {@link Store.series}, `auto` by default. */
  overview(filter: Filter, bucket?: BucketWidth): Promise<Overview>;
  /**
   * One metric over time, largest series first. Of warnings, a code in the filter is a warning's. A dimension that a metric
   * does not have (a warning's category, an error's rule) gives one series with the key `none`. By category or code, responses
   * that have neither are left out. Buckets are aligned to UTC; the last may be incomplete. There are at most
   * MAX_POINTS, none finer than what is kept of the range: a finer request is widened.
   */
  series(filter: Filter, ask: SeriesAsk): Promise<Series>;
  /** Failures by category, in the order of the registry, then by code, most first. */
  errors(filter: Filter): Promise<Errors>;
  /**
   * A page of the groups with a failure in the filter; which failures are of one group, their keys tell. A group is told by
   * what its first failure says.
   */
  errorGroups(filter: Filter, ask: GroupsAsk, now: number): Promise<ErrorGroups>;
  /** One group in the filter; undefined if none has the id. */
  errorGroup(id: string, filter: Filter, now: number): Promise<ErrorGroupDetail | undefined>;
  /**
   * Warnings by code. A code in the filter is here a warning's code; the total `responses` then counts a
   * response once for each selected code that it has. Of readings of one time the last stored is the newest, and of those of
   * one response the first.
   */
  warnings(filter: Filter): Promise<Warnings>;
  /**
   * Deprecated items of the filter's servers that were first seen before its end, most urgent first. A code
   * in the filter is a warning's code, and selects uses only: the share is of all responses. If it has clients or operations,
   * only items that they used in its range or in the previous period. An item is told by its newest warning.
   */
  deprecations(filter: Filter, ask: DeprecationAsk, now: number): Promise<Deprecations>;
  /** One deprecated item; undefined if none has the id. */
  deprecation(
    id: string,
    filter: Filter,
    ask: DeprecationAsk,
    now: number,
  ): Promise<DeprecationDetail | undefined>;
  /**
   * The quota of each server and metric, fullest first, by what warnings say, and failures because it is paused or
   * exhausted; not if nothing in the range says how large it is. Of the filter, only time and servers apply: a quota
   * belongs to its server. Of the readings in ten seconds the newest counts (of those of one time the last stored),
   * and of those in one of the engine's buckets where they are older or too many. If the end of the range lies inside
   * such a bucket, its newest reading counts, which may be later; if it lies inside ten seconds, an earlier one may
   * be missing.
   */
  quotas(filter: Filter, now: number): Promise<Quotas>;
  /** Violations by rule and server, MUST first, then by count. */
  violations(filter: Filter): Promise<Violations>;
  /** Score of each server, lowest first. A `rule` or `level` in the filter selects only violations. */
  conformance(filter: Filter): Promise<Conformance>;
  /**
   * The log: newest first by time of observation (by arrival if that time is impossible), then by storing
   * order. If one millisecond has more responses than the engine has ids, the rest are among those of the next. If
   * the filter selects failures (category, code), it lists those that {@link Questions.errors} counts, batch
   * members too; with `severityMax` or `warning`, only those with such a warning. The cursor is opaque and survives new
   * arrivals. A page may have fewer rows than its limit or none, and more may follow: the last is the one without a cursor.
   */
  responses(filter: Filter, ask: LogAsk): Promise<ResponsePage>;
  /**
   * The captures of responses, each in one line that says itself which server it is of and when it was observed: of as many
   * of the first ones as the engine reads at once, at least one. Undefined for one that is not stored.
   */
  captures(ids: readonly string[]): Promise<readonly (string | undefined)[]>;
  /** A response in full, or a batch member with its parent's bytes and context; undefined if there is none. */
  response(id: string): Promise<ResponseDetail | undefined>;
  /** Returns rows stored after `ordinal`, oldest first, to resume a live stream; undefined if too old. */
  since(
    ordinal: number,
    filter: Filter,
    limit: number,
  ): Promise<readonly { ordinal: number; row: ResponseRow }[] | undefined>;
  /**
   * Servers of the filter that were seen before its end, worst first. Each has the version of its newest response (of several
   * of one time, that of any) and, unless it is pinned, the dialect of the newest that shows one: a success flag of a proven
   * server does only if nothing but plain responses and JSON-RPC errors was seen beside it, and these only if nothing else
   * was. What was first seen after the end is no version or dialect.
   */
  servers(filter: Filter): Promise<Servers>;
  /** Clients with a response in the filter, by traffic. */
  clients(filter: Filter): Promise<Clients>;
  /**
   * What the filter bar offers: servers of the range, and the clients, operations and codes (of failures and of
   * warnings) of the selected servers. Other dimensions of the filter exclude nothing, so that a choice can be widened.
   */
  facets(filter: Filter): Promise<Facets>;
  /** How much is stored, and since when. */
  stored(): Promise<Status['stored']>;
}

/** What requests and retention change. Each call takes effect as a whole, in the order of the calls. */
export interface Changes {
  /** Returns undefined if there is no such group. */
  changeGroup(id: string, change: GroupStateChange): Promise<ChangedGroup | GroupConflict | undefined>;
  /** Null unpins. Returns undefined if the server was never seen or is being forgotten. */
  pin(server: string, dialect: Dialect | null): Promise<true | undefined>;

  /**
   * Removes the oldest responses that the policy does not keep: by age whole days, by size as many as
   * necessary except the newest thousand, quarantined ones first except the newest thousand of these. What is over
   * an hour ahead of `now` comes next, all of it and with its counts; what is less ahead stays until its time has
   * come. The counts of everything else stay in every answer. Each call does a short piece of the work, so that no
   * append waits long behind it: repeat while `more` is true. A response observed before the last one removed is
   * quarantined from then on, because whether it was counted before is unknown.
   *
   * What is too old at `reached`, at most `now`, is removed: less than `now` where its clock may be ahead.
   */
  retain(policy: Retention, now: number, reached?: number): Promise<Retained>;
  /**
   * Begins to remove a server and all that is known of it. The server gives up its name at once: whatever is
   * reported under the name from now on belongs to a new server. If there is more, {@link Store.forgetRest} continues; until
   * the last piece, which comes after the freed space was given back as by {@link Store.tidy}, the server's figures
   * still count what is gone, it is listed as `forgetting` under a name that nobody can report, and {@link Store.diagnose}
   * names it.
   * If no server has the name, continues with those that had it; if none had, changes nothing and returns
   * undefined. `saved` is stored in the same transaction, for {@link Store.recall}.
   */
  forget(server: string, saved?: readonly Saved[]): Promise<Removed | undefined>;
  /**
   * Removes a short piece, as {@link Store.retain} does, of what is left of servers being forgotten: of those
   * that had the name, or of all. Never touches a server that nobody asked to forget. Returns undefined if
   * nothing is left.
   */
  forgetRest(server?: string): Promise<Removed | undefined>;
  /**
   * Gives the space freed by removals back to the disk, except for a small reserve, in short pieces as {@link
   * Store.retain} does. The last piece clears what a forgotten server left in the engine's logs; if a reader
   * is using them, that is noted for the next call.
   */
  tidy(): Promise<{ readonly more: boolean }>;
  /**
   * Makes a piece of what is stored smaller, which changes no answer: an append has no time to compress well. Short
   * as a piece of {@link Store.retain}, and to be called now and then, until `more` is false, as {@link Store.tidy}
   * gives back what it frees.
   */
  compact(): Promise<{ readonly more: boolean }>;
}

/** What is read of a store besides answers: by the judge, and by the commands that copy or check the file. */
interface Upkeep {
  /** Pinned dialect by server, for the judge. */
  pins(): Promise<ReadonlyMap<string, Dialect>>;
  /**
   * Returns stored responses to be judged again, in order of their time; batch members are part of their
   * batch's verdict. Leaves out those whose bytes are lost or whose server is being forgotten, and ends after some
   * MiB of bytes, so a page may be short or empty: the last page is the one without a cursor.
   */
  kept(page: Page): Promise<{ readonly items: readonly Kept[]; readonly next_cursor: string | null }>;
  /**
   * Writes a consistent copy while others read and write, and verifies it; `file` appears only once the copy
   * is known to be intact. Rejects with StoreUnavailable if `file` exists or cannot be written, with
   * StoreDamaged if the copy is not intact.
   */
  backup(file: string): Promise<void>;
  /**
   * Checks that the file is intact, that each response is stored as its capture was judged, and that every rollup
   * equals a recount of its responses. Reads everything: minutes for millions of responses. `progress` is called with the share done, from 0 to 1.
   */
  diagnose(progress?: (share: number) => void): Promise<Diagnosis>;

  /** Returns the value last stored as {@link Saved} under this name; undefined if there is none. */
  recall(name: string): Promise<Uint8Array | undefined>;
}

/** What the judge stores. Each call takes effect as a whole, in the order of the calls. */
export interface Verdicts {
  /**
   * Stores records and their effect on every question in one transaction; when it resolves, all of them are
   * on disk. Answers are in the order of `records`. A record whose `facts.id` is already stored for its
   * server changes nothing: `duplicate`. `saved` is stored in the same transaction, for {@link
   * Store.recall}.
   *
   * A response is quarantined (answers/quarantine.ts) if it was observed more than a day after it was received, at a time
   * that no clock can truly show, or before the last response that was removed ({@link Store.retain}), unless that is
   * later than its arrival. It is then kept and listed by arrival in a log of its own, and no question with a
   * filter counts it. Its server and client were seen when it arrived, if that is a time which a clock can show.
   *
   * Rejects with StoreFull if the disk is full, with StoreUnavailable if the file cannot be written for
   * another reason that is not the records' fault; nothing is stored in either case.
   */
  append(records: readonly ResponseRecord[], saved?: Saved): Promise<readonly Appended[]>;
  /**
   * Replaces verdicts, and their effect on every question, in one transaction that also stores `saved`. Ids
   * and the states of error groups are kept; a group that comes into being has the state and the history of the one group
   * that the failures of its first response were in before. Skips responses that were removed meanwhile or whose server is
   * being forgotten.
   */
  reinspect(reinspected: Reinspected, saved?: Saved): Promise<void>;
}

/** A store opened for reading, beside another that writes. */
export interface ReadStore extends Questions, Upkeep {
  close(): Promise<void>;
}

/**
 * All that the rest of the server knows of storage, in the words of the domain. No SQL and no driver type
 * crosses it. An engine has no clock: `now`, in epoch ms, is passed in where it matters. One conformance
 * suite (test/server/store/conformance) defines the behaviour.
 *
 * {@link Questions} and {@link Changes} cross between threads, so their arguments and answers can be cloned.
 * Calls may overlap: writes take effect as a whole, one after the other in call order, and a question is answered
 * from a single state.
 */
export interface Store extends ReadStore, Changes, Verdicts {}

/** How a store is opened: a writer also answers questions; a reader needs a file made by a writer. */
export type Role = 'writer' | 'reader';
