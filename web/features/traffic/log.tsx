import { useInfiniteQuery } from '@tanstack/react-query';
import { useLocation, useSearch } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import type { ResponseRow } from '../../../shared/api/responses.ts';
import { defined } from '../../../shared/collections/defined.ts';
import { MINUTE } from '../../../shared/time/units.ts';
import { leavesFocus } from '../../lib/focus.ts';
import { useNow } from '../../lib/now.ts';
import { useZone } from '../../lib/preferences.ts';
import { usePrinting } from '../../lib/printing.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { useView } from '../../lib/use-view.ts';
import { DataBody } from '../../ui/data-panel.tsx';
import { useRowFocus } from '../../ui/row-focus.ts';
import { SkeletonRows } from '../../ui/states.tsx';
import { VirtualRows } from '../../ui/virtual-rows.tsx';
import { LogHead } from './log-head.tsx';
import { ColumnHeads, LogRow } from './log-row.tsx';
import { type LogQuery, logQuestion } from './queries.ts';
import { SearchBox } from './search-box.tsx';
import { useArrivals } from './use-arrivals.ts';
import { useAutoRefresh } from './use-auto-refresh.ts';
import { useCursor } from './use-cursor.ts';
import { useLines } from './use-lines.ts';

/** Maximum number of loaded rows to print: some twenty sheets. */
const MAX_PRINTED = 500;

/** The log of responses in the filter: virtualised and paginated, with a count of new arrivals on top. */
export function Log({ selected }: { selected: string | undefined }) {
  const filter = useFilter();
  const quarantined = useView('log')[0].includes('quarantined');
  const { contains, deprecated } = useSearch({ from: '/traffic' });
  const asked: LogQuery = defined({ ...filter, quarantined: quarantined || undefined, contains, deprecated });
  const query = useInfiniteQuery(logQuestion(asked));
  const pages = query.data?.pages;
  const rows = useMemo(() => pages?.flatMap(({ items }) => items) ?? [], [pages]);
  const frame = useRef<HTMLElement>(null);
  const lines = useLines(frame, rows, query, selected);
  const onKeyDown = useRowFocus(frame, lines);
  const arrivals = useArrivals(asked, pages?.[0]?.items);
  const refreshIfStill = useAutoRefresh(
    frame,
    asked,
    { isEmpty: rows.length === 0, isFetching: query.isFetching },
    arrivals,
  );

  const { cursor, setCursor, at, open } = useCursor(
    frame,
    rows,
    JSON.stringify(asked),
    selected,
    lines.scrollToIndex,
  );

  const zone = useZone();
  const now = useNow(MINUTE);
  const search = useLocation({ select: ({ searchStr }) => searchStr });
  const printing = usePrinting();
  const printed = rows.slice(0, MAX_PRINTED);
  const shown = lines.getVirtualItems();
  const stop = shown.some(({ index }) => index === at) ? at : shown[0]?.index;
  const line = (row: ResponseRow, index: number) => (
    <LogRow
      key={row.id}
      row={row}
      isTabStop={index === stop}
      selected={row.id === selected}
      cursor={row.id === cursor}
      zone={zone}
      now={now}
      search={search}
      open={open}
    />
  );

  const loading = <SkeletonRows rows={14} />;

  return (
    <section className="log" aria-label="Log">
      <SearchBox />
      <LogHead
        asked={asked}
        query={query}
        rows={rows.length}
        unlisted={query.isFetching || rows.some(({ id }) => id === selected) ? undefined : selected}
        printed={printing && (query.hasNextPage || printed.length < rows.length) ? printed.length : undefined}
        arrivals={arrivals}
        onShow={() => {
          arrivals.show();
          frame.current?.scrollTo({ top: 0 });
          // The button goes.
          frame.current?.focus({ preventScroll: true });
        }}
      />
      <ColumnHeads />
      <section
        className="log-rows"
        ref={frame}
        tabIndex={0}
        aria-label="Responses, newest first"
        onMouseLeave={refreshIfStill}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => {
          if (target.dataset.response !== undefined) setCursor(target.dataset.response);
        }}
      >
        <DataBody
          query={query}
          height={320}
          skeleton={loading}
          empty={() => (rows.length > 0 || query.hasNextPage ? undefined : emptyWords(asked))}
        >
          {() => {
            if (rows.length === 0) return loading;
            if (printing) return printed.map(line);
            return (
              <VirtualRows lines={lines} rows={rows}>
                {line}
              </VirtualRows>
            );
          }}
        </DataBody>
        {query.isFetchNextPageError && (
          <button
            ref={leavesFocus}
            type="button"
            className="link more"
            onClick={() => void query.fetchNextPage()}
          >
            Couldn’t load more. Retry
          </button>
        )}
      </section>
    </section>
  );
}

function emptyWords({ contains, q, deprecated }: LogQuery): string {
  if (contains !== undefined) return `responses that contain “${contains}”`;
  if (q !== undefined) return `responses with “${q}” in the message`;
  return deprecated === undefined ? 'responses' : `uses of “${deprecated}”`;
}
