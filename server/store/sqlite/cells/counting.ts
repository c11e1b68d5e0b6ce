import { addTo } from '../../../../shared/collections/add-to.ts';
import { OVERFLOW } from '../../../../shared/overflow.ts';
import { type SaidWarning, saidWarnings } from '../../../../shared/said-warnings.ts';
import {
  DIALECTS,
  OUTCOMES,
  type QuotaReading,
  type Verdict,
  WARNING_CLASSES,
  type Warning,
} from '../../../../shared/verdict.ts';
import { countedFailure, countedWarnings, isFiniteReading } from '../../answers/counted.ts';
import type { ResponseRecord } from '../../record.ts';
import { numberOf, wellFormed, wellFormedOrNull } from '../file/words.ts';
import { NO_COUNTS, type ResponseCounts } from '../packed/response-counts.ts';
import type { Columns, Dictionaries } from '../rows/dictionaries.ts';

/** Kinds of reading conditions, as stored. */
export const CONDITIONS = { slow: 0, truncation: 1, quota: 2 } as const;

/** A record's ids in the dictionaries. */
export interface RecordIds {
  readonly server: number;
  readonly source: number;
  readonly operation: number;
  readonly caller: number;
  readonly context: number;
  readonly outcome: number;
  readonly dialect: number;
}

/** A failure of a response: its own (`member` null) or that of one of its members. */
interface Failure {
  readonly member: number | null;
  readonly group: number;
  readonly kind: number;
}

/** What was found in a record: what is counted, and what other tables store of it. */
export interface RecordFindings {
  readonly counts: ResponseCounts;
  readonly failures: readonly Failure[];
  /** Broken rules, each once. */
  readonly rules: readonly number[];
  readonly items: readonly { readonly item: number; readonly warning: Warning }[];
}

export const NO_FINDINGS: RecordFindings = { counts: NO_COUNTS, failures: [], rules: [], items: [] };

export function idsOf(dictionaries: Dictionaries, { facts, verdict }: ResponseRecord): RecordIds {
  const server = dictionaries.server(facts.server);
  return {
    server,
    source: dictionaries.source(server, facts, verdict.dialect),
    operation: dictionaries.operation(server, verdict.operation),
    caller: dictionaries.caller(server, facts),
    context: dictionaries.context(server, facts, verdict),
    outcome: numberOf(OUTCOMES, verdict.outcome),
    dialect: numberOf(DIALECTS, verdict.dialect),
  };
}

/** Converts what a verdict found to the ids of the kinds that are counted, creating new ones. */
export function findingsOf(
  dictionaries: Dictionaries,
  record: ResponseRecord,
  ids: RecordIds,
): RecordFindings {
  const { verdict, groups } = record;
  const said = saidWarnings(verdict);
  if (groups.length + said.length + verdict.violations.length === 0) return NO_FINDINGS;
  const failures = groups.map((group) => failureOf(dictionaries, record, ids, group));
  const warnings = warningsOf(dictionaries, record, ids, said);
  const broken = new Map<number, number>();
  const rules = new Set<number>();
  for (const { rule, level } of verdict.violations) {
    const id = dictionaries.rule(rule, level);
    const kind = violationKind(dictionaries, record, ids, id);
    addTo(broken, kind);
    rules.add(id);
  }
  return {
    counts: {
      failures: failures.map(({ kind }) => kind),
      warnings: warnings.counted,
      violations: [...broken],
      ...readingsOf(dictionaries, verdict, ids, said),
    },
    failures,
    rules: [...rules],
    items: warnings.items,
  };
}

function failureOf(
  dictionaries: Dictionaries,
  { facts, verdict }: ResponseRecord,
  ids: RecordIds,
  group: ResponseRecord['groups'][number],
): Failure {
  const { category, code, ...said } = countedFailure(verdict, group.member);
  const operation = dictionaries.operation(ids.server, said.operation);
  const id = dictionaries.group(
    ids.server,
    operation,
    verdict.dialect,
    category,
    code,
    group,
    facts.observed_at,
  );
  const fault = dictionaries.fault(ids.server, category, code);
  const rest = dictionaries.fault(ids.server, 'unknown', OVERFLOW);
  const row = (of: number, what: number) => [ids.server, id, of, ids.dialect, ids.outcome, what];
  const kind = dictionaries.id('failure_kinds', ids.server, row(operation, fault), () => row(0, rest));
  return { member: group.member, group: id, kind };
}

