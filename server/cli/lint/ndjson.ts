import type { Judged, JudgedAcross, Reporter } from './reporter.ts';

/** One line a response, in the order of the input; rules across responses come after, with `"line": null`. */
export function ndjson(): Reporter {
  return {
    response: (judged) => `${JSON.stringify(lineOf(judged))}\n`,
    across: (judged) => `${JSON.stringify(acrossLineOf(judged))}\n`,
    end: () => '',
  };
}

/** What the linter says of one response; names and order are its interface. */
export function lineOf({ line, server, verdict }: Judged): object {
  const { tool, operation, dialect, outcome, code, category, warnings, violations, members } = verdict;
  return {
    line,
    server,
    tool,
    operation,
    dialect,
    outcome,
    code,
    category,
    warnings: warnings.map(({ code, severity, declared }) => ({ code, severity, declared })),
    violations,
    decided_by: verdict.decided_by,
    ...(members.length === 0 ? {} : { members }),
  };
}

export function acrossLineOf({ finding: { server, responses, ...violation } }: JudgedAcross): object {
  return { line: null, server, responses, violations: [violation] };
}
