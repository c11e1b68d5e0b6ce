import { MINUTE } from '../../../shared/time/units.ts';
import type { Verdict } from '../../../shared/verdict.ts';
import { useNow } from '../../lib/now.ts';
import { Icon } from '../../ui/mark.tsx';
import { VerdictView } from '../../ui/verdict/verdict-view.tsx';
import { type Pasted, whyNone } from './exchanges.ts';
import { VerdictFacts } from './verdict-facts.tsx';

interface ResultProps {
  readonly pasted: Pasted;
  /** Which of what was found is shown. */
  readonly at: number;
  /** On that; undefined if there is none. */
  readonly verdict: Verdict | undefined;
}

/** The verdict on what was found, or why there is none. */
export function Result({ pasted, at, verdict }: ResultProps) {
  const now = useNow(MINUTE);
  const one = pasted.found[at];
  if (one === undefined) return <p className="playground-note muted">{whyNone(pasted, at)}</p>;
  if (one.exchange === undefined || verdict === undefined)
    return (
      <p className="playground-note row">
        <Icon name="high" tone="bad" /> <span className="break">{whyNone(pasted, at)}</span>
      </p>
    );
  return (
    <>
      <VerdictFacts verdict={verdict} />
      <VerdictView
        text={one.text}
        isCapture={one.isCapture}
        verdict={verdict}
        at={now}
        whole={one.isWritten ? 'As pasted' : 'With its request'}
      />
    </>
  );
}
