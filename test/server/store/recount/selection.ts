import { countedFailure } from '../../../../server/store/answers/counted.ts';
import type { Filter } from '../../../../server/store/store.ts';
import { UNIDENTIFIED } from '../../../../shared/unidentified.ts';
import type { Category, MemberVerdict, Verdict, Violation, Warning } from '../../../../shared/verdict.ts';
import { causesOf, type History, type Stored } from './history.ts';

/** Something found in a response: a failure, a warning or a violation. */
export type Found<T> = T & { readonly of: Stored };

/** A failure of a response or of a member of its batch. */
export interface Failure {
  readonly cause: string;
  readonly operation: string | null;
  readonly category: Category;
  readonly code: string | null;
}

/** Conditions that may be about something else than a response: what was found in it. */
type Own = 'operation' | 'failure' | 'notCode' | 'severity' | 'rule';
const OWN: readonly Own[] = ['operation', 'failure', 'notCode', 'severity', 'rule'];

export const clientOf = ({ record }: Stored) => record.facts.client ?? UNIDENTIFIED;

/** A filter without what applies to a server's responses as a whole. */
export function ofServers({ from, to, server, notServer }: Filter): Filter {
  return { from, to, ...(server && { server }), ...(notServer && { notServer }) };
}

export const EVER = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

function named(name: string | null, wanted?: readonly string[], excluded: readonly string[] = []): boolean {
  return (wanted === undefined || wanted.includes(name ?? '')) && !excluded.includes(name ?? '');
}

const isAboutFailures = ({ category, code }: Filter) => category !== undefined || code !== undefined;

function matches(code: string | null, patterns: readonly string[]): boolean {
  return patterns.some((one) =>
    one.endsWith('*') ? code?.startsWith(one.slice(0, -1)) : code !== null && code === one,
  );
}

function selectsCode({ code: wanted, notCode = [] }: Filter, code: string | null): boolean {
  return (wanted === undefined || matches(code, wanted)) && !matches(code, notCode);
}

function selectsFailure(filter: Filter, category: Category | null, code: string | null): boolean {
  return category !== null && named(category, filter.category) && selectsCode(filter, code);
}

function selectsViolation({ rule: rules, level: levels }: Filter, { rule, level }: Violation): boolean {
  return named(rule, rules) && named(level, levels);
}

/** True if the texts contain all words of a search, which must have one. */
function contain(texts: readonly (string | null)[], q: string): boolean {
  const words = texts.flatMap((text) => text?.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  const asked = q.toLowerCase().match(/[\p{L}\p{N}]+\*?/gu) ?? [];
  const has = (word: string) =>
    word.endsWith('*') ? words.some((one) => one.startsWith(word.slice(0, -1))) : words.includes(word);
  return asked.length > 0 && asked.every(has);
}

/** True if a filter, but for some conditions, selects a response, or a member of its batch by what it says. */
export function selects(
  filter: Filter,
  response: Stored,
  without: readonly Own[] = [],
  said: Verdict | MemberVerdict = response.record.verdict,
): boolean {
  const { facts, verdict } = response.record;
  const { severityMax, rule, level, q } = filter;
  const texts = [said.message, ...said.warnings.map(({ message }) => message)];
  const own: Readonly<Record<Own, () => boolean>> = {
    operation: () => named(said.operation, filter.operation, filter.notOperation),
    failure: () => !isAboutFailures(filter) || selectsFailure(filter, said.category, said.code),
    notCode: () => isAboutFailures(filter) || selectsCode(filter, said.code),
    severity: () =>
      severityMax === undefined || said.warnings.some(({ severity }) => severity <= severityMax),
    // A batch is judged as a whole, and its outcome is that of the whole.
    rule: () =>
      (rule === undefined && level === undefined) ||
      verdict.violations.some((violation) => selectsViolation(filter, violation)),
  };
  return (
    facts.observed_at >= filter.from &&
    facts.observed_at < filter.to &&
    named(facts.server, filter.server, filter.notServer) &&
    named(clientOf(response), filter.client, filter.notClient) &&
    named(verdict.dialect, filter.dialect) &&
    named(verdict.outcome, filter.outcome) &&
    (q === undefined || contain(texts, q)) &&
    OWN.every((condition) => without.includes(condition) || own[condition]())
  );
}

function counted({ responses }: History, filter: Filter, ...without: readonly Own[]): readonly Stored[] {
  return responses.filter((one) => !one.quarantined && selects(filter, one, ['severity', ...without]));
}

/** Responses in a filter, whose severity selects warnings only. */
export function responsesIn(history: History, filter: Filter): readonly Stored[] {
  return counted(history, filter);
}

/** Failures in a filter, by their own operation, category and code. */
export function failuresIn(history: History, filter: Filter): readonly Found<Failure>[] {
  return counted(history, filter, 'operation', 'failure', 'notCode')
    .flatMap((of) => {
      const causes = causesOf(of.record);
      return of.record.groups.map(({ member }, i) => {
        return { of, cause: causes[i] ?? '', ...countedFailure(of.record.verdict, member) };
      });
    })
    .filter(({ operation }) => named(operation, filter.operation, filter.notOperation))
    .filter(({ category, code }) => selectsFailure(filter, category, code));
}

/** Warnings in a filter by their own codes, of any severity. */
export function warningsIn(history: History, filter: Filter): readonly Found<Warning>[] {
  const { code: _, notCode: __, ...wider } = filter;
  return counted(history, wider)
    .flatMap((of) => of.record.verdict.warnings.map((warning) => ({ of, ...warning })))
    .filter(({ code }) => selectsCode(filter, code));
}

/** Violations in a filter by their own rule and level. */
export function violationsIn(history: History, filter: Filter): readonly Found<Violation>[] {
  return counted(history, filter)
    .flatMap((of) => of.record.verdict.violations.map((violation) => ({ of, ...violation })))
    .filter((violation) => selectsViolation(filter, violation));
}

/** What the log lists, newest first: responses and, if the filter selects failures, members of batches. */
export function loggedIn(history: History, filter: Filter): readonly string[] {
  return history.kept
    .filter(({ quarantined }) => !quarantined)
    .toSorted((a, b) => b.record.facts.observed_at - a.record.facts.observed_at || b.ordinal - a.ordinal)
    .flatMap((one) => {
      const members = one.record.verdict.members.filter(
        (member) => isAboutFailures(filter) && selects(filter, one, [], member),
      );
      const names = members.map(({ index }) => `${one.id} ${index}`).toReversed();
      return selects(filter, one) ? [...names, one.id] : names;
    });
}
