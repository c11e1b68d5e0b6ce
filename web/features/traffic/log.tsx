import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowUp, Download } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { addressOf } from '../../lib/api.ts';
import { count, counted } from '../../lib/format.ts';
import { useListKeys } from '../../lib/shortcuts.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { buttonClass } from '../../ui/button.tsx';
import { DataBody, StaleMark } from '../../ui/data-panel.tsx';
import { Popover } from '../../ui/popover.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { LogHeads, LogRow } from './log-row.tsx';
import { logQuestion } from './queries.ts';
import { SearchBox } from './search-box.tsx';
import { useArrivals } from './use-arrivals.ts';

const ROW_PX = 32;
/** Rows before the end at which the next page is asked for. */
const AHEAD = 40;

/** The log of responses in the filter: virtualised, a page at a time, with what arrived counted on top. */
export function Log({ selected }: { selected: string | undefined }) {
  const filter = useFilter();
  const navigate = useNavigate();
  const query = useInfiniteQuery(logQuestion(filter));
  const arrivals = useArrivals(filter);
  const frame = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(-1);
  const pages = query.data?.pages;
  const rows = useMemo(() => pages?.flatMap(({ items }) => items) ?? [], [pages]);
  const total = pages?.[0]?.total ?? null;
  const partial = pages?.some((page) => page.partial === true) === true;

  const lines = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
    getItemKey: (index) => rows[index]?.id ?? index,
  });
  const items = lines.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isFetchNextPageError } = query;
  useEffect(() => {
    if (last >= rows.length - AHEAD && hasNextPage && !isFetchingNextPage && !isFetchNextPageError)
      void fetchNextPage();
  }, [last, rows.length, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);

  const open = (id: string | undefined) =>
    void (id === undefined
      ? navigate({ to: '/traffic', search: true, resetScroll: false })
      : navigate({ to: '/traffic/$response', params: { response: id }, search: true, resetScroll: false }));
  useListKeys({
    count: rows.length,
    at,
    move: (to) => {
      setAt(to);
      lines.scrollToIndex(to);
      if (selected !== undefined) open(rows[to]?.id);
    },
    keys: {
      Enter: (event) => {
        const focused = document.activeElement;
        if (focused instanceof HTMLElement && focused.matches('a,button')) focused.click();
        else if (rows[at] !== undefined) open(rows[at].id);
        event.preventDefault();
      },
      Escape: () => open(undefined),
    },
  });

  return (
    <section className="log" aria-label="Log">
      <SearchBox />
      <header className="log-head">
        <h1 className="vh">Traffic</h1>
        <span aria-live="polite">
          <b>
            {query.data === undefined
              ? '…'
              : total === null
                ? `${count(rows.length)}${hasNextPage ? '+' : ''}`
                : count(total)}
          </b>{' '}
          <span className="muted">{total === 1 ? 'response' : 'responses'}</span>
        </span>
        {partial && <span className="sm warn">of the newest part of the range; scroll on for more</span>}
        <StaleMark query={query} />
        <span className="row end">
          {arrivals.count > 0 && (
            <button
              type="button"
              className="pill"
              onClick={() => {
                arrivals.show();
                frame.current?.scrollTo({ top: 0 });
              }}
            >
              <ArrowUp size={12} aria-hidden="true" />
              {counted(arrivals.count, 'new', 'new')}
            </button>
          )}
          <Export />
        </span>
      </header>
      <LogHeads />
      <section className="log-rows" ref={frame} tabIndex={0} aria-label="Responses, newest first">
        <DataBody
          query={query}
          height={320}
          skeleton={<SkeletonRows rows={14} />}
          empty={() => (rows.length === 0 ? 'responses' : undefined)}
        >
          {() => (
            <div style={{ height: lines.getTotalSize(), position: 'relative' }}>
              {items.map(({ index, start, key }) => {
                const row = rows[index];
                return (
                  row && (
                    <div
                      key={key}
                      ref={lines.measureElement}
                      data-index={index}
                      className="log-slot"
                      style={{ transform: `translateY(${start}px)` }}
                    >
                      <LogRow row={row} selected={row.id === selected} cursor={index === at} />
                    </div>
                  )
                );
              })}
            </div>
          )}
        </DataBody>
        {isFetchNextPageError && (
          <button type="button" className="link log-more" onClick={() => void fetchNextPage()}>
            The next page failed. Retry
          </button>
        )}
      </section>
    </section>
  );
}

const EXPORTS = [
  { name: 'CSV', type: 'text/csv' },
  { name: 'NDJSON', type: 'application/x-ndjson' },
] as const;

/** Exactly the filter on screen, as a file. */
function Export() {
  const filter = useFilter();
  const { url } = addressOf('GET /api/v1/responses', { query: filter });
  return (
    <Popover
      className={buttonClass({ kind: 'ghost', icon: true })}
      name="Export"
      label={<Download size={14} aria-hidden="true" />}
    >
      {(close) =>
        EXPORTS.map(({ name, type }) => (
          <a
            key={type}
            className="menu-item"
            href={`${url}${url.includes('?') ? '&' : '?'}format=${name.toLowerCase()}`}
            download
            onClick={close}
          >
            Export as {name}
          </a>
        ))
      }
    </Popover>
  );
}
