import type { DeprecationDetail } from '../../../shared/api/deprecations.ts';
import { ms } from '../../lib/times.ts';
import type { Points } from '../../ui/chart/model.ts';

type Foreseen = Pick<DeprecationDetail, 'count' | 'from' | 'to' | 'bucket_ms' | 'zero_at'>;

/**
 * A point per bucket from the end of the range down to zero, in a straight line from the range's middle, where
 * the uses had its mean pace: `zero_at` follows from the same uses. None if zero is not near enough.
 */
export function forecastOf({ count, bucket_ms, zero_at, ...range }: Foreseen): Points {
  const [from, to] = [ms(range.from), ms(range.to)];
  const zero = zero_at === null ? 0 : ms(zero_at);
  // Beyond the length of the range itself, the forecast would be most of the picture.
  if (zero <= to || zero > to + (to - from)) return [];
  const start = Math.floor(to / bucket_ms) * bucket_ms;
  const pace = (count * bucket_ms) / (to - from);
  const fall = zero - (from + to) / 2;
  const size = Math.ceil((zero - start) / bucket_ms) + 1;
  return Array.from({ length: size }, (_, bucket) => {
    const t = start + bucket * bucket_ms;
    return [t, Math.max(0, (pace * (zero - t)) / fall)] as const;
  });
}
