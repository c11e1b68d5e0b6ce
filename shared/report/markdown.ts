import { counted } from '../text/words.ts';
import { harmless } from './harmless.ts';
import { placeOf, type Reported, responsesOf } from './reported.ts';
import {
  newByLevel,
  type RuleTally,
  ranked,
  type ServerTally,
  type Tally,
  unreadableLines,
} from './tally.ts';

/** A report for people: one row per server, then each server's violations by rule with the first places. */
export function markdown(title: string, tally: Tally): string {
  const { servers } = tally;
  const rows = [...servers].map(([name, tally]) => {
    const { must, should, info } = newByLevel(tally);
    return `| ${cell(name)} | ${tally.responses} | ${[...tally.dialects].join(', ')} | ${must} | ${should} | ${info} |`;
  });
  return [
    `# ${cell(title)}`,
    '',
    ...unread(tally.failed.length, 'file', tally.failed),
    ...unread(tally.unreadable.count, 'line', unreadableLines(tally)),
    '| Server | Responses | Dialects | MUST | SHOULD | INFO |',
    '| --- | ---: | --- | ---: | ---: | ---: |',
    ...rows,
    '',
    ...[...servers].flatMap(([name, tally]) => section(name, tally)),
  ].join('\n');
}

function unread(number: number, what: string, told: readonly string[]): string[] {
  if (number === 0) return [];
  const items = told.map((each) => `- ${cell(each)}`);
  return [`**${counted(number, what)} could not be read:**`, '', ...items, ''];
}

function section(name: string, tally: ServerTally): string[] {
  if (tally.rules.size === 0) return [];
  return [
    `## ${cell(name)}`,
    '',
    '| Rule | Level | Count | In baseline | Example |',
    '| --- | --- | ---: | ---: | --- |',
    ...ranked(tally).map(row),
    '',
  ];
}

function row({ rule, level, count, known, examples }: RuleTally): string {
  const [first] = examples;
  return `| ${rule} | ${level.toUpperCase()} | ${count} | ${known} | ${first === undefined ? '' : example(first)} |`;
}

function example(reported: Reported): string {
  const { pointer, message } = reported;
  const at = pointer === undefined ? '' : ` at ${place(pointer)}`;
  const from = responsesOf(reported);
  return `${cell(message)} (${cell(placeOf(reported))}${at}${from && `, ${cell(from)}`})`;
}

/** Text of a heading or table cell: none of it is markup, and mentions notify nobody. */
export function cell(text: string): string {
  return plain(text)
    .replace(/[\\`*_{}[\]<>|~#&]|:(?=\/\/)|(?<=\bwww)\./gi, (character) => `\\${character}`)
    .replace(/@(?=\w)/g, '@<!-- -->');
}

/** A JSON pointer in a heading or table cell. */
export function place(pointer: string): string {
  return pointer === '' ? 'the root' : code(pointer);
}

function code(text: string): string {
  return `\`${plain(text).replaceAll('`', "'").replaceAll('|', '\\|')}\``;
}

function plain(text: string): string {
  return harmless(text.replace(/\s+/g, ' '));
}
