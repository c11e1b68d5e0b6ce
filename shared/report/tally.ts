import { entry } from '../collections/entry.ts';
import { OVERFLOW } from '../overflow.ts';
import { CATALOGUE } from '../rules/index.ts';
import type { Rule } from '../rules/rule.ts';
import type { Unreadable } from '../unreadable.ts';
import { type Dialect, LEVELS, type Level } from '../verdict.ts';
import { ofFile, type Reported } from './reported.ts';

/** Violations of one rule by one server. */
export interface RuleTally {
  readonly rule: string;
  readonly level: Level;
  count: number;
  /** How many of the count a baseline contains. */
  known: number;
  /** The first ones, at most {@link EXAMPLES}. */
  readonly examples: Reported[];
}

export interface ServerTally {
  responses: number;
  readonly dialects: Set<Dialect>;
  readonly rules: Map<string, RuleTally>;
}

const EXAMPLES = 10;

/** Servers beyond this number are summed up as one, since a recording may name any number. */
const MOST_SERVERS = 1_000;

/** Sums violations by server and rule, so that a report of any length takes little memory. */
export class Tally {
  readonly servers = new Map<string, ServerTally>();
  /** Lines that could not be read, and the first of them. */
  readonly unreadable: { count: number; readonly examples: Unreadable[] } = { count: 0, examples: [] };
  /** Files that could not be read, or not to their end, a sentence each. */
  readonly failed: string[] = [];

  responses(server: string, dialect: Dialect, count = 1): void {
    const tally = this.#server(server);
    tally.responses += count;
    tally.dialects.add(dialect);
  }

  add(reported: Reported): void {
    const { rules } = this.#server(reported.server);
    const { rule, level, count = 1, known = false } = reported;
    const tally = entry(rules, rule, () => ({ rule, level, count: 0, known: 0, examples: [] }));
    tally.count += count;
    if (known) tally.known += count;
    else if (tally.examples.length < EXAMPLES) tally.examples.push(reported);
  }

  addUnreadable(line: Unreadable): void {
    const { unreadable } = this;
    unreadable.count += 1;
    if (unreadable.examples.length < EXAMPLES) unreadable.examples.push(line);
  }

  #server(asked: string): ServerTally {
    const name = this.servers.has(asked) || this.servers.size < MOST_SERVERS ? asked : OVERFLOW;
    return entry(this.servers, name, () => ({ responses: 0, dialects: new Set(), rules: new Map() }));
  }
}

/** Violations that no baseline contains, by level. */
export function newByLevel({ rules }: ServerTally): Readonly<Record<Level, number>> {
  const sums = { must: 0, should: 0, info: 0 };
  for (const { level, count, known } of rules.values()) sums[level] += count - known;
  return sums;
}

/** The rules that apply to a server: those of the dialects it spoke, in reading order. */
export function rulesFor({ dialects, rules }: ServerTally): readonly Rule[] {
  return CATALOGUE.filter(
    (rule) => rules.has(rule.id) || rule.dialects.some((dialect) => dialects.has(dialect)),
  );
}

/** The first lines that could not be read and why, and the number of others, one line each. */
export function unreadableLines({ unreadable: { count, examples } }: Tally): readonly string[] {
  const further = count - examples.length;
  return [
    ...examples.map(({ line, reason, file }) => `line ${line}${ofFile(file)}: ${reason}`),
    ...(further > 0 ? [`and ${further} more`] : []),
  ];
}

/** Strictest first, then most frequent first. */
export function ranked({ rules }: ServerTally): readonly RuleTally[] {
  return [...rules.values()].sort(
    (a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level) || b.count - a.count,
  );
}
