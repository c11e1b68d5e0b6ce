import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { generalFault, goneSince } from '../../lib/api.ts';
import { leavesFocus } from '../../lib/focus.ts';
import { statusQuestion } from '../../lib/questions.ts';
import { useStore } from '../../lib/store.ts';
import { clockSeconds } from '../../lib/times.ts';
import { ClockTime } from '../../ui/time.tsx';
import { ReinspectionBanner, useReinspection } from './reinspection-banner.tsx';

/** The most important banner: there is room for only one. It is at the foot, as it may come at any time and must not move anything. */
export function Banner() {
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
  // What another version answers, this page may misread.
  if (status !== undefined && version !== undefined && status.version !== version)
    return (
      <aside className="banner" aria-label="Update">
        <b>Mailroom is now {status.version}.</b> This page was loaded from another version.{' '}
        <button type="button" className="link" onClick={() => location.reload()}>
          Reload
        </button>
      </aside>
    );
  if (reinspection !== undefined) return <ReinspectionBanner state={reinspection} isDemo={isDemo} />;
  return (
    isDemo && (
      <aside className="banner no-print" aria-label="Demo">
        <b>Demo.</b> A month of made-up traffic in a temporary database.{' '}
        <Link to="/connect" className="link">
          Connect a server
        </Link>
      </aside>
    )
  );
}

/** Says for the whole page what keeps Mailroom from answering (`children`), and what of the page remains. */
function TroubleBanner({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  return (
    <aside ref={leavesFocus} className="banner tint bad" role="alert">
      {children} Any data shown is the last received; it refreshes once Mailroom is back.{' '}
      <button type="button" className="link" onClick={() => void client.invalidateQueries()}>
        Retry
      </button>
    </aside>
  );
}
