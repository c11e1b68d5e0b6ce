import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Connected } from './connected.tsx';
import { before, EVERY_MS, newest } from './queries.ts';
import { Waiting } from './waiting.tsx';
import type { Way } from './ways.ts';

/** The card that waits and turns green: for any response, or for the next one of the named server. */
export function Arrival({
  server,
  any,
  way,
  onDone,
}: {
  server: string;
  any: boolean;
  way: Way;
  onDone?: () => void;
}) {
  const [since] = useState(() => Date.now());
  const asked = any ? null : server;
  const [arrived, setArrived] = useState<string>();
  const { data: old } = useQuery(before(asked));
  const { data: now } = useQuery({ ...newest(asked), refetchInterval: arrived === undefined && EVERY_MS });
  const id = now?.items[0]?.id;
  if (arrived === undefined && old !== undefined && id !== undefined && id !== old) setArrived(id);
  return arrived === undefined ? (
    <Waiting server={server} any={any} since={since} way={way} />
  ) : (
    <Connected
      id={arrived}
      since={since}
      onAnother={() => setArrived(undefined)}
      {...(onDone && { onDone })}
    />
  );
}
