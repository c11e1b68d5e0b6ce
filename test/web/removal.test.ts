import { expect, it } from 'vitest';
import { isPast, removalDay } from '../../web/ui/removal.tsx';

it.each([
  ['2026-11-20', '20 Nov 2026'],
  ['2026-11-20T00:00:00', '20 Nov 2026'],
  ['2026-11-20T00:00:00+09:00', '19 Nov 2026'],
  ['2026-02-30', '2026-02-30'],
  ['1', '1'],
  ['next spring', 'next spring'],
])('the removal date %j is shown as %s', (sent, shown) => {
  expect(removalDay(sent)).toBe(shown);
});

it('a removal date is past from the next day on', () => {
  expect([-1, 0, 1, null].map((days_left) => isPast({ days_left }))).toEqual([true, false, false, false]);
});
