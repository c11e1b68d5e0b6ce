import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowUp } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ResponseRow } from '../../../shared/api/responses.ts';
import { count } from '../../lib/format.ts';
import { useListKeys } from '../../lib/list-keys.ts';
import { liveState } from '../../lib/live.ts';
import { useNow } from '../../lib/now.ts';
import { usePreference, useZone } from '../../lib/preferences.ts';
import { usePrinting } from '../../lib/printing.ts';
import { isOpenEnded, movesOn } from '../../lib/range.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { useView } from '../../lib/use-view.ts';
import { DataBody, StaleMark } from '../../ui/data-panel.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { VirtualRows } from '../../ui/virtual-rows.tsx';
import { Export } from './export.tsx';
import { FollowButton } from './follow-button.tsx';
import { LogHeads, LogRow } from './log-row.tsx';
import { Quarantined } from './quarantined.tsx';
import { letGo, logQuestion } from './queries.ts';
import { SearchBox } from './search-box.tsx';
import { useArrivals } from './use-arrivals.ts';

const ROW_PX = 32;
/** The next page is requested this many rows before the end. */
const AHEAD = 200;
/** Maximum number of loaded rows to print: some twenty sheets. */
const MAX_PRINTED = 500;

/** The log of responses in the filter: virtualised and paginated, with a count of new arrivals on top. */
export function Log({ selected }: { selected: string | undefined }) {
  const filter = useFilter();
  const navigate = useNavigate();
  const client = useQueryClient();
  const quarantined = useView('log')[0].includes('quarantined');
  const asked = quarantined ? { ...filter, quarantined } : filter;
  const query = useInfiniteQuery(logQuestion(asked));
  const frame = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState(selected);
  if (selected !== undefined && selected !== cursor) setCursor(selected);
  const pages = query.data?.pages;
  const arrivals = useArrivals(filter, pages?.[0]?.items);
  const isNews = arrivals.count > 0 || arrivals.more;
  const rows = useMemo(() => pages?.flatMap(({ items }) => items) ?? [], [pages]);
  const at = useMemo(() => rows.findIndex(({ id }) => id === cursor), [rows, cursor]);
  const total = pages?.[0]?.total ?? null;
  const partial = pages?.some((page) => page.partial === true) === true;

  const lines = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
    // Stable: a new function would make every loaded row be measured again at each step.
    getItemKey: useCallback((index: number) => rows[index]?.id ?? index, [rows]),
  });
  const last = lines.getVirtualItems().at(-1)?.index ?? 0;
  const { hasNextPage, isFetching, fetchNextPage, isFetchNextPageError } = query;
  useEffect(() => {
    if (last >= rows.length - AHEAD && hasNextPage && !isFetching && !isFetchNextPageError)
      void fetchNextPage();
  }, [last, rows.length, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);

  const follow = usePreference('follow');
  const now = useNow(60_000);
  const asOf = useRef(now);
  const showIfStill = () => {
    const { current } = frame;
    if (isFetching || current === null || current.scrollTop > 0 || current.matches(':hover, :focus-within'))
      return;
    // While there are no rows, none can move.
    if ((follow || rows.length === 0) && isNews) arrivals.show();
    else if (!isNews && asOf.current !== now && movesOn(filter, now) && liveState.get() === 'live') {
      // Drops rows that left the range; those entering a range that does not end now are no new arrivals.
      asOf.current = now;
      // A failed attempt is repeated in a minute.
      if (!quarantined) void letGo(client, filter, follow || !isOpenEnded(filter)).catch(() => {});
    }
  };
  useEffect(showIfStill);

  // A link may lead to a response far down the log.
  const sought = useRef(selected);
  useEffect(() => {
    const index = rows.findIndex(({ id }) => id === sought.current);
    if (rows.length > 0) sought.current = undefined;
    if (index > 0) lines.scrollToIndex(index, { align: 'center' });
  }, [rows, lines]);

  const zone = useZone();
  const search = useLocation({ select: ({ searchStr }) => searchStr });
  const open = useCallback(
    (id: string | undefined) =>
      void (id === undefined
        ? navigate({ to: '/traffic', search: true, resetScroll: false })
        : navigate({ to: '/traffic/$response', params: { response: id }, search: true, resetScroll: false })),
    [navigate],
  );
  useListKeys({
    count: rows.length,
    at,
    move: (to) => {
      setCursor(rows[to]?.id);
      lines.scrollToIndex(to);
      if (selected !== undefined) open(rows[to]?.id);
    },
    link: () => frame.current?.querySelector<HTMLElement>('.cursor') ?? null,
    open: () => open(rows[at]?.id),
    keys: { Escape: () => open(undefined) },
  });

  const printing = usePrinting();
  const line = (row: ResponseRow) => (
    <LogRow
      key={row.id}
      row={row}
      selected={row.id === selected}
      cursor={row.id === cursor}
      zone={zone}
      now={now}
      search={search}
      open={open}
    />
  );

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
        {partial && <span className="sm warn">in the newest part of the range; scroll for more</span>}
        <Quarantined shown={quarantined} />
        <StaleMark query={query} />
        <span className="row end">
          {isNews && !quarantined && (
            <button
              type="button"
              className="btn on pill"
              onClick={() => {
                arrivals.show();
                frame.current?.scrollTo({ top: 0 });
              }}
            >
              <ArrowUp size={12} aria-hidden="true" />
              {arrivals.count > 0 && `${count(arrivals.count)}${arrivals.more ? '+' : ''} `}new
            </button>
          )}
          <FollowButton />
          <Export query={asked} />
        </span>
      </header>
      <LogHeads />
      <section
        className="log-rows"
        ref={frame}
        tabIndex={0}
        aria-label="Responses, newest first"
        onMouseLeave={showIfStill}
      >
        <DataBody
          query={query}
          height={320}
          skeleton={<SkeletonRows rows={14} />}
          empty={() => (rows.length === 0 ? 'responses' : undefined)}
        >
          {() =>
            printing ? (
              rows.slice(0, MAX_PRINTED).map(line)
            ) : (
              <VirtualRows lines={lines} rows={rows}>
                {line}
              </VirtualRows>
            )
          }
        </DataBody>
        {isFetchNextPageError && (
          <button type="button" className="link log-more" onClick={() => void fetchNextPage()}>
            Couldn’t load more. Retry
          </button>
        )}
      </section>
    </section>
  );
}
