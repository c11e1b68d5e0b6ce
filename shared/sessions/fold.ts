import { memo } from '../collections/memo.ts';
import { CATALOGUE, RULE_IDS } from '../rules/index.ts';
import type { Rule, SessionRule } from '../rules/rule.ts';
import { NO_SETTINGS, type RuleSettings } from '../rules/settings.ts';
import { shortened } from '../text/digest.ts';
import type { Violation } from '../verdict.ts';
import type { SaidWord } from './contradictions.ts';
import type { Memory, Remembered, ResponseRef } from './memory.ts';
import type { Note } from './note.ts';

/** A response as the fold sees it. */
interface Observed {
  readonly server: string;
  readonly ref: ResponseRef;
  /** Epoch ms; without it, findings limited to one per hour are reported once. */
  readonly at: number | undefined;
  readonly notes: readonly Note[];
}

/** A violation by several responses together; the pointer is relative to the envelope of the newest. */
export interface Finding extends Violation {
  /** Oldest first. */
  readonly responses: readonly ResponseRef[];
}

/**
 * Folds one response into the memory, which it updates, and returns the rules across responses that it breaks together
 * with earlier ones. All that a response says is compared with them before any of it is remembered: members of one batch
 * neither contradict each other nor hide one that contradicts an earlier response. The same for server and linter: equal
 * responses in equal order give equal findings. A rule that is off still remembers, so that it can be turned on without a gap.
 */
export function foldAcross(
  memory: Memory,
  { server, ref, at, notes }: Observed,
  settings: RuleSettings = NO_SETTINGS,
): readonly Finding[] {
  const compared: Compared[] = [];
  for (const note of notes) {
    const listed = BY_ID.get(note.rule);
    if (listed === undefined) continue;
    const key = shortened(listed.startOf(server) + note.key);
    const said = { word: shortened(note.word), ref, at };
    const earlier = memory.recall(key);
    const isNew =
      earlier !== undefined && earlier.ref !== ref && listed.across.contradicts.isBetween(earlier, said);
    compared.push({ listed, note, key, said, contradicted: isNew ? earlier : undefined });
  }
  let findings: Map<string, Finding> | undefined;
  for (const { listed, note, key, said, contradicted } of compared) {
    const { rule, across } = listed;
    const known = across.contradicts.known(memory.recall(key), said, contradicted !== undefined);
    memory.remember(key, { ref, value: said.word, known });
    if (contradicted === undefined) continue;
    const level = settings.get(rule.id) ?? rule.level;
    if (level === 'off') continue;
    findings ??= new Map();
    const place = `${key} ${said.word}`;
    if (findings.has(place)) continue;
    const message = across.says(note.word, contradicted.value, note.about);
    const { pointer } = note;
    const responses = [contradicted.ref, ref];
    findings.set(place, { rule: rule.id, level, in: 'envelope', pointer, message, responses });
  }
  if (findings === undefined) return NOTHING;
  return [...findings.values()].sort((a, b) => RULE_IDS.indexOf(a.rule) - RULE_IDS.indexOf(b.rule));
}

/** A note, with what it contradicts. */
interface Compared {
  readonly listed: Listed;
  readonly note: Note;
  readonly key: string;
  readonly said: SaidWord;
  readonly contradicted: Remembered | undefined;
}

const NOTHING: readonly Finding[] = [];

/** The part of a key after the rule's id that names the server. Even in a key that is cut, a name of 200 characters is whole. */
const partOf = (server: string) => ` ${server.length} ${server}`;

/** Forgets everything about a server. */
export function dropServer(memory: Memory, server: string): void {
  const part = partOf(server);
  memory.drop((key) => key.startsWith(part, key.indexOf(' ')));
}

interface Listed {
  readonly rule: Rule;
  readonly across: SessionRule;
  /** The start of each server's keys, made once: looking up the same string object again is faster than hashing a new one. */
  readonly startOf: (server: string) => string;
}

/** Number of servers whose start of keys is cached. */
const MOST_STARTS = 1_000;

const BY_ID: ReadonlyMap<string, Listed> = new Map(
  CATALOGUE.flatMap((rule): readonly (readonly [string, Listed])[] => {
    const { id, across } = rule;
    if (across === undefined) return [];
    const startOf = memo(MOST_STARTS, (server) => id + partOf(server));
    return [[id, { rule, across, startOf }]];
  }),
);
