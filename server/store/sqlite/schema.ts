import type { Database } from 'better-sqlite3';
import { first } from './migrations/0001-first.ts';

/** Each is run once, in this order, in a transaction of its own; its position from 1 is the `user_version`. */
const MIGRATIONS: readonly string[] = [first];

export const SCHEMA_VERSION = MIGRATIONS.length;

/** The file was written by a newer program; nothing of it was touched. */
export class SchemaTooNew extends Error {
  override readonly name = 'SchemaTooNew';
  constructor(file: string, found: number) {
    super(
      `${file} was written by a newer Mailroom (schema ${found}, this program knows ${SCHEMA_VERSION}). Update Mailroom, or choose another file with --db.`,
    );
  }
}

/** Version of a file's schema; 0 of an empty file, and of one that is not Mailroom's. */
export function versionOf(db: Database): number {
  return Number(db.pragma('user_version', { simple: true }));
}

/** Throws SchemaTooNew for a file of a newer program. */
export function refuseNewer(db: Database): void {
  const found = versionOf(db);
  if (found > SCHEMA_VERSION) throw new SchemaTooNew(db.name, found);
}

/** The file was written by an older program, or by none; a reader cannot change that. */
export class SchemaTooOld extends Error {
  override readonly name = 'SchemaTooOld';
  constructor(file: string, found: number) {
    super(
      found === 0
        ? `${file} is not a Mailroom database`
        : `${file} was written by an older Mailroom (schema ${found}, this program has ${SCHEMA_VERSION}). \`mailroom serve\` brings it up to date.`,
    );
  }
}

/** Throws SchemaTooNew or SchemaTooOld for a file that does not have this program's schema. */
export function refuseOther(db: Database): void {
  refuseNewer(db);
  const found = versionOf(db);
  if (found < SCHEMA_VERSION) throw new SchemaTooOld(db.name, found);
}

/** Brings the file's schema up to this program's; a failed step leaves the file at the step before. */
export function migrate(db: Database): void {
  refuseNewer(db);
  for (let version = versionOf(db); version < SCHEMA_VERSION; version++) {
    db.transaction(() => {
      db.exec(MIGRATIONS[version] ?? '');
      db.pragma(`user_version = ${version + 1}`);
    }).immediate();
  }
}
