import { expect } from 'vitest';
import type { Filter, Questions, SeriesAsk, Store } from '../../../../server/store/store.ts';
import type { ResponsePage, ResponseRow } from '../../../../shared/api/responses.ts';
import { SEVERITY_WORDS } from '../../../../shared/severity.ts';
import { LEVELS } from '../../../../shared/verdict.ts';
import { conformance } from './conformance.ts';
import { deprecations } from './deprecations.ts';
import { errorGroups } from './error-groups.ts';
import {
  atOf,
  distinct,
  expectOrder,
  expectPercentile,
  expectPoints,
  expectRows,
  expectSeen,
  isOver,
  iso,
  operationOf,
  over,
  type Question,
  serverOf,
  sum,
  that,
  urgentOf,
  weigh,
  weightOf,
} from './figures.ts';
import type { History, Stored } from './history.ts';
import { overview } from './overview.ts';
import { quotas } from './quotas.ts';
import {
  clientOf,
  EVER,
  failuresIn,
  listedOf,
  loggedIn,
  ofServers,
  responsesIn,
  violationsIn,
  warningsIn,
} from './selection.ts';
import { expectVersions, servers } from './servers.ts';

const clients: Question = async (store, history, filter) => {
  const answer = await store.clients(filter);
  const responses = responsesIn(history, over(filter, answer));
  const clientOrNull = ({ record }: Stored) => record.facts.client ?? null;
  expectRows([answer.items, ({ name }) => name], [responses, clientOrNull], (some) => ({
    ...{ responses: some.length, sparkline: some.length, servers: distinct(some.map(serverOf)) },
    failures: that(some, 'failure').length,
  }));
  expectOrder(answer.items, ({ responses: of, name }) => [-of, name]);
  if (!history.isReinspected)
    for (const row of answer.items) {
      const isOf = (one: Stored) => clientOrNull(one) === row.name;
      const ever = responsesIn(history, { ...filter, ...EVER });
      expectSeen(row, ever.filter(isOf), history.responses.filter(isOf));
    }
  for (const { name, versions } of answer.items) {
    const own = responses.filter((one) => clientOrNull(one) === name);
    expectVersions(versions, own, ({ record }) => record.facts.client_version);
  }
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
  const warned = warningsIn(history, range).filter(({ code }) => code !== null);
  expectRows([answer.warnings, ({ value }) => value], [warned, ({ code }) => code], (some) => ({
    count: distinct(some.map(({ of }) => of)),
  }));
  for (const name of ['servers', 'clients', 'operations', 'codes', 'warnings'] as const)
    expectOrder(answer[name], ({ value, count }) => [-count, value]);
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
  for (const { codes } of answer.categories) expectOrder(codes, ({ code, count }) => [-count, code]);
};

