import { cut } from './text/cut.ts';

/** Number of characters of a message that its template is made from. */
const READ = 1_000;
const LONGEST = 160;

/**
 * Letters and punctuation of scripts that write words without spaces between them, or particles without one after a name:
 * what is next to them may belong to another word.
 */
const UNSPACED = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\uff00-\uffef]`;

/** What every message with a character of {@link UNSPACED} contains. */
const MAYBE_UNSPACED = /[\u0e00-\uffff]/;

/** The mark before the last letter of a Hebrew abbreviation, as keyboards write it: it quotes nothing. */
const GERSHAYIM = /"(?<=\p{sc=Hebr}")(?=\p{sc=Hebr}(?!["\p{L}]))/gu;

/** No character: stands for {@link UNSPACED} in messages without any, since looking for them costs half as much again. */
const NONE = '[]';

const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}';
const CLOCK = String.raw`\d{1,2}:\d\d(?::\d\d)?`;
const ZONE = String.raw`(?:GMT|UTC)(?:[+-]\d{4}(?: \([A-Z][^()\n]{0,60}\))?)?|[+-]\d{4}`;

/** Days and times as HTTP, JavaScript and people write them in English: with the name of a month, or with AM or PM. */
const TIMES: readonly string[] = [
  String.raw`(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},? )?(?:\d{1,2} ${MONTH} \d{4}|${MONTH} \d{1,2},? \d{4})(?:,? (?:at )?${CLOCK}(?: ?[AP]M)?(?: (?:${ZONE}))?)?`,
  `${CLOCK} ?[AaPp][Mm]`,
];

/** What libraries quote of what they were given, without quotes or with quotes inside. */
const ECHOES: readonly (readonly [part: string])[] = [
  // Pydantic: a literal of Python, perhaps cut within its quoted strings
  [String.raw`input_value=[^\n]*?, input_type=\w+`],
  // PostgreSQL and DuckDB: the line of a query, with a mark below; SQLAlchemy: the query and its parameters
  [String.raw`LINE (?<=\nLINE )\d+: [^\n]*(?:\n *\^)?`],
  [String.raw`\[SQL: [^]*?(?:\](?=\n\(|$)|$)`],
  // Node and GitPython, before what the command printed, and Python: a command
  [String.raw`(?<=\b(?:Command failed|cmdline): )[^\n]+(?=\n\s*\S)`],
  [String.raw`'(?<=\bCommand ')\[[^\n]*?\]'`],
  // MCP's reference server of files, and its many copies: the text to be replaced, to the end
  [String.raw`(?<=\bfind exact match for edit:\s)[^]+`],
];

/** GitPython quotes what a command printed, which says what is wrong, with its own quotes in it. */
const NOT_PRINTED = String.raw`(?<!\bstd(?:err|out): )`;

/**
 * What changes from one occurrence of a message to the next, in the order in which it is searched for; `signed` is what no
 * message contains without a {@link SIGN}. Every part has a bound or a character class that excludes its
 * neighbours, so that the worst that was found, quotes that are never closed, costs a few ms.
 */
