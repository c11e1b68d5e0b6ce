import type { Violations } from '../../../shared/api/violations.ts';
import { LEVELS, type Level } from '../../../shared/verdict.ts';
import { byName } from './order.ts';

type Row = Violations['items'][number];

/** Maximum number of operations named per rule and server. */
const NAMED_OPERATIONS = 10;

/** Returns the operations with the most violations, most first. */
export function operationsNamed(counts: Row['operations']): Row['operations'] {
  return counts
    .toSorted((a, b) => b.count - a.count || byName(a.operation, b.operation))
    .slice(0, NAMED_OPERATIONS);
}

/** Violations by rule and server, MUST first, then by count, rule and server, with the total of each level. */
export function violationsByLevel(rows: readonly Row[]): Pick<Violations, Level | 'items'> {
  const total = (level: Level) => rows.reduce((sum, row) => sum + (row.level === level ? row.count : 0), 0);
  return {
    must: total('must'),
    should: total('should'),
    info: total('info'),
    items: rows.toSorted(worstFirst),
  };
}

function worstFirst(a: Row, b: Row): number {
  return (
    LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level) ||
    b.count - a.count ||
    byName(a.rule, b.rule) ||
    byName(a.server, b.server)
  );
}
