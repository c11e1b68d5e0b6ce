import { counted } from '../../shared/text/words.ts';
import { MOST_PARAMS } from '../capture/capture.ts';
import type { RemoteWatch } from '../threads/remote-watch.ts';

/** How long the end may wait for the dashboard, ms. */
const PARTING_MS = 2_000;

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
