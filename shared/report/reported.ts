import { LEVELS, type Level, type Violation } from '../verdict.ts';

/** A violation and where it was seen: what every report is made of. */
export interface Reported extends Pick<Violation, 'rule' | 'level' | 'message'> {
  readonly server: string;
  readonly tool?: string | null;
  readonly operation?: string | null;
  /** The failure's code. */
  readonly code?: string | null;
  /** RFC 6901; absent if it is about several places. */
  readonly pointer?: string;
  /** Numbers of the responses in the input, from 1; several for a rule across responses. */
  readonly lines: readonly number[];
  /** The file they are in, as the report names it; absent if there is only one. */
  readonly file?: string;
  /** How often, if it represents more than one violation. */
  readonly count?: number;
  /** Whether a baseline contains it. */
  readonly known?: boolean;
}

/** A pointer whose indexes match any: violations of a rule in one list are the same wherever in it they are. */
export function anyIndex(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, '/*');
}

/** Where a violation was seen, for people: `github · mcp_aql_read · list_issues`. */
export function placeOf({ server, tool, operation }: Reported): string {
  const names = [server, tool, operation === tool ? null : operation];
  return names.filter((name) => name !== null && name !== undefined && name !== '').join(' · ');
}

/** Which responses, for people: `response 3, 7`, `response 3, 7 of a.ndjson`; empty if it is about no particular ones. */
export function responsesOf({ lines, file }: Reported): string {
  return lines.length === 0 ? '' : `response ${lines.join(', ')}${ofFile(file)}`;
}

/** ` of a.ndjson`; empty without a file. */
export function ofFile(file: string | undefined): string {
  return file === undefined ? '' : ` of ${file}`;
}

/** The lowest level of violation that fails a run; `never` if none does. */
export type FailLevel = Level | 'never';

/** Whether `level` is at least as strict as `least`. */
export function atLeast(level: Level, least: FailLevel): boolean {
  return STRICTNESS[level] >= STRICTNESS[least];
}

const STRICTNESS: Readonly<Record<FailLevel, number>> = { never: 3, must: 2, should: 1, info: 0 };

/** Whether a run with so many violations of each level fails. */
export function fails(byLevel: Readonly<Record<Level, number>>, failLevel: FailLevel): boolean {
  return LEVELS.some((level) => byLevel[level] > 0 && atLeast(level, failLevel));
}
