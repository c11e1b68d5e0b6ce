import { counted } from '../../shared/words.ts';
import type { Sink } from '../capture/sink.ts';

/** How long the end may wait for the dashboard, ms. */
const PARTING_MS = 2_000;

/** Delivers what a sink still holds, and says how many captures were lost because the dashboard was away. */
export async function closeSink(sink: Sink, say: (line: string) => void): Promise<void> {
  const { dropped, reason } = await sink.close(PARTING_MS);
  if (dropped > 0) say(`${counted(dropped, 'capture')} lost: ${reason}`);
}
