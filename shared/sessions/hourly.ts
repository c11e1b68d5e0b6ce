import type { Memory, Remembered } from './memory.ts';
import type { Observed } from './observed.ts';

const HOUR_MS = 3_600_000;

/**
 * Remembers what a server did last. Gives what it did before where that was something else, at most once an hour, so
 * that a server with two habits is not reported at every response.
 */
export function changeOf(
  memory: Memory,
  key: string,
  habit: string,
  { at, ref }: Observed,
): Remembered | undefined {
  const earlier = memory.recall(key);
  const hour = at === undefined ? '' : String(Math.floor(at / HOUR_MS));
  const changed = earlier !== undefined && earlier.value !== habit && earlier.ref !== ref;
  const reported = earlier?.known.includes(hour) ?? false;
  const known = changed && !reported ? [...earlier.known, hour] : (earlier?.known ?? []);
  memory.remember(key, { ref, value: habit, known });
  return changed && !reported ? earlier : undefined;
}
