import type { Dialect } from '../../../shared/verdict.ts';
import type { Appended, Memory, Rejudged, ResponseRecord } from '../record.ts';
import type { Check, GroupStateChange, Removed, Retained, Retention, Role, Store } from '../store.ts';
import { Writer } from './append/writer.ts';
import { backup } from './file/backup.ts';
import { type Bounds, Connection } from './file/connection.ts';
import { withDamage } from './file/damage.ts';
import { storeError } from './file/faults.ts';
import { type Lock, lock } from './file/lock.ts';
import { readMemory, writeMemory } from './file/meta.ts';
import { clients } from './questions/clients.ts';
import { conformance } from './questions/conformance.ts';
import { deprecation } from './questions/deprecation.ts';
import { deprecations } from './questions/deprecations.ts';
import { changeGroup, errorGroup } from './questions/error-group.ts';
import { errorGroups } from './questions/error-groups.ts';
import { errors } from './questions/errors.ts';
import { facets } from './questions/facets.ts';
import { kept } from './questions/kept.ts';
import { overview } from './questions/overview.ts';
import { quotas } from './questions/quotas.ts';
import { response } from './questions/response.ts';
import { responses } from './questions/responses.ts';
import { series } from './questions/series.ts';
import { servers } from './questions/servers.ts';
import { since } from './questions/since.ts';
import { stored } from './questions/stored.ts';
import { violations } from './questions/violations.ts';
import { warnings } from './questions/warnings.ts';
import { pin, pins } from './rows/pins.ts';
import { check } from './upkeep/check.ts';
import { forget, forgetRest, type Piece } from './upkeep/forget.ts';
import { retain } from './upkeep/retention.ts';
import { clearLog, shrink } from './upkeep/tidy.ts';

/** The store in one SQLite file; each question is answered in the file of its name. */
export class SqliteStore implements Store {
  readonly #connection: Connection;
  readonly #writer: Writer | undefined;
  readonly #lock: Lock | undefined;

  /**
   * Opens `file` (or `:memory:`). A writer locks the file against other programs. Throws StoreUnavailable if
   * it cannot be opened or another program writes to it, and SchemaTooNew, SchemaTooOld or NotMailroom if it
   * has another schema. The bounds are those of `OpenOptions`.
   */
  constructor(
    file: string,
    role: Role,
    { minFree, ...bounds }: Bounds & { readonly minFree?: number | undefined } = {},
  ) {
    try {
      this.#lock = role === 'reader' || file === ':memory:' ? undefined : lock(file);
      this.#connection =
        role === 'reader' ? Connection.toRead(file, bounds) : Connection.toWrite(file, bounds);
      this.#writer = role === 'reader' ? undefined : new Writer(this.#connection, minFree);
    } catch (error) {
      this.#lock?.release();
      throw withDamage(storeError(error), file);
    }
  }

  async append(records: readonly ResponseRecord[], memory?: Memory): Promise<readonly Appended[]> {
    return this.#write((writer) => writer.append(records, memory));
  }

  overview: Store['overview'] = (filter, bucket = 'auto') =>
    this.#ask((file) => overview(file, filter, bucket));
  series: Store['series'] = (filter, ask) => this.#ask((file) => series(file, filter, ask));
  errors: Store['errors'] = (filter) => this.#ask((file) => errors(file, filter));
  errorGroups: Store['errorGroups'] = (filter, ask, now) =>
    this.#ask((file) => errorGroups(file, filter, ask, now));
  errorGroup: Store['errorGroup'] = (id, filter, now) =>
    this.#ask((file) => errorGroup(file, id, filter, now));

  async changeGroup(id: string, change: GroupStateChange) {
    return this.#write((writer) => writer.transact(() => changeGroup(this.#connection, id, change)));
  }

  warnings: Store['warnings'] = (filter) => this.#ask((file) => warnings(file, filter));
  deprecations: Store['deprecations'] = (filter, ask, now) =>
    this.#ask((file) => deprecations(file, filter, ask, now));
  deprecation: Store['deprecation'] = (id, filter, ask, now) =>
    this.#ask((file) => deprecation(file, id, filter, ask, now));
  quotas: Store['quotas'] = (filter, now) => this.#ask((file) => quotas(file, filter, now));
  violations: Store['violations'] = (filter) => this.#ask((file) => violations(file, filter));
  conformance: Store['conformance'] = (filter) => this.#ask((file) => conformance(file, filter));
  responses: Store['responses'] = (filter, page) => this.#ask((file) => responses(file, filter, page));
  response: Store['response'] = (id) => this.#ask((file) => response(file, id));
  since: Store['since'] = (ordinal, filter, limit) =>
    this.#ask((file) => since(file, ordinal, filter, limit));
  servers: Store['servers'] = (filter) => this.#ask((file) => servers(file, filter));

  async pin(server: string, dialect: Dialect | null): Promise<true | undefined> {
    return this.#write((writer) =>
      writer.transact(() => (pin(this.#connection, server, dialect) ? true : undefined)),
    );
  }

  pins: Store['pins'] = () => this.#ask(pins);

  async retain(policy: Retention, now: number): Promise<Retained> {
    return this.#write((writer) => writer.remove(() => retain(this.#connection, policy, now)));
  }

  forget: Store['forget'] = (server, memories = []) =>
    this.#forget(() => {
      const piece = forget(this.#connection, server);
      // Only after the removal has made room: the file may be full.
      if (piece !== undefined) for (const memory of memories) writeMemory(this.#connection, memory);
      return piece;
    });
  forgetRest: Store['forgetRest'] = (server) => this.#forget(() => forgetRest(this.#connection, server));

  async #forget(work: () => Piece | undefined): Promise<Removed | undefined> {
    return this.#write((writer) => {
      const piece = writer.remove(work);
      if (piece === undefined) return undefined;
      const { names, ...removed } = piece;
      if (names) writer.reset();
      if (!removed.more) this.#clearLog();
      return removed;
    });
  }

  async tidy(): Promise<{ readonly more: boolean }> {
    return this.#write((writer) => {
      const more = writer.transact(() => shrink(this.#connection));
      if (!more) this.#clearLog();
      return { more };
    });
  }

  #clearLog(): void {
    try {
      clearLog(this.#connection);
    } catch (error) {
      throw storeError(error);
    }
  }

  kept: Store['kept'] = (page) => this.#ask((file) => kept(file, page));

  async rejudge(rejudged: Rejudged, memory?: Memory): Promise<void> {
    return this.#write((writer) => writer.rejudge(rejudged, memory));
  }

  async backup(file: string): Promise<void> {
    try {
      backup(this.#connection, file);
    } catch (error) {
      throw storeError(error);
    }
  }

  async check(progress?: (share: number) => void): Promise<Check> {
    return check(this.#connection, progress);
  }

  clients: Store['clients'] = (filter) => this.#ask((file) => clients(file, filter));
  facets: Store['facets'] = (filter) => this.#ask((file) => facets(file, filter));
  stored: Store['stored'] = () => this.#ask(stored);
  remember: Store['remember'] = (name) => this.#ask((file) => readMemory(file, name));

  async close(): Promise<void> {
    this.#connection.close();
    this.#lock?.release();
  }

  /** Answers one question from a single state of the file. */
  async #ask<T>(question: (connection: Connection) => T): Promise<T> {
    try {
      return this.#connection.ask(() => question(this.#connection));
    } catch (error) {
      throw storeError(error);
    }
  }

  async #write<T>(work: (writer: Writer) => T): Promise<T> {
    if (this.#writer === undefined) throw new Error('This store was opened for reading');
    return work(this.#writer);
  }
}
