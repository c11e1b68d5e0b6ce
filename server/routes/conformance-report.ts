import type { Conformance, ServerScore } from '../../shared/api/conformance.ts';
import type { ViolationRow } from '../../shared/api/violations.ts';
import { cell } from '../../shared/report/markdown.ts';
import { standing } from '../../shared/standing.ts';

/**
 * The scores of servers, lowest first, and each server's violations by rule, in Markdown. `scope` says what was judged,
 * a line each, such as the range and the filter.
 */
export function conformanceReport(conformance: Conformance, scope: readonly string[]): string {
  const { servers, violations } = conformance;
  const named = new Map(servers.map(({ server }): [string, ViolationRow[]] => [server, []]));
  for (const violation of violations) named.get(violation.server)?.push(violation);
  return [
    '# Conformance of MCP servers',
    '',
    ...scope.map((line) => `- ${cell(line)}`),
    '',
    '| Server | Dialect | Score | Break a MUST | Break a SHOULD | INFO | Responses |',
    '| --- | --- | ---: | ---: | ---: | ---: | ---: |',
    ...servers.map(row),
    '',
    'Score: 100 × (1 − share of responses that break a MUST − ¼ of the share that break a SHOULD).',
    '',
    ...[...named].flatMap(([server, rows]) => section(server, rows)),
  ].join('\n');
}

function row(of: ServerScore): string {
  const { server, version, dialect, score, must_responses, should_responses, info, responses } = of;
  const name = version === null ? server : `${server} ${version}`;
  return `| ${cell(name)} | ${dialect} | ${score ?? standing(of) ?? ''} | ${must_responses} | ${should_responses} | ${info} | ${responses} |`;
}

function section(server: string, rows: readonly ViolationRow[]): string[] {
  if (rows.length === 0) return [];
  return [
    `## ${cell(server)}`,
    '',
    '| Rule | Title | Level | Violations | Responses | First seen | Last seen |',
    '| --- | --- | --- | ---: | ---: | --- | --- |',
    ...rows.map(
      ({ rule, title, level, count, responses, first_seen, last_seen }) =>
        `| ${rule} | ${cell(title)} | ${level.toUpperCase()} | ${count} | ${responses} | ${first_seen} | ${last_seen} |`,
    ),
    '',
  ];
}
