import { acrossLineOf, lineOf } from './ndjson.ts';
import type { Reporter } from './reporter.ts';

/** One JSON document: the lines of `ndjson` as arrays, then the sums. */
export function json(): Reporter {
  let responses = 0;
  let across = 0;
  return {
    start: () => '{"responses":[',
    response: (judged) => `${responses++ === 0 ? '\n' : ',\n'}${lineOf(judged)}`,
    across: (judged) => `${across++ === 0 ? '\n],"across":[\n' : ',\n'}${acrossLineOf(judged)}`,
    end: (summary) => `${across === 0 ? '\n],"across":[' : ''}\n],"summary":${JSON.stringify(summary)}}\n`,
  };
}
