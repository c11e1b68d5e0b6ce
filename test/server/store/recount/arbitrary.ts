import fc from 'fast-check';
import type { Filter, GroupStateChange, SeriesAsk } from '../../../../server/store/store.ts';
import { GROUP_BYS, METRICS } from '../../../../shared/api/series.ts';
import { GROUP_STATES } from '../../../../shared/group-state.ts';
import { CATEGORIES, DIALECTS, type Dialect, LEVELS, OUTCOMES } from '../../../../shared/verdict.ts';
import { DAY, HOUR, MINUTE, NOW, SECOND } from '../records.ts';
import { KINDS, type Said } from './said.ts';

const SERVERS = ['shop', 'bank', 'notes'] as const;
const CLIENTS = ['ide', 'bot'] as const;
const VERSIONS = ['1.0', '1.1', '2.0', 'beta', 'alpha'] as const;
const OPERATIONS = ['list', 'pay', 'find'] as const;

/** Starts of cells and buckets of every width and what is next to them, most of them in the last days. */
const moment = fc
  .tuple(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(0, 1, 5, 90, 179, 180, 181, 720, 1440).map((n) => n * MINUTE) },
      { weight: 3, arbitrary: fc.nat(3 * 24 * 60).map((n) => n * MINUTE) },
      { weight: 2, arbitrary: fc.constantFrom(3, 6, 7, 8, 13, 15, 40, 61, 90, 399, 402).map((n) => n * DAY) },
    ),
    fc.constantFrom(MINUTE, MINUTE, 5 * MINUTE, 30 * MINUTE, HOUR, 12 * HOUR, DAY, 1),
    fc.oneof(fc.constantFrom(0, 0, -1, 1, 30 * SECOND), fc.nat(MINUTE - 1)),
  )
  .map(([back, width, more]) => Math.min(NOW - 1, Math.floor((NOW - back) / width) * width + more));
const future = fc.constantFrom(1, HOUR, DAY, DAY + 1, 40 * DAY).map((n) => NOW + n);

const said: fc.Arbitrary<Said> = fc.record({
  kind: fc.nat(KINDS.length - 1),
  n: fc.nat(120),
  at: fc.oneof({ weight: 30, arbitrary: moment }, { weight: 1, arbitrary: future }),
  isLate: fc.boolean(),
  server: fc.constantFrom(...SERVERS),
  given: fc.record(
    {
      id: fc.nat(30).map(String),
      operation: fc.constantFrom(...OPERATIONS, undefined),
      client: fc.constantFrom(...CLIENTS),
      client_version: fc.constantFrom(...VERSIONS),
      server_version: fc.constantFrom(...VERSIONS),
      session: fc.nat(3).map(String),
      duration_ms: fc.oneof(fc.nat(5000), fc.double({ min: 0, max: 1e6, noNaN: true })),
    },
    { requiredKeys: [] },
  ),
});

/** About as many responses of one millisecond as it has ids, of which the last may get later ones that are taken. */
const crowd: fc.Arbitrary<readonly Said[]> = fc
  .tuple(said, fc.integer({ min: 120, max: 140 }), fc.array(said, { maxLength: 3 }))
  .map(([one, times, others]) => [
    ...others.map((other, i) => ({ ...other, at: one.at + (i % 2) })),
    ...Array<Said>(times).fill({ ...one, given: { ...one.given, id: undefined } }),
  ]);

interface Repeat {
  readonly nth: number;
  readonly at: number;
  readonly given: Pick<Said['given'], 'server_version'>;
}

/** What happens to a store. `nth` is an index among what there is then, modulo its length. */
export type Step =
  | { readonly do: 'append'; readonly said: readonly Said[] }
  /** Failures happen again. */
  | { readonly do: 'repeat'; readonly some: readonly Repeat[] }
  | { readonly do: 'change'; readonly nth: number; readonly change: GroupStateChange }
  | { readonly do: 'pin'; readonly server: string; readonly dialect: Dialect | null }
  | { readonly do: 'retain'; readonly days: number | null }
  | { readonly do: 'forget'; readonly server: string }
  | {
      readonly do: 'reinspect';
      readonly changed: readonly { readonly nth: number; readonly kind: number }[];
    };

const repeat: fc.Arbitrary<Repeat> = fc.record({
  nth: fc.nat(3),
  at: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(1, MINUTE, HOUR, DAY).map((n) => NOW - n) },
    { weight: 1, arbitrary: moment },
  ),
  given: fc.record({ server_version: fc.constantFrom(...VERSIONS) }, { requiredKeys: [] }),
});

/** A failure that happens often, until now. */
const surge: fc.Arbitrary<readonly Repeat[]> = fc
  .tuple(repeat, fc.integer({ min: 8, max: 14 }), fc.constantFrom(1, 20 * SECOND, 3 * MINUTE, 20 * MINUTE))
  .map(([one, times, every]) =>
    Array.from({ length: times }, (_, i) => ({ ...one, at: NOW - 1 - i * every })),
  );

