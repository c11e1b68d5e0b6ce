import { expect, it } from 'vitest';
import { type WarningCount, warningCodes } from '../../../../server/store/answers/warning-codes.ts';
import { HOUR, NOW } from '../records.ts';

const counted = (code: string | null, more: Partial<WarningCount<string>> = {}): WarningCount<string> => ({
  ...{ code, class: 'other', severity: 1, defaulted: false, server: 'shop' },
  ...{ firstSeen: NOW, lastSeen: NOW, count: 1, responses: 1, parts: [1, 0] },
  ...more,
});
const at = (hours: number) => new Date(NOW + hours * HOUR).toISOString();

it('lists codes by their warnings, most first, each with its share, its times and its part of each part', () => {
  const { total, codes } = warningCodes(
    [
      counted(null),
      counted('SHELF_FULL', { count: 2, parts: [0, 2], firstSeen: NOW - HOUR, lastSeen: NOW }),
      counted('SHELF_FULL', { firstSeen: NOW - 3 * HOUR, lastSeen: NOW + HOUR, server: 'other' }),
      counted('DEPRECATION_WARNING', { count: 4, parts: [4, 0], responses: 3 }),
    ],
    2,
    2,
  );
  expect(total).toBe(8);
  const found = codes.map((row) => [row.code, row.standard, row.share, row.servers, row.sparkline]);
  expect(found).toEqual([
    ['DEPRECATION_WARNING', true, 0.5, 1, [4, 0]],
    ['SHELF_FULL', false, 0.375, 2, [1, 2]],
    [null, false, 0.125, 1, [1, 0]],
  ]);
  expect(codes[1]).toMatchObject({ first_seen: at(-3), last_seen: at(1), responses: 2 });
});

it('lists codes with as many warnings by name', () => {
  const { codes } = warningCodes([counted('B'), counted(null), counted('A')], 2, 2);
  expect(codes.map(({ code }) => code)).toEqual([null, 'A', 'B']);
});

it('counts what is below the threshold as severities alone', () => {
  const { total, by_severity, defaulted, codes } = warningCodes(
    [
      counted('A', { severity: 2, defaulted: true, count: 5 }),
      counted('A', { severity: 1, defaulted: true, count: 2 }),
      counted('A', { severity: 0 }),
      counted('B', { severity: 2 }),
    ],
    1,
    2,
  );
  expect([total, defaulted, by_severity]).toEqual([3, 2, { '0': 1, '1': 2, '2': 6 }]);
  expect(codes).toMatchObject([
    { code: 'A', count: 3, defaulted: 2, share: 1, by_severity: { '0': 1, '1': 2, '2': 5 } },
  ]);
});
