import { Tally } from '../../../shared/report/tally.ts';
import { nameOf } from '../source.ts';
import type { Reporter, ReporterOptions } from './reporter.ts';

/** A report that is written at the end, from sums and first examples. */
export function tallied({ paths }: ReporterOptions, write: (tally: Tally) => string): Reporter {
  const tally = new Tally();
  return {
    of: (path) => {
      const from = paths.length > 1 ? { file: nameOf(path) } : {};
      return {
        response: ({ server, verdict, reported }) => {
          tally.responses(server, verdict.dialect);
          for (const each of reported) tally.add({ ...each, ...from });
          return '';
        },
        across: ({ reported }) => {
          tally.add({ ...reported, ...from });
          return '';
        },
        unreadable: (line) => {
          tally.addUnreadable({ ...line, ...from });
          return '';
        },
        failed: (message) => {
          tally.failed.push(message);
          return '';
        },
      };
    },
    end: () => write(tally),
  };
}
