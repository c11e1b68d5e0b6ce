import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useMatches } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { ApiFailure } from '../../lib/api.ts';
import { followLive } from '../../lib/live.ts';
import { usePreference } from '../../lib/preferences.ts';
import { isBlank, statusQuestion } from '../../lib/questions.ts';
import { isOpenEnded } from '../../lib/range.ts';
import { useStore } from '../../lib/store.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { Toasts } from '../../ui/toast.tsx';
import { teaching } from '../teaching.ts';
import { Announcements } from './announcements.tsx';
import { DemoBanner } from './demo-banner.tsx';
import { FilterBar } from './filter-bar.tsx';
import { Header } from './header.tsx';
import { Keyboard } from './keyboard.tsx';
import { Login } from './login.tsx';
import './shell.css';
import { StatusBar } from './status-bar.tsx';

/** Follows the live stream while it is on and the range ends now. */
function useLive(first: number | undefined): void {
  const client = useQueryClient();
  const filter = useFilter();
  const on = usePreference('live') && isOpenEnded(filter);
  useEffect(
    () => (on && first !== undefined ? followLive(client, filter, first) : undefined),
    [client, on, filter, first],
  );
}

/** What stands around every page. */
export function Shell() {
  const { data: status, error } = useQuery(statusQuestion());
  const refused = error instanceof ApiFailure && error.status === 401;
  const page = useMatches().findLast(({ staticData }) => staticData.title !== undefined)?.staticData;
  // The first ordinal that was read: that of a later answer is no reason to begin the stream anew.
  const [first, setFirst] = useState<number>();
  if (first === undefined && status !== undefined) setFirst(status.stored.ordinal);
  useLive(refused ? undefined : first);
  const title = page?.title;
  useEffect(() => {
    document.title = title === undefined ? 'Mailroom' : `${title} · Mailroom`;
  }, [title]);
  const nothing = status === undefined ? undefined : isBlank(status);
  useEffect(() => {
    // Decided once: the screen stays when the first response arrives, so that it can say so.
    if (teaching.get() === undefined) teaching.set(nothing);
  }, [nothing]);
  const bare = useStore(teaching) === true && page?.title === 'Overview';
  if (refused) return <Login />;
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Header />
      {page?.dimensions !== undefined && !bare && <FilterBar dimensions={page.dimensions} />}
      <main id="main" tabIndex={-1}>
        <Suspense>
          <Outlet />
        </Suspense>
      </main>
      <div className="foot">
        <Toasts />
        {status?.demo === true && <DemoBanner />}
      </div>
      <StatusBar />
      <Announcements />
      <Keyboard />
    </>
  );
}
