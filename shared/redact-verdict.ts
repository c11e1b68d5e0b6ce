import { entry } from './collections/entry.ts';
import { isObject, type JsonObject, parseJson } from './json/value.ts';
import { type Redact, type Redacted, unescaped } from './redact.ts';
import { MARKER } from './secrets.ts';
import type { MemberVerdict, Verdict, Violation, Warning } from './verdict.ts';

/**
 * The verdict without secrets in its words and details; the verdict itself if it has none. `captured` is what was judged,
 * redacted: where that has no secrets, the verdict has none. What violations quote of its values goes, too, without its key
 * and cut.
 */
export function withoutSecretsIn(verdict: Verdict, redact: Redact, captured: Redacted): Verdict {
  if (captured.count === 0) return verdict;
  const { violations, members } = verdict;
  const secrets = secretsOf(violations.some(quotes) ? captured.values : NONE);
  if (secrets.size === 0 && redact(JSON.stringify(verdict)).count === 0) return verdict;
  return {
    ...saidWithout(verdict, redact),
    violations: violations.map((violation) => ({
      ...violation,
      pointer: wordsWithout(violation.pointer, redact),
      message: quotesWithout(wordsWithout(violation.message, redact), secrets),
    })),
    members: members.map((member) => saidWithout(member, redact)),
  };
}

/** Rules quote what was captured as JSON does: looking for secrets costs as much as a fifth of judging a response. */
function quotes({ message }: Violation): boolean {
  return message.includes('"');
}

/** Shorter values are words of ours by chance. */
const SHORTEST = 6;

/** Secrets as words may quote them, with each of their levels of escapes and without any, by their first characters. */
type Secrets = ReadonlyMap<string, readonly string[]>;

function secretsOf(values: readonly string[]): Secrets {
  const secrets = new Map<string, string[]>();
  for (const value of values) {
    for (let [form, before] = [value, '']; form !== before; [form, before] = [unescaped(form), form]) {
      if (form.length < SHORTEST) continue;
      entry(secrets, form.slice(0, SHORTEST), () => []).push(form);
    }
  }
  return secrets;
}

/** Words of ours without the secrets that they quote, whole or cut. */
function quotesWithout(words: string, secrets: Secrets): string {
  const kept: string[] = [];
  let from = 0;
  for (let at = 0; at < words.length; ) {
    const length = lengthOfSecret(words, at, secrets);
    if (length === 0) at += 1;
    else {
      kept.push(words.slice(from, at), MARKER);
      at += length;
      from = at;
    }
  }
  return from === 0 ? words : [...kept, words.slice(from)].join('');
}

/** Length of the secret that stands at a place, whole or as a beginning before "…"; 0 if none does. */
function lengthOfSecret(words: string, at: number, secrets: Secrets): number {
  const alike = secrets.get(words.slice(at, at + SHORTEST)) ?? NONE;
  const whole = alike.filter((secret) => words.startsWith(secret, at)).map(({ length }) => length);
  if (whole.length > 0) return Math.max(...whole);
  const cut = alike.length === 0 ? -1 : words.indexOf('…', at);
  const quoted = words.slice(at, cut);
  return cut !== -1 && alike.some((secret) => secret.startsWith(quoted)) ? quoted.length : 0;
}

const NONE: readonly string[] = [];

/** Names of strings that come from what was captured; other members of a verdict and of a capture's facts are our own words. */
const CAPTURED = new Set([
  'tool',
  'operation',
  'code',
  'message',
  'request_id',
  'condition',
  'metric',
  'deprecated_item',
  'replacement',
  'removal_date',
  'migration_guide',
  'field',
  'server_version',
  'client',
  'client_version',
  'session',
  'transport',
  'method',
]);

/** A copy without secrets in its captured strings: a string may quote one, or its name may say that it is one. */
export function textsWithout<T extends object>(said: T, redact: Redact): T {
  const texts = Object.entries(said).filter(([name, text]) => CAPTURED.has(name) && typeof text === 'string');
  return { ...said, ...objectWithout(Object.fromEntries(texts), redact) };
}

function saidWithout<S extends Verdict | MemberVerdict>(said: S, redact: Redact): S {
  const warnings = said.warnings.map((warning) => warningWithout(warning, redact));
  const quota = said.quota && { quota: textsWithout(said.quota, redact) };
  return { ...textsWithout(said, redact), ...quota, warnings };
}

function warningWithout(warning: Warning, redact: Redact): Warning {
  const { declared, details, reading } = warning;
  return {
    ...textsWithout(warning, redact),
    declared: parseJson(redact(JSON.stringify(declared)).text),
    details: details === null ? null : objectWithout(details, redact),
    reading: reading === null ? null : textsWithout(reading, redact),
  };
}

function objectWithout(object: JsonObject, redact: Redact): JsonObject {
  const kept = parseJson(redact(JSON.stringify(object)).text);
  return isObject(kept) ? kept : {};
}

/** Words that may quote JSON. */
function wordsWithout(words: string, redact: Redact): string {
  const said = parseJson(redact(JSON.stringify(words)).text);
  return typeof said === 'string' ? said : words;
}
