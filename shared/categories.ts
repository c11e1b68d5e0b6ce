import { ERROR_CODES, REGISTERED_PREFIXES, UNREGISTERED_CODES, UNREGISTERED_PREFIXES } from './codes.ts';
import type { Category } from './verdict.ts';

const PREFIXES: readonly (readonly [string, Category])[] = [
  ...REGISTERED_PREFIXES,
  ...UNREGISTERED_PREFIXES,
].sort(([a], [b]) => b.length - a.length);

/** Category of a code that a table lists by its full name; undefined for any other. */
export function categoryOfKnownCode(code: string): Category | undefined {
  return ERROR_CODES.get(code)?.category ?? UNREGISTERED_CODES.get(code);
}

/** Category of an MCP-AQL error code: by its full name, else by the longest prefix, else `unknown` (error-codes 3.2). */
export function categoryOfCode(code: string): Category {
  return categoryOfKnownCode(code) ?? PREFIXES.find(([prefix]) => code.startsWith(prefix))?.[1] ?? 'unknown';
}

/** Category of an HTTP status; undefined if it is not a failure, or none. */
export function categoryOfStatus(status: number | undefined): Category | undefined {
  if (status === undefined) return undefined;
  if (status === 401 || status === 403) return 'permission';
  if (status === 404) return 'not_found';
  if (status === 409) return 'conflict';
  if (status === 429) return 'rate_limit';
  if (status >= 400 && status <= 499) return 'validation';
  return status >= 500 && status <= 599 ? 'internal' : undefined;
}

/** Category of a JSON-RPC error; -32602 has two meanings, which its message tells apart. */
export function categoryOfRpcCode(code: unknown, message: string | null): Category {
  switch (code) {
    case -32700:
    case -32600:
      return 'validation';
    case -32601:
    case -32002:
      return 'not_found';
    case -32602:
      return /not found|unknown tool/i.test((message ?? '').slice(0, PROSE_READ))
        ? 'not_found'
        : 'validation';
    case -32603:
      return 'internal';
    default:
      return 'unknown';
  }
}

/** Number of characters of a prose message that are searched. */
const PROSE_READ = 10_000;

const WORDS: readonly (readonly [Category, RegExp])[] = [
  ['rate_limit', /rate limit|too many requests|(?<!\d[.,]?)429(?![.,]?\d)/i],
  [
    'permission',
    /access denied|permission|unauthori|forbidden|security violation|not allowed|authenticat|(?<!\d[.,]?)40[13](?![.,]?\d)/i,
  ],
  ['conflict', /already exists|conflict/i],
  [
    'not_found',
    /not found|no such|does not exist|could not be found|unknown (?:operation|tool|element type)|ENOENT|no active|no pending|not a git repository|找不到|pathspec|not a valid object/i,
  ],
  [
    'validation',
    /-32602|invalid|required|missing|must be|expected|validation|unsupported|malformed|exceeds maximum|cannot specify|too short|syntax error/i,
  ],
];

/** One of the statuses among the words, perhaps within a longer number. */
const STATUS = /429|40[13]/;

/** Ids, whose digits are no status: UUIDs, hexadecimal of 8 digits or more, and what alternates between digits and letters. */
const IDS =
  /(?<![a-z\d])(?:[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|(?:0x)?[\da-f]{8,}|(?=[a-z]{0,32}\d{1,32}[a-z]{1,32}\d)[a-z\d]{3,64})(?![a-z\d])/gi;

/** Category of a failure described in prose: that of the first group with a word in the text, else internal; `unknown` without a text. */
export function categoryOfWords(text: string | null): Category {
  if (text === null) return 'unknown';
  const start = text.slice(0, PROSE_READ);
  const read = STATUS.test(start) ? start.replace(IDS, ' ') : start;
  return WORDS.find(([, words]) => words.test(read))?.[0] ?? 'internal';
}
