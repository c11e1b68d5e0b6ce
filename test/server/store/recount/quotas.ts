import { expect } from 'vitest';
import type { Filter } from '../../../../server/store/store.ts';
import type { QuotaReading } from '../../../../shared/verdict.ts';
import { DAY, HOUR, MINUTE, NOW, SECOND } from '../records.ts';
import { atOf, expectOrder, expectRows, isoOrNull, type Question, serverOf, sum } from './figures.ts';
import type { History } from './history.ts';
import { ofServers, responsesIn, warningsOf } from './selection.ts';

type Reading = QuotaReading & { readonly server: string; readonly at: number };

/** The window that a metric's name ends in, of a reading; undefined if it names none. A month has the length before its end. */
function windowOf({
  metric,
  at,
  resets_at,
}: Reading): { readonly from: number; readonly to: number } | undefined {
  const said = resets_at !== null && resets_at > at ? new Date(resets_at) : undefined;
  if (metric.endsWith('_per_month')) {
    const date = new Date(at);
    const end = said ?? new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1));
    return { from: new Date(end).setUTCMonth(end.getUTCMonth() - 1), to: end.getTime() };
  }
  const windows = { _per_minute: MINUTE, _per_hour: HOUR, _per_day: DAY };
  const [, length] = Object.entries(windows).find(([name]) => metric.endsWith(name)) ?? [];
  if (length === undefined) return said && { from: Number.NEGATIVE_INFINITY, to: said.getTime() };
  const to = said?.getTime() ?? (Math.floor(at / length) + 1) * length;
  return { from: to - length, to };
}

/** Growth per ms by least squares; undefined without two times. */
function growthOf(readings: readonly Reading[]): number | undefined {
  const middle = (values: readonly number[]) => sum(values) / values.length;
  const [time, value] = [middle(readings.map(({ at }) => at)), middle(readings.map((one) => one.current))];
  const spread = sum(readings.map(({ at }) => (at - time) ** 2));
  if (spread === 0) return undefined;
  return sum(readings.map(({ at, current }) => (at - time) * (current - value))) / spread;
}

/** Allows for the rounding of sums. */
const near = (value: number) => expect.closeTo(value, 8 - Math.ceil(Math.log10(Math.abs(value) + 1)));

/** What follows from the readings that an answer has. */
function figuresOf(readings: readonly Reading[]): object {
  const newest = readings.at(-1);
  if (newest === undefined) return {};
  const { at, current } = newest;
  // A failure says no warning threshold; what it does not say is what was said last.
  const told = (name: 'warn' | 'pause' | 'hard_stop' | 'quota') => {
    const said = readings.flatMap((reading) => reading[name] ?? []);
    return newest.warn === null ? (said.at(-1) ?? null) : newest[name];
  };
  const [warn, pause, hard_stop] = [told('warn'), told('pause'), told('hard_stop')];
  const quota = told('quota') ?? 0;
  const isOver = (threshold: number | null) => threshold !== null && current >= threshold;
  const window = windowOf(newest);
  const reset = window?.to ?? null;
  const begun = window === undefined || window.from > at ? Number.NEGATIVE_INFINITY : window.from;
  const fell = readings.findLastIndex((one, i) => one.current < (readings[i - 1]?.current ?? one.current));
  const growth = growthOf(readings.slice(Math.max(fell, 0)).filter((one) => one.at >= begun));
  const reached = (threshold: number | null) => {
    if (threshold === null || isOver(threshold) || growth === undefined || growth <= 0) return null;
    const ahead = (threshold - current) / growth;
    return at + ahead >= (reset ?? at + 3650 * DAY) ? null : isoOrNull(Math.round(at + ahead));
  };
  return {
    ...{ current, warn, pause, hard_stop, quota, share: quota === 0 ? 0 : Math.max(0, current / quota) },
    state: isOver(hard_stop) ? 'hard_stop' : isOver(pause) ? 'pause' : isOver(warn) ? 'warn' : 'ok',
    observed_at: isoOrNull(at),
    per_hour: growth === undefined ? null : near(growth * HOUR),
    ...{ warn_at: reached(warn), pause_at: reached(pause), hard_stop_at: reached(hard_stop) },
    resets_at: isoOrNull(reset),
    expected:
      reset === null || growth === undefined ? null : near(Math.max(0, current + growth * (reset - at))),
  };
}

/** Readings lie in buckets, of which the newest is kept: of ten seconds in the last week, of up to a day before. */
const widthOf = (at: number) => (at > NOW - 7 * DAY ? 10 * SECOND : DAY);
const bucketOf = (at: number) => Math.floor(at / widthOf(at));

/** Readings of a range and of the day after it, in the order in which a later one replaces an earlier. */
function readingsIn(history: History, filter: Filter): readonly Reading[] {
  return responsesIn(history, { ...ofServers(filter), to: filter.to + DAY })
    .toSorted((a, b) => atOf(a) - atOf(b) || a.ordinal - b.ordinal)
    .flatMap((of) => {
      const { quota, members } = of.record.verdict;
      const said = [
        ...warningsOf(of.record.verdict).flatMap(({ reading }) =>
          reading?.kind === 'quota' ? [{ ...reading, resets_at: null }] : [],
        ),
        ...[quota, ...members.map((member) => member.quota)].flatMap((stated) => stated ?? []),
      ];
      return said.map((reading) => ({ ...reading, server: serverOf(of), at: atOf(of) }));
    });
}

export const quotas: Question = async (store, history, filter) => {
  const { items } = await store.quotas(filter, NOW);
  if (history.isRetractedAmongRemoved) return;
  const { to } = filter;
  const readings = readingsIn(history, filter);
  const told: Reading[] = [];
  for (const { server, metric, readings: points } of items)
    for (const [at, current] of points) {
      const last = readings.findLast(
        (one) => one.server === server && one.metric === metric && one.at === at,
      );
      expect(last?.current).toBe(current);
      if (at >= to) expect([widthOf(at), bucketOf(at)]).toEqual([DAY, bucketOf(to)]);
      if (last !== undefined) told.push(last);
    }
  // Each is told, or a newer one of its bucket is; but for those of the ten seconds around the end, and of a quota of which
  // nothing that is kept says how large it is.
  for (const { server, metric, at } of readings.filter((one) => one.at < to)) {
    const alike = readings.filter((one) => one.server === server && one.metric === metric && one.at < to);
    const kept = new Map(alike.map((one) => [bucketOf(one.at), one.quota]));
    if ([...kept.values()].every((size) => size === null)) continue;
    const newest = told.findLast(
      (one) => one.server === server && one.metric === metric && bucketOf(one.at) === bucketOf(at),
    );
    if (widthOf(at) === DAY || bucketOf(at) < bucketOf(to)) expect(newest?.at).toBeGreaterThanOrEqual(at);
  }
  const keyOf = ({ server, metric }: Pick<Reading, 'server' | 'metric'>) => [server, metric];
  expectRows([items, keyOf], [told, keyOf], figuresOf);
  for (const { readings: points } of items) {
    const times = points.map(([at]) => at);
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
  }
  expectOrder(items, ({ share, server, metric }) => [-share, server, metric]);
};
