import { counted } from '../../shared/text/words.ts';
import { MOST_PARAMS } from '../capture/capture.ts';
import { RemoteWatch, type WatcherData } from '../threads/remote-watch.ts';
import type { Input } from './command.ts';
import { to, token } from './flags.ts';

/** How long the end may wait for the dashboard, ms. */
const PARTING_MS = 2_000;

/** Starts to watch a server for the dashboard of the flags, and says why captures do not arrive: `unharmed` is what that does not change. */
export function openWatch(
  input: Input,
  watched: Omit<WatcherData, 'dashboard'>,
  unharmed: string,
  say: (line: string) => void,
): RemoteWatch {
  const dashboard = { address: input.get(to), token: input.get(token) };
  return new RemoteWatch(
    { dashboard, ...watched },
    (trouble) => say(`${trouble}; ${unharmed}`),
    () => say(`captures arrive at ${dashboard.address} again`),
  );
}

/**
 * Delivers the captures that a watch still holds, and says how many were lost, or may be, because the dashboard was away, and
 * what of the traffic is in none; `unit` is what the watch was shown.
 */
export async function closeWatch(
  watch: RemoteWatch,
  unit: 'line' | 'message',
  say: (line: string) => void,
): Promise<void> {
  const watched = await watch.close(PARTING_MS);
  if (watched === undefined) return;
  const { dropped, unanswered, reason, paramless, unread, unpaired } = watched;
  if (dropped > 0) say(`${counted(dropped, 'capture')} lost: ${reason}`);
  if (unanswered > 0) say(`${counted(unanswered, 'capture')} may be lost: ${reason}`);
  if (paramless > 0)
    say(`params of ${counted(paramless, 'response')} left out (longer than ${MOST_PARAMS} MiB)`);
  if (unread > 0) say(`passed on ${counted(unread, unit)} without JSON-RPC`);
  if (unpaired > 0) say(`passed on ${counted(unpaired, 'reply')} without a request`);
}
