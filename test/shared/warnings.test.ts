import { describe, expect, test } from 'vitest';
import { inspect } from '../../shared/inspect.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import type { Warning } from '../../shared/verdict.ts';
import { readWarnings } from '../../shared/warnings.ts';

const NOW = Date.parse('2026-11-21T00:00:00Z');

function warning(item: JsonObject, operation = 'list'): Warning {
  const [read] = readWarnings({ success: true, data: {}, warnings: [item] }, operation, NOW);
  if (read === undefined) throw new Error('No warning was read');
  return read;
}

const of = (code: string) => (details: JsonObject) => warning({ code, message: 'm', details });
const quota = of('RATE_LIMIT_QUOTA_WARNING');
const deprecation = of('DEPRECATION_WARNING');
const truncation = of('VALIDATION_TRUNCATED_WARNING');
const slow = of('PERFORMANCE_SLOW_QUERY_WARNING');

describe('severity', () => {
  test.each([
    ['high', 0, false],
    ['medium', 1, false],
    ['low', 2, false],
    [undefined, 1, true],
    [null, 1, true],
    ['HIGH', 1, true],
    [0, 1, true],
    [{ level: 'high' }, 1, true],
  ])('%j counts as %d', (severity, number, defaulted) => {
    expect(warning({ code: 'X', severity })).toMatchObject({
      severity: number,
      defaulted,
      declared: severity ?? null,
    });
  });
});

describe('occurrences', () => {
  test.each([
    [{}, 1],
    [{ occurrence_count: 3 }, 3],
    [{ details: { occurrence_count: 4 } }, 4],
    [{ occurrence_count: 2, details: { occurrence_count: 4 } }, 2],
    [{ occurrence_count: 0 }, 1],
    [{ occurrence_count: '3' }, 1],
    [{ occurrence_count: 1.5, details: { occurrence_count: 4 } }, 1],
    [{ occurrence_count: null, details: { occurrence_count: 4 } }, 1],
    [{ occurrence_count: Number.POSITIVE_INFINITY }, 1],
    [{ occurrence_count: 1_000_000 }, 1_000_000],
    [{ occurrence_count: 9e15 }, 1_000_000],
    [{ occurrence_count: 1e16 }, 1_000_000],
  ])('of %j: %d', (item, occurrences) => {
    expect(warning({ code: 'X', ...item }).occurrences).toBe(occurrences);
  });
});

test.each([
  ['RATE_LIMIT_QUOTA_WARNING', 'rate_limit'],
  ['DEPRECATION_X', 'deprecation'],
  ['VALIDATION_X', 'validation'],
  ['PERFORMANCE_X', 'performance'],
  ['DEPRECATED_FIELD', 'other'],
  [null, 'other'],
])('%s has the class %s', (code, kind) => {
  expect(warning({ code }).class).toBe(kind);
});

describe('a quota', () => {
  const numbers = { metric: 'requests_per_hour', current: 4500, warn_threshold: 4000 };

  test('is the hard stop, or else taken from the warning threshold as 80 %', () => {
    expect(quota(numbers).reading).toMatchObject({ kind: 'quota', quota: 5000, ratio: 0.9, pause: null });
    expect(quota({ ...numbers, hard_stop_threshold: 6000 }).reading).toMatchObject({
      quota: 6000,
      ratio: 0.75,
    });
    expect(quota({ ...numbers, hard_stop_threshold: 0 }).reading).toMatchObject({ quota: 5000 });
    expect(quota({ ...numbers, hard_stop_threshold: '6000' }).reading).toMatchObject({
      quota: 5000,
      hard_stop: null,
    });
  });

  test.each([
    [4500, 4000, 1],
    [4501, 4000, 0],
    [6.3, 5.6, 1],
    [900_000_000, 800_000_000, 1],
    [900_000_001, 800_000_000, 0],
    [0, 4000, 1],
  ])('%d of a threshold of %d recommends %d', (current, warn_threshold, recommended) => {
    expect(quota({ ...numbers, current, warn_threshold }).recommended).toBe(recommended);
  });

  test.each([
    { metric: 'm', current: 1 },
    { metric: 1, current: 1, warn_threshold: 1 },
    { metric: 'm', current: '1', warn_threshold: 1 },
    { metric: 'm', current: Number.POSITIVE_INFINITY, warn_threshold: 1 },
  ])('is not read from %j', (details) => {
    expect(quota(details)).toMatchObject({ reading: null, recommended: null });
  });

  test('of nothing has no ratio', () => {
    expect(quota({ metric: 'm', current: 1, warn_threshold: 0 }).reading).toBeNull();
  });
});

