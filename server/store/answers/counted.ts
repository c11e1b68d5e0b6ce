import type { SaidWarning } from '../../../shared/said-warnings.ts';
import type { Category, Verdict, Warning, WarningReading } from '../../../shared/verdict.ts';

/** What a failure counts as. */
interface CountedFailure {
  readonly operation: string | null;
  readonly category: Category;
  readonly code: string | null;
}

/** Returns the failure of a response (`member` null) or of the member of its batch at that index. */
export function countedFailure(verdict: Verdict, member: number | null): CountedFailure {
  const said = member === null ? verdict : (verdict.members[member] ?? verdict);
  return {
    operation: said.operation ?? verdict.operation,
    category: said.category ?? 'unknown',
    code: said.code,
  };
}

/** What a warning counts as. */
interface CountedWarning {
  readonly warning: Warning;
  /** Whether it counts its response for its code: only the most urgent warning with that code does. */
  readonly isFirst: boolean;
}

/** What the warnings of a response count as, most urgent first. */
export function countedWarnings(said: readonly SaidWarning[]): readonly CountedWarning[] {
  const seen = new Set<string | null>();
  return said
    .toSorted((a, b) => a.warning.severity - b.warning.severity)
    .map(({ warning }) => {
      const isFirst = !seen.has(warning.code);
      seen.add(warning.code);
      return { warning, isFirst };
    });
}

/** Whether all numbers of a reading can be stored: one that was sent may be infinite (`1e400`). */
export function isFiniteReading(reading: WarningReading): boolean {
  return numbersOf(reading).every(Number.isFinite);
}

function numbersOf(reading: WarningReading): readonly number[] {
  switch (reading.kind) {
    case 'slow':
      return [reading.duration_ms, reading.threshold_ms, reading.times];
    case 'truncation':
      return [reading.original_count, reading.truncated_count, reading.lost];
    case 'quota': {
      const { current, warn, pause, hard_stop, quota } = reading;
      return [current, warn, pause ?? 0, hard_stop ?? 0, quota];
    }
    case 'deprecation':
      return [];
  }
}
