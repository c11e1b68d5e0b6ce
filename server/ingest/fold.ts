import { createHmac, randomBytes } from 'node:crypto';
import { isObject, parseJson } from '../../shared/json.ts';
import type { Reading } from '../../shared/reading.ts';
import type { RuleSettings } from '../../shared/rules/settings.ts';
import { dropServer, foldAcross } from '../../shared/sessions/fold.ts';
import { type Memory, restored } from '../../shared/sessions/memory.ts';
import type { Violation } from '../../shared/verdict.ts';
import type { CaptureFacts } from '../store/store.ts';

const KEY_BYTES = 32;
const NOTHING: readonly Violation[] = [];

/** The rules across responses, with a memory that outlives the process. */
export class Fold {
  readonly #rules: RuleSettings;
  #memory: Memory;
  /** Key of the hashes that stand for confirmation tokens. */
  #key: Buffer;
  /** Captures without an id so far: each is named by its number. */
  #unnamed: number;

  /** `saved` is what {@link save} gave; anything else starts an empty memory. */
  constructor(rules: RuleSettings, saved: Uint8Array | undefined) {
    this.#rules = rules;
    [this.#memory, this.#key, this.#unnamed] = opened(saved);
  }

  /** Unlearns what came after {@link save} gave `saved`. */
  restore(saved: Uint8Array | undefined): void {
    [this.#memory, this.#key, this.#unnamed] = opened(saved);
  }

  /** Grows whenever something is learnt: what was saved before is then stale. */
  get revision(): number {
    return this.#memory.revision;
  }

  /** What this response breaks together with earlier ones. One that is sent again with its id is the same response. */
  across({ server, id, observed_at }: CaptureFacts, reading: Reading): readonly Violation[] {
    const ref = id ?? ++this.#unnamed;
    const findings = foldAcross(
      this.#memory,
      { server, ref, at: observed_at, reading, hash: (token) => this.#hash(token) },
      this.#rules,
    );
    if (findings.length === 0) return NOTHING;
    return findings.map(({ rule, level, in: where, pointer, message, responses: [earlier] }) => ({
      rule,
      level,
      in: where,
      pointer,
      message,
      ...(typeof earlier === 'string' && { earlier }),
    }));
  }

  /** Forgets all that was learnt of a server. */
  forget(server: string): void {
    dropServer(this.#memory, server);
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
  const value = saved === undefined ? undefined : parseJson(new TextDecoder().decode(saved));
  if (!isObject(value) || typeof value.key !== 'string') {
    return [restored(undefined), randomBytes(KEY_BYTES), 0];
  }
  const unnamed = typeof value.unnamed === 'number' ? value.unnamed : 0;
  return [restored(value.memory), Buffer.from(value.key, 'base64'), unnamed];
}
