/** The disk, or the page limit, is full. Nothing of the call was stored; a later one may succeed. */
export class StoreFull extends Error {
  override readonly name = 'StoreFull';
}

/** A page was asked for by a cursor that no page gave. */
export class CursorUnreadable extends Error {
  override readonly name = 'CursorUnreadable';
  readonly cursor: string;
  constructor(cursor: string) {
    super(`No page gave the cursor ${JSON.stringify(cursor)}`);
    this.cursor = cursor;
  }
}

/** The file cannot be written now: locked by another program, read-only, or its disk fails. Nothing of the call was stored. */
export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable';
}

/** The file is damaged where the call met it; `check` says what is wrong. Nothing of the call was stored. */
export class StoreDamaged extends StoreUnavailable {
  override readonly name: string = 'StoreDamaged';
}
