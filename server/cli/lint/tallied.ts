import { Tally } from '../../../shared/report/tally.ts';
import type { Reporter } from './reporter.ts';

/** A report that is written at the end, from sums and first examples. */
export function tallied(write: (tally: Tally) => string): Reporter {
  const tally = new Tally();
  return {
    response: ({ server, verdict, reported }) => {
      tally.responses(server, verdict.dialect);
      for (const each of reported) tally.add(each);
      return '';
    },
    across: ({ reported }) => {
      tally.add(reported);
      return '';
    },
    unreadable: (line) => {
      tally.addUnreadable(line);
      return '';
    },
    end: () => write(tally),
  };
}
