import { existsSync, mkdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { dirname, isAbsolute, join, sep } from 'node:path';
import { reasonOf } from '../capture/reason.ts';
import type { Settings } from '../ingest/ingest.ts';
import { LIMITS } from '../ingest/limits.ts';
import { NOT_MAILROOM, StoreDamaged, StoreUnavailable } from '../store/faults.ts';
import { isOfOneThread, openStore } from '../store/open.ts';
import type { ReadStore } from '../store/store.ts';
import { startThreads, type Threads } from '../threads/threads.ts';
import { CommandError } from './command.ts';
import { driverAddon, driverFault } from './driver.ts';
import { type Flag, flag, Unusable } from './flags.ts';
import { existingAbove, fileAbove, type Right, whyDenied } from './folder.ts';
import { tell } from './tell.ts';

/**
 * Why a path cannot name a database; undefined if it can. The driver ignores blanks around it, so that this program would
 * protect and lock another file than it opens.
 */
export function unusable(path: string): string | undefined {
  if (path.trim() === '') return 'must not be empty';
  return path === path.trim() ? undefined : 'must not begin or end with a blank';
}

/** The flag that names a database. */
export function databaseFile({ summary, shown }: Pick<Flag<unknown>, 'summary' | 'shown'>) {
  const parse = (path: string) => {
    const fault = unusable(path);
    if (fault !== undefined) throw new Unusable(fault);
    return path;
  };
  return flag('db', 'FILE', { summary, shown, absent: undefined, parse });
}

/** The file of a command that only reads it. */
export const dbToRead = databaseFile({
  summary: 'Database file; Mailroom may be running on it',
  shown: 'mailroom.db in your data directory',
});

/** The default database, in the platform's folder for user data. Throws CommandError if the user has no home. */
export function defaultDatabase(): string {
  return join(dataFolder(), 'mailroom.db');
}

/** Creates the folder of {@link defaultDatabase}, private to the user. Throws CommandError on failure. */
export function makeDataFolder(): void {
  const folder = dataFolder();
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const instead = 'use --db to put the database elsewhere';
    throw new CommandError(`cannot create directory ${folder}: ${reasonOf(error)}; ${instead}`, 1);
  }
}

function dataFolder(): string {
  const { XDG_DATA_HOME, LOCALAPPDATA } = process.env;
  switch (process.platform) {
    case 'darwin':
      return join(home(), 'Library', 'Application Support', 'Mailroom');
    case 'win32':
      return join(LOCALAPPDATA || join(home(), 'AppData', 'Local'), 'Mailroom');
    default: {
      // A relative one is to be ignored (XDG Base Directory Specification, "Basics").
      const isValid = XDG_DATA_HOME !== undefined && isAbsolute(XDG_DATA_HOME);
      return join(isValid ? XDG_DATA_HOME : join(home(), '.local', 'share'), 'mailroom');
    }
  }
}

/** The user's home; what the environment says is used only if it is absolute. Throws CommandError if nobody knows one. */
function home(): string {
  try {
    const said = homedir();
    return isAbsolute(said) ? said : userInfo().homedir;
  } catch {
    throw new CommandError('cannot find your home directory; set HOME, or use --db to name a database', 1);
  }
}

/**
 * Begins to open a database for reading and writing, as a running dashboard does. Returns its threads, and the end of the
 * opening. Throws CommandError on failure, as does `opening`.
 */
export function beginToOpen(
  db: string,
  { rules, secretKeys }: Settings,
  onCrash: (error: Error) => void,
  inWords = messageOf,
) {
  if (!isOfOneThread(db)) {
    refuseInaccessible(db, ['read', 'write']);
    refuseUnwritableFolder(db);
  }
  const threads = startThreads({ db, limits: LIMITS, rules, secretKeys, onCrash });
  const waiting = setTimeout(() => {
    tell(`Opening ${db} is taking a while; if it is of an earlier version, it is upgraded first`);
  }, LONG_MS);
  const opening = opened(db, () => threads.open(), inWords).finally(() => clearTimeout(waiting));
  return { threads, opening };
}

