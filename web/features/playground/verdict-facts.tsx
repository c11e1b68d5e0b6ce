import { LEVELS, type Verdict } from '../../../shared/verdict.ts';
import { count } from '../../lib/numbers.ts';
import { Captured } from '../../ui/captured.tsx';
import { Chip, MaskedChip } from '../../ui/chip.tsx';
import { LEVEL_MARKS } from '../../ui/looks.ts';
import { OutcomeMark } from '../../ui/mark.tsx';
import { CategoryName } from '../../ui/swatch.tsx';
import { CARRIER_WORDS, decidedWords, outcomeWords } from '../../ui/verdict/words.ts';

/** What the response says and how that was determined. */
export function VerdictFacts({ verdict }: { verdict: Verdict }) {
  const { outcome, code, category, dialect, carrier, operation, masked, violations } = verdict;
  return (
    <dl className="kv playground-facts">
      <dt>Dialect</dt>
      <dd>
        <b>{dialect}</b> <span className="muted">{decidedWords(verdict)}</span>
      </dd>
      <dt>Envelope</dt>
      <dd>{CARRIER_WORDS[carrier]}</dd>
      <dt>Outcome</dt>
      <dd className="row wrap">
        <OutcomeMark outcome={outcome} />
        <span className="muted">{outcomeWords(verdict)}</span>
        {code !== null && (
          <code className="break">
            <Captured text={code} />
          </code>
        )}
        {category !== null && <CategoryName category={category} />}
        {masked && <MaskedChip />}
      </dd>
      {operation !== null && (
        <>
          <dt>Operation</dt>
          <dd className="mono break">
            <Captured text={operation} />
          </dd>
        </>
      )}
      <dt>Rules</dt>
      <dd className="row wrap">
        {LEVELS.map((level) => {
          const { name, tone, word } = LEVEL_MARKS[level];
          const n = violations.filter((violation) => violation.level === level).length;
          return (
            <Chip key={level} tone={n === 0 ? 'muted' : tone} mark={n === 0 ? 'tick' : name}>
              {count(n)} {word}
            </Chip>
          );
        })}
      </dd>
    </dl>
  );
}
