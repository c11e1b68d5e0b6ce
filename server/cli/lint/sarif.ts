import { isAbsolute, normalize, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Reported } from '../../../shared/report/reported.ts';
import { Sarif } from '../../../shared/report/sarif.ts';
import type { Reporter, ReporterOptions } from './reporter.ts';

/** SARIF 2.1.0, written as the input is read. */
export function sarif({ version, settings, hasBaseline }: ReporterOptions): Reporter {
  const log = new Sarif({ version, settings, hasBaseline });
  return {
    start: () => log.start(),
    of: (path, hasLines) => {
      const file = uriOf(path);
      // The elements of an array have no line that a viewer could open.
      const result = (reported: Reported) =>
        log.result({ ...reported, file, lines: hasLines() ? reported.lines : [] });
      return {
        response: ({ reported }) => reported.map(result).join(''),
        across: ({ reported }) => result(reported),
        unreadable: (line) => {
          log.unreadable({ ...line, file }, hasLines());
          return '';
        },
        failed: (message) => {
          log.failed(message, file);
          return '';
        },
      };
    },
    end: () => log.end(),
  };
}

/** Code hosts reject a result without a file. */
function uriOf(path: string): string {
  if (path === '-') return 'stdin';
  if (isAbsolute(path)) return pathToFileURL(path).href;
  return normalize(path).split(sep).map(encodeURIComponent).join('/');
}
