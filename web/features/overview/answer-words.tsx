import { useState } from 'react';
import type { ErrorGroup } from '../../../shared/api/error-groups.ts';
import { OVERFLOW } from '../../../shared/overflow.ts';
import { MINUTE } from '../../../shared/time/units.ts';
import { useNow } from '../../lib/now.ts';
import { useZone } from '../../lib/preferences.ts';
import { isOpenEnded, rangeSpan } from '../../lib/range.ts';
import { age, clockOrDay, dateTime, ms } from '../../lib/times.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { Captured } from '../../ui/captured.tsx';

/** Uses the past tense for a range that does not end now. */
export function useTense(): { readonly is: string; readonly are: string } {
  return isOpenEnded(useFilter()) ? { is: 'is', are: 'are' } : { is: 'was', are: 'were' };
}

/** The entry for the servers beyond the store's limit is not a server. */
export function Said({ server, how }: { server: string; how: string }) {
  const { is, are } = useTense();
  if (server === OVERFLOW) return `Servers over the limit ${are} ${how}.`;
  return (
    <>
      <span>
        <Captured text={server} />
      </span>{' '}
      {is} {how}.
    </>
  );
}

/** The code, and the operation if it is known. */
export function What({ of: { code, operation } }: { of: Pick<ErrorGroup, 'code' | 'operation'> }) {
  return (
    <>
      <code>
        <Captured text={code ?? 'No code'} />
      </code>
      {operation !== null && (
        <>
          {' '}
          on{' '}
          <code>
            <Captured text={operation} />
          </code>
        </>
      )}
    </>
  );
}

/** When it began, and how long ago that is if the range ends now. */
export function Since({ since }: { since: string }) {
  const zone = useZone();
  const now = useNow();
  if (!isOpenEnded(useFilter())) return `since ${dateTime(since, zone)}`;
  return `since ${clockOrDay(since, zone, now)}, ${age(now - ms(since))} ago`;
}

/** When something happened last, and how long ago that is if the range ends now. */
export function Last({ at }: { at: string }) {
  const zone = useZone();
  const now = useNow();
  if (!isOpenEnded(useFilter())) return `on ${dateTime(at, zone)}`;
  return `${age(now - ms(at))} ago (${clockOrDay(at, zone, now)})`;
}

/** What the figures of an incident are of: the range or, if it began before that, all since then. */
export function CountedIn({ since, from }: { since: string; from: string }) {
  const length = rangeSpan(useFilter(), useNow(MINUTE));
  return ms(since) < ms(from) ? 'since then' : `in ${length}`;
}

/** Says to screen readers which server is worst, and how, when that changes: the figures change all the time. */
export function Announced({ server, how }: { server: string | undefined; how: string }) {
  const now = server === undefined ? '' : `${server} ${how}`;
  const [told, tell] = useState({ of: now, isNews: false });
  if (told.of !== now) tell({ of: now, isNews: true });
  return (
    <span className="vh" role="status">
      {told.isNews &&
        (server === undefined ? (
          'No server is failing or degraded any more.'
        ) : (
          <Said server={server} how={how} />
        ))}
    </span>
  );
}
