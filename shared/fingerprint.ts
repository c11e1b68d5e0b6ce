import { short } from './digest.ts';
import { rpcCodeIn } from './prose.ts';
import { cut } from './text.ts';
import type { MemberVerdict, Verdict } from './verdict.ts';

/** Incremented whenever a failure would get another key than before, so that old groups are not mixed with new ones. */
const FINGERPRINT_VERSION = 1;

/** The error group of one failure. */
export interface Grouped {
  /** Position in `verdict.members`; null for the response itself. */
  readonly member: number | null;
  /** Versioned grouping key: equal keys are one group. At most about 800 characters. */
  readonly key: string;
  /** The message without what changes from one occurrence to the next; null if there is no message. */
  readonly template: string | null;
}

/** The error groups that a response counts for: of its own failure, then of its members'. */
export function groupsOf(server: string, verdict: Verdict): readonly Grouped[] {
  const groups: Grouped[] = [];
  if (verdict.category !== null) groups.push(grouped(server, verdict, verdict.operation, null));
  for (const [position, member] of verdict.members.entries()) {
    if (member.category === null) continue;
    groups.push(grouped(server, member, member.operation ?? verdict.operation, position));
  }
  return groups;
}

type Failed = Pick<MemberVerdict, 'code' | 'category' | 'message'>;

function grouped(server: string, failed: Failed, operation: string | null, member: number | null): Grouped {
  const { category, message } = failed;
  const template = message === null ? null : templateOf(message);
  const code = failed.code ?? (message === null ? undefined : rpcCodeIn(message));
  const what = code === undefined ? [category, template] : [short(code)];
  const key = JSON.stringify([
    FINGERPRINT_VERSION,
    server,
    operation === null ? null : short(operation),
    ...what,
  ]);
  return { member, key, template };
}

/** Number of characters of a message that its template is made from. */
const READ = 1_000;
const LONGEST = 160;

/**
 * What changes from one occurrence of a message to the next, in the order in which it is searched for; `signed` is what no
 * message contains without a {@link SIGN}. Every part has a bound or a character class that excludes its
 * neighbours, so that a hostile message costs no more than its length.
 */
const CHANGING: readonly (readonly [part: string, signed?: 'signed'])[] = [
  // URLs and e-mail addresses
  [String.raw`[a-z][a-z0-9+.-]{0,15}:\/\/[^\s"'<>()「」]+`, 'signed'],
  [String.raw`[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+`, 'signed'],
  // quoted strings, except for an apostrophe inside a word
  [
    String.raw`"[^"\n]*"|“[^”\n]*”|„[^“”\n]*[“”]|«[^»\n]*»|»[^«\n]*«|「[^」\n]*」|『[^』\n]*』|‘[^’\n]*’|${'`[^`\\n]*`'}`,
  ],
  [String.raw`(?<![\p{L}\p{N}])'[^'\n]*'(?![\p{L}\p{N}])`],
  // ISO 8601 days and times
  [String.raw`\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?`],
  // UUIDs, then hexadecimal of 8 digits or more
  [String.raw`(?<![\p{L}\p{N}])[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}(?![\p{L}\p{N}])`],
  [String.raw`(?<![\p{L}\p{N}])(?:0x)?[0-9a-fA-F]{8,}(?![\p{L}\p{N}])`],
  // ids that alternate between digits and letters, such as a ULID
  [String.raw`(?<![\p{L}\p{N}])(?=[A-Za-z]{0,32}\d{1,32}[A-Za-z]{1,32}\d)[A-Za-z0-9]{3,64}(?![\p{L}\p{N}])`],
  // paths: of a drive or a share, from a root, or with a source's extension
  [String.raw`(?:(?<![\p{L}\p{N}])[A-Za-z]:[\\/]|\\\\)[^\s"'<>|:*?]*`, 'signed'],
  [String.raw`(?<![\p{L}\p{N}<>/])(?:~|\.{1,2})?(?:\/[\p{L}\p{N}._@%+~#-]+)+\/?`, 'signed'],
  [
    String.raw`(?<![\p{L}\p{N}])[\p{L}\p{N}_-]{1,64}(?:\/[\p{L}\p{N}._@-]+)+\.[a-z]{1,5}(?![\p{L}\p{N}])`,
    'signed',
  ],
  // numbers, also inside a word such as item42
  [String.raw`[+-]?\p{Nd}+(?:[.,]\p{Nd}+)*(?:[eE][+-]?\d+)?`],
];

/** Part of every URL, address and path: searching for those costs more than all else, and most messages contain none. */
const SIGN = /[@/\\]/;

const SIGNED = anyOf(CHANGING);
const UNSIGNED = anyOf(CHANGING.filter(([, signed]) => signed === undefined));

function anyOf(parts: typeof CHANGING): RegExp {
  return new RegExp(parts.map(([part]) => part).join('|'), 'gu');
}

/**
 * A message with its quoted strings, ids, numbers, times, paths, e-mail addresses and URLs replaced by `<*>`, white
 * space collapsed, at most 160 characters. Letters keep their case, in any language.
 */
export function templateOf(message: string): string {
  const read = cut(message, READ);
  const fixed = read
    .replace(SIGN.test(read) ? SIGNED : UNSIGNED, '<*>')
    .replace(/\s{2,}|[^\S ]/g, ' ')
    .trim();
  return cut(fixed, LONGEST);
}
