import { short } from '../digest.ts';
import { memo } from '../memo.ts';
import type { Reading } from '../reading.ts';
import { CATALOGUE } from '../rules/index.ts';
import type { Rule } from '../rules/rule.ts';
import { NO_SETTINGS, type RuleSettings } from '../rules/settings.ts';
import type { Violation } from '../verdict.ts';
import type { Memory, Remembered, ResponseRef } from './memory.ts';
import type { Observed, SessionCheck, SessionScene, SessionSubject, SessionSubjects } from './observed.ts';

/** A violation by several responses together; the pointer is relative to the envelope of the newest. */
export interface Finding extends Violation {
  readonly server: string;
  /** Oldest first. */
  readonly responses: readonly ResponseRef[];
}

/**
 * Folds one response into the memory, which it updates, and returns the rules across responses that it breaks together
 * with earlier ones. The same for server and linter: equal responses in equal order give equal findings. A rule that is off
 * still remembers, so that it can be turned on without a gap.
 */
export function foldAcross(
  memory: Memory,
  observed: Observed,
  settings: RuleSettings = NO_SETTINGS,
): readonly Finding[] {
  const step = new Step(memory, observed);
  step.response();
  if (step.breaches.length === 0) return NOTHING;
  return step.breaches
    .sort((a, b) => a.order - b.order)
    .flatMap(({ rule, pointer, message, earlier }) => {
      const level = settings.get(rule.id) ?? rule.level;
      if (level === 'off') return [];
      const { server, ref } = observed;
      const responses = [earlier.ref, ref];
      return [{ rule: rule.id, level, in: 'envelope' as const, server, pointer, message, responses }];
    });
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
  readonly order: number;
  /** The start of each server's keys, made once: looking up the same string object again is faster than hashing a new one. */
  readonly startOf: (server: string) => string;
}

/** Number of servers whose start of keys is cached. */
const MOST_STARTS = 1_000;

interface Entry<S extends SessionSubject> extends Listed {
  readonly check: SessionCheck<S>;
}

interface Breach extends Pick<Listed, 'rule' | 'order'> {
  readonly pointer: string;
  readonly message: string;
  readonly earlier: Remembered;
}

function on<S extends SessionSubject>(subject: S): readonly Entry<S>[] {
  return CATALOGUE.flatMap((rule, order) => {
    const check = rule.across?.[subject];
    if (check === undefined) return [];
    const startOf = memo(MOST_STARTS, (server) => rule.id + partOf(server));
    return [{ rule, order, startOf, check }];
  });
}

const ON_RESPONSE = on('response');
const ON_ENVELOPE = on('envelope');
const ON_FAILURE = on('failure');
const ON_WARNING = on('warning');

/** Walks one response and collects what its rules across responses report. */
class Step implements SessionScene {
  readonly breaches: Breach[] = [];
  readonly memory: Memory;
  readonly observed: Observed;
  /** Pointer to the envelope that is being judged. */
  private prefix = '';
  private current: Listed | undefined;

  constructor(memory: Memory, observed: Observed) {
    this.memory = memory;
    this.observed = observed;
  }

  response(): void {
    const { reading } = this.observed;
    this.run(ON_RESPONSE, reading);
    if (reading.dialect === 'mcp-aql') this.envelope(reading);
  }

  /** Parts are prefixed with their length, so that no two lists of parts make the same key. */
  key(...parts: readonly (string | null)[]): string {
    let key = this.current?.startOf(this.observed.server) ?? '';
    for (const part of parts) key += part === null ? ' -' : ` ${part.length} ${part}`;
    return short(key);
  }

  breach(pointer: string, message: string, earlier: Remembered): void {
    if (this.current === undefined) return;
    const { rule, order } = this.current;
    this.breaches.push({ rule, order, pointer: this.prefix + pointer, message, earlier });
  }

  private run<S extends SessionSubject>(entries: readonly Entry<S>[], subject: SessionSubjects[S]): void {
    for (const entry of entries) {
      this.current = entry;
      entry.check(subject, this);
    }
  }

  private envelope(reading: Reading): void {
    if (reading.located.envelope !== undefined) this.run(ON_ENVELOPE, reading.located.envelope);
    if (reading.category !== null) this.run(ON_FAILURE, reading);
    for (const warning of reading.warnings) this.run(ON_WARNING, warning);
    const { prefix } = this;
    for (const member of reading.members) {
      this.prefix = prefix + member.pointer;
      this.envelope(member.reading);
    }
  }
}
