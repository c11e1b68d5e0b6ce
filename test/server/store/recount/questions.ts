import { expect } from 'vitest';
import type { Filter, SeriesAsk, Store } from '../../../../server/store/store.ts';
import type { ErrorGroup } from '../../../../shared/api/error-groups.ts';
import type { ServerRow } from '../../../../shared/api/servers.ts';
import { SEVERITY_WORDS } from '../../../../shared/severity.ts';
import { CATEGORIES, LEVELS, type Level, type Outcome } from '../../../../shared/verdict.ts';
import { ASK } from '../conformance/bench.ts';
import { NOW } from '../records.ts';
import { causeOf, type History, type Stored, timeOf } from './history.ts';
import {
  clientOf,
  EVER,
  failuresIn,
  loggedIn,
  ofServers,
  responsesIn,
  selects,
  violationsIn,
  warningsIn,
} from './selection.ts';

/** Asks a store, and expects the figures that a history gives. */
type Question = (store: Store, history: History, filter: Filter) => Promise<void>;

interface Marked {
  readonly covered?: { readonly from: string; readonly to: string };
  readonly in_part?: readonly string[];
}

/** A filter over the range that an answer covers. */
function over(filter: Filter, { covered }: Marked): Filter {
  if (covered === undefined) return filter;
  return { ...filter, from: Date.parse(covered.from), to: Date.parse(covered.to) };
}

/** Whether a member covers what its answer says: beside others in part, it may cover more around the range. */
const isOver = ({ in_part: parts }: Marked, member: string) => parts?.includes(member) ?? true;

const before = ({ from, to, ...rest }: Filter): Filter => ({ ...rest, from: 2 * from - to, to: from });

/** Whether responses lie so near the ends of the previous period that they may be counted with it. */
function isBlurred({ responses }: History, filter: Filter): boolean {
  const { from, to } = before(filter);
  return responses.some((one) => [from, to].some((end) => Math.abs(atOf(one) - end) <= (to - from) / 100));
}

const sum = (values: readonly number[]) => values.reduce((all, n) => all + n, 0);
const distinct = (values: readonly unknown[]) => new Set(values).size;
const share = (part: number, of: number) => (of === 0 ? 0 : part / of);
const iso = (ms: number) => new Date(ms).toISOString();
const atOf = ({ record }: Stored) => record.facts.observed_at;
const serverOf = ({ record }: Stored) => record.facts.server;
const operationOf = ({ record }: Stored) => record.verdict.operation;
const weightOf = ({ occurrences }: { readonly occurrences: number }) => Math.min(occurrences, 1_000_000);
const weigh = (warnings: readonly { readonly occurrences: number }[]) => sum(warnings.map(weightOf));

