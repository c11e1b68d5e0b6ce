import { setImmediate as turnOfOthers } from 'node:timers/promises';
import type { Reinspection } from '../../shared/api/reinspection.ts';
import { canonical } from '../../shared/json/equality.ts';
import { isObject, parseJson } from '../../shared/json/value.ts';
import { OVERFLOW } from '../../shared/overflow.ts';
import { CATALOGUE_VERSION } from '../../shared/rules/index.ts';
import type { RuleSettings } from '../../shared/rules/settings.ts';
import { saidWarnings } from '../../shared/said-warnings.ts';
import { errorMessage } from '../../shared/text/words.ts';
import type { Verdict } from '../../shared/verdict.ts';
import type { Kept, Reinspected, ResponseRecord, Saved } from '../store/record.ts';
import type { Store } from '../store/store.ts';
import { Fold } from './fold.ts';
import type { Judge } from './judge.ts';
import { savedValue } from './saved.ts';

/** Responses per transaction, at most. It takes a few milliseconds, during which nothing else is stored. */
const PIECE = 100;
/** Progress is saved after this many responses; a crash costs no more than that. */
const SAVE_EVERY = 5_000;

/** Name under which the store keeps the standard of the stored responses and the progress of reinspection. */
const NAME = 'judged';

/** Progress of a run. The fold is as of the cursor. */
interface UnderWay {
  /** The {@link Judge.standard} of the run. */
  readonly standard: string;
  readonly cursor: string | null;
  readonly judged: number;
  readonly changed: number;
  readonly total: number;
  /** Epoch ms. Later responses already have the current standard. */
  readonly end: number;
  readonly fold: string;
}

interface Progress {
  /** The standard of everything stored; null if there are several. */
  readonly standard: string | null;
  /** A run that will judge everything by its standard; abandoned once anything of another is stored. */
  readonly underWay: UnderWay | undefined;
}

/** Judges stored responses again, a piece at a time, after rules, settings or pins have changed. */
export class Reinspector {
  readonly #store: Store;
  /** Has the current standard. */
  readonly #judge: Judge;
  #progress: Progress;
  #starting: Promise<void> | undefined;
  #running: Promise<void> | undefined;
  /** What the current run judges with. */
  #again: { readonly judge: Judge; readonly fold: Fold } | undefined;
  #stopping = false;
  /** Whether the current run must end after its piece. */
  #isHalted = false;
  /** How far the current or the last run came. */
  #reached: Pick<UnderWay, 'judged' | 'changed' | 'total'>;
  #failure: string | null = null;

  private constructor(store: Store, judge: Judge, progress: Progress) {
    this.#store = store;
    this.#judge = judge;
    this.#progress = progress;
    this.#reached = progress.underWay ?? { judged: 0, changed: 0, total: 0 };
  }

  static async open(store: Store, judge: Judge): Promise<Reinspector> {
    return new Reinspector(store, judge, progressIn(await store.recall(NAME)));
  }

  /** Must be called before responses are stored, with the standard they were judged by. */
  async declare(standard: string): Promise<void> {
    const { underWay } = this.#progress;
    const goesOn = underWay?.standard === standard ? underWay : undefined;
    if (this.#progress.standard === standard && goesOn === underWay) return;
    // A run may be judging by another standard.
    const whole = this.#running === undefined && (await this.#isEmpty()) ? standard : null;
    if (this.#progress.standard !== whole || goesOn !== underWay)
      await this.#save({ standard: whole, underWay: goesOn });
  }

  async state(): Promise<Reinspection> {
    const needed = this.#progress.standard !== this.#judge.standard && !(await this.#isEmpty());
    const { judged, changed, total } = this.#reached;
    return {
      needed,
      standard: this.#judge.standard,
      // A run that has judged everything has not returned yet.
      running: needed && this.#running !== undefined,
      judged,
      changed,
      total,
      failure: this.#failure,
    };
  }

  /**
   * Starts, or resumes where it stopped; begins anew if a run judges by pins that have changed. Does nothing if there is
   * nothing to do. `now` is epoch ms.
   */
  async start(now: number): Promise<Reinspection> {
    this.#starting ??= this.#start(now).finally(() => {
      this.#starting = undefined;
    });
    await this.#starting;
    return this.state();
  }

  /**
   * Returns what to save as a server is forgotten, if that changes it. Once that is done,
   * {@link forget} must be called.
   */
  without(server: string): readonly Saved[] {
    const progress = this.#progressWithout(server);
    return progress === this.#progress ? [] : [savedOf(progress)];
  }

  /** Forgets everything learnt about a server. Must be called while the judge still has the server's pin. */
  forget(server: string): void {
    this.#progress = this.#progressWithout(server);
    this.#again?.fold.forget(server);
    this.#again?.judge.pin(server, null);
  }

  /** The remaining responses would be judged alike without the server's pin. */
  #progressWithout(server: string): Progress {
    const { standard: before, rules } = this.#judge;
    const { standard, underWay } = this.#progress;
    const now = (judgedBy: string) => (judgedBy === before ? this.#judge.standardWithout(server) : judgedBy);
    const whole = standard && now(standard);
    if (underWay === undefined && whole === standard) return this.#progress;
    return {
      standard: whole,
      underWay: underWay && {
        ...underWay,
        standard: now(underWay.standard),
        fold: inBase64(foldOf(underWay, rules).savedWithout(server)),
      },
    };
  }

