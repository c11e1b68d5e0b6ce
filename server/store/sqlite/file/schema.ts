import type { Database } from 'better-sqlite3';
import { NOT_MAILROOM } from '../../faults.ts';
import { first } from './migrations/0001-first.ts';
import { cells } from './migrations/0002-cells.ts';
import { counts } from './migrations/0003-counts.ts';
import { forgetting } from './migrations/0004-forgetting.ts';
import { quotas } from './migrations/0005-quotas.ts';

/** Each runs once, in this order, in a transaction of its own; its position from 1 is the `user_version`. */
export const MIGRATIONS: readonly string[] = [first, cells, counts, forgetting, quotas];

export const SCHEMA_VERSION = MIGRATIONS.length;

/** A table that every schema since the first has, and hardly any other program: it identifies our files. */
const OWN_TABLE = 'violation_kinds';

/** The file holds something else; it was not touched. */
export class NotMailroom extends Error {
  override readonly name = 'NotMailroom';
  constructor() {
    super(NOT_MAILROOM);
  }
}

/** The file was written by a newer program; it was not touched. */
class SchemaTooNew extends Error {
  override readonly name = 'SchemaTooNew';
  constructor(found: number, known: number) {
    super(
      `the file was written by a newer Mailroom (schema ${found}, this version supports ${known}); update Mailroom, or use another file with --db`,
    );
  }
}

/** Returns the version of a file's schema; 0 for an empty file. */
export function versionOf(db: Database): number {
  return Number(db.pragma('user_version', { simple: true }));
}

/**
 * Throws NotMailroom for a file with another program's tables, SchemaTooNew for a file of a newer program.
 * `known` is the newest schema that this program has.
 */
export function refuseUnknown(db: Database, known: number = SCHEMA_VERSION): void {
  const tables = db
    .prepare<[], { name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .all();
  if (tables.length > 0 && !tables.some(({ name }) => name === OWN_TABLE)) throw new NotMailroom();
  const found = versionOf(db);
  if (found > known) throw new SchemaTooNew(found, known);
}

/** The file was written by an older program; a reader cannot change that. */
class SchemaTooOld extends Error {
  override readonly name = 'SchemaTooOld';
  constructor(found: number) {
    super(
      `the file was written by an older Mailroom (schema ${found}, this version uses ${SCHEMA_VERSION}); to be able to go back, copy it and its -wal file, if any; then run \`mailroom serve\` to upgrade it`,
    );
  }
}

/** Throws NotMailroom, SchemaTooNew or SchemaTooOld for a file that does not have this program's schema. */
export function refuseOther(db: Database): void {
  refuseUnknown(db);
  const found = versionOf(db);
  if (found === 0) throw new NotMailroom();
  if (found < SCHEMA_VERSION) throw new SchemaTooOld(found);
}

/** Migrates the file to this program's schema; a failed step leaves the file at the previous one. */
export function migrate(db: Database, migrations: readonly string[] = MIGRATIONS): void {
  refuseUnknown(db, migrations.length);
  for (const [index, step] of migrations.entries()) {
    if (index < versionOf(db)) continue;
    db.transaction(() => {
      db.exec(step);
      db.pragma(`user_version = ${index + 1}`);
    }).immediate();
  }
}
