/** The disk or the page limit is full. Nothing of the call was stored; a later call may succeed. */
export class StoreFull extends Error {
  override readonly name = 'StoreFull';
}

/** Why a file that holds something else is not opened. */
export const NOT_MAILROOM = 'the file is not a Mailroom database';

/** What is said of a damaged file wherever it is met. */
export const FILE_DAMAGED = 'the database file is damaged; run `mailroom doctor` for details';

/** A page was requested with a cursor that no page returned. */
export class CursorUnreadable extends Error {
  override readonly name = 'CursorUnreadable';
  readonly cursor: string;
  constructor(cursor: string) {
    super(`invalid cursor ${JSON.stringify(cursor)}`);
    this.cursor = cursor;
  }
}

/**
 * The file cannot be written now: another program has locked it, it is read-only, or its disk fails. Nothing
 * of the call was stored.
 */
export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable';
}

/** The program ends while the call is under way; nothing is wrong. */
export class StoreClosed extends StoreUnavailable {
  override readonly name = 'StoreClosed';
}

/** The call met damage in the file; `diagnose` finds what is wrong. Nothing of the call was stored. */
export class StoreDamaged extends StoreUnavailable {
  override readonly name: string = 'StoreDamaged';
  /** If the store could not even be opened to be checked: what is wrong, and what to do. */
  readonly damage: string | undefined;
  constructor(message: string, { damage, ...options }: ErrorOptions & { readonly damage?: string } = {}) {
    super(message, options);
    this.damage = damage;
  }
}

/** Whether the store as a whole is at fault, whatever it was given. */
export function isStoreFault(error: unknown): error is StoreFull | StoreUnavailable {
  return error instanceof StoreFull || error instanceof StoreUnavailable;
}
