import type { ServerScore } from '../../../shared/api/conformance.ts';
import { whyUnscored } from '../../../shared/unscored.ts';
import { signed } from '../../lib/numbers.ts';
import type { StateLook } from '../../ui/looks.ts';
import { Mark } from '../../ui/mark.tsx';

/** Minimum score that is good. */
const GOOD = 99;

/** The mark of the level that a server breaks. */
function markOf(score: number, mustResponses: number): StateLook {
  if (mustResponses > 0) return { name: 'high', tone: 'bad', word: 'breaks a MUST' };
  return score >= GOOD
    ? { name: 'tick', tone: 'ok', word: 'good' }
    : { name: 'medium', tone: 'warn', word: 'fair' };
}

/** The score of a server with its mark and, for screen readers, its word; or the reason why it has none. */
export function Score({ of }: { of: Pick<ServerScore, 'score' | 'must_responses' | 'dialect' | 'proven'> }) {
  const { score } = of;
  if (score === null) return <span className="faint">{whyUnscored(of)}</span>;
  return (
    <span className="row">
      <Mark {...markOf(score, of.must_responses)} bare />
      <b>{score === 100 ? '100' : score.toFixed(1)}</b>
    </span>
  );
}

/** Change of a score in points: `+1.2`, `−0.4`; null if there is nothing to compare with. */
export function scoreChange(score: number | null, before: number | null): string | null {
  if (score === null || before === null) return null;
  const by = score - before;
  if (Math.abs(by) < 0.05) return 'no change';
  return signed(by, (n) => n.toFixed(1));
}
