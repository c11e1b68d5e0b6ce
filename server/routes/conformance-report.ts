import type { Conformance, ServerScore } from '../../shared/api/conformance.ts';
import type { ViolationRow } from '../../shared/api/violations.ts';
import { entry } from '../../shared/collections/entry.ts';
import { cell, place } from '../../shared/report/markdown.ts';
import { SCORE_WORDS } from '../../shared/score.ts';
import { iso } from '../../shared/time/instant.ts';
import type { Range } from '../../shared/time/range.ts';
import { whyUnscored } from '../../shared/unscored.ts';
import type { NewestViolation } from './newest-violation.ts';

/** The newest violation of rows, where it is known. */
export type Newest = ReadonlyMap<ViolationRow, NewestViolation>;

/**
 * The scores of servers, lowest first, and the violations by server and rule, in Markdown. `query` is the filter as asked
 * for, and `range` what its times mean.
 */
export function conformanceReport(
  conformance: Conformance,
  newest: Newest,
  query: object,
  range: Range,
): string {
  const { servers, violations } = conformance;
  const broken = new Map<string, ViolationRow[]>();
  for (const violation of violations) entry(broken, violation.server, () => []).push(violation);
  return [
    '# Conformance of MCP servers',
    '',
    ...scopeOf(conformance, query, range).map((line) => `- ${cell(line)}`),
    '',
    '| Server | Dialect | Score | Break a MUST | Break a SHOULD | INFO | Responses |',
    '| --- | --- | ---: | ---: | ---: | ---: | ---: |',
    ...servers.map(row),
    '',
    `${SCORE_WORDS}.`,
    '',
    ...[...broken].flatMap(([server, rows]) => section(server, rows, newest)),
  ].join('\n');
}

/** What the report is about, in words: its range, filter and catalogue, and what was not counted. */
function scopeOf({ catalogue, covered, in_part }: Conformance, query: object, { from, to }: Range): string[] {
  const chosen = Object.entries(query).filter(([name]) => !['from', 'to', 'format'].includes(name));
  return [
    `${iso(from)} to ${iso(to)}`,
    ...chosen.map(([name, value]) => `${name}: ${[value].flat().join(', ')}`),
    ...(covered === undefined ? [] : [`counted: ${covered.from} to ${covered.to}`]),
    ...(in_part === undefined ? [] : [`counted in part: ${in_part.join(', ')}`]),
    `catalogue ${catalogue}`,
  ];
}

function row(of: ServerScore): string {
  const { server, version, dialect, score, must_responses, should_responses, info, responses } = of;
  const name = version === null ? server : `${server} ${version}`;
  return `| ${cell(name)} | ${dialect} | ${score ?? whyUnscored(of) ?? ''} | ${must_responses} | ${should_responses} | ${info} | ${responses} |`;
}

function section(server: string, rows: readonly ViolationRow[], newest: Newest): string[] {
  return [
    `## ${cell(server)}`,
    '',
    '| Rule | Title | Level | Violations | Responses | First seen | Last seen | Newest |',
    '| --- | --- | --- | ---: | ---: | --- | --- | --- |',
    ...rows.map((row) => {
      const { rule, title, level, count, responses, first_seen, last_seen } = row;
      return `| ${rule} | ${cell(title)} | ${level.toUpperCase()} | ${count} | ${responses} | ${first_seen} | ${last_seen} | ${example(newest.get(row))} |`;
    }),
    '',
  ];
}

/** `data is missing from a success. (list_low_stock at /data, response 9wdrh0q68)`; empty if it is not known. */
function example(newest: NewestViolation | undefined): string {
  if (newest === undefined) return '';
  const { response, pointer, message, operation } = newest;
  return `${cell(message)} (${cell(operation ?? 'no operation')} at ${place(pointer)}, response ${response})`;
}
