import { expect } from 'vitest';
import type { Appended, ResponseRecord } from '../../../../server/store/record.ts';
import type { GroupStateChange } from '../../../../server/store/store.ts';
import type { Dialect } from '../../../../shared/verdict.ts';
import { DAY } from '../records.ts';
import { type Said, spoken } from './said.ts';

/** A response that a store has stored and not forgotten. */
export interface Stored {
  said: Said;
  record: ResponseRecord;
  readonly id: string;
  readonly ordinal: number;
  readonly quarantined: boolean;
  /** True once retention removed it: it still counts. */
  removed: boolean;
}

/** The time by which a store orders a response: one with an impossible time by its arrival. */
export function timeOf({ record: { facts }, quarantined }: Stored): number {
  return quarantined ? facts.received_at : facts.observed_at;
}

/** Failures have one cause if their server, operation and code are equal; without a code, category and template. */
export function causeOf(
  server: string,
  operation: string | null,
  code: string | null,
  ...wordless: readonly (string | null)[]
): string {
  return JSON.stringify([server, operation, ...(code === null ? wordless : [code])]);
}

/** The cause of each failure that a response counts for. */
export function causesOf({ facts, verdict, groups }: ResponseRecord): readonly string[] {
  return groups.map(({ member, template }) => {
    const own = member === null ? verdict : (verdict.members[member] ?? verdict);
    return causeOf(facts.server, own.operation ?? verdict.operation, own.code, own.category, template);
  });
}

/** What may change the state of a group: a response with its failures as they were then, a person, or a second verdict that made it. */
export type GroupEvent =
  | {
      readonly server: string;
      readonly response: Stored;
      readonly causes: readonly string[];
      /** All that was stored once its append was. */
      readonly seen: readonly Stored[];
    }
  | { readonly server: string; readonly change: GroupStateChange; readonly cause: string }
  /** It begins as another one is. */
  | { readonly server: string; readonly heir: string; readonly of: string };

/** Of a millisecond: those of SQLite, whose order is that of the log. */
const IDS = 128;

/** All that happened to a store, remembered response by response: every answer must follow from it. */
export class History {
  responses: readonly Stored[] = [];
  /** In the order in which they happened. */
  events: readonly GroupEvent[] = [];
  readonly pins = new Map<string, Dialect>();
  ordinal = 0;
  /** Of every response that was ever stored, forgotten ones included. */
  readonly ids = new Set<string>();
  /** True once something was judged again: then a store may remember more of when it was seen. */
  isReinspected = false;
  /**
   * True once something was judged again of a day of which others were removed, or of one before: then the newest
   * reading of a cell may be one that was retracted, since there is nothing to determine it again from.
   */
  isRetractedAmongRemoved = false;
  /** Whether its store counts so few responses one by one that a minute at an end of a range may count whole. */
  readonly isTight: boolean;
  /** The server of each cause that failures ever had. */
  readonly #causes = new Map<string, string>();
  /** Number of responses and members that were ever stored, by their time. */
  readonly #rows = new Map<number, number>();
  /** Time of the last response removed, epoch ms. */
  #removedUpTo = Number.NEGATIVE_INFINITY;

  constructor(isTight: boolean) {
    this.isTight = isTight;
  }

  get kept(): readonly Stored[] {
    return this.responses.filter(({ removed }) => !removed);
  }

  /** True once more responses, with the members of their batches, had one millisecond than it has ids. */
  get isCrowded(): boolean {
    return [...this.#rows.values()].some((rows) => rows > IDS);
  }

  /** Whether each response is stored; the others are duplicates. */
  accepts(all: readonly Said[]): readonly boolean[] {
    const nameOf = ({ server, given: { id } }: Said) => `${server} ${id}`;
    const known = new Set(this.kept.map(({ said }) => nameOf(said)));
    return all.map((said) => {
      const isNew = said.given.id === undefined || !known.has(nameOf(said));
      known.add(nameOf(said));
      return isNew;
    });
  }

  append(all: readonly Said[], answers: readonly Appended[]): void {
    const added = answers.flatMap((answer, i) => {
      const said = all[i];
      return said === undefined || answer.status === 'duplicate' ? [] : [this.#stored(said, answer)];
    });
    const seen = [...this.responses, ...added];
    const events = added
      .filter(({ quarantined }) => !quarantined)
      .map((response) => {
        const { said, record } = response;
        return { server: said.server, response, causes: causesOf(record), seen };
      });
    [this.responses, this.events] = [seen, [...this.events, ...events]];
    for (const { server, causes } of events) for (const cause of causes) this.#causes.set(cause, server);
    this.ordinal = added.at(-1)?.ordinal ?? this.ordinal;
    for (const one of added) {
      this.ids.add(one.id);
      this.#addRows(one, 1 + one.record.verdict.members.length);
    }
  }

  #addRows(one: Stored, more: number): void {
    this.#rows.set(timeOf(one), (this.#rows.get(timeOf(one)) ?? 0) + more);
  }

  #stored(said: Said, { id, ordinal, quarantined }: Extract<Appended, { status: 'stored' }>): Stored {
    const record = spoken(said);
    const { observed_at: at, received_at: arrived } = record.facts;
    const isLate = at <= this.#removedUpTo && this.#removedUpTo < arrived;
    expect(quarantined).toBe(isLate || at > arrived + DAY);
    return { said, record, id, ordinal, quarantined, removed: false };
  }

  change(server: string, cause: string, change: GroupStateChange): void {
    this.events = [...this.events, { server, cause, change }];
  }

  /** Pins the dialect of a server, or unpins it with null; undefined if the server was never seen. */
  pin(name: string, dialect: Dialect | null): true | undefined {
    if (!this.responses.some(({ said }) => said.server === name)) return undefined;
    if (dialect === null) this.pins.delete(name);
    else this.pins.set(name, dialect);
    return true;
  }

  /** True if what was observed at a time, epoch ms, may have been removed. */
  isRemovedAt(at: number): boolean {
    return at <= this.#removedUpTo;
  }

  /** Removes what was observed before a time. Returns how many responses that were. */
  retain(horizon: number): number {
    const doomed = this.kept.filter((one) => timeOf(one) < horizon);
    for (const one of doomed) one.removed = true;
    this.#removedUpTo = Math.max(this.#removedUpTo, ...doomed.map(timeOf));
    return doomed.length;
  }

  forget(name: string): void {
    this.responses = this.responses.filter(({ said }) => said.server !== name);
    this.events = this.events.filter(({ server }) => server !== name);
    for (const [cause, server] of this.#causes) if (server === name) this.#causes.delete(cause);
    this.pins.delete(name);
  }

  /** Replaces what a response says. */
  reinspect(one: Stored, said: Said): void {
    const before = new Set(causesOf(one.record));
    one.said = said;
    one.record = spoken(said);
    if (!one.quarantined) this.#inherit(said.server, before, causesOf(one.record));
    this.#addRows(one, one.record.verdict.members.length);
    this.isReinspected = true;
    const day = (at: number) => Math.floor(at / DAY);
    this.isRetractedAmongRemoved ||= day(timeOf(one)) <= day(this.#removedUpTo);
  }

  #inherit(server: string, before: ReadonlySet<string>, causes: readonly string[]): void {
    const [of] = before;
    for (const heir of causes) {
      if (of !== undefined && before.size === 1 && !this.#causes.has(heir))
        this.events = [...this.events, { server, heir, of }];
      this.#causes.set(heir, server);
    }
  }
}