function warningsOf(
  dictionaries: Dictionaries,
  { facts }: ResponseRecord,
  ids: RecordIds,
  said: readonly SaidWarning[],
): { counted: ResponseCounts['warnings']; items: RecordFindings['items'] } {
  const counted = new Map<number, ResponseCounts['warnings'][number]>();
  const items: { item: number; warning: Warning }[] = [];
  for (const { warning, isFirst } of countedWarnings(said)) {
    const item = itemOf(dictionaries, warning, ids.server, facts.observed_at);
    if (item !== 0) items.push({ item, warning });
    const columns = (operation: number, code: string | null, deprecated: number): Columns => [
      ids.server,
      operation,
      ids.dialect,
      ids.outcome,
      code,
      numberOf(WARNING_CLASSES, warning.class),
      warning.severity,
      Number(warning.defaulted),
      deprecated,
      facts.observed_at,
      facts.observed_at,
    ];
    const own = columns(ids.operation, wellFormedOrNull(warning.code), item);
    const kind = dictionaries.id('warning_kinds', ids.server, own, () => columns(0, OVERFLOW, 0));
    const [, n, first] = counted.get(kind) ?? [kind, 0, 0];
    counted.set(kind, [kind, n + warning.occurrences, first || Number(isFirst), warning.severity]);
  }
  return { counted: [...counted.values()], items };
}

function itemOf(
  dictionaries: Dictionaries,
  { reading, severity }: Warning,
  server: number,
  at: number,
): number {
  if (reading?.kind !== 'deprecation') return 0;
  const own = [server, reading.type, wellFormed(reading.deprecated_item), severity, at, at];
  return dictionaries.id('items', server, own, () => [server, 'feature', OVERFLOW, severity, at, at]);
}

function violationKind(
  dictionaries: Dictionaries,
  { facts }: ResponseRecord,
  ids: RecordIds,
  rule: number,
): number {
  const columns = (operation: number): Columns => [
    ids.server,
    operation,
    ids.dialect,
    ids.outcome,
    rule,
    facts.observed_at,
    facts.observed_at,
    wellFormedOrNull(facts.server_version),
  ];
  return dictionaries.id('violation_kinds', ids.server, columns(ids.operation), () => columns(0));
}

function readingsOf(
  dictionaries: Dictionaries,
  { members, quota: stated }: Verdict,
  { server }: RecordIds,
  said: readonly SaidWarning[],
): Pick<ResponseCounts, 'readings' | 'quotas'> {
  const readings: ResponseCounts['readings'][number][] = [];
  const quotas: ResponseCounts['quotas'][number][] = [];
  const condition = (kind: keyof typeof CONDITIONS, of: number, name: string) =>
    dictionaries.id('conditions', server, [server, CONDITIONS[kind], of, wellFormed(name)], () => [
      server,
      CONDITIONS[kind],
      0,
      OVERFLOW,
    ]);
  const addQuota = ({ metric, current, warn, pause, hard_stop, quota, resets_at }: QuotaReading) =>
    quotas.push([condition('quota', 0, metric), current, warn, pause, hard_stop, quota, resets_at]);
  for (const { warning, operation } of said) {
    const { reading } = warning;
    if (reading === null || !isFiniteReading(reading)) continue;
    switch (reading.kind) {
      case 'slow': {
        const { duration_ms, threshold_ms, times } = reading;
        const of = dictionaries.operation(server, reading.operation);
        readings.push([condition('slow', of, ''), duration_ms, threshold_ms, times]);
        break;
      }
      case 'truncation': {
        const { original_count, truncated_count, lost } = reading;
        readings.push([
          condition('truncation', dictionaries.operation(server, operation), reading.field),
          original_count,
          truncated_count,
          lost,
        ]);
        break;
      }
      case 'quota':
        addQuota({ ...reading, resets_at: null });
        break;
      case 'deprecation':
        break;
    }
  }
  if (stated !== null) addQuota(stated);
  for (const { quota } of members) if (quota !== null) addQuota(quota);
  return { readings, quotas };
}

/** The failure kind of a response (`member` null) or of one of its members; null if it did not fail. */
export function failureKind(failures: readonly Failure[], member: number | null): number | null {
  return failures.find((failure) => failure.member === member)?.kind ?? null;
}
