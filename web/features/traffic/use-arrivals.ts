import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { ResponseRow } from '../../../shared/api/responses.ts';
import { followArrivals } from '../../lib/live.ts';
import { statusQuestion } from '../../lib/questions.ts';
import { insertArrived, isSnapshot, type LogQuery } from './queries.ts';

/** Maximum number of arrivals held back; beyond it, the log is fetched again instead. */
const MAX_HELD = 500;

interface Held {
  readonly rows: readonly ResponseRow[];
  readonly count: number;
  /** Whether more may have arrived than were counted. */
  readonly more: boolean;
}
const NONE: Held = { rows: [], count: 0, more: false };

export interface Arrivals extends Pick<Held, 'count' | 'more'> {
  readonly any: boolean;
  readonly show: () => void;
}

/**
 * Counts arrivals in the filter that are not `listed`, and shows them on request, so that rows never move
 * under the pointer.
 */
export function useArrivals(asked: LogQuery, listed: readonly ResponseRow[] | undefined): Arrivals {
  const client = useQueryClient();
  const [held, setHeld] = useState<Held>(NONE);
  const { data: identity } = useQuery({ ...statusQuestion(), select: ({ stored }) => stored.identity });
  const key = JSON.stringify([asked, identity]);
  const [heldFor, setHeldFor] = useState(key);
  if (heldFor !== key) {
    setHeldFor(key);
    setHeld(NONE);
  }
  useEffect(
    () =>
      followArrivals(({ rows, skipped }) =>
        setHeld((before) => {
          const count = before.count + rows.length + (skipped ?? 0);
          const more = before.more || skipped === undefined;
          const complete = !more && skipped === 0 && before.rows.length === before.count && count <= MAX_HELD;
          return { rows: complete ? [...before.rows, ...rows] : [], count, more };
        }),
      ),
    [],
  );
  const ids = useMemo(() => new Set(listed?.map(({ id }) => id)), [listed]);
  const complete = !held.more && held.rows.length === held.count;
  const count = complete ? held.rows.filter(({ id }) => !ids.has(id)).length : held.count;
  return {
    count,
    more: held.more,
    any: count > 0 || held.more,
    show: () => {
      insertArrived(client, asked, complete && !isSnapshot(asked) ? held.rows : undefined);
      setHeld(NONE);
    },
  };
}