function changing(unspaced: string): readonly (readonly [part: string, signed?: 'signed'])[] {
  // where a word may begin and end
  const start = String.raw`(?<!(?!${unspaced})[\p{L}\p{N}])`;
  const end = String.raw`(?!(?!${unspaced})[\p{L}\p{N}])`;
  // in URLs and at the end of paths, letters of unspaced scripts are read as a whole name or as another word
  const whole = String.raw`(?:(?=${unspaced})\p{L})+`;
  const inUrl = String.raw`(?!${unspaced})[^\s"'<>()“”„«»]`;
  const named = `(?<=[/.=#?&_+%-])${whole}`;
  const name = String.raw`[\p{L}\p{N}._@%+~#=&$-]`;
  // a part of a path, perhaps with a route's parameter or a copy's number, and the query of a URL without a host
  const part = String.raw`(?:${name}|\[${name}+\]|\{${name}+\}|\(${name}+\))`;
  const query = String.raw`(?:\?(?=[\w.~%[\]-]+=)(?:${inUrl}|${named})+(?<![.,;:!?]))?`;
  const ids = [
    // ISO 8601 days and times
    String.raw`\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?`,
    `${start}(?:${TIMES.join('|')})${end}`,
    // UUIDs, then hexadecimal in pairs (the address of a device, a fingerprint), marked by `0x`, or of 8 digits or more
    // that is no decimal number
    `${start}[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}${end}`,
    `${start}(?:[0-9a-fA-F]{2}[:-]){5,31}[0-9a-fA-F]{2}${end}`,
    String.raw`${start}(?:0x[0-9a-fA-F]+|(?=\d*[a-fA-F])[0-9a-fA-F]{8,})${end}`,
    // what alternates between digits and letters, such as a ULID
    String.raw`${start}(?=[A-Za-z]{0,32}\d{1,32}[A-Za-z]{1,32}\d)[A-Za-z0-9]{3,64}${end}`,
  ].join('|');
  const inJson = String.raw`(?:[^"\\\n]|\\[^"\n])*`;
  return [
    ...ECHOES,
    // URLs and e-mail addresses
    [String.raw`[A-Za-z][A-Za-z0-9+.-]{0,15}:\/\/(?:(?:${inUrl})+|${named})+`, 'signed'],
    [
      String.raw`(?:(?!${unspaced})[\p{L}\p{N}._%+-]){1,64}@(?:(?!${unspaced})[\p{L}\p{N}-]){1,63}(?:\.(?:(?!${unspaced})[\p{L}\p{N}-]){1,63})+`,
      'signed',
    ],
    // strings of JSON with pairs of escaped quotes, which the backslash at the end of a path does not make;
    // then quoted strings, except for an apostrophe inside a word
    [
      String.raw`(?<!\\)"${inJson}(?:\\"${inJson}\\"${inJson})+"|"[^"\n]*"|“[^“”\n]*”|„[^„“”\n]*[“”]|«[^«»\n]*»|»[^«»\n]*«|‹[^‹›\n]*›|›[^‹›\n]*‹|「[^「」\n]*」|『[^『』\n]*』|‚[^‚‘’\n]*[‘’]|‘[^‘’\n]*’|${'`[^`\\n]*`'}`,
    ],
    [String.raw`${start}${NOT_PRINTED}(?:[bu]?'(?:[^'\n]|(?<=\p{L})'(?=\p{L}))*'|’[^’\n]*’|”[^”\n]*”)${end}`],
    [ids],
    // paths: of a drive or a share, from a root, or with a source's extension
    [
      String.raw`(?:${start}[A-Za-z]:[\\/]|\\\\)(?:[^\s"'<>|:*?，。；：！？、]*(?!${unspaced})[^\s"'<>|:*?])?(?:(?<=[\\/])${whole})?`,
      'signed',
    ],
    [
      String.raw`(?:(?<![\p{L}\p{N}<>/])(?:~|\.{1,2})?|(?<=<)(?=\/${name}+\/)|(?<=${unspaced})(?=\/\.?\w))(?:\/${part}+)*\/(?:${part}+\/|${part}*(?!${unspaced})${part}|${whole})${query}`,
      'signed',
    ],
    [
      String.raw`${start}(?<![/_-])(?:(?!${unspaced})[\p{L}\p{N}_-]){1,64}(?:\/[\p{L}\p{N}._@-]{1,128}){1,24}\.[a-z]{1,5}${end}`,
      'signed',
    ],
    // numbers, also inside a word such as item42, and coordinates; a hyphen after a word or before an id is no sign
    [String.raw`(?:${start}[+-](?!${ids}))?\p{Nd}+(?:(?:[.,]|,[+-])\p{Nd}+)*(?:[eE][+-]?\d+)?`],
  ];
}

/** Part of every URL, address and path: searching for those costs more than all else, and most messages contain none. */
const SIGN = /[@/\\]/;

const SPACED_PARTS = changing(NONE);
const SIGNED = anyOf(SPACED_PARTS);
const UNSIGNED = anyOf(SPACED_PARTS.filter(([, signed]) => signed === undefined));
/** Made when it is first needed, since its classes of characters take 10 ms. */
let any: RegExp | undefined;

function anyOf(parts: ReturnType<typeof changing>): RegExp {
  return new RegExp(parts.map(([part]) => part).join('|'), 'gu');
}

/** Finds all that changes in a message, at the least cost. */
function changesIn(message: string): RegExp {
  if (MAYBE_UNSPACED.test(message)) {
    any ??= anyOf(changing(UNSPACED));
    return any;
  }
  return SIGN.test(message) ? SIGNED : UNSIGNED;
}

/** What replacing leaves of a literal of JSON or Python, other than an index after a name: how much one held changes, too. */
const LITERAL =
  /(?<![\p{L}\p{N}_)\]>])(?:\[(?:<\*>|[Tt]rue|[Ff]alse|null|None|[\s,:])*\]|\{(?:<\*>|[Tt]rue|[Ff]alse|null|None|[\s,:])*\})/gu;

/** Literals that are nested deeper are replaced in part, so that no message is searched hundreds of times. */
const LITERAL_DEPTH = 16;

/** Replaces literals from the inside out, unless one is all there is: only its form then tells a message from others. */
function withoutLiterals(replaced: string): string {
  let told = replaced;
  for (let depth = 0; depth < LITERAL_DEPTH; depth += 1) {
    const outer = told.replace(LITERAL, '<*>');
    if (outer === told) break;
    told = outer;
  }
  return told === '<*>' ? replaced : told;
}

/**
 * A message with its quoted strings, ids, numbers, times, paths, e-mail addresses, URLs and literals of these replaced by
 * `<*>`, white space collapsed, at most 160 characters. Letters keep their case, in any language.
 */
export function templateOf(message: string): string {
  const longer = message.length > READ;
  // a quoted string that goes on ends here: how much of it is read depends on what is before it
  const read = (longer ? `${cut(message, READ)}"` : message).replace(GERSHAYIM, '״');
  const replaced = withoutLiterals(read.replace(changesIn(read), '<*>'));
  const fixed = (longer ? replaced.replace(/"$/, '') : replaced).replace(/\s{2,}|[^\S ]/g, ' ').trim();
  return cut(fixed, LONGEST);
}
