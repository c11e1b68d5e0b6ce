import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useRouter } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { Status } from '../../../shared/api/status.ts';
import { generalFault, goneSince } from '../../lib/api.ts';
import { focusMain, isFocusLost } from '../../lib/focus.ts';
import { liveState } from '../../lib/live-state.ts';
import { lazyPart } from '../../lib/part.ts';
import { isBlank, statusQuestion } from '../../lib/questions.ts';
import { useStore } from '../../lib/store.ts';
import { useWindowTitle } from '../../lib/title.ts';
import { FilterBar } from './filter-bar.tsx';
import { Header } from './header.tsx';
import { Keyboard } from './keyboard.tsx';
import './shell.css';
import { usePage } from './use-page.ts';

const NothingStored = lazyPart(() => import('../../ui/nothing-stored.tsx'), 'NothingStored');
const Login = lazyPart(() => import('./login.tsx'), 'Login');
const Printed = lazyPart(() => import('./printed.tsx'), 'Printed');
const Foot = lazyPart(() => import('./foot.tsx'), 'Foot');

/** Discards and refetches everything if another store answers than before, or the same one as it once was. */
function useSameStore(stored: Status['stored'] | undefined): void {
  const client = useQueryClient();
  const before = useRef(stored);
  useEffect(() => {
    const { identity, ordinal } = before.current ?? {};
    before.current = stored;
    if (identity && stored && (identity !== stored.identity || (ordinal ?? 0) > stored.ordinal))
      void client.resetQueries({ predicate: ({ queryKey: [route] }) => route !== 'GET /api/v1/status' });
  }, [client, stored]);
}

/** The first status of a store that the page read, before any other answer about it. */
function useFirst(status: Status | undefined): Status | undefined {
  const [first, setFirst] = useState(status);
  if (status !== undefined && status.stored.identity !== first?.stored.identity) setFirst(status);
  return first;
}

/** Moves the focus to where another page begins, if it was in the page that has gone. */
function useFocusOf(title: string | undefined): void {
  const before = useRef(title);
  useEffect(() => {
    if (before.current && before.current !== title && isFocusLost()) focusMain();
    before.current = title;
  }, [title]);
}

/** Leads from the overview of a store in which the page found nothing to Connect. */
function useFirstSteps(first: Status | undefined): void {
  const router = useRouter();
  useEffect(() => {
    if (first !== undefined && isBlank(first) && router.state.location.pathname === '/')
      void router.navigate({ to: '/connect', replace: true });
  }, [first, router]);
}

/** How often to check whether the server is back, ms. */
const BACK_EVERY_MS = 2000;

/** The frame of every page. */
export function Shell() {
  const gone = useStore(goneSince) !== null;
  const failing = useStore(generalFault) !== null;
  const lost = useStore(liveState) === 'lost';
  const { data: status, error } = useQuery({
    ...statusQuestion(),
    refetchInterval: (gone || failing || lost) && BACK_EVERY_MS,
  });
  const first = useFirst(status);
  const refused = error?.status === 401;
  const page = usePage();
  const title = page?.title;
  useWindowTitle(title);
  useFocusOf(title);
  useSameStore(status?.stored);
  useFirstSteps(first);
  const waits = page?.waits === true && status !== undefined && isBlank(status);
  if (refused)
    return (
      <Suspense>
        <Login />
      </Suspense>
    );
  return (
    <>
      <a className="skip no-print" href="#main">
        Skip to content
      </a>
      <Header />
      {page?.dimensions !== undefined && !waits && <FilterBar key={title} dimensions={page.dimensions} />}
      <Suspense>
        <Printed />
      </Suspense>
      <main id="main" tabIndex={-1}>
        {waits ? (
          <div className="page">
            <h1>{title}</h1>
            <Suspense>
              <NothingStored height={420} />
            </Suspense>
          </div>
        ) : (
          <Suspense>
            <Outlet />
          </Suspense>
        )}
      </main>
      <Suspense fallback={<footer className="status" />}>
        <Foot first={first} />
      </Suspense>
      <Keyboard />
    </>
  );
}
