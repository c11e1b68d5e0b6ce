import { closeSync, existsSync, openSync, realpathSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { errorCode, errorMessage } from '../../../../shared/text/words.ts';
import { StoreUnavailable } from '../../faults.ts';
import { refuseForeignLog } from './foreign-log.ts';
import { NotMailroom, refuseUnknown } from './schema.ts';

/**
 * Locks a database file for one program, whatever links lead to it, and creates it if it is missing. The lock is SQLite's
 * own, on a file beside it, so that it ends with the connection returned, or however the program ends. Throws
 * StoreUnavailable if another program holds it, it cannot be written or the database has a second name, and what says so
 * if the file is no database or another program's: nothing is put beside that.
 */
export function lock(file: string): Database.Database {
  if (existsSync(file)) {
    refuseSecondName(file);
    refuseForeignLog(file);
    refuseForeign(file);
  }
  create(file);
  const beside = `${realpathSync(file)}.lock`;
  let db: Database.Database | undefined;
  try {
    // Whoever can read it could lock it.
    closeSync(openSync(beside, 'a', 0o600));
    db = new Database(beside, { timeout: 0 });
    db.exec('BEGIN EXCLUSIVE');
    return db;
  } catch (error) {
    db?.close();
    if (errorCode(error) === 'SQLITE_BUSY')
      throw new StoreUnavailable(
        'it is already open in another Mailroom; stop that one, or use another file with --db',
        { cause: error },
      );
    throw new StoreUnavailable(`cannot write its lock file ${beside}: ${errorMessage(error)}`, {
      cause: error,
    });
  }
}

/**
 * Creates the file for its owner alone: SQLite gives the files beside it the same permissions. Its lock has to be where a link
 * leads to, which only a file that is there says.
 */
function create(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
}

/** A program that opens the file by its other name has another lock and another log, and two logs damage it. */
function refuseSecondName(file: string): void {
  const { nlink } = statSync(file);
  if (nlink > 1)
    throw new StoreUnavailable(
      `it has ${nlink} names (hard links), and another program could open it by another; remove the other names, or copy the file instead`,
    );
}

/** Throws only if the file holds something else; whatever is wrong with a file of ours is found on opening it. */
function refuseForeign(file: string): void {
  const db = new Database(file);
  try {
    refuseUnknown(db);
  } catch (error) {
    if (error instanceof NotMailroom || errorCode(error) === 'SQLITE_NOTADB') throw error;
  } finally {
    db.close();
  }
}
