import { isObject, type JsonObject, parseJson } from './json.ts';
import type { Redact } from './redact.ts';
import type { MemberVerdict, Verdict, Warning } from './verdict.ts';

/** The verdict without secrets in its words and details; the verdict itself if it has none. */
export function withoutSecretsIn(verdict: Verdict, redact: Redact): Verdict {
  const { violations, members } = verdict;
  if (redact(JSON.stringify(repeatedIn(verdict))).count === 0) return verdict;
  return {
    ...saidWithout(verdict, redact),
    violations: violations.map((violation) => ({
      ...violation,
      message: wordsWithout(violation.message, redact),
    })),
    members: members.map((member) => saidWithout(member, redact)),
  };
}

/** What a verdict quotes from its response, under the names it has there; the rest are our own words. */
function repeatedIn(verdict: Verdict): JsonObject {
  const { tool, operation, code, message, request_id, violations, members, warnings } = verdict;
  const broken = violations.map((violation) => ({ message: violation.message }));
  return { tool, operation, code, message, request_id, violations: broken, members, warnings };
}

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
  return { ...textsWithout(said, redact), warnings };
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
