import { createHash } from 'node:crypto';
import { setImmediate as turnOfOthers } from 'node:timers/promises';
import type { Reinspection as State } from '../../shared/api/reinspection.ts';
import { canonical } from '../../shared/equality.ts';
import { isObject, parseJson } from '../../shared/json.ts';
import { CATALOGUE_VERSION } from '../../shared/rules/index.ts';
import type { RuleSettings } from '../../shared/rules/settings.ts';
import type { Dialect, Verdict } from '../../shared/verdict.ts';
import type { Kept, Memory, Rejudged, Store } from '../store/store.ts';
import { Fold } from './fold.ts';
import { Judge } from './judge.ts';

/** Responses of one transaction: a few milliseconds, in which nothing else is stored. */
const PIECE = 100;
/** Responses after which is noted how far it came; a crash costs no more. */
const NOTE_EVERY = 5_000;

/** Name under which is remembered by what the stored responses were judged, and how far judging them again came. */
const NAME = 'judged';

/** What verdicts depend on beside the response. */
export interface Standard {
  readonly rules: RuleSettings;
  readonly secretKeys: readonly RegExp[];
}

/** How far it came; the fold stands where the cursor stands. */
interface UnderWay {
  readonly standard: string;
  readonly cursor: string | null;
  readonly judged: number;
  readonly changed: number;
  readonly total: number;
  /** Epoch ms; what came later is judged by today's standard already. */
  readonly end: number;
  readonly fold: string;
}

interface Noted {
  /** Digest of the standard of everything that is stored; null where there are several. */
  readonly standard: string | null;
  readonly underWay: UnderWay | undefined;
}

/** Judges what is stored again, a piece at a time, where rules, settings or pins have changed since. */
export class Reinspection {
  readonly #store: Store;
  readonly #standard: Standard;
  #noted: Noted;
  /** Digest of today's standard. */
  #today: string;
  #running: Promise<void> | undefined;
  #stopping = false;
  #judged = 0;
  #changed = 0;
  #total = 0;
  #failure: string | null = null;

  private constructor(store: Store, standard: Standard, noted: Noted, today: string) {
    this.#store = store;
    this.#standard = standard;
    this.#noted = noted;
    this.#today = today;
    this.#show(noted.underWay);
  }

  static async open(store: Store, standard: Standard): Promise<Reinspection> {
    const noted = notedIn(await store.remember(NAME));
    return new Reinspection(store, standard, noted, digestOf(standard, await store.pins()));
  }

  /** To be called whenever a pin has changed. */
  async repinned(): Promise<void> {
    this.#today = digestOf(this.#standard, await this.#store.pins());
  }

