import type { Severity } from '../../../shared/severity.ts';
import { cut } from '../../../shared/text/cut.ts';
import type { Level, Violation, Warning } from '../../../shared/verdict.ts';
import type { ResponseRecord } from '../record.ts';

/** Characters of a message that the log shows. */
const LONGEST_MESSAGE = 1000;

export function listedMessage(message: string): string {
  return cut(message, LONGEST_MESSAGE);
}

/** How long a response took, ms, as measured or else as it says itself; null if neither is a number that can be stored. */
export function durationOf({ facts, verdict }: ResponseRecord): number | null {
  const duration = facts.duration_ms ?? verdict.duration_ms;
  return duration === null || !Number.isFinite(duration) ? null : duration;
}

/** The id of a response's request, as captured or else as it says itself. */
export function requestIdOf({ facts, verdict }: ResponseRecord): string | null {
  return facts.request_id ?? verdict.request_id;
}

/** Number of violations of each level. */
export function levelsOf(violations: readonly Violation[]): Readonly<Record<Level, number>> {
  const levels = { must: 0, should: 0, info: 0 };
  for (const { level } of violations) levels[level]++;
  return levels;
}

/** The severity of the most urgent warning; null without one. */
export function mostUrgent(warnings: readonly Warning[]): Severity | null {
  return warnings.reduce<Severity | null>(
    (least, { severity }) => (least === null || severity < least ? severity : least),
    null,
  );
}