const change: fc.Arbitrary<GroupStateChange> = fc
  .record(
    {
      state: fc.constantFrom(...GROUP_STATES, 'resolved', 'muted'),
      at: fc.constantFrom(0, 1, MINUTE, HOUR, 7 * HOUR, DAY, 2 * DAY).map((n) => NOW - n),
      until: fc.constantFrom(1, HOUR, DAY, 4 * DAY),
      untilCount: fc.constantFrom(1, 2, 3),
      version: fc.constantFrom(...VERSIONS),
      regressed: fc.boolean(),
      changes: fc.constantFrom(0, 0, 1, 2),
    },
    { requiredKeys: ['state', 'at'] },
  )
  .map(({ state, at, until, untilCount, version, regressed, changes }) => ({
    ...{ state, at, by: 'dana' },
    ...(state === 'muted' && until !== undefined && { until: at + until }),
    ...(state === 'muted' && untilCount !== undefined && { untilCount }),
    ...(state === 'open' && regressed && { regressed }),
    ...((state === 'resolved' || (state === 'open' && regressed)) && version && { version }),
    ...(changes !== undefined && { changes }),
  }));

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('append' as const),
      said: fc.oneof(
        { weight: 15, arbitrary: fc.array(said, { minLength: 1, maxLength: 12, size: 'max' }) },
        { weight: 1, arbitrary: crowd },
      ),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('repeat' as const),
      some: fc.oneof(fc.array(repeat, { minLength: 1, maxLength: 6 }), surge),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('change' as const), nth: fc.nat(3), change }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('pin' as const),
      server: fc.constantFrom(...SERVERS),
      dialect: fc.constantFrom(null, ...DIALECTS),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('retain' as const),
      days: fc.constantFrom(null, 2, 2, 9, 20, 100),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('reinspect' as const),
      changed: fc.array(fc.record({ nth: fc.nat(200), kind: fc.nat(KINDS.length - 1) }), { maxLength: 10 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('forget' as const),
      server: fc.constantFrom(...SERVERS),
    }),
  },
);

export const steps = fc.array(step, { minLength: 1, maxLength: 12, size: 'max' });

const some = <T>(...values: readonly T[]) =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 2 });

/** Codes of warnings. */
const WARNED = ['DEPRECATION_*', 'RATE_LIMIT_QUOTA_WARNING', 'PERFORMANCE_*'];
const CODES = ['INTERNAL_ERROR', 'VALIDATION_*', 'NOT_*', 'A', 'DEPRECATION_*', 'not_found', '-32603'];
const WORDS = ['boom', 'bo*', 'gone', 'disk full', 'DISK', 'operation took', 'no', '-', 'missing* ', '7'];

const dimension: fc.Arbitrary<Omit<Filter, 'from' | 'to'>> = fc.oneof(
  fc.record({ server: some(...SERVERS, 'never') }),
  fc.record({ client: some(...CLIENTS, 'unidentified') }),
  fc.record({ operation: some(...OPERATIONS) }),
  fc.record({ notServer: some(...SERVERS) }),
  fc.record({ notClient: some(...CLIENTS, 'unidentified') }),
  fc.record({ notOperation: some(...OPERATIONS) }),
  fc.record({ dialect: some(...DIALECTS) }),
  fc.record({ outcome: some(...OUTCOMES) }),
  fc.record({ category: some(...CATEGORIES) }),
  fc.record({ code: some(...CODES, '*') }),
  fc.record({ notCode: some(...CODES) }),
  fc.record({ severityMax: fc.constantFrom(0 as const, 1 as const, 2 as const) }),
  fc.record({ warning: some(...WARNED, 'NO_WARNING') }),
  fc.record({ rule: some('ENV-03', 'ENV-05', 'MSG-01', 'BAT-03', 'WRN-10', 'WRN-21', 'NO-01') }),
  fc.record({ level: some(...LEVELS) }),
  fc.record({ q: fc.constantFrom(...WORDS) }),
);

const range = fc.oneof(
  { weight: 1, arbitrary: fc.constant({ from: NOW - 420 * DAY, to: NOW + 2 * DAY }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(HOUR, DAY, 7 * DAY, 30 * DAY).map((n) => ({ from: NOW - n, to: NOW })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(moment, moment)
      .map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) + Number(a === b) })),
  },
);

/** A range with up to three dimensions. */
export const filter: fc.Arbitrary<Filter> = fc
  .tuple(range, fc.array(dimension, { maxLength: 3 }))
  .map(([ends, [one, another, third]]) => ({ ...one, ...another, ...third, ...ends }));

export const seriesAsk: fc.Arbitrary<SeriesAsk> = fc.record(
  {
    metric: fc.constantFrom(...METRICS),
    groupBy: fc.constantFrom(...GROUP_BYS),
    bucket: fc.constantFrom('auto', '1m', '5m', '1h', '1d'),
    limit: fc.constantFrom(1, 2, 50),
  },
  { requiredKeys: ['metric', 'bucket', 'limit'] },
);
