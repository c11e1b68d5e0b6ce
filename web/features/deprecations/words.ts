import type { Deprecation } from '../../../shared/api/deprecations.ts';
import { date, type Zone } from '../../lib/format.ts';
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
  return verdict === 'quiet'
    ? `Quiet for ${quiet_days} ${quiet_days === 1 ? 'day' : 'days'}`
    : VERDICTS[verdict].word;
}

/** A removal date as a day, or as it was sent where it is none. */
export function removalDay(sent: string, zone: Zone): string {
  const at = Date.parse(sent);
  return Number.isNaN(at) ? sent : date(at, zone);
}

/** Within this many days a removal is urgent (warnings.md 4.2). */
const URGENT_DAYS = 30;

/** `43 days`, `17 days past`, `no date`. */
export function daysWords(days: number | null): string {
  if (days === null) return 'no date';
  const n = Math.abs(days);
  return `${n} ${n === 1 ? 'day' : 'days'}${days < 0 ? ' past' : ''}`;
}

/** Mark of the days left: urgent within 30 days or past, while the item is still used. */
export function daysMark({
  days_left,
  verdict,
}: Pick<Deprecation, 'days_left' | 'verdict'>): { name: MarkName; tone: Tone } | undefined {
  if (verdict === 'safe_to_remove') return undefined;
  if (days_left === null) return { name: 'low', tone: 'low' };
  return days_left <= URGENT_DAYS ? { name: 'high', tone: 'bad' } : { name: 'medium', tone: 'warn' };
}

/** The unidentified client has a name of its own. */
export const clientName = (client: string | null): string => client ?? 'unidentified client';
