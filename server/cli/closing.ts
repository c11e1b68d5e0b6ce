import { counted } from '../../shared/text/words.ts';
import { MOST_PARAMS } from '../capture/capture.ts';
import type { Sink } from '../capture/sink.ts';
import type { Watch } from '../capture/watch.ts';

/** How long the end may wait for the dashboard, ms. */
const PARTING_MS = 2_000;

/**
 * Delivers what a sink still holds, and says how many captures were lost, or may be, because the dashboard was away, and
 * what of the traffic is in none; `unit` is what the watch was shown.
 */
export async function closeSink(
  sink: Sink,
  watch: Watch,
  unit: 'line' | 'message',
  say: (line: string) => void,
): Promise<void> {
  const { dropped, unanswered, reason } = await sink.close(PARTING_MS);
  if (dropped > 0) say(`${counted(dropped, 'capture')} lost: ${reason}`);
  if (unanswered > 0) say(`${counted(unanswered, 'capture')} may be lost: ${reason}`);
  const { paramless, unread, unpaired } = watch;
  if (paramless > 0)
    say(`params of ${counted(paramless, 'response')} left out (longer than ${MOST_PARAMS} MiB)`);
  if (unread > 0) say(`passed on ${counted(unread, unit)} without JSON-RPC`);
  if (unpaired > 0) say(`passed on ${counted(unpaired, 'reply')} without a request`);
}