/**
 * Opens a database for a command that could ask a dashboard instead: if one holds the file, the error says so. Throws
 * CommandError on failure.
 */
export async function openInstead(db: string, settings: Settings): Promise<Threads> {
  // Every pending call rejects with it.
  const crash = () => {};
  const { threads, opening } = beginToOpen(db, settings, crash, (error) =>
    error instanceof StoreUnavailable && !(error instanceof StoreDamaged)
      ? `${error.message}; if a dashboard is running on it, use --to`
      : error.message,
  );
  await opening;
  return threads;
}

/** Opening takes longer if the file's schema must be migrated: 22 s were measured for ten million responses. */
const LONG_MS = 10_000;

/**
 * Opens a database for reading, even while a server runs on it. Throws CommandError on failure, with
 * what `inWords` says about the error.
 */
export async function openToRead(db: string, inWords = messageOf): Promise<ReadStore> {
  refuseMissing(db);
  refuseInaccessible(db, ['read']);
  return opened(db, () => openStore(db, { role: 'reader' }), inWords);
}

/** Throws CommandError if a command that needs a database would create one, also in an empty file. */
export function refuseMissing(db: string): void {
  const found = statsOf(db);
  if (found === undefined) throw new CommandError(`database ${db} does not exist; use --db to name another`);
  if (found.isFile() && found.size === 0) throw cannotOpen(db, NOT_MAILROOM);
}

/** Undefined if there is no such file. Throws CommandError if nobody can tell, such as below a directory without access. */
function statsOf(db: string): Stats | undefined {
  try {
    return statSync(db, { throwIfNoEntry: false });
  } catch (error) {
    throw cannotOpen(db, reasonOf(error));
  }
}

function cannotOpen(db: string, why: string): CommandError {
  return new CommandError(`cannot open database ${db}: ${why}`, 1);
}

/** Says what exactly the system reports about a file; the driver has one message for everything. */
function refuseInaccessible(db: string, rights: readonly Right[]): void {
  const file = fileAbove(db);
  if (file !== undefined) throw cannotOpen(db, `${file} is a file, not a directory`);
  const found = statsOf(db);
  if (found === undefined && (db.endsWith('/') || db.endsWith(sep)))
    throw cannotOpen(db, 'it names a directory, not a file');
  if (found === undefined) return;
  if (found.isDirectory()) throw cannotOpen(db, 'it is a directory');
  if (!found.isFile()) throw cannotOpen(db, 'it is not a regular file');
  for (const right of rights) {
    const reason = whyDenied(db, right);
    if (reason !== undefined) throw new CommandError(`cannot ${right} database ${db}: ${reason}`, 1);
  }
}

/** Writing to a database creates files beside it; a new one may get directories, too. */
function refuseUnwritableFolder(db: string): void {
  const folder = existsSync(db) ? dirname(realpathSync(db)) : existingAbove(db);
  const reason = whyDenied(folder, 'write');
  if (reason !== undefined) throw cannotOpen(db, `cannot write to directory ${folder}: ${reason}`);
}

const messageOf = ({ message }: Error) => message;

async function opened<T>(db: string, open: () => Promise<T>, inWords: typeof messageOf): Promise<T> {
  try {
    const fault = driverFault(process.version, driverAddon);
    if (fault !== undefined) tell(`mailroom: ${fault}`);
    return await open();
  } catch (error) {
    const reason = error instanceof Error ? inWords(error) : String(error);
    if (/bindings file|NODE_MODULE_VERSION|\.node\b/.test(reason)) {
      throw new CommandError(
        `cannot load the native module of better-sqlite3 on Node ${process.version}; run \`npm rebuild better-sqlite3\``,
        1,
      );
    }
    throw cannotOpen(db, reason);
  }
}
