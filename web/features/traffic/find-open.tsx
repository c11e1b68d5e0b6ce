import { Link } from '@tanstack/react-router';
import { iso } from '../../../shared/time/instant.ts';
import { leavesFocus } from '../../lib/focus.ts';
import { ms } from '../../lib/times.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { useOpenResponse } from './use-open-response.ts';

/** Leads from a list without the open response to its place in the log: to the day that ends with it. */
export function FindOpen({ id }: { id: string }) {
  const filter = useFilter();
  const { data } = useOpenResponse(id);
  if (data === undefined) return null;
  const to = iso(ms(data.observed_at) + 1);
  // The log has no members of a batch, nor what has an untrusted time, whatever its range.
  if (data.parent !== null || filter.to === to) return null;
  return (
    <Link ref={leavesFocus} className="link sm no-print" to="." search={{ to }} resetScroll={false}>
      Find the open response
    </Link>
  );
}
