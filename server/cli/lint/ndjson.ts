import { memo } from '../../../shared/collections/memo.ts';
import type { Reported } from '../../../shared/report/reported.ts';
import type { Judged, JudgedAcross, Reporter, ReporterOptions } from './reporter.ts';

/** One line per response, in the order of the input; rules across a file's responses come after them, with `"line": null`. */
export function ndjson(options: ReporterOptions): Reporter {
  return {
    of: (path) => {
      const start = startOf(options, path);
      return {
        response: (judged) => `${lineOf(start, judged)}\n`,
        across: (judged) => `${acrossLineOf(start, judged)}\n`,
      };
    },
    end: () => '',
  };
}

/** Start of each line of a file: with its path if there are several files. */
export function startOf({ paths }: ReporterOptions, path: string): string {
  return paths.length > 1 ? `{"file":${JSON.stringify(path)},` : '{';
}

/** What the linter says about one response; names and order are its interface. Written by hand, since most of it is short. */
export function lineOf(start: string, { line, server, verdict, reported }: Judged): string {
  const { tool, operation, dialect, outcome, code, category, members, decided_by } = verdict;
  const violations = reported.some(({ known }) => known)
    ? verdict.violations.map((violation, position) => marked(violation, reported[position]))
    : verdict.violations;
  const warnings = verdict.warnings.map(({ code, severity, declared }) => ({ code, severity, declared }));
  return (
    `${start}"line":${line},"server":${json(server)},"tool":${json(tool)},"operation":${json(operation)},` +
    `"dialect":"${dialect}","outcome":"${outcome}","code":${json(code)},"category":${category === null ? 'null' : `"${category}"`},` +
    `"warnings":${list(warnings)},"violations":${list(violations)},"decided_by":"${decided_by}"` +
    `${members.length === 0 ? '' : `,"members":${list(members)}`}}`
  );
}

export function acrossLineOf(start: string, { finding, reported }: JudgedAcross): string {
  const { responses, ...violation } = finding;
  const { server } = reported;
  const line = JSON.stringify({ line: null, server, responses, violations: [marked(violation, reported)] });
  return `${start}${line.slice(1)}`;
}

/** Adds `known` if the baseline contains it, and nothing else. */
function marked<V extends object>(violation: V, reported: Reported | undefined): V {
  return reported?.known === true ? { ...violation, known: true } : violation;
}

/** Names and codes that were quoted, since a recording repeats a few of them on every line. */
const MOST_QUOTED = 1_000;
const quoted = memo(MOST_QUOTED, (text) => JSON.stringify(text));

function json(text: string | null): string {
  return text === null ? 'null' : quoted(text);
}

function list(values: readonly object[]): string {
  return values.length === 0 ? '[]' : JSON.stringify(values);
}