describe('a deprecation', () => {
  const item = { type: 'operation', deprecated_item: 'list_v1' };

  test.each([
    [undefined, 2],
    ['next year', 2],
    ['2026-12-21', 0],
    ['2026-12-21T00:00:00Z', 0],
    ['2026-12-21T00:00:01', 1],
    ['2026-12-22', 1],
    ['2026-01-01', 0],
  ])('to be removed %s recommends %d', (removal_date, recommended) => {
    expect(deprecation({ ...item, removal_date }).recommended).toBe(recommended);
  });

  test('is judged by its date even if its details are incomplete', () => {
    const details = { deprecated_operation: 'list_v1', removal_date: '2026-12-01' };
    expect(deprecation(details)).toMatchObject({ reading: null, recommended: 0 });
  });

  test('with a date has no recommended severity without a time of observation', () => {
    const read = (details: JsonObject) =>
      readWarnings(
        { success: true, warnings: [{ code: 'DEPRECATION_WARNING', details }] },
        null,
        undefined,
      )[0]?.recommended;
    expect(read({ ...item, removal_date: '2026-12-01' })).toBeNull();
    expect(read(item)).toBe(2);
  });

  test('is read', () => {
    expect(deprecation({ ...item, replacement: 'list', removal_date: '2027-01-01' }).reading).toEqual({
      kind: 'deprecation',
      type: 'operation',
      deprecated_item: 'list_v1',
      replacement: 'list',
      removal_date: '2027-01-01',
      removal_at: Date.parse('2027-01-01T00:00:00Z'),
      migration_guide: null,
    });
    expect(deprecation({ ...item, type: 'endpoint' }).reading).toBeNull();
  });
});

test.each([
  [100, 50, 2, 0.5],
  [100, 49, 1, 0.51],
  [1523, 100, 1, 0.93],
  [100, 120, 2, 0],
  [0, 0, 2, 0],
])('a truncation of %d to %d recommends %d', (original_count, truncated_count, recommended, lost) => {
  const read = truncation({ field: 'items', original_count, truncated_count, limit: 100 });
  expect(read.recommended).toBe(recommended);
  expect(read.reading).toMatchObject({ kind: 'truncation', lost: expect.closeTo(lost, 2) });
});

test.each([
  [1999, 1000, 2],
  [2000, 1000, 1],
  [10_000, 1000, 1],
  [10_001, 1000, 0],
  [5.7, 0.57, 1],
  [5_000_000_000, 500_000_000, 1],
  [5_000_000_001, 500_000_000, 0],
])('an operation of %d ms against %d recommends %d', (duration_ms, threshold_ms, recommended) => {
  const read = slow({ operation: 'search', duration_ms, threshold_ms });
  expect(read).toMatchObject({ recommended, reading: { kind: 'slow', times: duration_ms / threshold_ms } });
});

describe('a reading', () => {
  const long = 'x'.repeat(5_000);
  const numbers = { current: 1, warn_threshold: 2, original_count: 2, truncated_count: 1, limit: 1 };
  const times = { duration_ms: 2, threshold_ms: 1 };

  test.each([
    ['metric', quota],
    ['deprecated_item', deprecation],
    ['field', truncation],
    ['operation', slow],
  ])('has a short %s, which different long ones do not share', (name, read) => {
    const nameIn = (value: string) => {
      const details = { type: 'feature', ...numbers, ...times, [name]: value };
      const { reading, details: sent } = read(details);
      expect(sent).toEqual(details);
      return Object.entries(reading ?? {}).find(([key]) => key === name)?.[1];
    };
    expect(nameIn(`${long}1`)).toHaveLength(253);
    expect(nameIn(`${long}1`)).toBe(nameIn(`${long}1`));
    expect(nameIn(`${long}1`)).not.toBe(nameIn(`${long}2`));
    expect(nameIn(long.slice(0, 256))).toBe(long.slice(0, 256));
  });

  test('has the start of long advice', () => {
    const advice = { replacement: long, migration_guide: long, removal_date: long };
    const { reading } = deprecation({ type: 'operation', deprecated_item: 'list_v1', ...advice });
    const start = long.slice(0, 1000);
    expect(reading).toMatchObject({ replacement: start, migration_guide: start, removal_date: start });
  });
});

