import { expect } from 'vitest';
import type { Filter, Store } from '../../../../server/store/store.ts';
import type { Level, Outcome } from '../../../../shared/verdict.ts';
import { type History, type Stored, timeOf } from './history.ts';
import { warningsOf } from './selection.ts';

/** Asks a store, and expects the figures that a history gives. */
export type Question = (store: Store, history: History, filter: Filter) => Promise<void>;

export interface Marked {
  readonly covered?: { readonly from: string; readonly to: string };
  readonly in_part?: readonly string[];
}

/** A filter over the range that an answer covers. */
export function over(filter: Filter, { covered }: Marked): Filter {
  if (covered === undefined) return filter;
  return { ...filter, from: Date.parse(covered.from), to: Date.parse(covered.to) };
}

/** Whether a member covers what its answer says: beside others in part, it may cover more around the range. */
export const isOver = ({ in_part: parts }: Marked, member: string) => parts?.includes(member) ?? true;

export const before = ({ from, to, ...rest }: Filter): Filter => ({ ...rest, from: 2 * from - to, to: from });

/** Whether responses lie so near the ends of the previous period that they may be counted with it. */
export function isBlurred({ responses }: History, filter: Filter): boolean {
  const { from, to } = before(filter);
  return responses.some((one) => [from, to].some((end) => Math.abs(atOf(one) - end) <= (to - from) / 100));
}

export const sum = (values: readonly number[]) => values.reduce((all, n) => all + n, 0);
export const distinct = (values: readonly unknown[]) => new Set(values).size;
export const share = (part: number, of: number) => (of === 0 ? 0 : part / of);
export const iso = (ms: number) => new Date(ms).toISOString();
export const isoOrNull = (ms: number | null) => (ms === null ? null : iso(ms));
export const atOf = ({ record }: Stored) => record.facts.observed_at;
export const serverOf = ({ record }: Stored) => record.facts.server;
export const operationOf = ({ record }: Stored) => record.verdict.operation;
export const weightOf = ({ occurrences }: { readonly occurrences: number }) =>
  Math.min(occurrences, 1_000_000);
export const weigh = (warnings: readonly { readonly occurrences: number }[]) => sum(warnings.map(weightOf));

/** Groups values by what JSON says of their keys. */
export function by<T>(values: readonly T[], keyOf: (value: T) => unknown): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const key = JSON.stringify(keyOf(value));
    groups.set(key, [...(groups.get(key) ?? []), value]);
  }
  return groups;
}

/**
 * Expects one row for each group of what was found, with the figures of that group. Of a sparkline, only the
 * sum follows from what was found.
 */
export function expectRows<R extends object, T>(
  [rows, keyOfRow]: readonly [readonly R[], (row: R) => unknown],
  [found, keyOf]: readonly [readonly T[], (one: T) => unknown],
  figures: (some: readonly T[]) => object,
): void {
  const groups = by(found, keyOf);
  expect(rows.map((row) => JSON.stringify(keyOfRow(row))).sort()).toEqual([...groups.keys()].sort());
  for (const row of rows) {
    const parts = 'sparkline' in row && Array.isArray(row.sparkline) ? row.sparkline : [];
    expect({ ...row, sparkline: sum(parts) }).toMatchObject(
      figures(groups.get(JSON.stringify(keyOfRow(row))) ?? []),
    );
  }
}

interface Seen {
  readonly first_seen: string;
  readonly last_seen: string;
}

/** Expects the first and last sighting to be of what a filter selects at any time, or of all that is alike. */
export function expectSeen(row: Seen, some: readonly Stored[], all: readonly Stored[]): void {
  const [own, ever] = [some.map(timeOf), all.map(timeOf)];
  const [first, last] = [Date.parse(row.first_seen), Date.parse(row.last_seen)];
  expect(first).toBeLessThanOrEqual(Math.min(...own));
  expect(first).toBeGreaterThanOrEqual(Math.min(...ever));
  expect(last).toBeGreaterThanOrEqual(Math.max(...own));
  expect(last).toBeLessThanOrEqual(Math.max(...ever));
}

type Ordering = readonly (number | string | null)[];

function compare(a: Ordering, b: Ordering): number {
  const place = a.findIndex((one, i) => one !== b[i]);
  const [one = null, other = null] = [a[place], b[place]];
  if (one === other) return 0;
  return one === null || (other !== null && one < other) ? -1 : 1;
}

/** Expects rows in the ascending order of their figures and names; no name comes first. */
export function expectOrder<R>(rows: readonly R[], orderingOf: (row: R) => Ordering): void {
  const orderings = rows.map(orderingOf);
  expect(orderings).toEqual(orderings.toSorted(compare));
}

export type Points = readonly (readonly [at: number, value: number])[];

/** Expects buckets of one width without a gap, and in each the sum of what was found then. */
export function expectPoints<T extends { readonly of: Stored }>(
  points: Points,
  width: number,
  found: readonly T[],
  worthOf: (one: T) => number = () => 1,
): void {
  const start = points[0]?.[0] ?? Number.NaN;
  expect(start % width).toBe(0);
  const values = points.map(() => 0);
  for (const one of found) {
    // An answer that covers more than its range has that in the first and last bucket.
    const bucket = Math.floor((atOf(one.of) - start) / width);
    const inside = Math.min(Math.max(bucket, 0), points.length - 1);
    values[inside] = (values[inside] ?? 0) + worthOf(one);
  }
  expect(points).toEqual(values.map((value, i) => [start + i * width, value]));
}

const durationOf = ({ record: { facts, verdict } }: Stored) => facts.duration_ms ?? verdict.duration_ms;

/** Expects a percentile within 2.5 %, rounded to three digits. */
export function expectPercentile(told: number | null, responses: readonly Stored[], part: number): void {
  const durations = responses.flatMap((one) => durationOf(one) ?? []).sort((a, b) => a - b);
  const exact = durations[Math.max(0, Math.ceil(part * durations.length) - 1)];
  if (exact === undefined) expect(told).toBeNull();
  else expect(Math.abs((told ?? Number.NaN) - exact)).toBeLessThanOrEqual(Math.max(0.01, 0.03 * exact));
}

export function that(responses: readonly Stored[], outcome: Outcome) {
  return responses.filter(({ record }) => record.verdict.outcome === outcome).map((of) => ({ of }));
}

/** Warnings of responses at or above the filter's severity. */
export function urgentOf(responses: readonly Stored[], { severityMax = 2 }: Filter) {
  return responses
    .flatMap((of) => warningsOf(of.record.verdict).map((warning) => ({ of, ...warning })))
    .filter(({ severity }) => severity <= severityMax);
}

export function brokenBy(responses: readonly Stored[], level: Level) {
  return responses
    .flatMap((of) => of.record.verdict.violations.map((violation) => ({ of, ...violation })))
    .filter((violation) => violation.level === level);
}

export function totalsOf(responses: readonly Stored[], filter: Filter) {
  const [urgent, must] = [urgentOf(responses, filter), brokenBy(responses, 'must')];
  return {
    responses: responses.length,
    successes: that(responses, 'success').length,
    failures: that(responses, 'failure').length,
    unknown: that(responses, 'unknown').length,
    warnings: weigh(urgent),
    warned: distinct(urgent.map(({ of }) => of)),
    must_violations: must.length,
    broken: distinct(must.map(({ of }) => of)),
    timed: responses.filter((one) => durationOf(one) !== null).length,
  };
}
