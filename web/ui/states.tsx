import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { createContext, useContext } from 'react';
import type { Status } from '../../shared/api/status.ts';
import { rangeOf } from '../../shared/time/range.ts';
import { DAY, MINUTE } from '../../shared/time/units.ts';
import { type ApiFailure, generalFault } from '../lib/api.ts';
import { CLEARED, type FilterChange, filterWords, sharedFilter } from '../lib/filter.ts';
import { focusAround, focusMain } from '../lib/focus.ts';
import { useNow } from '../lib/now.ts';
import { counted } from '../lib/numbers.ts';
import { useZone } from '../lib/preferences.ts';
import { question } from '../lib/question.ts';
import { isBlank, statusQuestion } from '../lib/questions.ts';
import { rangeWords } from '../lib/range.ts';
import { useStore } from '../lib/store.ts';
import { ms } from '../lib/times.ts';
import { useFilter, useSetSearch } from '../lib/use-filter.ts';
import { QUARANTINED } from '../lib/view.ts';
import { Button, buttonClass } from './button.tsx';
import { Captured } from './captured.tsx';
import { Icon } from './mark.tsx';
import { NothingStored } from './nothing-stored.tsx';
import './panel.css';

/** A grey block the size of what is loading. */
export function Skeleton({ height, width = '100%' }: { height: number; width?: number | string }) {
  return <span className="skeleton" style={{ height, width }} />;
}

/** Grey rows of a table or list that is loading. */
export function SkeletonRows({ rows, height = 32 }: { rows: number; height?: number }) {
  return (
    <div
      style={{ display: 'grid', gap: 8, padding: '8px 16px', height: rows * height, boxSizing: 'border-box' }}
    >
      {Array.from({ length: rows }, (_, row) => `${92 - ((row * 17) % 38) - row / 100}%`).map((width) => (
        <Skeleton key={width} height={height - 14} width={width} />
      ))}
    </div>
  );
}

/** Grey bars of a chart that is loading. */
export function SkeletonBars({ height }: { height: number }) {
  const heights = Array.from({ length: 32 }, (_, bar) => `${22 + ((bar * bar * 7) % 41) + bar / 100}%`);
  return (
    <div style={{ display: 'flex', alignItems: 'end', gap: 4, height, paddingLeft: 44 }}>
      {heights.map((tall) => (
        <i key={tall} className="skeleton" style={{ flex: 1, height: tall }} />
      ))}
    </div>
  );
}

/** Whether the shared part of the filter matched any response; undefined until known. */
function useHasResponses(isAsked: boolean): boolean | undefined {
  const errors = question('GET /api/v1/errors', { query: sharedFilter(useFilter()) });
  return useQuery({ ...errors, enabled: isAsked, select: ({ responses }) => responses > 0 }).data;
}

/** The range to offer where nothing was found: a month, or all if what is stored is older. Starts at `start`. */
function widerRange(status: Status | undefined, now: number) {
  const month = now - 30 * DAY;
  const { oldest, newest } = status?.stored ?? { oldest: null, newest: null };
  if (oldest !== null && newest !== null && ms(newest) < month) {
    return { name: 'Show all', from: oldest, start: ms(oldest) };
  }
  // Counts outlive the responses that retention removes.
  const isKept = status?.retention.keep_ms === null && status.retention.max_bytes === null;
  const start = isKept && oldest !== null ? Math.max(ms(oldest), month) : month;
  return { name: 'Show 30 days', from: '-30d', start };
}

/** Offers to clear the filter in effect and to show a longer range, where there is more to see. */
export function ShowMore() {
  const filter = useFilter();
  const setSearch = useSetSearch();
  const now = useNow(MINUTE);
  const { data: status } = useQuery(statusQuestion());
  const { from, to } = rangeOf(filter, now);
  const wider = widerRange(status, now);
  const isWide = from <= wider.start && to >= now;
  const show = (change: FilterChange) => {
    focusMain();
    setSearch(change);
  };
  return (
    <span className="row">
      {filterWords(filter).length > 0 && <Button onClick={() => show(CLEARED)}>Clear filters</Button>}
      {!isWide && <Button onClick={() => show({ from: wider.from, to: undefined })}>{wider.name}</Button>}
    </span>
  );
}

