import type { Remembered } from './memory.ts';
import type { SessionScene } from './observed.ts';

const HOUR_MS = 3_600_000;

/**
 * Remembers what a server did last. Returns what it did before if that was something else, at most once an hour, so
 * that a server that alternates is not reported at every response.
 */
export function changeOf(
  { observed, memory }: SessionScene,
  key: string,
  habit: string,
): Remembered | undefined {
  const { ref, at } = observed;
  const earlier = memory.recall(key);
  if (earlier === undefined || earlier.value === habit || earlier.ref === ref) {
    memory.remember(key, { ref, value: habit, known: earlier?.known ?? [] });
    return undefined;
  }
  const hour = at === undefined ? '' : String(Math.floor(at / HOUR_MS));
  const reported = earlier.known.includes(hour);
  memory.remember(key, { ref, value: habit, known: reported ? earlier.known : [...earlier.known, hour] });
  return reported ? undefined : earlier;
}
