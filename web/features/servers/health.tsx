import type { ServerRow } from '../../../shared/api/servers.ts';
import { Mark, type MarkName, type Tone } from '../../ui/mark.tsx';

const HEALTHS: Readonly<Record<ServerRow['health'], { name: MarkName; tone: Tone; word: string }>> = {
  failing: { name: 'high', tone: 'bad', word: 'Failing' },
  degraded: { name: 'medium', tone: 'warn', word: 'Degraded' },
  healthy: { name: 'tick', tone: 'ok', word: 'Healthy' },
  silent: { name: 'dashes', tone: 'muted', word: 'Silent' },
};

export function Health({ health }: { health: ServerRow['health'] }) {
  const { name, tone, word } = HEALTHS[health];
  return (
    <Mark name={name} tone={tone}>
      {word}
    </Mark>
  );
}