const warnings: Question = async (store, history, filter) => {
  const answer = await store.warnings(filter);
  const { severityMax = 2, code: _, notCode: __, operation, notOperation, ...wider } = filter;
  if (isOver(answer, 'codes')) {
    const all = warningsIn(history, over(filter, answer));
    const urgent = all.filter(({ severity }) => severity <= severityMax);
    const isByCode = [filter.code, filter.notCode, filter.warning].some((codes) => codes !== undefined);
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
    expectOrder(answer.codes, ({ code, count }) => [-count, code]);
    if (!history.isReinspected)
      for (const row of answer.codes) {
        const saying = (range: Filter) =>
          warningsIn(history, range).flatMap(({ of, code }) => (code === row.code ? [of] : []));
        expectSeen(row, saying({ ...filter, ...EVER }), saying(EVER));
      }
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
  const cut = readings.flatMap(({ of, about, reading: is }) =>
    is?.kind === 'truncation' && isAsked(about) ? [{ of, about, name: is.field, ratio: is.lost }] : [],
  );
  const worst = (some: readonly { readonly ratio: number }[]) => Math.max(...some.map(({ ratio }) => ratio));
  const newest = (some: readonly { readonly of: Stored; readonly ratio: number }[], ratio: string) => {
    if (history.isRetractedAmongRemoved) return {};
    const last = Math.max(...some.map(({ of }) => atOf(of)));
    const those = some.filter(({ of }) => atOf(of) === last);
    const stored = Math.max(...those.map(({ of }) => of.ordinal));
    const [first] = those.filter(({ of }) => of.ordinal === stored);
    // Of a crowded millisecond, what is stored later may be listed before.
    const isOne = <T>(told: T, all: readonly T[]) => (history.isCrowded ? expect.toBeOneOf([...all]) : told);
    return {
      last_seen: iso(last),
      response: isOne(
        first?.of.id,
        those.map(({ of }) => of.id),
      ),
      [ratio]: isOne(
        first?.ratio,
        those.map((one) => one.ratio),
      ),
    };
  };
  expectRows(
    [answer.slow, (row) => [row.server, row.operation]],
    [slow, ({ of, name }) => [serverOf(of), name]],
    (some) => ({ count: some.length, worst_times: worst(some), ...newest(some, 'times') }),
  );
  expectRows(
    [answer.truncations, (row) => [row.server, row.operation, row.field]],
    [cut, ({ of, about, name }) => [serverOf(of), about, name]],
    (some) => ({ count: some.length, worst_lost: worst(some), ...newest(some, 'lost') }),
  );
  expectOrder(answer.slow, (row) => [-row.times, row.server, row.operation]);
  expectOrder(answer.truncations, (row) => [-row.lost, row.server, row.operation, row.field]);
};

/** A store looks for a response with a violation in a filter among this many that have it. */
const LOOKED_AT = 60;

const violations: Question = async (store, history, filter) => {
  const answer = await store.violations(filter);
  const all = violationsIn(history, over(filter, answer));
  // Of a crowded millisecond, it is the one that the log lists first, or none if too many others come before it.
  const oneOf = (ids: readonly string[], [one]: typeof all) => {
    const isAlike = (other: Stored) =>
      one !== undefined &&
      serverOf(other) === serverOf(one.of) &&
      other.record.verdict.violations.some(({ rule }) => rule === one.rule);
    const isFar = history.kept.filter(isAlike).length > LOOKED_AT;
    return expect.toBeOneOf(isFar ? [...ids, null] : [...ids]);
  };
  for (const level of LEVELS) expect(answer[level]).toBe(all.filter((one) => one.level === level).length);
  expectRows(
    [answer.items, (row) => [row.rule, row.server]],
    [all, ({ of, rule }) => [rule, serverOf(of)]],
    (some) => {
      const responses = some.map(({ of }) => of);
      const shown = responses
        .filter((one) => !one.removed && atOf(one) >= filter.from && atOf(one) < filter.to)
        .sort((a, b) => atOf(b) - atOf(a) || b.ordinal - a.ordinal)
        .map(({ id }) => id);
      return {
        ...{ count: some.length, sparkline: some.length, responses: distinct(responses) },
        response: history.isCrowded && shown.length > 0 ? oneOf(shown, some) : (shown[0] ?? null),
      };
    },
  );
  expectOrder(answer.items, (row) => [LEVELS.indexOf(row.level), -row.count, row.rule, row.server]);
  if (!history.isReinspected)
    for (const row of answer.items) {
      const breaking = (range: Filter) =>
        violationsIn(history, range).flatMap(({ of, rule }) =>
          rule === row.rule && serverOf(of) === row.server ? [of] : [],
        );
      expectSeen(row, breaking({ ...filter, ...EVER }), breaking(EVER));
    }
  for (const { rule, server, operations } of answer.items) {
    expectOrder(operations, ({ operation, count }) => [-count, operation]);
    const own = all.filter((one) => one.rule === rule && serverOf(one.of) === server);
    expectRows(
      [operations, ({ operation }) => operation],
      [own, ({ of }) => operationOf(of)],
      ({ length: count }) => ({ count }),
    );
  }
};

/** The id of a response, or that of its batch and its index in it. */
const idOf = ({ id, parent, index }: ResponseRow) => (parent === null ? id : `${parent} ${index}`);

/** Milliseconds by which responses may be too early in the log. */
const CROWDED = 20;

const responses: Question = async (store, history, filter) => {
  const [listed, times]: [string[], number[]] = [[], []];
  const expected = loggedIn(history, filter);
  for await (const page of pagesOf(store, filter, false)) {
    listed.push(...page.items.map(idOf));
    times.push(...page.items.map(({ observed_at }) => Date.parse(observed_at)));
    if (page.total !== null) expect(page.total).toBe(loggedIn(history, over(filter, page)).length);
  }
  const turned: string[] = [];
  for await (const { items } of pagesOf(store, filter, true)) turned.push(...items.map(idOf));
  expect(turned.reverse()).toEqual(listed);
  // A member that a second verdict found is stored later than others of its time.
  if (history.isReinspected || history.isCrowded) expect(listed.toSorted()).toEqual(expected.toSorted());
  else expect(listed).toEqual(expected);
  // Those of a crowded millisecond are among those of the next.
  for (const [i, at] of times.entries())
    expect(times[i + 1] ?? 0).toBeLessThanOrEqual(history.isCrowded ? at + CROWDED : at);
};

async function* pagesOf(store: Store, filter: Filter, oldestFirst: boolean): AsyncGenerator<ResponsePage> {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await store.responses(filter, {
      limit: 7,
      oldestFirst,
      ...(cursor !== undefined && { cursor }),
    });
    yield page;
    cursor = page.next_cursor;
  }
}

const since: Question = async (store, history, filter) => {
  const ordinal = Math.floor(history.ordinal / 2);
  const limit = 100;
  const rows = await store.since(ordinal, filter, limit);
  const listed = history.kept
    .filter((one) => one.ordinal > ordinal && !one.quarantined)
    .flatMap((one) => listedOf(filter, one))
    .slice(0, limit);
  expect(rows?.map(({ row }) => idOf(row))).toEqual(listed);
};

/** Asked of an id, in ways of their own, or of the whole store. */
type Others = 'errorGroup' | 'deprecation' | 'response' | 'captures' | 'series' | 'stored';

/** The questions with a filter, by the name of the store's method. */
export const QUESTIONS = {
  ...{ overview, servers, clients, facets, errors, errorGroups, warnings, deprecations },
  ...{ quotas, violations, conformance, responses, since },
} as const satisfies Record<Exclude<keyof Questions, Others>, Question>;

const PARTS: Readonly<Record<string, number>> = { duration_p50: 0.5, duration_p95: 0.95, duration_p99: 0.99 };

export async function series(store: Store, history: History, filter: Filter, ask: SeriesAsk): Promise<void> {
  const answer = await store.series(filter, ask);
  const { bucket_ms: width } = answer;
  const all = seriesOf(history, over(filter, answer), ask);
  const keys = answer.series.map(({ key }) => key);
  const expected = new Set(all.map(({ key }) => key));
  // What is beyond the limit joins a warning's class of the same name.
  const totalOf = (one: string) => sum(all.flatMap(({ key, n }) => (key === one ? [n] : [])));
  const largest = [...expected].sort((a, b) => totalOf(b) - totalOf(a) || (a < b ? -1 : 1));
  const isKept = (key: string) => key !== 'other';
  if (expected.size > 0) expect(keys.filter(isKept)).toEqual(largest.slice(0, ask.limit).filter(isKept));
  if (expected.size > ask.limit) expect(keys).toContain('other');
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
