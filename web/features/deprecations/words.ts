import type { Deprecation } from '../../../shared/api/deprecations.ts';
import { UNIDENTIFIED } from '../../../shared/unidentified.ts';
import { counted } from '../../lib/format.ts';
import type { MarkName, Tone } from '../../ui/mark.tsx';

/** How a verdict is shown. */
export const VERDICTS: Readonly<
  Record<Deprecation['verdict'], { name: MarkName; tone: Tone; word: string }>
> = {
  past_date: { name: 'high', tone: 'bad', word: 'Past its date, still used' },
  in_use: { name: 'medium', tone: 'warn', word: 'In use' },
  fading: { name: 'fading', tone: 'muted', word: 'Fading' },
  quiet: { name: 'quiet', tone: 'muted', word: 'Quiet' },
  safe_to_remove: { name: 'tick', tone: 'ok', word: 'Safe to remove' },
};

/** Order of concern, worst first. */
export const VERDICT_ORDER = ['past_date', 'in_use', 'fading', 'quiet', 'safe_to_remove'] as const;

/** The verdict in words, with the days of silence where those are its point. */
export function verdictWord({ verdict, quiet_days }: Pick<Deprecation, 'verdict' | 'quiet_days'>): string {
  return verdict === 'quiet' ? `Quiet for ${counted(quiet_days, 'day')}` : VERDICTS[verdict].word;
}

/** The unidentified client has a name of its own. */
export const clientName = (client: string | null): string => client ?? `${UNIDENTIFIED} client`;
