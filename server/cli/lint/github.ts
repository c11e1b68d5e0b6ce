import { harmless } from '../../../shared/report/harmless.ts';
import { placeOf, type Reported } from '../../../shared/report/reported.ts';
import type { Level } from '../../../shared/verdict.ts';
import type { Reporter, ReporterOptions } from './reporter.ts';

const COMMAND: Readonly<Record<Level, string>> = { must: 'error', should: 'warning', info: 'notice' };

/** Annotations of GitHub's workflow commands, without the violations that a baseline holds. */
export function github({ file, hasLines }: ReporterOptions): Reporter {
  const annotation = (reported: Reported) => {
    if (reported.known === true) return '';
    const { rule, level, lines, pointer, message } = reported;
    const line = hasLines() ? lines.at(-1) : undefined;
    const properties = [
      ...(file === null ? [] : [`file=${property(file)}`]),
      ...(file === null || line === undefined ? [] : [`line=${line}`]),
      `title=${property(`${rule} (${level})`)}`,
    ];
    const text = `${placeOf(reported)} at ${pointer || 'the root'}: ${message}`;
    return `::${COMMAND[level]} ${properties.join(',')}::${data(harmless(text))}\n`;
  };
  return {
    response: ({ reported }) => reported.map(annotation).join(''),
    across: ({ reported }) => annotation(reported),
    end: () => '',
  };
}

/** What would end a command's text (@actions/core, escapeData). */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** What would end a property as well (@actions/core, escapeProperty). */
function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
