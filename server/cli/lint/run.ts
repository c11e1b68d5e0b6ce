import { createHmac, randomBytes } from 'node:crypto';
import { judge } from '../../../shared/inspect.ts';
import { read } from '../../../shared/read.ts';
import { withoutSecretsIn } from '../../../shared/redact-verdict.ts';
import type { Reported } from '../../../shared/report/reported.ts';
import { foldAcross } from '../../../shared/sessions/fold.ts';
import { Memory } from '../../../shared/sessions/memory.ts';
import { notesOf } from '../../../shared/sessions/notes.ts';
import { counted } from '../../../shared/text/words.ts';
import type { Unreadable } from '../../../shared/unreadable.ts';
import type { Verdict, Violation } from '../../../shared/verdict.ts';
import type { Recorded } from '../../capture/recording.ts';
import type { Report } from './report.ts';
import type { JudgedAcross, Part } from './reporter.ts';

/** One pass over a recording; each method returns the text to write next. No rule looks across recordings, which are of different times. */
export class Run {
  readonly #report: Report;
  readonly #part: Part;
  readonly #memory = new Memory();
  readonly #across: JudgedAcross[] = [];
  #responses = 0;
  #unlisted = 0;
  #empty = true;
  readonly #hash = tokenHash();

  constructor(report: Report, part: Part) {
    this.#report = report;
    this.#part = part;
  }

  response({ line, server, exchange, written, left }: Recorded): string {
    const { rules, redact } = this.#report;
    this.#empty = false;
    this.#report.countResponse(server);
    const reading = read(exchange);
    const redacted = redact(written());
    const verdict = withoutSecretsIn(judge(reading, rules), redact, redacted);
    const kept = redacted.count === 0 ? exchange : left(redacted.text);
    const stored = kept === exchange ? reading : kept && read(kept);
    const notes = stored === undefined ? [] : notesOf(reading, this.#hash, stored);
    // Not the line alone, which the replies of a batch share.
    this.#responses += 1;
    const ref = `${line} ${this.#responses}`;
    for (const finding of foldAcross(this.#memory, { server, ref, at: exchange.observed_at, notes }, rules)) {
      const lines = finding.responses.map((response) => Number.parseInt(String(response), 10));
      const reported = this.#report.countViolation({ ...finding, server, lines });
      if (this.#report.admit()) this.#across.push({ finding: { ...finding, responses: lines }, reported });
      else this.#unlisted += 1;
    }
    const reported = verdict.violations.map((violation) =>
      this.#report.countViolation(reportedOf(violation, verdict, server, line)),
    );
    return this.#part.response({ line, server, verdict, reported });
  }

  unreadable(line: Unreadable): string {
    this.#empty = false;
    this.#report.countUnreadable();
    return this.#part.unreadable?.(line) ?? '';
  }

  /** The recording cannot be read, or no further. */
  failed(message: string): string {
    this.#empty = false;
    this.#report.countUnreadable();
    return this.#part.failed?.(message) ?? '';
  }

  end(): string {
    return this.#across.map((judged) => this.#part.across(judged)).join('');
  }

  /** What was not judged, and why. */
  notes(unpaired: number): string[] {
    const { forgotten } = this.#memory;
    return [
      ...(this.#empty ? ['no responses found, so nothing was checked'] : []),
      ...(unpaired > 0 ? [`${counted(unpaired, 'response')} without a request skipped`] : []),
      ...(forgotten > 0
        ? [
            `rules across responses may have missed violations: ${counted(forgotten, 'condition')} dropped from memory`,
          ]
        : []),
      ...(this.#unlisted > 0
        ? [`${counted(this.#unlisted, 'more violation')} across responses counted, but not listed`]
        : []),
    ];
  }
}

/** Member by member: a spread that is added to takes thirty times as long. */
function reportedOf(
  { rule, level, pointer, message }: Violation,
  { tool, operation, code }: Verdict,
  server: string,
  line: number,
): Reported {
  return { rule, level, pointer, message, tool, operation, code, server, lines: [line] };
}

/** Identifies tokens within one run only. */
function tokenHash(): (token: string) => string {
  const key = randomBytes(32);
  return (token) => createHmac('sha256', key).update(token).digest('base64url');
}
