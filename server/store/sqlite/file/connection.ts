import { accessSync, constants, existsSync, realpathSync, rmSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { CELL_TABLES, makeScratch } from '../packed/cell-tables.ts';
import { KindCounts, rewritten } from '../packed/kind-counts.ts';
import { merging, NOTHING, subtracting } from '../packed/packed.ts';
import { ReadingCounts } from '../packed/reading-counts.ts';
import { repacked, warningKindsIn } from '../packed/response-counts.ts';
import { mergeTraffic, subtractTraffic } from '../packed/traffic-counts.ts';
import { refuseForeignLog } from './foreign-log.ts';
import { migrate, refuseOther, refuseUnknown } from './schema.ts';

/** As in `OpenOptions`. */
export interface Bounds {
  readonly beside?: boolean | undefined;
  readonly maxPages?: number | undefined;
  readonly budget?: number | undefined;
}

/**
 * A connection's page cache in KiB. The system caches the file's pages too: larger ones sped up neither appends, in
 * order of time or in none, nor questions over ten million responses.
 */
const CACHE = 8 * 1024;
/** How long a write waits for another program that holds the file. */
const BUSY_MS = 5000;
/**
 * Maximum number of prepared statements; how many texts there are is bounded by the filters in use. Beyond it the one that was
 * prepared first goes, even if it is in use: to prepare one again costs less than to reorder them with every call.
 */
const KEPT_STATEMENTS = 400;

/** A statement that returns its rows as arrays, and their column names. */
interface Prepared {
  readonly statement: Database.Statement<unknown[], readonly unknown[]>;
  readonly names: readonly string[];
}

/** Makes a row an object. The driver can do so too, at twice the cost. */
function named(names: readonly string[], row: readonly unknown[]): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (let i = 0; i < names.length; i++) made[names[i] ?? ''] = row[i];
  return made;
}

/** Adds the functions that this folder's SQL uses on packed counts. */
function addFunctions(db: Database.Database): void {
  const bytes = (value: unknown) => (value instanceof Uint8Array ? value : NOTHING);
  for (const [name, of] of Object.entries({
    merge_traffic: mergeTraffic,
    subtract_traffic: subtractTraffic,
    merge_kinds: merging(KindCounts),
    subtract_kinds: subtracting(KindCounts),
    merge_readings: merging(ReadingCounts),
    subtract_readings: subtracting(ReadingCounts),
  }))
    db.function(name, { deterministic: true }, (a: unknown, b: unknown) => of(bytes(a), bytes(b)));
  db.function('rewrite_kinds', { deterministic: true }, (packed: unknown) => rewritten(bytes(packed)));
  db.function('warning_kinds_in', { deterministic: true }, (packed: unknown) =>
    JSON.stringify(warningKindsIn(bytes(packed))),
  );
  db.function('pack_counts', { deterministic: true }, (json: unknown) => repacked(String(json)));
}

/**
 * Closes a connection that only reads, and removes what reading put beside the file. Such a connection cannot do that
 * itself; one that may write does on closing, if it is the last. Only where the log is empty: writing it into the file is
 * not for a reader to do.
 */