  /** To be called before responses are stored that were judged by today's standard. */
  async declare(): Promise<void> {
    if (this.#noted.standard === this.#today) return;
    const { responses, quarantined } = await this.#store.stored();
    const standard = responses + quarantined === 0 ? this.#today : null;
    if (this.#noted.standard !== standard) await this.#note({ ...this.#noted, standard });
  }

  async state(): Promise<State> {
    const { responses, quarantined } = await this.#store.stored();
    return {
      needed: responses + quarantined > 0 && this.#noted.standard !== this.#today,
      running: this.#running !== undefined,
      judged: this.#judged,
      changed: this.#changed,
      total: this.#total,
      failure: this.#failure,
    };
  }

  /** Begins, or goes on where it stopped; does nothing where there is nothing to do. `now` is epoch ms. */
  async start(now: number): Promise<State> {
    const { needed, running } = await this.state();
    if (needed && !running) {
      const begun = await this.#begin(now);
      this.#show(begun);
      this.#failure = null;
      this.#running = this.#run(begun)
        .catch((error: unknown) => {
          this.#failure = error instanceof Error ? error.message : String(error);
        })
        .finally(() => {
          this.#running = undefined;
        });
    }
    return this.state();
  }

  /** Stops after the piece under way; it goes on from there another time. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#running;
  }

  async #begin(now: number): Promise<UnderWay> {
    const { underWay } = this.#noted;
    if (underWay?.standard === this.#today) return underWay;
    const { responses, quarantined, newest } = await this.#store.stored();
    const end = Math.max(now, newest === null ? 0 : Date.parse(newest));
    const total = responses + quarantined;
    return { standard: this.#today, cursor: null, judged: 0, changed: 0, total, end, fold: '' };
  }

  async #run(begun: UnderWay): Promise<void> {
    const { rules } = this.#standard;
    const saved = begun.fold === '' ? undefined : Buffer.from(begun.fold, 'base64');
    const fold = new Fold(rules, saved);
    const judge = new Judge({ ...this.#standard, pins: await this.#store.pins(), fold });
    let at = begun;
    let noted = at.judged;
    for (let more = true; more; ) {
      const { cursor } = at;
      const page = await this.#store.kept({ limit: PIECE, ...(cursor !== null && { cursor }) });
      const rejudged = judgedAgain(judge, page.items);
      const last = page.items.at(-1);
      more = page.next_cursor !== null && (last === undefined || last.at <= at.end);
      at = {
        ...at,
        cursor: page.next_cursor,
        judged: at.judged + rejudged.ids.length,
        changed: at.changed + rejudged.changed.length,
      };
      if (!more) await this.#finish(rejudged, at);
      else if (this.#stopping || at.judged - noted >= NOTE_EVERY) {
        at = { ...at, fold: Buffer.from(fold.save()).toString('base64') };
        await this.#note({ ...this.#noted, underWay: at }, rejudged);
        noted = at.judged;
      } else await this.#store.rejudge(rejudged);
      this.#show(at);
      if (this.#stopping) return;
      await turnOfOthers();
    }
  }

  /** A standard that changed meanwhile is not the one of all that is stored. */
  #finish(rejudged: Rejudged, { standard }: UnderWay): Promise<void> {
    const whole = standard === this.#today ? standard : null;
    return this.#note({ standard: whole, underWay: undefined }, rejudged);
  }

  #show(at: UnderWay | undefined): void {
    this.#judged = at?.judged ?? 0;
    this.#changed = at?.changed ?? 0;
    this.#total = at?.total ?? 0;
  }

  async #note(noted: Noted, rejudged?: Rejudged): Promise<void> {
    const memory: Memory = { name: NAME, value: Buffer.from(JSON.stringify(noted)) };
    if (rejudged === undefined) await this.#store.append([], memory);
    else await this.#store.rejudge(rejudged, memory);
    this.#noted = noted;
  }
}

function judgedAgain(judge: Judge, items: readonly Kept[]): Rejudged {
  const changed = items.flatMap((kept) => {
    const record = judge.again(kept);
    const same = record === undefined || isSame(kept, record.verdict, record.redacted);
    return same ? [] : [{ id: kept.id, record }];
  });
  return { ids: items.map(({ id }) => id), catalogue: CATALOGUE_VERSION, changed };
}

function isSame({ verdict, redacted }: Kept, again: Verdict, nowRedacted: number): boolean {
  return redacted === nowRedacted && textOf(verdict) === textOf(again);
}

/** Equal for verdicts that say the same, in whatever order their findings stand. What is stored is JSON. */
function textOf({ violations, ...verdict }: Verdict): string {
  const findings = violations.map((violation) => canonical(violation)).sort();
  return canonical(parseJson(JSON.stringify([verdict, findings])));
}

function digestOf({ rules, secretKeys }: Standard, pins: ReadonlyMap<string, Dialect>): string {
  const told = [CATALOGUE_VERSION, [...rules].sort(), secretKeys.map(String).sort(), [...pins].sort()];
  return createHash('sha256').update(JSON.stringify(told)).digest('hex');
}

const NOTHING: Noted = { standard: null, underWay: undefined };

/** What {@link Reinspection} noted; anything else is as if nothing was. */
function notedIn(saved: Uint8Array | undefined): Noted {
  const value = saved === undefined ? undefined : parseJson(Buffer.from(saved).toString('utf8'));
  if (!isObject(value)) return NOTHING;
  return {
    standard: typeof value.standard === 'string' ? value.standard : null,
    underWay: isUnderWay(value.underWay) ? value.underWay : undefined,
  };
}

function isUnderWay(value: unknown): value is UnderWay {
  if (!isObject(value)) return false;
  const { standard, cursor, judged, changed, total, end, fold } = value;
  const texts = [standard, cursor ?? '', fold].every((text) => typeof text === 'string');
  return texts && [judged, changed, total, end].every((number) => typeof number === 'number');
}