  /** Stops after the current piece; a later start resumes from there. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#isHalted = true;
    await Promise.allSettled([this.#starting]);
    await this.#running;
  }

  async #start(now: number): Promise<void> {
    const { needed, running } = await this.state();
    if (!needed) return;
    const { rules, standard } = this.#judge;
    if (running) {
      if (this.#progress.underWay?.standard === standard) return;
      // A pin changed since the run began: the rest would have to be judged once more.
      this.#isHalted = true;
      await this.#running;
      this.#isHalted = this.#stopping;
      if (this.#isHalted) return;
    }
    const { underWay } = this.#progress;
    const resumed = underWay?.standard === standard ? underWay : undefined;
    const fold = foldOf(resumed, rules);
    const judge = this.#judge.with(fold);
    this.#again = { judge, fold };
    const begun = resumed ?? (await this.#begin(now, standard));
    this.#reached = begun;
    this.#failure = null;
    this.#running = this.#run(begun, judge, fold)
      .catch((error: unknown) => {
        this.#failure = errorMessage(error);
      })
      .finally(() => {
        this.#running = undefined;
        this.#again = undefined;
      });
  }

  /** Saves the start: from the first piece on, the stored responses have two standards. */
  async #begin(now: number, standard: string): Promise<UnderWay> {
    const { responses, quarantined, newest } = await this.#store.stored();
    const end = Math.max(now, newest === null ? 0 : Date.parse(newest));
    const total = responses + quarantined;
    const underWay = { standard, cursor: null, judged: 0, changed: 0, total, end, fold: '' };
    await this.#save({ standard: null, underWay });
    return underWay;
  }

  async #run(begun: UnderWay, judge: Judge, fold: Fold): Promise<void> {
    let at = begun;
    let savedAt = at.judged;
    for (let more = true; more; ) {
      const { cursor } = at;
      const page = await this.#store.kept({ limit: PIECE, ...(cursor !== null && { cursor }) });
      const reinspected = judgedAgain(judge, page.items);
      const last = page.items.at(-1);
      more = page.next_cursor !== null && (last === undefined || last.at <= at.end);
      at = {
        ...at,
        cursor: page.next_cursor,
        judged: at.judged + reinspected.ids.length,
        changed: at.changed + reinspected.changed.length,
      };
      const { underWay } = this.#progress;
      if (!more) {
        // Not the standard it began with: a server whose pin was part of that may have been forgotten.
        await this.#save({ standard: underWay?.standard ?? null, underWay: undefined }, reinspected);
      } else if (this.#isHalted || at.judged - savedAt >= SAVE_EVERY) {
        at = { ...at, fold: inBase64(fold.save()) };
        await this.#save(
          { standard: null, underWay: underWay && { ...at, standard: underWay.standard } },
          reinspected,
        );
        savedAt = at.judged;
      } else await this.#store.reinspect(reinspected);
      // At the end, responses removed meanwhile must not look unjudged.
      this.#reached = more ? at : { ...at, total: at.judged };
      if (this.#isHalted) return;
      await turnOfOthers();
    }
  }

  async #isEmpty(): Promise<boolean> {
    const { responses, quarantined } = await this.#store.stored();
    return responses + quarantined === 0;
  }

  async #save(progress: Progress, reinspected?: Reinspected): Promise<void> {
    const saved = savedOf(progress);
    if (reinspected === undefined) await this.#store.append([], saved);
    else await this.#store.reinspect(reinspected, saved);
    this.#progress = progress;
  }
}

function judgedAgain(judge: Judge, items: readonly Kept[]): Reinspected {
  const changed = items.flatMap((kept) => {
    const record = judge.again(kept);
    return record === undefined || isSame(kept, record) ? [] : [{ id: kept.id, record }];
  });
  return { ids: items.map(({ id }) => id), catalogue: CATALOGUE_VERSION, changed };
}

function isSame({ verdict, redacted, warnings, groups }: Kept, again: ResponseRecord): boolean {
  // Earlier builds did not count the warnings of batch members, and made other templates of messages.
  const isCountedAlike = warnings === saidWarnings(again.verdict).length;
  const isGroupedAlike =
    groups === null || sorted(groups) === sorted(again.groups.map(({ key }) => key.toWellFormed()));
  return (
    redacted === again.redacted &&
    isCountedAlike &&
    isGroupedAlike &&
    textOf(verdict) === textOf(namedAs(verdict, again.verdict))
  );
}

/** A verdict with the names that are stored for it: beyond a store's caps, one stands for all, and each may be well-formed. */
function namedAs({ tool, operation }: Verdict, again: Verdict): Verdict {
  const named = (stored: string | null, name: string | null) =>
    stored === OVERFLOW || stored === name?.toWellFormed() ? stored : name;
  return {
    ...again,
    tool: named(tool, again.tool),
    operation: named(operation, again.operation),
  };
}

function sorted(keys: readonly string[]): string {
  return JSON.stringify([...keys].sort());
}

/** Equal for equal verdicts, whatever the order of their violations. What is stored is JSON. */
function textOf({ violations, ...verdict }: Verdict): string {
  const findings = violations.map((violation) => canonical(violation)).sort();
  return canonical(parseJson(JSON.stringify([verdict, findings])));
}

/** Returns the fold saved with a run; an empty one if there is none. */
function foldOf(underWay: UnderWay | undefined, rules: RuleSettings): Fold {
  return new Fold(rules, underWay?.fold ? Buffer.from(underWay.fold, 'base64') : undefined);
}

function inBase64(saved: Uint8Array): string {
  return Buffer.from(saved).toString('base64');
}

function savedOf(progress: Progress): Saved {
  return { name: NAME, value: Buffer.from(JSON.stringify(progress)) };
}

const NOTHING: Progress = { standard: null, underWay: undefined };

/** Reads what {@link Reinspector} saved; anything else counts as no progress. */
function progressIn(saved: Uint8Array | undefined): Progress {
  const value = savedValue(saved);
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
