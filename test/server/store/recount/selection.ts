import { countedFailure } from '../../../../server/store/answers/counted.ts';
import type { Filter } from '../../../../server/store/store.ts';
import { UNIDENTIFIED } from '../../../../shared/unidentified.ts';
import type { Category, MemberVerdict, Verdict, Violation, Warning } from '../../../../shared/verdict.ts';
import { causesOf, type History, type Stored } from './history.ts';

/** Something found in a response: a failure, a warning or a violation. */
export type Found<T> = T & { readonly of: Stored };

/** A warning and the operation that it came with. */
type SaidWarning = Warning & { readonly about: string | null };

/** A failure of a response or of a member of its batch. */
export interface Failure {
  readonly cause: string;
  readonly operation: string | null;
  readonly category: Category;
  readonly code: string | null;
}

/** Conditions that may be about something else than a response: what was found in it. */
type Own = 'operation' | 'failure' | 'notCode' | 'severity' | 'rule' | 'q';
const OWN: readonly Own[] = ['operation', 'failure', 'notCode', 'severity', 'rule', 'q'];

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

/** Warnings of a response and of its batch's members, but for conditions that the batch reports for them. */
export function warningsOf({ warnings, operation, members }: Verdict): readonly SaidWarning[] {
  const isNew = ({ condition }: Warning) =>
    condition === null || warnings.every((own) => own.condition !== condition);
  const saidIn = (member: MemberVerdict) =>
    member.warnings.filter(isNew).map((warning) => ({ ...warning, about: member.operation ?? operation }));
  return [...warnings.map((warning) => ({ ...warning, about: operation })), ...members.flatMap(saidIn)];
}

/** True if the texts contain all words of a search, which must have one. */
function contain(texts: readonly (string | null)[], q: string): boolean {
  const words = texts.flatMap((text) => text?.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  const asked = q.toLowerCase().match(/[\p{L}\p{N}]+\*?/gu) ?? [];
  const has = (word: string) =>
    word.endsWith('*') ? words.some((one) => one.startsWith(word.slice(0, -1))) : words.includes(word);
  return asked.length > 0 && asked.every(has);
}

type Says = Pick<Verdict | MemberVerdict, 'message' | 'warnings'>;

/** True if a filter that selects warnings selects one of these. */
const isUrgent = ({ severityMax, warning: codes }: Filter, warnings: readonly Warning[]) =>
  (severityMax === undefined && codes === undefined) ||
  warnings.some(
    ({ severity, code }) => severity <= (severityMax ?? 2) && (codes === undefined || matches(code, codes)),
  );

const hasWords = ({ q }: Filter, { message, warnings }: Says) =>
  q === undefined || contain([message, ...warnings.map((warning) => warning.message)], q);

/** True if a filter, but for some conditions, selects a response. */
export function selects(filter: Filter, response: Stored, without: readonly Own[] = []): boolean {
  const { facts, verdict } = response.record;
  const { rule, level } = filter;
  const own: Readonly<Record<Own, () => boolean>> = {
    operation: () => named(verdict.operation, filter.operation, filter.notOperation),
    failure: () => !isAboutFailures(filter) || selectsFailure(filter, verdict.category, verdict.code),
    notCode: () => isAboutFailures(filter) || selectsCode(filter, verdict.code),
    severity: () => isUrgent(filter, warningsOf(verdict)),
    rule: () =>
      (rule === undefined && level === undefined) ||
      verdict.violations.some((violation) => selectsViolation(filter, violation)),
    q: () => hasWords(filter, verdict),
  };
  return (
    facts.observed_at >= filter.from &&
    facts.observed_at < filter.to &&
    named(facts.server, filter.server, filter.notServer) &&
    named(clientOf(response), filter.client, filter.notClient) &&
    named(verdict.dialect, filter.dialect) &&
    named(verdict.outcome, filter.outcome) &&
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

/** A failure with what it says. */
type SaidFailure = Found<Failure> & { readonly said: Verdict | MemberVerdict };

/**
 * Failures of a response that a filter selects by their own operation, category, code and words. A batch is
 * judged as a whole, and its outcome is that of the whole.
 */
function failuresOf(filter: Filter, of: Stored): readonly SaidFailure[] {
  if (!selects(filter, of, ['operation', 'failure', 'notCode', 'severity', 'q'])) return [];
  const { verdict, groups } = of.record;
  const causes = causesOf(of.record);
  return groups
    .map(({ member }, i) => ({
      of,
      cause: causes[i] ?? '',
      said: (member === null ? undefined : verdict.members[member]) ?? verdict,
      ...countedFailure(verdict, member),
    }))
    .filter(({ operation }) => named(operation, filter.operation, filter.notOperation))
    .filter(({ category, code }) => selectsFailure(filter, category, code))
    .filter(({ said }) => hasWords(filter, said));
}

export function failuresIn({ responses }: History, filter: Filter): readonly Found<Failure>[] {
  return responses.filter(({ quarantined }) => !quarantined).flatMap((one) => failuresOf(filter, one));
}

/** Warnings in a filter by their own codes, of any severity. */
export function warningsIn(history: History, filter: Filter): readonly Found<SaidWarning>[] {
  const { code: _, notCode: __, ...wider } = filter;
  return counted(history, wider)
    .flatMap((of) => warningsOf(of.record.verdict).map((warning) => ({ of, ...warning })))
    .filter(({ code }) => selectsCode(filter, code))
    .filter(({ code }) => filter.warning === undefined || matches(code, filter.warning));
}

/** Violations in a filter by their own rule and level. */
export function violationsIn(history: History, filter: Filter): readonly Found<Violation>[] {
  return counted(history, filter)
    .flatMap((of) => of.record.verdict.violations.map((violation) => ({ of, ...violation })))
    .filter((violation) => selectsViolation(filter, violation));
}

/** What the log lists of a response that is not quarantined, in storing order: itself or, if the filter selects failures, these. */
export function listedOf(filter: Filter, one: Stored): readonly string[] {
  if (!isAboutFailures(filter)) return selects(filter, one) ? [one.id] : [];
  return failuresOf(filter, one)
    .filter(({ said }) => isUrgent(filter, 'members' in said ? warningsOf(said) : said.warnings))
    .map(({ said }) => ('index' in said ? `${one.id} ${said.index}` : one.id));
}

/** What the log lists, newest first. */
export function loggedIn(history: History, filter: Filter): readonly string[] {
  return history.kept
    .filter(({ quarantined }) => !quarantined)
    .toSorted((a, b) => b.record.facts.observed_at - a.record.facts.observed_at || b.ordinal - a.ordinal)
    .flatMap((one) => listedOf(filter, one).toReversed());
}
