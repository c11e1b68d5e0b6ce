import type { Removed, Role, Store } from '../store.ts';
import { Writer } from './append/writer.ts';
import { backup } from './file/backup.ts';
import { type Bounds, Connection } from './file/connection.ts';
import { withDamage } from './file/damage.ts';
import { storeError } from './file/faults.ts';
import { type Lock, lock } from './file/lock.ts';
import { readSaved, writeSaved } from './file/meta.ts';
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
import { compact } from './rows/blocks.ts';
import { pin, pins } from './rows/pins.ts';
import { diagnose } from './upkeep/diagnosis.ts';
import { forget, forgetRest, type Piece } from './upkeep/forget.ts';
import { retain } from './upkeep/retention.ts';
import { clearLog, freshenWords, shrink } from './upkeep/tidy.ts';

/** The store in one SQLite file, in the order of `Store`; each question is answered in the file of its name. */
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
    { minFree, ...bounds }: Bounds & { readonly minFree?: number | undefined },
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

  overview: Store['overview'] = (filter, bucket = 'auto') =>
    this.#ask((file) => overview(file, filter, bucket));
  series: Store['series'] = (filter, ask) => this.#ask((file) => series(file, filter, ask));
  errors: Store['errors'] = (filter) => this.#ask((file) => errors(file, filter));
  errorGroups: Store['errorGroups'] = (filter, ask, now) =>
    this.#ask((file) => errorGroups(file, filter, ask, now));
  errorGroup: Store['errorGroup'] = (id, filter, now) =>
    this.#ask((file) => errorGroup(file, id, filter, now));
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
  clients: Store['clients'] = (filter) => this.#ask((file) => clients(file, filter));
  facets: Store['facets'] = (filter) => this.#ask((file) => facets(file, filter));
  stored: Store['stored'] = () => this.#ask(stored);

  changeGroup: Store['changeGroup'] = (id, change) =>
    this.#write((writer) => writer.transact(() => changeGroup(this.#connection, id, change)));
  pin: Store['pin'] = (server, dialect) =>
    this.#write((writer) => writer.transact(() => pin(this.#connection, server, dialect)));
  retain: Store['retain'] = (policy, now, reached = now) =>
    this.#write((writer) => writer.remove(() => retain(this.#connection, policy, now, reached)));
  forget: Store['forget'] = (server, saved = []) =>
    this.#forget(() => {
      const piece = forget(this.#connection, server);
      // Only after the removal has made room: the file may be full.
      if (piece !== undefined) for (const each of saved) writeSaved(this.#connection, each);
      return piece;
    });
  forgetRest: Store['forgetRest'] = (server) => this.#forget(() => forgetRest(this.#connection, server));
  tidy: Store['tidy'] = () =>
    this.#write((writer) => {
      const more = writer.transact(() => freshenWords(this.#connection) || shrink(this.#connection));
      if (!more) withStoreErrors(() => clearLog(this.#connection));
      return { more };
    });
  compact: Store['compact'] = () =>
    this.#write((writer) => ({ more: writer.transact(() => compact(this.#connection)) }));

  pins: Store['pins'] = () => this.#ask(pins);
  kept: Store['kept'] = (page) => this.#ask((file) => kept(file, page));
  backup: Store['backup'] = async (file) => withStoreErrors(() => backup(this.#connection, file));
  diagnose: Store['diagnose'] = async (progress) => diagnose(this.#connection, progress);
  recall: Store['recall'] = (name) => this.#ask((file) => readSaved(file, name));

  append: Store['append'] = (records, saved) => this.#write((writer) => writer.append(records, saved));
  reinspect: Store['reinspect'] = (reinspected, saved) =>
    this.#write((writer) => writer.reinspect(reinspected, saved));

  async close(): Promise<void> {
    this.#connection.close();
    this.#lock?.release();
  }

  /** Answers one question from a single state of the file. */
  async #ask<T>(question: (connection: Connection) => T): Promise<T> {
    return withStoreErrors(() => this.#connection.ask(() => question(this.#connection)));
  }

  async #write<T>(work: (writer: Writer) => T): Promise<T> {
    if (this.#writer === undefined) throw new Error('This store was opened for reading');
    return work(this.#writer);
  }

  #forget(work: () => Piece | undefined): Promise<Removed | undefined> {
    return this.#write((writer) => {
      const piece = writer.remove(work);
      if (piece === undefined) return undefined;
      const { names, ...removed } = piece;
      if (names) writer.reset();
      try {
        if (!removed.more) clearLog(this.#connection);
      } catch {
        // The server is forgotten all the same; the log stays noted as stale, and `tidy` clears it, or says why not.
      }
      return removed;
    });
  }
}

/** Throws the store's error for a driver's. */
function withStoreErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw storeError(error);
  }
}
