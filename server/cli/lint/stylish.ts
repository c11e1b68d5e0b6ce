import { harmless } from '../../../shared/report/harmless.ts';
import { atLeast, type FailLevel, fails, placeOf, type Reported } from '../../../shared/report/reported.ts';
import { counted, figure } from '../../../shared/text/words.ts';
import { LEVELS, type Level } from '../../../shared/verdict.ts';
import { type Paint, paintLevel } from '../paint.ts';
import { nameOf } from '../source.ts';
import type { Reporter, ReporterOptions, Summary } from './reporter.ts';

/** For people: the responses that break a rule, below the name of their file if there are several, and the totals. INFO only if it counts, known violations never. */
export function stylish({ failLevel, paths }: ReporterOptions, paint: Paint): Reporter {
  const least: Level = failLevel === 'info' ? 'info' : 'should';
  const counts = (reported: Reported) => reported.known !== true && atLeast(reported.level, least);
  return {
    of: (path) => {
      let heading = paths.length > 1 ? `${paint('bold', harmless(nameOf(path)))}\n\n` : '';
      const below = (text: string) => {
        const whole = heading + text;
        heading = '';
        return whole;
      };
      return {
        response: ({ line, verdict, reported }) => {
          const shown = reported.filter(counts);
          const [first] = shown;
          if (first === undefined) return '';
          const said = [verdict.dialect, verdict.outcome, verdict.code ?? ''].join(' ').trimEnd();
          const head = `${paint('underline', String(line))}  ${harmless(placeOf(first))}  ${paint('dim', harmless(said))}`;
          return below(`${head}\n${table(shown, paint)}\n`);
        },
        across: ({ reported }) => {
          if (!counts(reported)) return '';
          const head = `${paint('underline', reported.lines.join(', '))}  ${harmless(placeOf(reported))}`;
          return below(`${head}\n${table([reported], paint)}\n`);
        },
      };
    },
    end: (summary) => `${sums(summary, failLevel, paint)}\n`,
  };
}

function table(reported: readonly Reported[], paint: Paint): string {
  const width = Math.max(...reported.map(({ pointer }) => (pointer || '(root)').length));
  return reported
    .map(({ level, rule, pointer, message }) => {
      const place = harmless((pointer || '(root)').padEnd(width));
      return `  ${paintLevel(paint, level, level.padEnd(6))}  ${rule.padEnd(7)}  ${place}  ${harmless(message)}\n`;
    })
    .join('');
}

function sums(
  { responses, byLevel, known, unreadable }: Summary,
  failLevel: FailLevel,
  paint: Paint,
): string {
  const counts = LEVELS.map((level) => {
    const text = `${figure(byLevel[level])} ${level.toUpperCase()}`;
    return byLevel[level] === 0 ? text : paintLevel(paint, level, text);
  });
  const rest = [
    ...(known > 0 ? [`${figure(known)} in the baseline`] : []),
    ...(unreadable > 0 ? [`${figure(unreadable)} unreadable`] : []),
  ];
  const leftOut = byLevel.info > 0 && failLevel !== 'info' ? '; use --fail-level info to show INFO' : '';
  const mark = fails(byLevel, failLevel) || unreadable > 0 ? paint('red', '✖') : paint('green', '✔');
  return `${mark} ${counted(responses, 'response')}: ${[...counts, ...rest].join(', ')}${leftOut}`;
}