/** Whether the page itself says that there is nothing, and what to do: its parts then only say what is missing, which is no good news. */
export const PageIsEmpty = createContext(false);

/** An empty state, good only if there were responses: names the filter in effect; offers to clear it unless good. */
export function Empty({
  what,
  height,
  good = false,
}: {
  what: string;
  height: number;
  good?: boolean | undefined;
}) {
  const filter = useFilter();
  const zone = useZone();
  const now = useNow(MINUTE);
  const isSaid = useContext(PageIsEmpty);
  const { data: status } = useQuery(statusQuestion());
  const hasResponses = useHasResponses(good);
  const isGood = good && hasResponses !== false;
  if (status !== undefined && isBlank(status)) return <NothingStored height={height} />;
  const named = filterWords(filter);
  return (
    <div className="note" style={{ minHeight: height }}>
      <p>
        <b className="row">
          {good && hasResponses === true && !isSaid && <Icon name="tick" tone="ok" />}
          <Captured text={`No ${good && !isGood ? 'responses' : what}`} sentence />
        </b>
      </p>
      {!isSaid && (
        <p className="sm muted break">
          {rangeWords(filter, zone, now)}
          <Captured text={named.map((words) => `, ${words}`).join('')} />
        </p>
      )}
      {status?.stored.responses === 0 && (
        <p className="sm muted">
          {status.stored.quarantined === 0 ? (
            'Retention has removed all responses; counts and trends remain.'
          ) : (
            <Link to="/traffic" search={QUARANTINED} className="link">
              {counted(status.stored.quarantined, 'response has', 'responses have')} an untrusted time
            </Link>
          )}
        </p>
      )}
      {!isGood && !isSaid && <ShowMore />}
    </div>
  );
}

/** The list to link to if `one` of its items is missing, by the first segment of the item's path. */
const LISTS = [
  { of: 'errors', one: 'error group', to: '/errors', name: 'All errors' },
  { of: 'rules', one: 'rule', to: '/conformance', name: 'All rules' },
  { of: 'deprecations', one: 'deprecated item', to: '/deprecations', name: 'All deprecations' },
  { of: 'traffic', one: 'response', to: '/traffic', name: 'All responses' },
] as const;

/** Whether the shell says why for the whole page: the server is away, or everything it answers is a fault. */
export function useToldByShell(error: ApiFailure | null): boolean {
  const isGeneral = useStore(generalFault) !== null;
  return error !== null && (error.status === 0 || (isGeneral && error.isFault));
}

/**
 * A question to Mailroom that failed, which must not look like a failure of a watched server: the message, a retry,
 * the page without what its address asks for if that is refused, or where to go instead, and the code last.
 */
export function Failure({ error, retry, height }: { error: ApiFailure; retry: () => void; height: number }) {
  const section = useLocation({ select: ({ pathname }) => pathname.split('/')[1] });
  const missing = error.status === 404;
  const list = LISTS.find(({ of }) => missing && of === section);
  if (useToldByShell(error)) {
    return (
      <div className="note muted" style={{ minHeight: height }}>
        Loads when Mailroom is back
      </div>
    );
  }
  return (
    <div className="note" role="alert" style={{ minHeight: height }}>
      <b>{missing ? 'Not found' : 'Mailroom couldn’t load this'}</b>
      <p className="muted break">
        {list === undefined ? error.message : `There is no ${list.one} with this id, or not any more.`}
      </p>
      {error.status === 400 || (missing && list === undefined) ? (
        <Link to="." search={{}} className={buttonClass()} onClick={focusMain}>
          Use the defaults
        </Link>
      ) : list === undefined ? (
        <Button
          onClick={({ currentTarget }) => {
            focusAround(currentTarget);
            retry();
          }}
        >
          Retry
        </Button>
      ) : (
        <Link to={list.to} search={true} className={buttonClass()}>
          {list.name}
        </Link>
      )}
      <code className="faint">{error.code}</code>
    </div>
  );
}
