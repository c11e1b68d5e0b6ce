import type { Removed, Role, Store } from '../store.ts';
import { Writer } from './append/writer.ts';
import { diagnose } from './diagnosis/diagnosis.ts';
import { backup } from './file/backup.ts';
import { type Bounds, Connection } from './file/connection.ts';
import { withDamage } from './file/damage.ts';
import { storeError } from './file/faults.ts';
import { lock } from './file/lock.ts';
import { readSaved, writeSaved } from './file/meta.ts';
import { captures } from './questions/captures.ts';
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
import { forget, forgetRest, type Piece } from './upkeep/forget.ts';
import { retain } from './upkeep/retention.ts';
import { clearLog, freshenWords, shrink } from './upkeep/tidy.ts';

/** The store in one SQLite file, in the order of `Store`; each question is answered in the file of its name. */
export class SqliteStore implements Store {
  readonly #connection: Connection;
  readonly #writer: Writer | undefined;
  readonly #lock: ReturnType<typeof lock> | undefined;

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
      this.#lock?.close();
      throw withDamage(storeError(error), file);
    }
  }

  overview: Store['overview'] = (...args) => this.#ask((file) => overview(file, ...args));
  series: Store['series'] = (...args) => this.#ask((file) => series(file, ...args));
  errors: Store['errors'] = (...args) => this.#ask((file) => errors(file, ...args));
  errorGroups: Store['errorGroups'] = (...args) => this.#ask((file) => errorGroups(file, ...args));
  errorGroup: Store['errorGroup'] = (...args) => this.#ask((file) => errorGroup(file, ...args));
  warnings: Store['warnings'] = (...args) => this.#ask((file) => warnings(file, ...args));
  deprecations: Store['deprecations'] = (...args) => this.#ask((file) => deprecations(file, ...args));
  deprecation: Store['deprecation'] = (...args) => this.#ask((file) => deprecation(file, ...args));
  quotas: Store['quotas'] = (...args) => this.#ask((file) => quotas(file, ...args));
  violations: Store['violations'] = (...args) => this.#ask((file) => violations(file, ...args));
  conformance: Store['conformance'] = (...args) => this.#ask((file) => conformance(file, ...args));
  responses: Store['responses'] = (...args) => this.#ask((file) => responses(file, ...args));
  captures: Store['captures'] = (...args) => this.#ask((file) => captures(file, ...args));
  response: Store['response'] = (...args) => this.#ask((file) => response(file, ...args));
  since: Store['since'] = (...args) => this.#ask((file) => since(file, ...args));
  servers: Store['servers'] = (...args) => this.#ask((file) => servers(file, ...args));
  clients: Store['clients'] = (...args) => this.#ask((file) => clients(file, ...args));
  facets: Store['facets'] = (...args) => this.#ask((file) => facets(file, ...args));
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
  kept: Store['kept'] = (...args) => this.#ask((file) => kept(file, ...args));
  backup: Store['backup'] = async (file) => withStoreErrors(() => backup(this.#connection, file));
  diagnose: Store['diagnose'] = async (progress) => diagnose(this.#connection, progress);
  recall: Store['recall'] = (name) => this.#ask((file) => readSaved(file, name));

  append: Store['append'] = (records, saved) => this.#write((writer) => writer.append(records, saved));
  reinspect: Store['reinspect'] = (reinspected, saved) =>
    this.#write((writer) => writer.reinspect(reinspected, saved));

  async close(): Promise<void> {
    this.#connection.close();
    this.#lock?.close();
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
      if (names) writer.dropNames();
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
