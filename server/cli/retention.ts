import { DAY } from '../../shared/time/units.ts';
import { flag, Unusable } from './flags.ts';

const UNIT_MS = new Map(Object.entries({ d: DAY, w: 7 * DAY, y: 365 * DAY }));
const UNIT_BYTES = new Map(Object.entries({ mb: 1e6, gb: 1e9, tb: 1e12 }));

export const keep = flag('keep', 'TIME', {
  summary: 'How long to keep responses, such as 30d (d, w, y); counts and trends stay',
  absent: null,
  shown: 'forever',
  parse: (given) => measure(given, UNIT_MS, 'a duration such as 30d'),
});
export const maxSize = flag('max-size', 'SIZE', {
  summary: 'Database size above which the oldest responses are removed, such as 10GB (MB, GB, TB)',
  absent: null,
  shown: 'unlimited',
  parse: (given) => measure(given, UNIT_BYTES, 'a size such as 10GB'),
});

function measure(given: string, units: ReadonlyMap<string, number>, expected: string): number {
  const [, amount, unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?)([a-z]+)$/.exec(given.trim().toLowerCase()) ?? [];
  const measured = Math.floor(Number(amount) * (units.get(unit) ?? Number.NaN));
  if (!(measured > 0)) throw new Unusable(`expects ${expected}, not "${given}"`);
  return measured;
}
