import { useEffect } from 'react';
import type { Status } from '../../shared/api/status.ts';
import { isBlank, statusQuestion } from '../lib/questions.ts';
import { createStore } from '../lib/store.ts';
import { queryClient } from './query-client.ts';

/** Whether `/` is the getting-started screen; undefined until it is known whether anything was stored. */
export const gettingStarted = createStore<boolean | undefined>(undefined);

/**
 * Decides it by the first status. The screen then stays when the first response arrives, to report it, until another
 * page is shown.
 */
export function useGettingStarted(status: Status | undefined, isElsewhere: boolean): void {
  const isFirst = status && isBlank(status);
  useEffect(() => {
    if (gettingStarted.get() === undefined || (isElsewhere && isFirst === false)) gettingStarted.set(isFirst);
  }, [isFirst, isElsewhere]);
}

/** Leaves the screen for the overview, which has the same address, once there is something to show. */
export function leaveGettingStarted(): void {
  const status = queryClient.getQueryData(statusQuestion().queryKey);
  if (status !== undefined && !isBlank(status)) gettingStarted.set(false);
}