/** Groups values by what JSON says of their keys. */
function by<T>(values: readonly T[], keyOf: (value: T) => unknown): ReadonlyMap<string, readonly T[]> {
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
function expectRows<R extends object, T>(
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

type Points = readonly (readonly [at: number, value: number])[];

/** Expects buckets of one width without a gap, and in each the sum of what was found then. */
function expectPoints<T extends { readonly of: Stored }>(
  points: Points,
  width: number,
  found: readonly T[],
  worthOf: (one: T) => number = () => 1,
): void {
  const start = points[0]?.[0] ?? 0;
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
function expectPercentile(told: number | null, responses: readonly Stored[], part: number): void {
  const durations = responses.flatMap((one) => durationOf(one) ?? []).sort((a, b) => a - b);
  const exact = durations[Math.max(0, Math.ceil(part * durations.length) - 1)];
  if (exact === undefined) expect(told).toBeNull();
  else expect(Math.abs((told ?? Number.NaN) - exact)).toBeLessThanOrEqual(Math.max(0.01, 0.03 * exact));
}

function that(responses: readonly Stored[], outcome: Outcome) {
  return responses.filter(({ record }) => record.verdict.outcome === outcome).map((of) => ({ of }));
}

/** Warnings of responses at or above the filter's severity. */
function urgentOf(responses: readonly Stored[], { severityMax = 2 }: Filter) {
  return responses
    .flatMap((of) => of.record.verdict.warnings.map((warning) => ({ of, ...warning })))
    .filter(({ severity }) => severity <= severityMax);
}

function brokenBy(responses: readonly Stored[], level: Level) {
  return responses
    .flatMap((of) => of.record.verdict.violations.map((violation) => ({ of, ...violation })))
    .filter((violation) => violation.level === level);
}

function totalsOf(responses: readonly Stored[], filter: Filter) {
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

const overview: Question = async (store, history, filter) => {
  const answer = await store.overview(filter);
  const { totals, previous, series, bucket_ms: width } = answer;
  const range = over(filter, answer);
  const responses = responsesIn(history, range);
  expect(totals).toMatchObject(totalsOf(responses, filter));
  expectPercentile(totals.duration_p50, responses, 0.5);
  expectPercentile(totals.duration_p99, responses, 0.99);
  expectPoints(series.successes, width, that(responses, 'success'));
  expectPoints(series.failures, width, that(responses, 'failure'));
  expectPoints(series.warnings, width, urgentOf(responses, filter), weightOf);
  expectPoints(series.must_violations, width, brokenBy(responses, 'must'));
  const failures = by(failuresIn(history, range), ({ category }) => category);
  const countOf = (category: string) => failures.get(JSON.stringify(category))?.length ?? 0;
  expect(answer.categories).toMatchObject(
    CATEGORIES.map((category) => ({ category, count: countOf(category) })),
  );
  for (const { key, points } of series.categories)
    expectPoints(points, width, failures.get(JSON.stringify(key)) ?? []);
  if (previous !== null && !isBlurred(history, filter)) {
    const earlier = responsesIn(history, before(filter));
    expect(previous).toMatchObject(totalsOf(earlier, filter));
    expect(sum(series.previous_responses.map(([, n]) => n))).toBe(earlier.length);
    expect(sum(series.previous_failures.map(([, n]) => n))).toBe(that(earlier, 'failure').length);
  }
  expectServers(history, filter, range, answer.servers);
};

function expectServers(history: History, filter: Filter, range: Filter, rows: readonly ServerRow[]): void {
  const wanted = { ...ofServers(filter), ...EVER };
  const ever = history.responses.filter((one) => selects(wanted, one));
  const known = new Set(ever.filter((one) => timeOf(one) < range.to).map(serverOf));
  const [now, earlier] = [responsesIn(history, range), responsesIn(history, before(filter))];
  const listed = ever.filter((one) => known.has(serverOf(one)));
  expectRows([rows, ({ name }) => name], [listed, serverOf], (some) => {
    const [name, times] = [some[0] && serverOf(some[0]), some.map(timeOf)];
    const own = now.filter((one) => serverOf(one) === name);
    const { responses, failures, warnings, must_violations } = totalsOf(own, filter);
    return {
      ...{ responses, failures, warnings, must_violations, sparkline: responses },
      error_rate: share(failures, responses),
      ...(!history.isRejudged && { first_seen: iso(Math.min(...times)) }),
      ...(!history.isRejudged && Math.max(...times) < range.to && { last_seen: iso(Math.max(...times)) }),
    };
  });
  for (const row of rows) {
    expectPercentile(
      row.duration_p95,
      now.filter((one) => serverOf(one) === row.name),
      0.95,
    );
    const others = earlier.filter((one) => serverOf(one) === row.name);
    const rate = share(that(others, 'failure').length, others.length);
    if (!isBlurred(history, filter)) expect([null, rate]).toContain(row.previous_error_rate);
  }
}

const responsesAlone = ({ length: responses }: readonly unknown[]) => ({ responses });

const servers: Question = async (store, history, filter) => {
  const answer = await store.servers(filter);
  const range = over(filter, answer);
  if (isOver(answer, 'responses')) expectServers(history, filter, range, answer.items);
  for (const { name, dialects, versions, ...row } of answer.items) {
    const own = responsesIn(history, range).filter((one) => serverOf(one) === name);
    const operations = own.map(operationOf).filter((operation) => operation !== null);
    if (isOver(answer, 'clients')) expect(row.clients).toBe(distinct(own.map(clientOf)));
    if (isOver(answer, 'operations')) expect(row.operations).toBe(distinct(operations));
    if (!isOver(answer, 'dialects')) continue;
    const spoken = own.map(({ record }) => record.verdict.dialect);
    expectRows([dialects, ({ dialect }) => dialect], [spoken, (one) => one], responsesAlone);
    const named = own.flatMap(({ record }) => record.facts.server_version ?? []);
    expectRows([versions, ({ version }) => version], [named, (one) => one], responsesAlone);
  }
};

const clients: Question = async (store, history, filter) => {
  const answer = await store.clients(filter);
  const responses = responsesIn(history, over(filter, answer));
  const clientOrNull = ({ record }: Stored) => record.facts.client ?? null;
  expectRows([answer.items, ({ name }) => name], [responses, clientOrNull], (some) => ({
    ...{ responses: some.length, sparkline: some.length, servers: distinct(some.map(serverOf)) },
    failures: that(some, 'failure').length,
  }));
};

const facets: Question = async (store, history, filter) => {
  const answer = await store.facets(filter);
  const range = over(ofServers(filter), answer);
  const responses = responsesIn(history, range);
  const lists = {
    servers: responsesIn(history, { from: range.from, to: range.to }).map(serverOf),
    clients: responses.map(clientOf),
    operations: responses.flatMap((one) => operationOf(one) ?? []),
    codes: failuresIn(history, range).flatMap(({ code }) => code ?? []),
  };
  for (const name of ['servers', 'clients', 'operations', 'codes'] as const)
    expectRows([answer[name], ({ value }) => value], [lists[name], (one) => one], ({ length: count }) => ({
      count,
    }));
};

const errors: Question = async (store, history, filter) => {
  const answer = await store.errors(filter);
  const { category: _, code: __, notCode: ___, ...wider } = over(filter, answer);
  const [failures, responses] = [failuresIn(history, over(filter, answer)), responsesIn(history, wider)];
  expect(answer).toMatchObject({ total: failures.length, responses: responses.length });
  expect(answer.failed).toBe(that(responses, 'failure').length);
  const rows = answer.categories.flatMap(({ category, codes }) => codes.map((row) => ({ category, ...row })));
  expectRows(
    [rows, ({ category, code }) => [category, code]],
    [failures, ({ category, code }) => [category, code]],
    ({ length: count }) => ({ count }),
  );
};

const errorGroups: Question = async (store, history, filter) => {
  const items: ErrorGroup[] = [];
  const ask = { limit: 4, sort: 'count', news: false } as const;
  const causeOfRow = (row: ErrorGroup) =>
    causeOf(row.server, row.operation, row.code, row.category, row.message);
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await store.errorGroups(filter, { ...ask, ...(cursor !== undefined && { cursor }) }, NOW);
    items.push(...page.items);
    cursor = page.next_cursor;
    if (cursor !== null) continue;
    const failures = failuresIn(history, over(filter, page));
    expect(page).toMatchObject({ total: items.length, failures: failures.length });
    expectRows([items, causeOfRow], [failures, ({ cause }) => cause], (own) => ({
      ...{ count: own.length, sparkline: own.length, share: share(own.length, failures.length) },
      clients: distinct(own.map(({ of }) => clientOf(of))),
    }));
  }
  const [first] = items;
  const detail = first && (await store.errorGroup(first.id, filter, NOW));
  if (detail === undefined) return;
  const ownIn = (range: Filter) =>
    failuresIn(history, range).filter(({ cause }) => cause === causeOfRow(detail));
  expectPoints(detail.trend, detail.bucket_ms, ownIn(over(filter, detail)));
  if (!isBlurred(history, filter))
    expect([null, ownIn(before(filter)).length]).toContain(detail.previous_count);
  const times = ownIn({ ...EVER }).map(({ of }) => atOf(of));
  if (!history.isRejudged)
    expect(detail).toMatchObject({
      first_seen: iso(Math.min(...times)),
      last_seen: iso(Math.max(...times)),
    });
};

const warnings: Question = async (store, history, filter) => {
  const answer = await store.warnings(filter);
  const { severityMax = 2, code: _, notCode: __, operation, notOperation, ...wider } = filter;
  if (isOver(answer, 'codes')) {
    const all = warningsIn(history, over(filter, answer));
    const urgent = all.filter(({ severity }) => severity <= severityMax);
    const isByCode = filter.code !== undefined || filter.notCode !== undefined;
    expect(answer).toMatchObject({
      total: weigh(urgent),
      by_severity: Object.fromEntries(
        [0, 1, 2].map((n) => [n, weigh(all.filter(({ severity }) => severity === n))]),
      ),
      responses: isByCode
        ? sum(answer.codes.map(({ responses: of }) => of))
        : distinct(urgent.map(({ of }) => of)),
    });
    expectRows([answer.codes, ({ code }) => code], [urgent, ({ code }) => code], (some) => ({
      ...{ count: weigh(some), sparkline: weigh(some), responses: distinct(some.map(({ of }) => of)) },
      defaulted: weigh(some.filter(({ defaulted }) => defaulted)),
      servers: distinct(some.map(({ of }) => serverOf(of))),
    }));
  }
  if (!isOver(answer, 'slow')) return;
  // Of any code and severity; slow operations by the operation that the warning names.
  const isAsked = (name: string | null) =>
    (operation?.includes(name ?? '') ?? true) && !notOperation?.includes(name ?? '');
  const readings = urgentOf(responsesIn(history, over(wider, answer)), {
    ...{ from: filter.from, to: filter.to },
  });
  const slow = readings.flatMap(({ of, reading: is }) =>
    is?.kind === 'slow' && isAsked(is.operation) ? [{ of, name: is.operation, ratio: is.times }] : [],
  );
  const cut = readings.flatMap(({ of, reading: is }) =>
    is?.kind === 'truncation' && isAsked(operationOf(of)) ? [{ of, name: is.field, ratio: is.lost }] : [],
  );
  const worst = (some: readonly { readonly ratio: number }[]) => Math.max(...some.map(({ ratio }) => ratio));
  expectRows(
    [answer.slow, (row) => [row.server, row.operation]],
    [slow, ({ of, name }) => [serverOf(of), name]],
    (some) => ({ count: some.length, worst_times: worst(some) }),
  );
  expectRows(
    [answer.truncations, (row) => [row.server, row.operation, row.field]],
    [cut, ({ of, name }) => [serverOf(of), operationOf(of), name]],
    (some) => ({ count: some.length, worst_lost: worst(some) }),
  );
};

const deprecations: Question = async (store, history, filter) => {
  const answer = await store.deprecations(filter, ASK, NOW);
  const range = over(filter, answer);
  const { code: _, notCode: __, ...ofResponses } = range;
  const usesOf = (row: (typeof answer.items)[number], within: Filter) =>
    warningsIn(history, within).filter(
      ({ of, reading: is }) =>
        is?.kind === 'deprecation' &&
        serverOf(of) === row.server &&
        is.deprecated_item === row.deprecated_item,
    );
  for (const row of answer.items) {
    const own = usesOf(row, range);
    const responses = responsesIn(history, ofResponses).filter((one) => serverOf(one) === row.server).length;
    expect({ ...row, sparkline: sum(row.sparkline) }).toMatchObject({
      ...{ count: weigh(own), sparkline: weigh(own), responses },
      ...{
        share: Math.min(1, share(weigh(own), responses)),
        callers: distinct(own.map(({ of }) => clientOf(of))),
      },
    });
    if (!isBlurred(history, filter))
      expect([null, weigh(usesOf(row, before(filter)))]).toContain(row.previous_count);
  }
  const all = warningsIn(history, range).filter(({ reading }) => reading?.kind === 'deprecation');
  expect(sum(answer.items.map(({ count }) => count))).toBe(weigh(all));
};

const violations: Question = async (store, history, filter) => {
  const answer = await store.violations(filter);
  const all = violationsIn(history, over(filter, answer));
  for (const level of LEVELS) expect(answer[level]).toBe(all.filter((one) => one.level === level).length);
  expectRows(
    [answer.items, (row) => [row.rule, row.server]],
    [all, ({ of, rule }) => [rule, serverOf(of)]],
    (some) => {
      const responses = some.map(({ of }) => of);
      const [newest] = responses
        .filter((one) => !one.removed && atOf(one) >= filter.from && atOf(one) < filter.to)
        .sort((a, b) => atOf(b) - atOf(a) || b.ordinal - a.ordinal);
      return {
        ...{ count: some.length, sparkline: some.length, responses: distinct(responses) },
        response: newest?.id ?? null,
      };
    },
  );
  for (const { rule, server, operations } of answer.items) {
    const own = all.filter((one) => one.rule === rule && serverOf(one.of) === server);
    expectRows(
      [operations, ({ operation }) => operation],
      [own, ({ of }) => operationOf(of)],
      ({ length: count }) => ({ count }),
    );
  }
};

const conformance: Question = async (store, history, filter) => {
  const answer = await store.conformance(filter);
  const { rule: _, level: __, ...judged } = filter;
  if (isOver(answer, 'servers'))
    expectRows(
      [answer.servers, ({ server }) => server],
      [responsesIn(history, over(judged, answer)), serverOf],
      (some) => {
        const [must, should, info] = LEVELS.map((level) => brokenBy(some, level));
        return {
          ...{ responses: some.length, must: must?.length, should: should?.length, info: info?.length },
          must_responses: distinct((must ?? []).map(({ of }) => of)),
          should_responses: distinct((should ?? []).map(({ of }) => of)),
        };
      },
    );
  if (isOver(answer, 'violations'))
    expect(sum(answer.violations.map(({ count }) => count))).toBe(
      violationsIn(history, over(filter, answer)).length,
    );
};

const responses: Question = async (store, history, filter) => {
  const listed: string[] = [];
  const expected = loggedIn(history, filter);
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await store.responses(filter, { limit: 7, ...(cursor !== undefined && { cursor }) });
    listed.push(...page.items.map(({ id, parent, index }) => (parent === null ? id : `${parent} ${index}`)));
    if (page.total !== null) expect(page.total).toBe(loggedIn(history, over(filter, page)).length);
    cursor = page.next_cursor;
  }
  // A member that a second verdict found is stored later than others of its time.
  if (history.isRejudged) expect(listed.sort()).toEqual(expected.toSorted());
  else expect(listed).toEqual(expected);
};

const since: Question = async (store, history, filter) => {
  const ordinal = Math.floor(history.ordinal / 2);
  const rows = await store.since(ordinal, filter, 100);
  const after = history.kept.filter((one) => one.ordinal > ordinal && selects(filter, one));
  expect(rows?.map(({ row }) => row.id)).toEqual(
    after.filter(({ quarantined }) => !quarantined).map(({ id }) => id),
  );
};

/** The questions with a filter, by the name of the store's method. */
export const QUESTIONS = {
  ...{ overview, servers, clients, facets, errors, errorGroups, warnings, deprecations },
  ...{ violations, conformance, responses, since },
} as const satisfies Partial<Record<keyof Store, Question>>;

const PARTS: Readonly<Record<string, number>> = { duration_p50: 0.5, duration_p95: 0.95, duration_p99: 0.99 };

export async function series(store: Store, history: History, filter: Filter, ask: SeriesAsk): Promise<void> {
  const answer = await store.series(filter, ask);
  const { bucket_ms: width } = answer;
  const all = seriesOf(history, over(filter, answer), ask);
  const keys = answer.series.map(({ key }) => key);
  const expected = new Set(all.map(({ key }) => key));
  // What is beyond the limit joins a warning's class of the same name.
  if (expected.size > ask.limit) expect(keys.length).toBeLessThanOrEqual(ask.limit + 1);
  else if (expected.size > 0) expect(keys.toSorted()).toEqual([...expected].sort());
  for (const { key, points } of answer.series) {
    const own = all.filter((one) => one.key === key || (key === 'other' && !keys.includes(one.key)));
    const part = PARTS[ask.metric];
    if (part === undefined) expectPoints(points, width, own, ({ n }) => n);
    else if (answer.covered === undefined)
      for (const [start, value] of points) {
        const then = own.filter(({ of }) => atOf(of) >= start && atOf(of) < start + width);
        expectPercentile(
          value,
          then.map(({ of }) => of),
          part,
        );
      }
  }
}

/** What a series counts, each with its key, its number and the response that tells its time. */
function seriesOf(history: History, filter: Filter, { metric, groupBy }: SeriesAsk) {
  const counted = (
    of: Stored,
    n: number,
    own: Partial<Record<NonNullable<typeof groupBy>, string | null>>,
  ) => {
    const { outcome, operation } = of.record.verdict;
    const values = { server: serverOf(of), outcome, operation, client: clientOf(of), ...own };
    const named: Partial<Record<NonNullable<typeof groupBy>, string | null>> = values;
    return { of, n, key: groupBy === undefined ? 'all' : (named[groupBy] ?? 'none') };
  };
  switch (metric) {
    case 'errors':
      return failuresIn(history, filter).map(({ of, cause: _, ...own }) => counted(of, 1, own));
    case 'warnings':
      return warningsIn(history, filter)
        .filter(({ severity }) => severity <= (filter.severityMax ?? 2))
        .map(({ of, code, severity, ...one }) =>
          counted(of, weightOf(one), { code, class: one.class, severity: SEVERITY_WORDS[severity] }),
        );
    case 'violations':
      return violationsIn(history, filter).map(({ of, rule }) => counted(of, 1, { rule }));
    default:
      // By category or code, responses that have neither are left out.
      return responsesIn(history, filter).flatMap((of) => {
        const { category, code } = of.record.verdict;
        const isFault = category !== null || code !== null;
        return isFault || (groupBy !== 'category' && groupBy !== 'code')
          ? [counted(of, 1, { category, code })]
          : [];
      });
  }
}
