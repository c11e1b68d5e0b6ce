import type { Filter, ReadStore, Store } from '../../../../server/store/store.ts';
import type { ErrorGroup } from '../../../../shared/api/error-groups.ts';
import type { ResponsePage } from '../../../../shared/api/responses.ts';
import { DAY, NOW } from '../records.ts';

/** An engine as its tests make it. */
export interface Engine {
  /** An empty store that answers and appends. */
  readonly open: () => Promise<Store>;
  /** One with room for a few megabytes; absent where nothing bounds the engine. */
  readonly openSmall?: () => Promise<Store>;
  /** A new name for a copy. */
  readonly newCopy: () => string;
  /** Opens what {@link Store.backup} wrote under a name. */
  readonly openCopy: (name: string) => Promise<ReadStore>;
}

/** What a test of the suite works on. */
export interface Bench {
  readonly engine: Engine;
  /** The store of the test, empty at its beginning. */
  readonly store: Store;
  /** The one error group in a filter, the last day's if not given. */
  only(filter?: Filter): Promise<ErrorGroup>;
  /** The newest rows in a filter, 100 of the last day's if not given. */
  log(filter?: Filter, limit?: number): Promise<ResponsePage['items']>;
}

export const LAST_DAY: Filter = { from: NOW - DAY, to: NOW };
export const GROUPS = { limit: 50, sort: 'count', news: false } as const;
export const ASK = { windowDays: 30, threshold: 0 };

/** Calls a piece of work until there is no more of it; gives the number of responses that it removed. */
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
