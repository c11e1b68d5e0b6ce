import { sum } from '../../../shared/collections/sum.ts';
import type { Redact } from '../../../shared/redact.ts';
import { type FailLevel, fails, type Reported } from '../../../shared/report/reported.ts';
import type { RuleSettings } from '../../../shared/rules/settings.ts';
import type { Baseline } from './baseline.ts';
import type { Summary } from './reporter.ts';

/** Findings across responses come after the responses, so they are buffered; more than this are counted only. */
const MOST_FINDINGS = 10_000;

/** What concerns all recordings: how they are judged, and the totals. */
export class Report {
  readonly rules: RuleSettings;
  readonly redact: Redact;
  readonly #baseline: Baseline | undefined;
  readonly #byLevel = { must: 0, should: 0, info: 0 };
  #responses = 0;
  #known = 0;
  #unreadable = 0;
  #skipped = 0;
  #findings = 0;

  constructor(baseline: Baseline | undefined, rules: RuleSettings, redact: Redact) {
    this.#baseline = baseline;
    this.rules = rules;
    this.redact = redact;
  }

  /** Counts a violation, and marks it where the baseline holds it. */
  countViolation(reported: Reported): Reported {
    const known = this.#baseline?.holds(reported) ?? false;
    if (known) this.#known += 1;
    else this.#byLevel[reported.level] += 1;
    return known ? { ...reported, known } : reported;
  }

  /** Whether another finding across responses can be held until the end. */
  admit(): boolean {
    this.#findings += 1;
    return this.#findings <= MOST_FINDINGS;
  }

  /** Another response of a server is judged. */
  countResponse(server: string): void {
    this.#responses += 1;
    this.#baseline?.sees(server);
  }

  /** So many more responses are not judged, as their requests are not in the recording. */
  countSkipped(responses: number): void {
    this.#skipped += responses;
  }

  /** A line, or a file or its rest, could not be read. */
  countUnreadable(): void {
    this.#unreadable += 1;
  }

  get responses(): number {
    return this.#responses;
  }

  /** Number of violations, also of those that the baseline holds. */
  get violations(): number {
    return sum(Object.values(this.#byLevel)) + this.#known;
  }

  /** Number of responses that were not judged. */
  get skipped(): number {
    return this.#skipped;
  }

  /** False where nothing was judged, or some line of some file could not be read. */
  get isWhole(): boolean {
    return this.#responses > 0 && this.#unreadable === 0;
  }

  get summary(): Summary {
    return {
      responses: this.#responses,
      byLevel: this.#byLevel,
      known: this.#known,
      unreadable: this.#unreadable,
    };
  }

  exitCode(failLevel: FailLevel): 0 | 1 | 2 {
    if (this.#unreadable > 0) return 2;
    return fails(this.#byLevel, failLevel) ? 1 : 0;
  }
}
