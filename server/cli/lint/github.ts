import { harmless } from '../../../shared/report/harmless.ts';
import { placeOf, type Reported } from '../../../shared/report/reported.ts';
import type { Level } from '../../../shared/verdict.ts';
import type { Part, Reporter } from './reporter.ts';

const COMMAND: Readonly<Record<Level, string>> = { must: 'error', should: 'warning', info: 'notice' };

/** Annotations by GitHub's workflow commands, without the violations in the baseline. */
export function github(): Reporter {
  return { of: partOf, end: () => '' };
}

function partOf(path: string, hasLines: () => boolean): Part {
  const isFile = path !== '-';
  const command = (name: string, line: number | undefined, title: string, text: string) => {
    const properties = [
      ...(isFile ? [`file=${property(harmless(path))}`] : []),
      ...(isFile && line !== undefined && hasLines() ? [`line=${line}`] : []),
      `title=${property(title)}`,
    ];
    return `::${name} ${properties.join(',')}::${data(harmless(text))}\n`;
  };
  const annotation = (reported: Reported) => {
    if (reported.known === true) return '';
    const { rule, level, lines, pointer, message } = reported;
    const text = `${placeOf(reported)} at ${pointer || 'the root'}: ${message}`;
    return command(COMMAND[level], lines.at(-1), `${rule} (${level})`, text);
  };
  return {
    response: ({ reported }) => reported.map(annotation).join(''),
    unreadable: ({ line, reason }) => command('error', line, 'unreadable', `Line ${line}: ${reason}`),
    failed: (message) => command('error', undefined, 'unreadable', message),
    across: ({ reported }) => annotation(reported),
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
