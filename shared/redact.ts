import { parseJson } from './json.ts';
import { closingQuote, isSpace } from './json-prefix.ts';
import { isSecretKey, MARKER } from './secrets.ts';

export interface Redacted {
  readonly text: string;
  /** Values that were replaced. */
  readonly count: number;
}

/** Without one of these, or an escaped letter that could hide one, a text holds no secret key. */
const HINT = /pass|secret|token|api_?key|authorization|credential|\\u00[2-7]/i;

/** JSON inside strings inside JSON that is followed; each level doubles the backslashes before a quote. */
const DEEPEST = 8;

/**
 * Makes the function that takes secrets out of a capture's JSON text before it is stored: it replaces the string values
 * of secret keys, confirmation tokens included, at any depth, also in JSON that stands embedded in strings, and leaves
 * every other character as it is. `own` are patterns of further keys. Its text must be JSON; time is linear in it.
 */
export function redactor(own: readonly RegExp[] = []): (text: string) => Redacted {
  const patterns = own.map(({ source, flags }) => new RegExp(source, flags.replace(/[gy]/g, '')));
  const rules: Rules = {
    isSecret: (key) => isSecretKey(key) || patterns.some((pattern) => pattern.test(key)),
    mayHold: (text) => patterns.length > 0 || HINT.test(text),
  };
  return (text) => {
    if (!rules.mayHold(text)) return { text, count: 0 };
    const spans: Span[] = [];
    findSecrets(text, rules, spans, 0);
    return spans.length === 0 ? { text, count: 0 } : { text: replaced(text, spans), count: spans.length };
  };
}

interface Rules {
  isSecret(key: string): boolean;
  mayHold(text: string): boolean;
}

/** Characters between two quotes. */
interface Span {
  readonly start: number;
  readonly end: number;
}

function replaced(text: string, spans: readonly Span[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of spans) {
    parts.push(text.slice(from, start), MARKER);
    from = end;
  }
  parts.push(text.slice(from));
  return parts.join('');
}

/**
 * Walks the strings of a text. A string before a colon is a key. Embedded text need not be JSON from its first character:
 * there every quote may open a string, so that a stray one does not hide what follows it.
 */
function findSecrets(text: string, rules: Rules, spans: Span[], depth: number): void {
  let open = text.indexOf('"');
  while (open !== -1) {
    const close = closingQuote(text, open);
    if (close === -1) return;
    const colon = pastSpace(text, close + 1);
    if (text[colon] === ':') {
      const value = pastSpace(text, colon + 1);
      const secret = rules.isSecret(keyAt(text, open, close));
      open = text.indexOf('"', pastValue(text, value, secret, rules, spans, depth));
    } else {
      findInside(text, open, close, rules, spans, depth);
      open = depth === 0 ? text.indexOf('"', close + 1) : close;
    }
  }
}

/** Deals with the value of a key; gives the position to go on from. */
function pastValue(
  text: string,
  value: number,
  secret: boolean,
  rules: Rules,
  spans: Span[],
  depth: number,
): number {
  if (text[value] === '"') {
    const close = closingQuote(text, value);
    if (close === -1) return text.length;
    if (secret) replace(text, value, close, spans);
    else findInside(text, value, close, rules, spans, depth);
    return close + 1;
  }
  return secret && text[value] === '[' ? pastList(text, value + 1, spans) : value;
}

/** Replaces the strings of an array under a secret key, up to its end or to an array or object in it. */
function pastList(text: string, start: number, spans: Span[]): number {
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (char === '"') {
      const close = closingQuote(text, at);
      if (close === -1) return text.length;
      replace(text, at, close, spans);
      at = close;
    } else if (char === ']' || char === '[' || char === '{') {
      return at;
    }
  }
  return text.length;
}

function replace(text: string, open: number, close: number, spans: Span[]): void {
  const value = text.slice(open + 1, close);
  if (value !== '' && value !== MARKER) spans.push({ start: open + 1, end: close });
}

/** Looks into JSON that stands in a string, by what the string says once its escapes are undone. */
function findInside(
  text: string,
  open: number,
  close: number,
  rules: Rules,
  spans: Span[],
  depth: number,
): void {
  const raw = text.slice(open + 1, close);
  if (depth === DEEPEST || !/\\(?:"|u0022)/.test(raw) || !rules.mayHold(raw)) return;
  const said = unescaped(raw);
  if (said === undefined) return;
  const within: Span[] = [];
  findSecrets(said, rules, within, depth + 1);
  if (within.length === 0) return;
  const places = placesOf(raw);
  for (const { start, end } of within) {
    spans.push({ start: open + 1 + (places[start] ?? 0), end: open + 1 + (places[end] ?? 0) });
  }
}

function keyAt(text: string, open: number, close: number): string {
  const raw = text.slice(open + 1, close);
  return raw.includes('\\') ? (unescaped(raw) ?? raw) : raw;
}

/** What a JSON string says; undefined where the characters are none. */
function unescaped(raw: string): string | undefined {
  try {
    const said = parseJson(`"${raw}"`);
    return typeof said === 'string' ? said : undefined;
  } catch {
    return undefined;
  }
}

const BACKSLASH = 0x5c;
const LETTER_U = 0x75;

/** Where in a JSON string's characters each of those that it says, and its end, stand. */
function placesOf(raw: string): Uint32Array {
  const places = new Uint32Array(raw.length + 1);
  let length = 0;
  for (let at = 0; at < raw.length; length++) {
    places[length] = at;
    if (raw.charCodeAt(at) !== BACKSLASH) at += 1;
    else at += raw.charCodeAt(at + 1) === LETTER_U ? 6 : 2;
  }
  places[length] = raw.length;
  return places;
}

function pastSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return at;
}
