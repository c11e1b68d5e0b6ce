import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { serverNow } from '../../lib/now.ts';
import { Connected } from './connected.tsx';
import { EVERY_MS, firstSince, newestQuestion } from './queries.ts';
import { Waiting } from './waiting.tsx';
import type { Way } from './ways.ts';

/** The card that waits and then turns green: for any response, or for the next one of the named server. */
export function Arrival({
  server,
  any,
  way,
  onAnother,
}: {
  server: string;
  any: boolean;
  way: Way;
  onAnother: () => void;
}) {
  const [since] = useState(() => serverNow());
  const asked = any ? null : server;
  const [arrived, setArrived] = useState<{ readonly id: string; readonly isOlder: boolean }>();
  const earlier = useQuery({ ...newestQuestion('before', asked, since), enabled: !any });
  // Before the first response of all there is none: asking could find the one that is waited for.
  const before = any ? null : earlier.data;
  const latest = useQuery({
    ...newestQuestion('now', asked, since),
    enabled: before !== undefined && arrived === undefined,
    // What was never answered is asked again on request only, so that its failure stays to be read.
    refetchInterval: ({ state }) => state.data !== undefined && EVERY_MS,
  });
  const now = latest.data;
  if (arrived === undefined && before !== undefined && now) {
    const isNewer = now.newest !== before?.newest;
    // What is imported may be older than the newest.
    if (isNewer || now.total > before.total) setArrived({ id: firstSince(before, now), isOlder: !isNewer });
  }
  return arrived === undefined ? (
    <Waiting
      server={server}
      any={any}
      since={since}
      way={way}
      ready={before !== undefined}
      query={earlier.isError ? earlier : latest}
    />
  ) : (
    <Connected {...arrived} since={since} onAnother={onAnother} />
  );
}
