import type { Filter, ReadStore, Store } from '../../../../server/store/store.ts';
import type { ErrorGroup } from '../../../../shared/api/error-groups.ts';
import type { ResponsePage } from '../../../../shared/api/responses.ts';
import { DAY, NOW } from '../records.ts';

/** An engine as set up by its tests. */
export interface Engine {
  /** Opens an empty store that answers and appends. */
  readonly open: () => Promise<Store>;
  /** Opens one with room for a few megabytes; absent if the engine cannot be limited. */
  readonly openSmall?: () => Promise<Store>;
  /** Opens one that counts a few responses at most where it has no sums; absent if the engine always has. */
  readonly openTight?: () => Promise<Store>;
  /** Returns a new name for a copy. */
  readonly newCopy: () => string;
  /** Opens what {@link Store.backup} wrote under a name. */
  readonly openCopy: (name: string) => Promise<ReadStore>;
}

/** What a test of the suite works with. */
export interface Bench {
  readonly engine: Engine;
  /** The test's store, empty at its start. */
  readonly store: Store;
  /** Returns the only error group in a filter, by default the last day's. */
  only(filter?: Filter): Promise<ErrorGroup>;
  /** Returns the newest rows in a filter, by default 100 of the last day's. */
  log(filter?: Filter, limit?: number): Promise<ResponsePage['items']>;
}

export const LAST_DAY: Filter = { from: NOW - DAY, to: NOW };
export const EVER: Filter = { from: NOW - 400 * DAY, to: NOW + DAY };
export const FOREVER = { keepMs: null, maxBytes: null };
export const GROUPS = { limit: 50, sort: 'count', news: false } as const;
export const ASK = { windowDays: 30, threshold: 0 };

/** Calls `piece` until there is no more to do. Returns the number of responses removed. */
export async function finish(
  piece: () => Promise<{ readonly responses: number; readonly more: boolean } | undefined>,
): Promise<number> {
  let removed = 0;
  for (;;) {
    const { responses, more } = (await piece()) ?? { responses: 0, more: false };
    removed += responses;
    if (!more) return removed;
  }
}
