import { arrivalOf, isPossible, isQuarantined } from '../../answers/quarantine.ts';
import type { Appended, Reinspected, ResponseRecord, Saved } from '../../record.ts';
import { findingsOf, NO_FINDINGS, type RecordFindings } from '../cells/counting.ts';
import { removedBefore } from '../cells/segments.ts';
import type { Connection } from '../file/connection.ts';
import { Disk } from '../file/disk.ts';
import { storeError } from '../file/faults.ts';
import { addToMeta, writeSaved } from '../file/meta.ts';
import { LIST, list } from '../file/sql.ts';
import { wellFormed, wellFormedOrNull } from '../file/words.ts';
import { NO_COUNTS, packCounts } from '../packed/response-counts.ts';
import { lastOrdinal, storeArrivals } from '../rows/arrivals.ts';
import type { Payload } from '../rows/blocks.ts';
import { Captures } from '../rows/captures.ts';
import { inheritState, newestGroup, recountFailures } from '../rows/group-states.ts';
import { KeyAllocator, keyOf, publicId } from '../rows/ids.ts';
import { insertRow, type RowColumns } from '../rows/insert.ts';
import {
  ALONE,
  countAlone,
  type Lodged,
  type Lodging,
  pack,
  replacePayloads,
  storeAlone,
  storeBlocks,
  Unpacked,
} from '../rows/payloads.ts';
import { Sessions } from '../rows/sessions.ts';
import { packVerdict } from '../rows/verdicts.ts';
import { seeGroupAgain } from '../upkeep/seen-again.ts';
import { noteStaleWords } from '../upkeep/tidy.ts';
import { type Keyed, type Vacancy, Withdrawal } from '../upkeep/withdrawal.ts';
import { Gathered } from './gathered.ts';
import { KnownIds } from './known-ids.ts';
import { memberRowsOf, rowOf } from './response-rows.ts';

/** Payloads that may be stored alone before the oldest are packed into a block. */
const ALONE_AT_MOST = 512;

/** A record that is not stored yet. */
interface Fresh {
  readonly record: ResponseRecord;
  /** Digest of its capture id; null if it has none. */
  readonly capture: number | null;
  readonly payload: Payload;
  readonly quarantined: boolean;
}

/** Turns records into rows and their effect on every rollup, one transaction per append. */
export class Writer {
  readonly #connection: Connection;
  /** Undefined in memory. */
  readonly #disk: Disk | undefined;
  readonly #captures: Captures;
  #known: KnownIds;
  #sessions: Sessions;
  #keys: KeyAllocator;
  /** Number of payloads stored alone. */
  #alone: number;
  /** True if what is in memory may differ from the file. */
  #isStale = false;

  /** `minFree` as in `OpenOptions`. */
  constructor(connection: Connection, minFree?: number) {
    this.#connection = connection;
    this.#disk = connection.db.memory ? undefined : new Disk(connection, minFree);
    this.#captures = new Captures(connection);
    this.#known = new KnownIds(connection);
    this.#sessions = new Sessions(connection);
    this.#keys = new KeyAllocator(connection);
    this.#alone = countAlone(connection);
  }

  /** Drops what is in memory of names, after a server gave up its own. */
  dropNames(): void {
    this.#known = new KnownIds(this.#connection);
  }

