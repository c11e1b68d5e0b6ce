import { createHmac, randomBytes } from 'node:crypto';
import { isObject } from '../../shared/json/value.ts';
import type { Reading } from '../../shared/reading.ts';
import type { Redact } from '../../shared/redact.ts';
import type { RuleSettings } from '../../shared/rules/settings.ts';
import { dropServer, foldAcross } from '../../shared/sessions/fold.ts';
import { type Memory, restored } from '../../shared/sessions/memory.ts';
import { notesOf } from '../../shared/sessions/notes.ts';
import type { Violation } from '../../shared/verdict.ts';
import type { CaptureFacts } from '../store/record.ts';
import { savedValue } from './saved.ts';

const KEY_BYTES = 32;

/** Applies the rules across responses, with a memory that outlives the process. */
export class Fold {
  readonly #rules: RuleSettings;
  #memory: Memory;
  /** HMAC key of the hashes stored in place of confirmation tokens. */
  #key: Buffer;
  /** Number of captures without an id so far; each is referred to by its number. */
  #unnamed: number;

  /** `saved` is the result of {@link save}; anything else starts an empty memory. */
  constructor(rules: RuleSettings, saved: Uint8Array | undefined) {
    this.#rules = rules;
    [this.#memory, this.#key, this.#unnamed] = opened(saved);
  }

  /** Returns to the state at which {@link save} returned `saved`. */
  restore(saved: Uint8Array | undefined): void {
    [this.#memory, this.#key, this.#unnamed] = opened(saved);
  }

  /** Increases whenever something is learnt, which makes an earlier save stale. */
  get revision(): number {
    return this.#memory.revision;
  }

  /**
   * Returns what a response breaks together with earlier ones. Sent again with its id, it is the same. `stored` is its
   * reading as it will be stored, if that is without its secrets.
   */
  across(
    { server, id, observed_at }: CaptureFacts,
    reading: Reading,
    stored?: Reading,
  ): readonly Violation[] {
    const ref = id ?? ++this.#unnamed;
    const notes = notesOf(reading, (token) => this.#hash(token), stored);
    const findings = foldAcross(this.#memory, { server, ref, at: observed_at, notes }, this.#rules);
    return findings.map(({ responses: [earlier], ...violation }) => ({
      ...violation,
      ...(typeof earlier === 'string' && { earlier }),
    }));
  }

  /** Forgets what holds secrets: earlier builds, and earlier settings, knew fewer of them. */
  forgetSecrets(redact: Redact): void {
    this.#memory.drop((key, { value, known }) => redact(JSON.stringify([key, value, ...known])).count > 0);
  }

  /** Forgets everything learnt about a server. */
  forget(server: string): void {
    dropServer(this.#memory, server);
  }

  /** As {@link save}, without everything learnt about a server. */
  savedWithout(server: string): Uint8Array {
    const copy = new Fold(this.#rules, this.save());
    copy.forget(server);
    return copy.save();
  }

  save(): Uint8Array {
    const [key, unnamed] = [this.#key.toString('base64'), this.#unnamed];
    const saved = { key, unnamed, memory: this.#memory.save() };
    return Buffer.from(JSON.stringify(saved));
  }

  #hash(token: string): string {
    return createHmac('sha256', this.#key).update(token).digest('base64');
  }
}

function opened(saved: Uint8Array | undefined): readonly [memory: Memory, key: Buffer, unnamed: number] {
  const value = savedValue(saved);
  if (!isObject(value) || typeof value.key !== 'string') {
    return [restored(saved === undefined ? undefined : null), randomBytes(KEY_BYTES), 0];
  }
  const unnamed = typeof value.unnamed === 'number' ? value.unnamed : 0;
  return [restored(value.memory), Buffer.from(value.key, 'base64'), unnamed];
}
