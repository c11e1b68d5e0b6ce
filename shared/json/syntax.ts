/** Where a text stops being JSON (zero-based, in its UTF-16 units), and why. */
interface SyntaxFault {
  readonly position: number;
  readonly reason: string;
}

type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | 'colon' | 'comma or ]' | 'comma or }' | 'end';

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WORD = /true|false|null/y;
const PLAIN = /[ !#-[\]-\uffff]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/**
 * Finds where a text stops being JSON (RFC 8259); returns undefined if it is JSON. Bytes that are read as Latin-1 give the
 * position of a byte. The engine's own error often has no position, and quotes the text with its secrets. Only for what
 * failed to parse, since it is slower than parsing.
 */
export function findSyntaxFault(text: string): SyntaxFault | undefined {
  const open: ('[' | '{')[] = [];
  let expected: Expected = 'value';
  let at = past(SPACE, text, 0);
  const afterValue = (): Expected =>
    open.length === 0 ? 'end' : open.at(-1) === '[' ? 'comma or ]' : 'comma or }';

  for (; at < text.length; at = past(SPACE, text, at)) {
    const char = text[at];
    if (expected.endsWith(` or ${char}`)) {
      open.pop();
      expected = afterValue();
      at += 1;
    } else if (char === ',' && expected.startsWith('comma')) {
      expected = open.at(-1) === '[' ? 'value' : 'name';
      at += 1;
    } else if (char === ':' && expected === 'colon') {
      expected = 'value';
      at += 1;
    } else if (char === '"' && expected.startsWith('name')) {
      const end = pastString(text, at);
      if (typeof end !== 'number') return end;
      at = end;
      expected = 'colon';
    } else if (expected.startsWith('value')) {
      if (char === '[' || char === '{') {
        open.push(char);
        expected = char === '[' ? 'value or ]' : 'name or }';
        at += 1;
        continue;
      }
      const end = char === '"' ? pastString(text, at) : pastLiteral(text, at);
      if (end === at) {
        const spare = expected === 'value' && char === ']' && open.at(-1) === '[';
        return { position: at, reason: `expected value${spare ? SPARE : habitAt(text, at)}` };
      }
      if (typeof end !== 'number') return end;
      at = end;
      expected = afterValue();
    } else {
      const spare =
        (expected === 'name' && char === '}') || (expected === 'end' && text.slice(at).trim() === ',');
      const reason = expected === 'end' ? 'unexpected data after the value' : `expected ${expected}`;
      return { position: at, reason: reason + (spare ? SPARE : habitAt(text, at)) };
    }
  }
  return expected === 'end' ? undefined : { position: at, reason: `unexpected end, expected ${expected}` };
}

function pastString(text: string, start: number): number | SyntaxFault {
  for (let at = start + 1; ; ) {
    at = past(PLAIN, text, at);
    if (at >= text.length) return { position: start, reason: 'unterminated string' };
    if (text[at] === '"') return at + 1;
    const next = past(ESCAPE, text, at);
    if (next === at) {
      const reason = text[at] === '\\' ? 'invalid escape' : 'control character in a string';
      return { position: at, reason };
    }
    at = next;
  }
}

/** `at` itself if no number or word begins there. */
function pastLiteral(text: string, at: number): number {
  return Math.max(past(NUMBER, text, at), past(WORD, text, at));
}

const SPARE = ' (a comma too many)';

/** What is written in place of JSON, by habit of another language, and what to write. */
const HABITS: readonly (readonly [written: RegExp, told: string])[] = [
  [/['\u2018-\u201d]/y, ' (quotes are "double" in JSON)'],
  [/\/[/*]|#/y, ' (JSON has no comments)'],
  [/(?:True|False|None)\b/y, ' (JSON has true, false and null)'],
  [/(?:-?Infinity|NaN|undefined)\b/y, ' (JSON has no such value)'],
  [/\\"/y, ' (the quotes are escaped)'],
  [/[\s\p{Cc}\p{Cf}]/uy, ' (an invisible character)'],
];

const habitAt = (text: string, at: number): string =>
  HABITS.find(([written]) => past(written, text, at) > at)?.[1] ?? '';

/** Returns the end of a sticky pattern's match at `at`; `at` if it does not match. */
export function past(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