  /** Drops what is in memory of responses, except of keys: what comes next must not get the id of what is gone. */
  #dropResponses(): void {
    this.#sessions = new Sessions(this.#connection);
    this.#alone = countAlone(this.#connection);
  }

  /** Drops all that is in memory, after a rollback. */
  #drop(): void {
    this.dropNames();
    this.#dropResponses();
    this.#keys = new KeyAllocator(this.#connection);
    this.#isStale = false;
  }

  /**
   * Runs `work` in a transaction and never leaves one open. Throws StoreFull if there is no room and
   * StoreUnavailable if the file cannot be written, both with nothing stored, and otherwise whatever `work`
   * throws.
   */
  transact<T>(work: () => T): T {
    try {
      // Not right after the failure: a disk that cannot be written often cannot be read either.
      if (this.#isStale) this.#drop();
      this.#disk?.prepare();
      return this.#connection.db.transaction(work).immediate();
    } catch (error) {
      this.#isStale = true;
      throw storeError(error);
    }
  }

  /** Runs a removal of responses in a transaction. */
  remove<T>(work: () => T): T {
    const removed = this.transact(work);
    this.#dropResponses();
    return removed;
  }

  /** Stores records and, if given, what is saved beside them, as described at `Store.append`. */
  append(records: readonly ResponseRecord[], saved: Saved | undefined): readonly Appended[] {
    return this.transact(() => {
      if (records.length > 0) this.#disk?.refuseFull();
      const gathered = new Gathered();
      const arrived = this.#freshOf(records);
      const fresh = arrived.filter((one) => one !== undefined);
      const lodgings = storeBlocks(
        this.#connection,
        fresh.map(({ payload }) => payload),
      );
      fresh.forEach((one, i) => {
        this.#store(one, lodgings[i] ?? ALONE, gathered);
      });
      const { keys } = gathered;
      const ordinal = lastOrdinal(this.#connection) + 1;
      this.#finish(gathered, ordinal);
      if (saved !== undefined) writeSaved(this.#connection, saved);
      let stored = 0;
      return arrived.map((one) => {
        if (one === undefined) return { status: 'duplicate' };
        const { quarantined } = one;
        return {
          status: 'stored',
          id: publicId(keys[stored] ?? 0),
          ordinal: ordinal + stored++,
          quarantined,
        };
      });
    });
  }

  /** Undefined in place of a record whose capture the file or an earlier record has. */
  #freshOf(records: readonly ResponseRecord[]): readonly (Fresh | undefined)[] {
    const taken = new Set<string>();
    const unpacked = new Unpacked(this.#connection);
    const removed = removedBefore(this.#connection);
    const fresh = (record: ResponseRecord, capture: number | null): Fresh => {
      return {
        record,
        capture,
        payload: payloadOf(record),
        quarantined: isQuarantined(record.facts, removed),
      };
    };
    return records.map((record) => {
      const { server, id } = record.facts;
      if (id === undefined) return fresh(record, null);
      const name = `${server.length} ${server}${id}`;
      if (taken.has(name)) return undefined;
      taken.add(name);
      const capture = this.#captures.digest(server, id);
      const number = this.#known.dictionaries.server(server);
      const kept = this.#captures.find(id, capture, unpacked, number, record.payload);
      return kept === undefined ? fresh(record, capture) : undefined;
    });
  }

  /** Replaces first verdicts with second ones, as described at `Store.reinspect`. */
  reinspect({ ids, catalogue, changed }: Reinspected, saved: Saved | undefined): void {
    this.transact(() => {
      this.#disk?.refuseFull();
      if (changed.length > 0) this.#replace(changed);
      this.#connection.run(
        `UPDATE responses SET catalogue = ? WHERE catalogue <> ? AND id IN ${LIST}`,
        catalogue,
        catalogue,
        list(ids.map(keyOf)),
      );
      if (saved !== undefined) writeSaved(this.#connection, saved);
    });
  }

  #replace(changed: Reinspected['changed']): void {
    const connection = this.#connection;
    const gathered = new Gathered();
    const withdrawal = new Withdrawal(connection);
    const replaced: (Lodged & { readonly payload: Payload })[] = [];
    for (const { id, record } of changed) {
      const vacancy = withdrawal.takeOut(keyOf(id) ?? -1);
      if (vacancy === undefined) continue;
      const newest = newestGroup(connection);
      this.#write(record, vacancy, gathered);
      inheritState(connection, newest, new Set(vacancy.groups));
      replaced.push({ id: vacancy.key, ...vacancy.lodging, payload: payloadOf(record) });
    }
    replacePayloads(connection, replaced);
    withdrawal.subtract();
    gathered.counter.flush(connection, { isAgain: true });
    withdrawal.settle(gathered.keys);
    const { failures } = gathered;
    for (const group of new Set([...withdrawal.failures.keys(), ...failures.keys()])) {
      const counted = withdrawal.failures.get(group) ?? 0;
      recountFailures(connection, group, failures.get(group) ?? [], counted);
      if (counted > 0) seeGroupAgain(connection, group);
    }
    gathered.sightings.write(connection);
    this.#sessions.write();
    // A group is told by its first failure, which may be read otherwise now. Of any other, a secret key may have been
    // added, whose values were words until now.
    for (const { record } of changed)
      for (const { key, template } of [...record.groups].reverse())
        connection.run(
          'UPDATE groups SET template = ? WHERE key = ? AND (first_seen >= ? OR ?)',
          wellFormedOrNull(template),
          wellFormed(key),
          record.facts.observed_at,
          Number(record.redacted > 0),
        );
    if (changed.some(({ record }) => record.redacted > 0)) noteStaleWords(connection);
  }

  #store({ record, capture, payload, quarantined }: Fresh, lodging: Lodging, gathered: Gathered): void {
    const { observed_at } = record.facts;
    const at = quarantined ? arrivalOf(record.facts) : observed_at;
    const { key, shift } = this.#keys.next(at);
    if (lodging.block === null) {
      storeAlone(this.#connection, key, payload);
      this.#alone++;
    }
    const whole = shift + at - observed_at;
    this.#write(
      record,
      { key, shift: whole, quarantined, lodging, capture, members: [], groups: [] },
      gathered,
    );
  }

  #write(record: ResponseRecord, vacancy: Vacancy, gathered: Gathered): void {
    const { facts } = record;
    const { key, quarantined, members } = vacancy;
    const { dictionaries } = this.#known;
    const seen = quarantined ? seenOnArrival(record) : record;
    const ids = this.#known.of(seen);
    const findings = quarantined ? NO_FINDINGS : findingsOf(dictionaries, record, ids);
    const session = facts.session === undefined ? null : this.#sessions.id(ids.server, facts.session, key);
    const row = rowOf(dictionaries, record, ids, findings, vacancy, session);
    insertRow(this.#connection, record, ids, row);
    const placeOf = (i: number) => members[i] ?? this.#keyBeside(record, row);
    for (const member of memberRowsOf(dictionaries, record, ids, findings, row, placeOf))
      insertRow(this.#connection, record, ids, member);
    this.#storeFindings(ids.server, row, findings);
    gathered.keys.push(key);
    if (!quarantined) gathered.count(record, ids, row, findings);
    else if (isPossible(facts.received_at)) gathered.sightings.add(seen, ids, findings);
  }

  /** A key for a batch member, at its parent's time or after it. */
  #keyBeside({ facts }: ResponseRecord, parent: RowColumns): Keyed {
    const { key, shift } = this.#keys.next(facts.observed_at + parent.shift);
    return { key, shift: shift + parent.shift };
  }

  #storeFindings(server: number, { key }: RowColumns, { counts, rules, items }: RecordFindings): void {
    if (counts === NO_COUNTS) return;
    this.#connection.run('INSERT INTO counts VALUES (?, ?)', key, packCounts(counts));
    for (const rule of rules)
      this.#connection.run('INSERT INTO violations VALUES (?, ?, ?)', server, rule, key);
    for (const item of new Set(items.map((found) => found.item)))
      this.#connection.run('INSERT INTO uses VALUES (?, ?)', item, key);
  }

  #finish(gathered: Gathered, ordinal: number): void {
    const { keys } = gathered;
    if (keys.length === 0) return;
    gathered.write(this.#connection);
    this.#sessions.write();
    storeArrivals(this.#connection, ordinal, keys);
    if (this.#alone >= ALONE_AT_MOST) this.#alone -= pack(this.#connection);
    addToMeta(this.#connection, 'responses', keys.length);
  }
}

/** The sender of a response with an impossible time was seen when it arrived. */
function seenOnArrival(record: ResponseRecord): ResponseRecord {
  return { ...record, facts: { ...record.facts, observed_at: arrivalOf(record.facts) } };
}

function payloadOf({ payload, verdict }: ResponseRecord): Payload {
  return { bytes: payload, verdict: packVerdict(verdict) };
}
