import type { ServerRow } from '../../shared/api/servers.ts';
import { Mark, type MarkName, type Tone } from './mark.tsx';

const HEALTHS: Readonly<
  Record<ServerRow['health'], { name: MarkName; tone: Tone; word: string; why: string }>
> = {
  failing: {
    name: 'high',
    tone: 'bad',
    word: 'Failing',
    why: 'An incident is on, or a quarter of the newest responses failed',
  },
  degraded: {
    name: 'medium',
    tone: 'warn',
    word: 'Degraded',
    why: '5 % of the responses failed or broke a MUST, or 25 % where fewer than 5 failed',
  },
  healthy: {
    name: 'tick',
    tone: 'ok',
    word: 'Healthy',
    why: 'Less than 5 % of the responses failed, or fewer than 5 of them',
  },
  silent: { name: 'dashes', tone: 'muted', word: 'Silent', why: 'No response in this range' },
};

/** The health of a server in a word, with what it means as tooltip. */
export function Health({ health }: { health: ServerRow['health'] }) {
  const { name, tone, word, why } = HEALTHS[health];
  return (
    <span title={why}>
      <Mark name={name} tone={tone}>
        {word}
      </Mark>
    </span>
  );
}
