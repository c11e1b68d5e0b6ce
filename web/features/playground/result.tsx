import { MINUTE } from '../../../shared/time/units.ts';
import { useNow } from '../../lib/now.ts';
import { Icon } from '../../ui/mark.tsx';
import { VerdictView } from '../../ui/verdict/verdict-view.tsx';
import type { Judged } from './judge.ts';
import { VerdictFacts } from './verdict-facts.tsx';

/** The verdict on the text, or why there is none. */
export function Result({ text, judged }: { text: string; judged: Judged }) {
  const now = useNow(MINUTE);
  if (judged.kind === 'empty') return <p className="playground-note muted">Paste JSON to see its verdict.</p>;
  if (judged.kind === 'unreadable')
    return (
      <div className="playground-note">
        {judged.problems.map((problem) => (
          <p key={problem} className="row">
            <Icon name="high" tone="bad" /> <span className="break">{problem}</span>
          </p>
        ))}
      </div>
    );
  return (
    <>
      <VerdictFacts verdict={judged.verdict} />
      <VerdictView
        text={text}
        isCapture={judged.isCapture}
        verdict={judged.verdict}
        at={now}
        whole="As pasted"
      />
    </>
  );
}
