import { acrossLineOf, lineOf, startOf } from './ndjson.ts';
import type { Reporter, ReporterOptions } from './reporter.ts';

/** One JSON document: the lines of `ndjson` as arrays, then the sums. */
export function json(options: ReporterOptions): Reporter {
  let responses = 0;
  const across: string[] = [];
  return {
    start: () => '{"responses":[',
    of: (path) => {
      const start = startOf(options, path);
      return {
        response: (judged) => `${responses++ === 0 ? '\n' : ',\n'}${lineOf(start, judged)}`,
        across: (judged) => {
          across.push(`\n${acrossLineOf(start, judged)}`);
          return '';
        },
      };
    },
    end: (summary) => `\n],"across":[${across.join(',')}\n],"summary":${JSON.stringify(summary)}}\n`,
  };
}
