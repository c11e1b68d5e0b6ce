import { isAbsolute, normalize, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Reported } from '../../../shared/report/reported.ts';
import { Sarif } from '../../../shared/report/sarif.ts';
import type { Reporter, ReporterOptions } from './reporter.ts';

/** SARIF 2.1.0, written as the input is read. */
export function sarif({ file, hasLines, version, settings, hasBaseline }: ReporterOptions): Reporter {
  const log = new Sarif({
    tool: { name: 'mailroom', version },
    // Code hosts take no result without a file.
    file: file === null ? 'stdin' : uriOf(file),
    settings,
    hasBaseline,
  });
  // The elements of an array have no line that a viewer could open.
  const result = (reported: Reported) => log.result(hasLines() ? reported : { ...reported, lines: [] });
  return {
    start: () => log.start(),
    response: ({ reported }) => reported.map(result).join(''),
    across: ({ reported }) => result(reported),
    unreadable: (line) => {
      log.unreadable(line);
      return '';
    },
    end: () => log.end(),
  };
}

function uriOf(file: string): string {
  if (isAbsolute(file)) return pathToFileURL(file).href;
  return normalize(file).split(sep).map(encodeURIComponent).join('/');
}
