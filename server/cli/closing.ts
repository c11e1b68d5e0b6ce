import { counted } from '../../shared/words.ts';
import { MOST_PARAMS } from '../capture/capture.ts';
import type { Sink } from '../capture/sink.ts';
import type { Watch } from '../capture/watch.ts';

/** How long the end may wait for the dashboard, ms. */
const PARTING_MS = 2_000;

/**
 * Delivers what a sink still holds, and says how many captures were lost because the dashboard was away, and how many have no
 * params because these were too long.
 */
export async function closeSink(sink: Sink, watch: Watch, say: (line: string) => void): Promise<void> {
  const { dropped, reason } = await sink.close(PARTING_MS);
  if (dropped > 0) say(`${counted(dropped, 'capture')} lost: ${reason}`);
  const { paramless } = watch;
  if (paramless > 0)
    say(`params of ${counted(paramless, 'response')} left out (longer than ${MOST_PARAMS} MiB)`);
}
