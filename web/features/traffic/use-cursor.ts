import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useCallback, useMemo, useState } from 'react';
import type { ResponseRow } from '../../../shared/api/responses.ts';
import { useListKeys } from '../../lib/list-keys.ts';

interface Cursor {
  /** Id of the response that the keys act on. */
  readonly cursor: string | undefined;
  readonly setCursor: (id: string) => void;
  /** Its row; −1 if it is not among those loaded. */
  readonly at: number;
  /** Opens a response beside the log; undefined closes it. `replace` adds no step to go back. */
  readonly open: (id: string | undefined, replace?: boolean) => void;
}

/**
 * The cursor in the log, which j and k move, and which follows the response that is open, `selected`. `list` is what the
 * log is of, and `scrollTo` renders a row that is far away.
 */
export function useCursor(
  frame: RefObject<HTMLElement | null>,
  rows: readonly ResponseRow[],
  list: string,
  selected: string | undefined,
  scrollTo: (row: number) => void,
): Cursor {
  const navigate = useNavigate();
  const [cursor, setCursor] = useState(selected);
  if (selected !== undefined && selected !== cursor) setCursor(selected);
  const at = useMemo(() => rows.findIndex(({ id }) => id === cursor), [rows, cursor]);
  const open = useCallback(
    (id: string | undefined, replace = false) => {
      const to = { search: true, resetScroll: false } as const;
      if (id === undefined) void navigate({ to: '/traffic', ...to });
      else void navigate({ to: '/traffic/$response', params: { response: id }, replace, ...to });
    },
    [navigate],
  );
  useListKeys({
    list,
    count: rows.length,
    at,
    move: (to) => {
      setCursor(rows[to]?.id);
      scrollTo(to);
      // One step of Back leads to the list, however many responses were looked at.
      if (selected !== undefined) open(rows[to]?.id, true);
    },
    link: () => frame.current?.querySelector<HTMLElement>('.cursor') ?? null,
    opened: selected,
    open: () => open(rows[at]?.id),
    pane: () => document.querySelector<HTMLElement>('.response'),
    keys: { Escape: () => open(undefined) },
  });
  return { cursor, setCursor, at, open };
}
