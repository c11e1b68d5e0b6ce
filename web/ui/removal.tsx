import type { Deprecation } from '../../shared/api/deprecations.ts';
import type { Severity } from '../../shared/severity.ts';
import { dateOf } from '../../shared/time/dates.ts';
import { URGENT_DAYS } from '../../shared/warning-details.ts';
import { counted } from '../lib/numbers.ts';
import { date } from '../lib/times.ts';
import { Captured } from './captured.tsx';
import { SEVERITY_MARKS, type StateLook } from './looks.ts';
import { Icon } from './mark.tsx';

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

/** A removal date as the same day in every time zone, or as it was sent if it is not a date. */
export function removalDay(sent: string, format = date): string {
  const at = dateOf(sent);
  return at === undefined ? sent : format(at, 'utc');
}

/** Whether its removal date has passed. */
export const isPast = ({ days_left }: Pick<Deprecation, 'days_left'>) => days_left !== null && days_left < 0;

/** The name of an item, struck out once its removal date has passed. */
export function ItemName({ item }: { item: Deprecation }) {
  const name = <Captured text={item.deprecated_item} />;
  return isPast(item) ? <del>{name}</del> : name;
}

/** `43 days left`, `17 days overdue`, `today`, `no date`. */
function daysWords(days: number | null): string {
  if (days === null) return 'no date';
  if (days === 0) return 'today';
  return `${counted(Math.abs(days), 'day')} ${days < 0 ? 'overdue' : 'left'}`;
}

/**
 * What the specification recommends now, while the item may still be used. Counts days of the calendar,
 * as the page shows them; WRN-21 counts from the moment of observation.
 */
export function severityNow({ days_left, verdict }: DaysLeftProps['item']): Severity | undefined {
  if (verdict === 'safe_to_remove') return undefined;
  if (days_left === null) return 2;
  return days_left <= URGENT_DAYS ? 0 : 1;
}

interface DaysLeftProps {
  readonly item: Pick<Deprecation, 'days_left' | 'verdict'>;
}

/** Days to the removal date, marked with their severity while the item may still be used. */
export function DaysLeft({ item }: DaysLeftProps) {
  const severity = severityNow(item);
  const mark = severity === undefined ? undefined : SEVERITY_MARKS[severity];
  return (
    <span className={`mark ${mark?.tone ?? 'muted'}`}>
      {mark !== undefined && <Icon name={mark.name} />}
      {daysWords(item.days_left)}
    </span>
  );
}
