import type { Reported } from '../../../shared/report/reported.ts';
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

export interface Summary {
  readonly responses: number;
  /** Violations that no baseline holds. */
  readonly byLevel: Readonly<Record<Level, number>>;
  /** Violations that a baseline holds. */
  readonly known: number;
  readonly unreadable: number;
}

/** Writes a report as the input is read; each part gives the text to write next. Holds no more than a summary. */
export interface Reporter {
  start?(): string;
  response(judged: Judged): string;
  /** A line that holds nothing to judge, where it stands among the others. */
  unreadable?(line: Unreadable): string;
  /** After all responses. */
  across(judged: JudgedAcross): string;
  end(summary: Summary): string;
}

/** What reporters are made with. */
export interface ReporterOptions {
  /** As given on the command line; null for stdin. */
  readonly file: string | null;
  readonly failLevel: Level | 'never';
  readonly settings: RuleSettings;
  /** Whether there is a baseline to tell violations apart by. */
  readonly hasBaseline: boolean;
  /** Whether `line` is a line of the file: not where the file is one array. */
  readonly hasLines: () => boolean;
  readonly version: string;
}
