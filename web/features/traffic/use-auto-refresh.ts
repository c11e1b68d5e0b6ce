import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { MINUTE } from '../../../shared/time/units.ts';
import { liveState } from '../../lib/live-state.ts';
import { useNow } from '../../lib/now.ts';
import { usePreference } from '../../lib/preferences.ts';
import { isOpenEnded, movesOn } from '../../lib/range.ts';
import { isSnapshot, type LogQuery, letGo } from './queries.ts';
import type { Arrivals } from './use-arrivals.ts';

/**
 * Changes the log by itself while nobody reads or points at its rows: shows arrivals, if the user follows them
 * or no row could move, and drops rows that left the range. Returns the same for when the pointer leaves.
 */
export function useAutoRefresh(
  frame: RefObject<HTMLElement | null>,
  asked: LogQuery,
  { isEmpty, isFetching }: { readonly isEmpty: boolean; readonly isFetching: boolean },
  arrivals: Arrivals,
): () => void {
  const client = useQueryClient();
  const follow = usePreference('follow');
  const now = useNow(MINUTE);
  const asOf = useRef(now);
  const refreshIfStill = () => {
    if (isSnapshot(asked)) return;
    const { current } = frame;
    if (isFetching || current === null || current.scrollTop > 0 || current.matches(':hover, :focus-within'))
      return;
    if (arrivals.any) {
      if (follow || isEmpty) arrivals.show();
    } else if (asOf.current !== now && movesOn(asked, now) && liveState.get() === 'live') {
      // Drops rows that left the range; those entering a range that does not end now are no new arrivals.
      asOf.current = now;
      // A failed attempt is repeated in a minute.
      void letGo(client, asked, follow || !isOpenEnded(asked)).catch(() => {});
    }
  };
  // At every render, since much of what it waits for causes one.
  useEffect(refreshIfStill);
  return refreshIfStill;
}
