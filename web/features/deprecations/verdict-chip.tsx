import type { Deprecation } from '../../../shared/api/deprecations.ts';
import { Chip } from '../../ui/chip.tsx';
import { VERDICTS, verdictWord } from '../../ui/removal.tsx';

/** The verdict, after a short answer such as `Not yet:`. */
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
