import type { Deprecation } from '../../shared/api/deprecations.ts';
import { counted } from '../lib/numbers.ts';
import type { StateLook } from './looks.ts';

/** Mark, colour and word of each verdict. */
export const VERDICTS: Readonly<Record<Deprecation['verdict'], StateLook>> = {
  past_date: { name: 'high', tone: 'bad', word: 'Overdue, still used' },
  in_use: { name: 'medium', tone: 'warn', word: 'In use' },
  fading: { name: 'fading', tone: 'muted', word: 'Fading' },
  quiet: { name: 'quiet', tone: 'muted', word: 'Quiet' },
  safe_to_remove: { name: 'tick', tone: 'ok', word: 'Safe to remove' },
};

/** The verdict in words, with the number of quiet days if that is its point. */
export function verdictWord({ verdict, quiet_days }: Pick<Deprecation, 'verdict' | 'quiet_days'>): string {
  return verdict === 'quiet' ? `Quiet for ${counted(quiet_days, 'day')}` : VERDICTS[verdict].word;
}
