import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Status } from '../../../shared/api/status.ts';
import { generalFault, goneSince } from '../../lib/api.ts';
import { followLive } from '../../lib/live.ts';
import { usePreference } from '../../lib/preferences.ts';
import { statusQuestion } from '../../lib/questions.ts';
import { useStore } from '../../lib/store.ts';
import { clockSeconds } from '../../lib/times.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { ClockTime } from '../../ui/time.tsx';
import { Toasts } from '../../ui/toast.tsx';
import { Announcements } from './announcements.tsx';
import { DemoBanner } from './demo-banner.tsx';
import { MisreadFilter } from './misread-filter.tsx';
import { ReinspectionBanner, useReinspection } from './reinspection-banner.tsx';
import { StatusBar } from './status-bar.tsx';
import { TroubleBanner } from './trouble-banner.tsx';
import { UpdatedBanner } from './updated-banner.tsx';

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

/** The most important banner: there is room for only one. */
function Banner() {
  const gone = useStore(goneSince);
  const fault = useStore(generalFault);
  const { data: status } = useQuery(statusQuestion());
  const [version, setVersion] = useState(status?.version);
  if (version === undefined && status !== undefined) setVersion(status.version);
  const reinspection = useReinspection();
  const isDemo = status?.demo === true;
  if (gone !== null)
    return (
      <TroubleBanner>
        <b className="bad">Mailroom is not responding</b> since <ClockTime at={gone} format={clockSeconds} />.
      </TroubleBanner>
    );
  if (fault !== null)
    return (
      <TroubleBanner>
        <b className="bad">Mailroom can’t answer</b> ({fault.message}).
      </TroubleBanner>
    );
  if (status !== undefined && version !== undefined && status.version !== version)
    return <UpdatedBanner version={status.version} />;
  if (reinspection !== undefined) return <ReinspectionBanner state={reinspection} isDemo={isDemo} />;
  return isDemo && <DemoBanner />;
}

/** While the page still shows answers to an earlier filter, which the style sheet then dims. */
function Outdated() {
  const asked = useIsFetching({
    predicate: ({ observers }) => observers.some((observer) => observer.getCurrentResult().isPlaceholderData),
  });
  return asked > 0 && <progress className="vh" aria-label="Loading" />;
}
