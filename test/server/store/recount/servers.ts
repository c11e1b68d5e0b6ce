import { expect } from 'vitest';
import type { Filter } from '../../../../server/store/store.ts';
import type { Overview } from '../../../../shared/api/overview.ts';
import type { ServerRow, Servers } from '../../../../shared/api/servers.ts';
import { HEALTHS } from '../../../../shared/health.ts';
import { expectDialect } from './dialects.ts';
import {
  before,
  distinct,
  expectOrder,
  expectPercentile,
  expectRows,
  isBlurred,
  isOver,
  iso,
  operationOf,
  over,
  type Question,
  serverOf,
  share,
  that,
  totalsOf,
} from './figures.ts';
import { expectHealth } from './health.ts';
import { type History, type Stored, timeOf } from './history.ts';
import { clientOf, EVER, ofServers, responsesIn, selects } from './selection.ts';

export function expectServers(
  history: History,
  filter: Filter,
  range: Filter,
  rows: readonly ServerRow[],
  incident: Overview['incident'],
): void {
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
      ...(!history.isReinspected && {
        first_seen: iso(Math.min(...times)),
        last_seen: iso(Math.max(...times)),
      }),
    };
  });
  expectHealth(filter, now, rows, incident?.server);
  const rankOf = ({ health }: ServerRow) => (health === null ? -1 : HEALTHS.indexOf(health));
  expectOrder(rows, (row) => [rankOf(row), -row.error_rate, -row.responses, row.name]);
  for (const row of rows) {
    expectDialect(history, range.to, row.name, row);
    expect(row.pinned).toBe(history.pins.has(row.name));
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

/** Expects the responses and failures of each version that `versionOf` names. */
export function expectVersions(
  versions: Servers['items'][number]['versions'],
  responses: readonly Stored[],
  versionOf: (one: Stored) => string | null | undefined,
): void {
  const named = responses.filter((one) => versionOf(one) != null);
  expectRows([versions, ({ version }) => version], [named, versionOf], (some) => ({
    responses: some.length,
    failures: that(some, 'failure').length,
  }));
  expectOrder(versions.toReversed(), ({ version, first_seen }) => [Date.parse(first_seen), version]);
}

export const servers: Question = async (store, history, filter) => {
  const answer = await store.servers(filter);
  const range = over(filter, answer);
  const { incident } = await store.overview(filter);
  if (isOver(answer, 'responses')) expectServers(history, filter, range, answer.items, incident);
  expect(await store.pins()).toEqual(history.pins);
  for (const { name, dialects, versions, ...row } of answer.items) {
    const own = responsesIn(history, range).filter((one) => serverOf(one) === name);
    const operations = own.map(operationOf).filter((operation) => operation !== null);
    if (isOver(answer, 'clients')) expect(row.clients).toBe(distinct(own.map(clientOf)));
    if (isOver(answer, 'operations')) expect(row.operations).toBe(distinct(operations));
    if (!isOver(answer, 'dialects')) continue;
    const spoken = own.map(({ record }) => record.verdict.dialect);
    expectRows([dialects, ({ dialect }) => dialect], [spoken, (one) => one], responsesAlone);
    expectOrder(dialects, (row) => [-row.responses, row.dialect]);
    expectVersions(versions, own, ({ record }) => record.facts.server_version);
  }
};