function closeReader(db: Database.Database, file: string): void {
  db.close();
  try {
    const real = realpathSync(file);
    if (statSync(`${real}-wal`).size > 0) return;
    const last = new Database(file, { timeout: 0 });
    try {
      // SQLite opens the log only to read something.
      last.pragma('user_version');
    } finally {
      last.close();
    }
    // Where the file may only be read, SQLite leaves them, and they may only be read, too: nobody could open it for writing later.
    if (mayWrite(real) || existsSync(`${real}.lock-journal`)) return;
    for (const end of ['-wal', '-shm']) rmSync(`${real}${end}`, { force: true });
  } catch {
    // There is no log, or it stays: nothing depends on its removal.
  }
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** One SQLite connection with its prepared statements. */
export class Connection {
  readonly db: Database.Database;
  readonly file: string;
  /** As in `OpenOptions`. */
  readonly budget: number | undefined;
  #scans = 0;
  /** What was computed for the current question. */
  #memo: Map<string, unknown> | undefined;
  readonly #statements = new Map<string, Prepared>();

  private constructor(db: Database.Database, file: string, budget?: number) {
    this.db = db;
    this.file = file;
    this.budget = budget;
    db.pragma('temp_store = MEMORY');
    db.pragma(`busy_timeout = ${BUSY_MS}`);
    makeScratch(db);
  }

  /**
   * Opens for writing, creating and migrating the file as needed. Throws SchemaTooNew for a newer file,
   * NotMailroom for another program's.
   */
  static toWrite(file: string, { maxPages, budget }: Bounds = {}): Connection {
    const db = new Database(file);
    try {
      refuseUnknown(db);
      db.pragma('page_size = 8192');
      db.pragma('auto_vacuum = INCREMENTAL');
      db.pragma('journal_mode = WAL');
      db.pragma('synchronous = FULL');
      // On macOS a commit would otherwise be in the drive's cache only; elsewhere it has no effect.
      db.pragma('fullfsync = ON');
      db.pragma('wal_autocheckpoint = 2000');
      // Otherwise pages keep what was deleted or moved from them, and a forgotten server can still be read.
      db.pragma('secure_delete = ON');
      db.pragma(`cache_size = -${CACHE}`);
      addFunctions(db);
      migrate(db);
      if (maxPages !== undefined) db.pragma(`max_page_count = ${maxPages}`);
      return new Connection(db, file, budget);
    } catch (error) {
      db.close();
      throw error;
    }
  }

  /**
   * Opens for reading beside a writer. Throws NotMailroom, SchemaTooNew or SchemaTooOld if the file does not
   * have this program's schema.
   */
  static toRead(file: string, { beside = false, budget }: Bounds): Connection {
    // Only before this process has the file open: POSIX drops all locks of a process on a file that it closes, SQLite's too.
    if (!beside) refuseForeignLog(file);
    const db = new Database(file, { readonly: true, fileMustExist: true });
    try {
      refuseOther(db);
      addFunctions(db);
      db.pragma(`cache_size = -${CACHE}`);
      return new Connection(db, file, budget);
    } catch (error) {
      closeReader(db, file);
      throw error;
    }
  }

  #statement(text: string): Prepared {
    const known = this.#statements.get(text);
    if (known !== undefined) return known;
    const statement = this.db.prepare<unknown[], readonly unknown[]>(text);
    const columns = statement.reader ? statement.raw().columns() : [];
    const made = { statement, names: columns.map(({ name }) => name) };
    if (this.#statements.size >= KEPT_STATEMENTS) {
      const oldest = this.#statements.keys().next();
      if (oldest.done !== true) this.#statements.delete(oldest.value);
    }
    this.#statements.set(text, made);
    return made;
  }

  /** The caller states the row's type, next to the SQL that produces it. */
  all<Row>(text: string, ...values: readonly unknown[]): readonly Row[] {
    const { statement, names } = this.#statement(text);
    return statement.all(...values).map((row) => named(names, row) as Row);
  }

  /** Like {@link all}, with each row as an array of its columns. */
  rows<Row extends readonly unknown[]>(text: string, ...values: readonly unknown[]): readonly Row[] {
    return this.#statement(text).statement.all(...values) as readonly unknown[] as readonly Row[];
  }

  get<Row>(text: string, ...values: readonly unknown[]): Row | undefined {
    const { statement, names } = this.#statement(text);
    const row = statement.get(...values);
    return row === undefined ? undefined : (named(names, row) as Row);
  }

  /** Returns the first column of the first row, which is a number; undefined if there is no row or it is NULL. */
  first(text: string, ...values: readonly unknown[]): number | undefined {
    const [value] = this.#statement(text).statement.get(...values) ?? [];
    return typeof value === 'number' ? value : undefined;
  }

  /** Like {@link first}, but 0 instead of undefined. */
  number(text: string, ...values: readonly unknown[]): number {
    return this.first(text, ...values) ?? 0;
  }

  /** Returns the first column of each row, which is a number. */
  numbers(text: string, ...values: readonly unknown[]): readonly number[] {
    return this.rows<readonly [number]>(text, ...values).map(([value]) => value);
  }

  /** Inserts one row, or updates the one that it conflicts with, and returns its `id`. */
  insert(text: string, ...values: readonly unknown[]): number {
    const [id] = this.#statement(`${text} RETURNING id`).statement.get(...values) ?? [];
    if (typeof id !== 'number') throw new Error('An insert returned no id');
    return id;
  }

  /** Returns the number of rows changed. */
  run(text: string, ...values: readonly unknown[]): number {
    return this.#statement(text).statement.run(...values).changes;
  }

  /** Returns a number for the scratch cells of a scan, which last until the question is answered. */
  nextScan(): number {
    return ++this.#scans;
  }

  /** Calls `make` once per question, whose parts ask for the same repeatedly; `key` names the result. */
  memo<T>(key: string, make: () => T): T {
    if (this.#memo === undefined) return make();
    if (!this.#memo.has(key)) this.#memo.set(key, make());
    // A key names one thing, which has one type.
    return this.#memo.get(key) as T;
  }

  /** Answers one question from a single state of the file, then empties the scratch cells. */
  ask<T>(question: () => T): T {
    const before = this.#scans;
    this.#memo = new Map();
    try {
      return this.db.transaction(question).deferred();
    } finally {
      this.#memo = undefined;
      if (this.#scans > before) for (const table of CELL_TABLES) this.run(`DELETE FROM scratch_${table}`);
    }
  }

  /** Number of pages of the database, without its log, and of those that are free; size of each in bytes. */
  pages(): { readonly all: number; readonly free: number; readonly size: number } {
    const pragma = (name: string) => Number(this.db.pragma(name, { simple: true }));
    return { all: pragma('page_count'), free: pragma('freelist_count'), size: pragma('page_size') };
  }

  /** Writes the log into the file and empties it. False if another connection still reads from it after `ms`. */
  emptyLog(ms = 0): boolean {
    this.db.pragma(`busy_timeout = ${ms}`);
    try {
      return this.db.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) === 0;
    } finally {
      this.db.pragma(`busy_timeout = ${BUSY_MS}`);
    }
  }

  close(): void {
    this.#statements.clear();
    if (this.db.readonly) closeReader(this.db, this.file);
    else this.db.close();
  }
}
