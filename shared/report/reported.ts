import type { Level, Violation } from '../verdict.ts';

/** A violation with where it was seen: what every report is made of. */
export interface Reported extends Pick<Violation, 'rule' | 'level' | 'message'> {
  readonly server: string;
  readonly tool?: string | null;
  readonly operation?: string | null;
  /** The failure's code. */
  readonly code?: string | null;
  /** RFC 6901; absent where it stands for several places. */
  readonly pointer?: string;
  /** Numbers of the responses in what was read, from 1; of a rule across responses several. */
  readonly lines: readonly number[];
  /** What they stand in, as the report names it; absent where it need not. */
  readonly file?: string;
  /** How often, where it stands for more than one violation. */
  readonly count?: number;
  /** True where a baseline holds it. */
  readonly known?: boolean;
}

/** A pointer whose indexes stand for any: what breaks a rule in one list is one thing, wherever in it. */
export function anyIndex(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, '/*');
}

/** Where a violation was seen, for people: `github · mcp_aql_read · list_issues`. */
export function placeOf({ server, tool, operation }: Reported): string {
  const names = [server, tool, operation === tool ? null : operation];
  return names.filter((name) => name !== null && name !== undefined && name !== '').join(' · ');
}

/** Which responses, for people: `response 3, 7`, `response 3, 7 of a.ndjson`; empty where it stands for no certain ones. */
export function responsesOf({ lines, file }: Reported): string {
  return lines.length === 0 ? '' : `response ${lines.join(', ')}${ofFile(file)}`;
}

/** ` of a.ndjson`; empty without a file. */
export function ofFile(file: string | undefined): string {
  return file === undefined ? '' : ` of ${file}`;
}

/** True where `level` is as strict as `least`, or stricter. */
export function atLeast(level: Level, least: Level): boolean {
  return STRICTNESS[level] >= STRICTNESS[least];
}

const STRICTNESS: Readonly<Record<Level, number>> = { must: 2, should: 1, info: 0 };
