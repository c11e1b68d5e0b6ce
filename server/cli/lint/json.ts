import { acrossLineOf, lineOf, startOf } from './ndjson.ts';
import type { Reporter, ReporterOptions } from './reporter.ts';

/** One JSON document: the lines of `ndjson` as arrays, the files that could not be read, if any, then the totals. */
export function json(options: ReporterOptions): Reporter {
  let responses = 0;
  const across: string[] = [];
  const failed: string[] = [];
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
        failed: (message) => {
          failed.push(`\n${JSON.stringify({ file: path, message })}`);
          return '';
        },
      };
    },
    end: (summary) => {
      const unread = failed.length === 0 ? '' : `"failed":[${failed.join(',')}\n],`;
      return `\n],"across":[${across.join(',')}\n],${unread}"summary":${JSON.stringify(summary)}}\n`;
    },
  };
}
