import type { Level } from '../verdict.ts';
import { atLeast, placeOf } from './reported.ts';
import { type RuleTally, rulesFor, type ServerTally, type Tally } from './tally.ts';

/**
 * JUnit XML: a suite a server, a test case a rule that it was held to. A case fails where the rule is broken at
 * `failLevel` or above and no baseline holds it; violations below stand in `system-out`.
 */
export function junit({ servers }: Tally, failLevel: Level | 'never'): string {
  const suites = [...servers].map(([name, tally]) => suite(name, tally, failLevel));
  const sum = (of: 'tests' | 'failures') => suites.reduce((total, each) => total + each[of], 0);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="mailroom" tests="${sum('tests')}" failures="${sum('failures')}" errors="0">`,
    ...suites.map(({ xml }) => xml),
    '</testsuites>',
    '',
  ].join('\n');
}

function suite(name: string, tally: ServerTally, failLevel: Level | 'never') {
  const cases = rulesFor(tally).map(({ id, title }) =>
    testCase(name, id, title, tally.rules.get(id), failLevel),
  );
  const failures = cases.filter(({ fails }) => fails).length;
  const xml = [
    `  <testsuite name="${attribute(name)}" tests="${cases.length}" failures="${failures}" errors="0" skipped="0">`,
    ...cases.map((each) => each.xml),
    '  </testsuite>',
  ].join('\n');
  return { tests: cases.length, failures, xml };
}

function testCase(
  server: string,
  id: string,
  title: string,
  tally: RuleTally | undefined,
  failLevel: Level | 'never',
) {
  const open = `    <testcase classname="${attribute(server)}" name="${id} ${attribute(title)}"`;
  const count = tally === undefined ? 0 : tally.count - tally.known;
  if (tally === undefined || count === 0) return { fails: false, xml: `${open}/>` };
  const fails = failLevel !== 'never' && atLeast(tally.level, failLevel);
  const body = escaped(examples(tally, count));
  const inner = fails
    ? `<failure type="${tally.level}" message="${attribute(tally.examples[0]?.message ?? '')}">${body}</failure>`
    : `<system-out>${body}</system-out>`;
  return { fails, xml: `${open}>${inner}</testcase>` };
}

function examples({ examples }: RuleTally, count: number): string {
  const lines = examples.map((each) => {
    const at = each.pointer === undefined ? '' : ` at ${each.pointer || 'the root'}`;
    const from = each.lines.length === 0 ? '' : ` (response ${each.lines.join(', ')})`;
    return `${placeOf(each)}${at}: ${each.message}${from}`;
  });
  const shown = examples.reduce((sum, each) => sum + (each.count ?? 1), 0);
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

/** Text for XML 1.0: entities, and U+FFFD for what no XML document may hold (2.2, Char), lone surrogates too. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"'\r]/g, (character) => ENTITIES.get(character) ?? character);
}

/** Text of an attribute, in which every reader makes a blank of a line break that stands plainly (XML 1.0, 3.3.3). */
function attribute(text: string): string {
  return escaped(text).replaceAll('\t', '&#9;').replaceAll('\n', '&#10;');
}
