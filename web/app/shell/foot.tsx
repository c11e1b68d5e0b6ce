import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Status } from '../../../shared/api/status.ts';
import { followLive } from '../../lib/live.ts';
import { usePreference } from '../../lib/preferences.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { Toasts } from '../../ui/toast.tsx';
import { Announcements } from './announcements.tsx';
import { Banner } from './banner.tsx';
import { MisreadFilter } from './misread-filter.tsx';
import { StatusBar } from './status-bar.tsx';

/**
 * The foot of every page: toasts, one banner, the status bar, a note and announcements, and whether the page is
 * outdated. With it comes the live stream, which tells what happened since the `first` status.
 */
export function Foot({ first }: { first: Status | undefined }) {
  useLive(first);
  return (
    <>
      <div className="foot">
        <Toasts />
        <Banner />
      </div>
      <StatusBar />
      <MisreadFilter />
      <Announcements />
      <Outdated />
    </>
  );
}

/** Follows the live stream of a store while that is switched on. */
function useLive(first: Status | undefined): void {
  const client = useQueryClient();
  const filter = useFilter();
  const live = usePreference('live');
  useEffect(
    () => (live && first !== undefined ? followLive(client, filter, first) : undefined),
    [client, live, filter, first],
  );
}

/** While the page still shows answers to an earlier filter, which the style sheet then dims. */
function Outdated() {
  const asked = useIsFetching({
    predicate: ({ observers }) => observers.some((observer) => observer.getCurrentResult().isPlaceholderData),
  });
  return asked > 0 && <progress className="vh" aria-label="Loading" />;
}
