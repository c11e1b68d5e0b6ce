import { sum } from '../collections/sum.ts';
import type { Rule } from '../rules/rule.ts';
import type { RuleSettings } from '../rules/settings.ts';
import { harmless, visible } from './harmless.ts';
import { atLeast, type FailLevel, placeOf, responsesOf } from './reported.ts';
import { type RuleTally, rulesFor, type Tally, unreadableLines } from './tally.ts';

/**
 * JUnit XML: one suite per server, one test case per rule that applies to it. A case fails if the rule is broken at
 * `failLevel` or above and not in the baseline; lesser violations are in `system-out`. A rule that is off is skipped.
 * Lines and files that could not be read are errors in a separate suite.
 */
export function junit(tally: Tally, failLevel: FailLevel, settings: RuleSettings): string {
  const suites = [...tally.servers].map(([name, server]) =>
    suite(
      name,
      rulesFor(server).map((rule) =>
        caseOf(rule, server.rules.get(rule.id), failLevel, settings.get(rule.id) === 'off'),
      ),
    ),
  );
  const unread = [
    ...(tally.failed.length > 0 ? [errorOf('Every file can be read', tally.failed)] : []),
    ...(tally.unreadable.count > 0 ? [errorOf('Every line can be read', unreadableLines(tally))] : []),
  ];
  if (unread.length > 0) suites.unshift(suite('(input)', unread));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="mailroom" ${counts(suites.flatMap(({ cases }) => cases))}>`,
    ...suites.map(({ xml }) => xml),
    '</testsuites>',
    '',
  ].join('\n');
}

interface Case {
  readonly name: string;
  readonly ends: 'passed' | 'failed' | 'error' | 'skipped';
  /** XML. */
  readonly inner: string;
}

function suite(name: string, cases: readonly Case[]) {
  const of = attribute(name);
  const xml = [
    `  <testsuite name="${of}" ${counts(cases)}>`,
    ...cases.map(({ name, inner }) => {
      const open = `    <testcase classname="${of}" name="${attribute(name)}"`;
      return inner === '' ? `${open}/>` : `${open}>${inner}</testcase>`;
    }),
    '  </testsuite>',
  ].join('\n');
  return { cases, xml };
}

function counts(cases: readonly Case[]): string {
  const ended = (end: Case['ends']) => cases.filter(({ ends }) => ends === end).length;
  return `tests="${cases.length}" failures="${ended('failed')}" errors="${ended('error')}" skipped="${ended('skipped')}"`;
}

function errorOf(name: string, told: readonly string[]): Case {
  const message = attribute(told[0] ?? '');
  const body = escaped(told.join('\n'));
  return { name, ends: 'error', inner: `<error type="unreadable" message="${message}">${body}</error>` };
}

function caseOf(
  { id, title }: Rule,
  tally: RuleTally | undefined,
  failLevel: FailLevel,
  isOff: boolean,
): Case {
  const name = `${id} ${title}`;
  if (tally === undefined && isOff)
    return { name, ends: 'skipped', inner: '<skipped message="turned off in the configuration"/>' };
  const count = tally === undefined ? 0 : tally.count - tally.known;
  if (tally === undefined || count === 0) return { name, ends: 'passed', inner: '' };
  const body = escaped(examples(tally, count));
  if (!atLeast(tally.level, failLevel))
    return { name, ends: 'passed', inner: `<system-out>${body}</system-out>` };
  const message = attribute(tally.examples[0]?.message ?? '');
  return {
    name,
    ends: 'failed',
    inner: `<failure type="${tally.level}" message="${message}">${body}</failure>`,
  };
}

function examples({ examples }: RuleTally, count: number): string {
  const lines = examples.map((each) => {
    const at = each.pointer === undefined ? '' : ` at ${each.pointer || 'the root'}`;
    const from = responsesOf(each);
    // Not first on a line, where runners read a name such as `::error::` as a command.
    return harmless(`- ${placeOf(each)}${at}: ${each.message}${from && ` (${from})`}`);
  });
  const shown = sum(examples.map((each) => each.count ?? 1));
  if (count > shown) lines.push(`and ${count - shown} more`);
  return lines.join('\n');
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&apos;'],
  ['\r', '&#13;'],
]);

/** Text for XML 1.0: entities, and U+FFFD for what no XML document may contain (2.2, Char), including lone surrogates. */
function escaped(text: string): string {
  return visible(text)
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"'\r]/g, (character) => ENTITIES.get(character) ?? character);
}

/** Text of an attribute, in which readers turn an unescaped line break into a space (XML 1.0, 3.3.3). */
function attribute(text: string): string {
  return escaped(text).replaceAll('\t', '&#9;').replaceAll('\n', '&#10;');
}
