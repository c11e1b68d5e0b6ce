import type { Deprecation } from '../../../shared/api/deprecations.ts';
import { Chip } from '../../ui/chip.tsx';
import { Icon } from '../../ui/mark.tsx';
import { daysMark, daysWords, VERDICTS, verdictWord } from './words.ts';

/** The verdict, after what it answers, such as `Not yet:`. */
export function VerdictChip({
  item,
  answer,
}: {
  item: Pick<Deprecation, 'verdict' | 'quiet_days'>;
  answer?: string;
}) {
  const { name, tone } = VERDICTS[item.verdict];
  const word = verdictWord(item);
  return (
    <Chip tone={tone} mark={name}>
      {answer === undefined ? word : `${answer} ${word.charAt(0).toLowerCase()}${word.slice(1)}`}
    </Chip>
  );
}

/** Days to the removal date with the severity that the warnings specification gives them. */
export function DaysLeft({ item }: { item: Pick<Deprecation, 'days_left' | 'verdict'> }) {
  const mark = daysMark(item);
  return (
    <span className={`mark ${mark?.tone ?? 'muted'}`}>
      {mark !== undefined && <Icon name={mark.name} />}
      {daysWords(item.days_left)}
    </span>
  );
}
