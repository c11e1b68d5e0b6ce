import { createHash } from 'node:crypto';
import { type Capture, readCapture } from '../../shared/capture.ts';
import { groupsOf } from '../../shared/fingerprint.ts';
import { judge, statementOf } from '../../shared/inspect.ts';
import { parseJson } from '../../shared/json/value.ts';
import { read } from '../../shared/read.ts';
import type { Reading } from '../../shared/reading.ts';
import { type Redact, redactor } from '../../shared/redact.ts';
import { textsWithout, withoutSecretsIn } from '../../shared/redact-verdict.ts';
import type { Refusal } from '../../shared/refusal.ts';
import { CATALOGUE_VERSION } from '../../shared/rules/index.ts';
import type { RuleSettings } from '../../shared/rules/settings.ts';
import type { Dialect, Verdict, Violation } from '../../shared/verdict.ts';
import type { CaptureFacts, Kept, ResponseRecord } from '../store/record.ts';
import type { Fold } from './fold.ts';
import type { Settings } from './ingest.ts';
import { inCategoriesOf, inWordsOf, withHeld } from './redacted.ts';
import { notCapture, unparsable } from './refusals.ts';

export type Judged = { readonly record: ResponseRecord } | { readonly error: Refusal };

interface JudgeOptions extends Settings {
  /** Pinned dialects by server. */
  readonly pins: ReadonlyMap<string, Dialect>;
  readonly fold: Fold;
}

/** What is left of a capture without its secrets. */
interface Left {
  readonly id: string | undefined;
  readonly reading: Reading;
}

/** Turns an item's bytes into the record that is stored. */
export class Judge {
  readonly rules: RuleSettings;
  readonly #secretKeys: readonly RegExp[];
  readonly #pins: Map<string, Dialect>;
  readonly #fold: Fold;
  readonly #redact: Redact;
  #standard: string;

  constructor({ rules, secretKeys, pins, fold }: JudgeOptions) {
    this.rules = rules;
    this.#secretKeys = secretKeys;
    this.#pins = new Map(pins);
    this.#fold = fold;
    this.#redact = redactor(secretKeys);
    this.#standard = this.#digest(this.#pins);
  }

  /** Digest of everything that verdicts depend on besides the responses: equal digests, equal verdicts. */
  get standard(): string {
    return this.#standard;
  }

  /** What {@link standard} will be without a server's pin. */
  standardWithout(server: string): string {
    return this.#digest([...this.#pins].filter(([name]) => name !== server));
  }

  pin(server: string, dialect: Dialect | null): void {
    if (dialect === null) this.#pins.delete(server);
    else this.#pins.set(server, dialect);
    this.#standard = this.#digest(this.#pins);
  }

  /** Returns a judge with the same standard and its own memory for the rules across responses. */
  with(fold: Fold): Judge {
    return new Judge({ rules: this.rules, secretKeys: this.#secretKeys, pins: this.#pins, fold });
  }

  /**
   * Judges the response by itself, redacts it, then judges it together with earlier ones. It is parsed once if nothing is
   * redacted, and the record then keeps a view of `bytes`.
   *
   * @param bytes UTF-8, of bounded depth.
   * @param server Used if the capture does not name one.
   * @param receivedAt Epoch ms.
   * @param earlier What is stored of the response, if it is judged again.
   */
  judge(bytes: Buffer, server: string | undefined, receivedAt: number, earlier?: Kept): Judged {
    const text = bytes.toString('utf8');
    const parsed = parse(text, bytes);
    if ('error' in parsed) return parsed;
    const { capture, errors } = readCapture(parsed.value, { server, observed_at: receivedAt });
    if (errors !== undefined) return { error: notCapture(errors) };

    const facts = factsOf(capture, receivedAt);
    const reading = this.#read(capture);
    const alone = judge(reading, this.rules);
    const redacted = this.#redact(text);
    const left = redacted.count === 0 ? undefined : this.#leftOf(redacted.text, facts);
    const across = redacted.count === 0 || left !== undefined ? this.#across(facts, reading, left) : [];
    const found = across.length === 0 ? alone : { ...alone, violations: [...alone.violations, ...across] };
    const judged = earlier === undefined ? found : this.#withHeld(found, earlier, reading);
    const said = withoutSecretsIn(judged, this.#redact, redacted);
    const verdict = left === undefined ? said : inWordsOf(statementOf(left.reading), said);
    return {
      record: {
        facts: redacted.count === 0 ? facts : textsWithout(facts, this.#redact),
        payload: redacted.count === 0 ? bytes : Buffer.from(redacted.text),
        redacted: (earlier?.redacted ?? 0) + redacted.count,
        catalogue: CATALOGUE_VERSION,
        verdict,
        groups: groupsOf(capture.server, verdict),
      },
    };
  }

  /** Judges a stored response again. Returns undefined if its bytes can no longer be read. */
  again(kept: Kept): ResponseRecord | undefined {
    const { buffer, byteOffset, byteLength } = kept.payload;
    const bytes = Buffer.from(buffer, byteOffset, byteLength);
    const judged = this.judge(bytes, kept.server, kept.received_at, kept);
    return 'record' in judged ? judged.record : undefined;
  }

  #read(capture: Capture): Reading {
    return read(capture, this.#pins.get(capture.server));
  }

  /** A capture without its secrets. With keys of the user's own, what is left may not be one. */
  #leftOf(text: string, { server, observed_at }: CaptureFacts): Left | undefined {
    const { capture } = readCapture(parseJson(text), { server, observed_at });
    return capture === undefined ? undefined : { id: capture.id, reading: this.#read(capture) };
  }

  /** What a response breaks together with earlier ones, if only what is `left` without its secrets may be remembered. */
  #across(facts: CaptureFacts, reading: Reading, left: Left | undefined): readonly Violation[] {
    if (left === undefined) return this.#fold.across(facts, reading);
    return this.#fold.across({ ...facts, id: left.id }, reading, left.reading);
  }

  #digest(pins: Iterable<readonly [server: string, dialect: Dialect]>): string {
    const settings = [[...this.rules].sort(), this.#secretKeys.map(String).sort()];
    const told = [CATALOGUE_VERSION, ...settings, [...pins].sort()];
    return createHash('sha256').update(JSON.stringify(told)).digest('hex');
  }

  #withHeld(found: Verdict, { redacted, verdict }: Kept, reading: Reading): Verdict {
    if (redacted === 0) return found;
    const violations = withHeld(found.violations, verdict.violations, reading, this.rules);
    return { ...inCategoriesOf(verdict, found), violations };
  }
}

function parse(text: string, bytes: Buffer): { readonly value: unknown } | { readonly error: Refusal } {
  try {
    return { value: parseJson(text) };
  } catch {
    return { error: unparsable('item', bytes) };
  }
}

function factsOf(capture: Capture, received_at: number): CaptureFacts {
  return {
    id: capture.id,
    server: capture.server,
    server_version: capture.server_version,
    observed_at: capture.observed_at ?? received_at,
    received_at,
    method: capture.method,
    tool: capture.tool,
    client: capture.client,
    client_version: capture.client_version,
    session: capture.session,
    request_id: capture.request_id,
    transport: capture.transport,
    duration_ms: capture.duration_ms,
  };
}
