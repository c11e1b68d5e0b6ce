import type { FailLevel, Reported } from '../../../shared/report/reported.ts';
import type { RuleSettings } from '../../../shared/rules/settings.ts';
import type { Finding } from '../../../shared/sessions/fold.ts';
import type { Unreadable } from '../../../shared/unreadable.ts';
import type { Level, Verdict } from '../../../shared/verdict.ts';

/** One response, judged. */
export interface Judged {
  readonly line: number;
  readonly server: string;
  readonly verdict: Verdict;
  /** The verdict's violations, for reports. */
  readonly reported: readonly Reported[];
}

/** A rule that several responses break together. */
export interface JudgedAcross {
  readonly finding: Finding;
  readonly reported: Reported;
}

/** Totals of all recordings. */
export interface Summary {
  readonly responses: number;
  /** Violations that no baseline holds. */
  readonly byLevel: Readonly<Record<Level, number>>;
  /** Violations that a baseline holds. */
  readonly known: number;
  /** Lines, and files that could not be read or not to their end. */
  readonly unreadable: number;
}

/** Writes a report while recordings are read, one after the other. Buffers only a summary and findings across responses. */
export interface Reporter {
  start?(): string;
  /**
   * The part of the next recording. `path` is as given on the command line; `hasLines` says whether `line` is a line of
   * the file: not where the file is one array.
   */
  of(path: string, hasLines: () => boolean): Part;
  end(summary: Summary): string;
}

/** What a report says about one recording; each method returns the text to write next. */
export interface Part {
  response(judged: Judged): string;
  /** A line that holds nothing to judge, where it stands among the others. */
  unreadable?(line: Unreadable): string;
  /** The file cannot be read, or no further; the message names it. */
  failed?(message: string): string;
  /** After all responses of the recording. */
  across(judged: JudgedAcross): string;
}

/** What reporters are created with. */
export interface ReporterOptions {
  /** As given on the command line; `-` is stdin. What a report says names its file where there are several. */
  readonly paths: readonly string[];
  readonly failLevel: FailLevel;
  readonly settings: RuleSettings;
  /** Whether there is a baseline to tell violations apart by. */
  readonly hasBaseline: boolean;
  readonly version: string;
}
