import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import type { ResponseRow } from '../../../shared/api/responses.ts';
import { withFocusedRow } from '../../ui/row-focus.ts';
import type { LogResult } from './queries.ts';

const ROW_PX = 32;
/** The next page is requested this many rows before the end. */
const AHEAD = 200;

/** The lines of the log near its viewport. Requests further pages ahead of it, and starts at the response `selected`. */
export function useLines(
  frame: RefObject<HTMLElement | null>,
  rows: readonly ResponseRow[],
  { hasNextPage, isFetching, fetchNextPage, isFetchNextPageError }: LogResult,
  selected: string | undefined,
): Virtualizer<HTMLElement, Element> {
  const lines = useVirtualizer<HTMLElement, Element>({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
    rangeExtractor: withFocusedRow(frame),
    // Stable: a new function would make every loaded row be measured again at each step.
    getItemKey: useCallback((index: number) => rows[index]?.id ?? index, [rows]),
  });
  const last = lines.getVirtualItems().at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= rows.length - AHEAD && hasNextPage && !isFetching && !isFetchNextPageError)
      void fetchNextPage();
  }, [last, rows.length, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);

  // A link may lead to a response far down the log, which is looked for in what is loaded until somebody scrolls.
  const sought = useRef(selected);
  useEffect(() => {
    if ((lines.scrollOffset ?? 0) > 0) sought.current = undefined;
    const index = rows.findIndex(({ id }) => id === sought.current);
    if (index < 0) return;
    sought.current = undefined;
    if (index > 0) lines.scrollToIndex(index, { align: 'center' });
  }, [rows, lines]);
  return lines;
}