describe('a condition', () => {
  test('is the same for a different number, but not for a different metric', () => {
    const one = quota({ metric: 'a', current: 1, warn_threshold: 1 }).condition;
    expect(quota({ metric: 'a', current: 2, warn_threshold: 3 }).condition).toBe(one);
    expect(quota({ metric: 'b', current: 1, warn_threshold: 1 }).condition).not.toBe(one);
  });

  test('of a standard code is none if its details do not say it', () => {
    expect(quota({ current: 1, warn_threshold: 1 }).condition).toBeNull();
    expect(deprecation({ type: 'operation' }).condition).toBeNull();
  });

  test('of a truncation depends on the operation', () => {
    const item = { code: 'VALIDATION_TRUNCATED_WARNING', details: { field: 'items' } };
    expect(warning(item, 'other').condition).not.toBe(warning(item).condition);
  });

  test('of any other code is made of its details without numbers and times, in any order', () => {
    const own = of('PERFORMANCE_X');
    const one = own({ a: 'x', b: { n: 1, c: 'y' }, at: '2026-01-01' }).condition;
    expect(own({ b: { c: 'y', n: 2 }, at: '2026-01-02', a: 'x' }).condition).toBe(one);
    expect(own({ a: 'z', b: { c: 'y' } }).condition).not.toBe(one);
  });

  test('whose parts are objects is the same in any order of their members', () => {
    const conditionOf = (operation: unknown) =>
      inspect({
        response: {
          success: true,
          data: {},
          warnings: [{ code: 'PERFORMANCE_SLOW_QUERY_WARNING', message: 'm', details: { operation } }],
        },
      }).warnings.map(({ condition }) => condition);
    expect(conditionOf({ a: 1, b: [{ c: 2, d: 3 }] })).toEqual(conditionOf({ b: [{ d: 3, c: 2 }], a: 1 }));
    expect(conditionOf({ a: 1 })).not.toEqual(conditionOf({ a: 2 }));
  });

  test('stays short, and differs for different long details', () => {
    const own = (end: string) => of('X')({ a: `${'x'.repeat(100_000)}${end}` }).condition;
    expect(own('1')?.length).toBeLessThan(300);
    expect(own('1')).not.toBe(own('2'));
  });
});

test('leaves out the secrets of details', () => {
  const read = of('X')({ api_key: 'abc', nested: [{ token: 'def', n: 1 }], tokens: ['g', 2] });
  expect(read.details).toEqual({
    api_key: '[redacted]',
    nested: [{ token: '[redacted]', n: 1 }],
    tokens: ['[redacted]', 2],
  });
  const told = { tokens: ['This field is required.'] };
  expect(of('X')(told).details).toEqual(told);
  expect(of('X')({ ...told, token: 'abc' }).details).toEqual({ ...told, token: '[redacted]' });
  expect(read.condition).not.toContain('abc');
});

test('are read only from a claimed success, and only if they are objects', () => {
  expect(readWarnings({ success: false, warnings: [{ code: 'X' }] }, null, NOW)).toEqual([]);
  expect(readWarnings({ warnings: [{ code: 'X' }] }, null, NOW)).toEqual([]);
  expect(readWarnings({ success: true, warnings: 'slow' }, null, NOW)).toEqual([]);
  expect(readWarnings({ success: true, warnings: ['slow', { code: '' }] }, null, NOW)).toMatchObject([
    { index: 1, code: null },
  ]);
});
