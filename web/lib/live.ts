import type { Query, QueryClient } from '@tanstack/react-query';
import type { LiveResponses } from '../../shared/api/live.ts';
import type { ResponseRow } from '../../shared/api/responses.ts';
import type { Status } from '../../shared/api/status.ts';
import { isObject, member, parseJson } from '../../shared/json.ts';
import { searchText } from './api.ts';
import { basePath } from './base-path.ts';
import type { Filter } from './filter.ts';
import { serverNow } from './now.ts';
import { isOpenEnded, movesOn } from './range.ts';
import { createStore } from './store.ts';

export type LiveState = 'off' | 'connecting' | 'live' | 'lost';

/** How the stream stands. */
export const liveState = createStore<LiveState>('off');

export interface Arrival {
  /** Oldest first; at most 200. */
  readonly rows: readonly ResponseRow[];
  /** Responses in the filter that arrived beside them and were not sent; undefined where there may be some. */
  readonly skipped: number | undefined;
}

type Follower = (arrival: Arrival) => void;
const followers = new Set<Follower>();

/** Calls back with each arrival in the shell's filter; gives the function that stops it. */
export function followArrivals(follower: Follower): () => void {
  followers.add(follower);
  return () => followers.delete(follower);
}

function tell(arrival: Arrival): void {
  for (const follower of followers) follower(arrival);
}

/** Data of one event; the stream comes from the same build as this page, so its shape is the contract's. */
function eventData<T>(event: MessageEvent<unknown>, has: string): T | undefined {
  const value = typeof event.data === 'string' ? parseJson(event.data) : undefined;
  return isObject(value) && member(value, has) !== undefined ? (value as T) : undefined;
}

/** Whether the stream asks the question again when something arrived. */
export const isLive = ({ meta }: Query): boolean => meta?.live !== false;

/** A range that ends now, has a relative end or one yet to come moves on though nothing arrives, ms. */
const MOVES_ON_MS = 60_000;

/**
 * Asks again what is on screen, once a minute at least where the range moves on, once a second at most, and not while the
 * page is hidden.
 */
function refresher(client: QueryClient, moves: boolean): { ask(): void; stop(): void } {
  let due: ReturnType<typeof setTimeout> | undefined;
  let idle: ReturnType<typeof setTimeout> | undefined;
  let last = 0;
  const late = new Set<Query>();
  const run = () => {
    due = undefined;
    waitOn();
    // What nobody sees is asked again when it is seen.
    if (document.hidden) return void client.invalidateQueries({ predicate: isLive, refetchType: 'none' });
    last = Date.now();
    // An answer on its way may have been read before the arrival: it is let come, so that none starves, and asked again.
    for (const query of client.getQueryCache().findAll({ predicate: isLive, fetchStatus: 'fetching' })) {
      if (late.has(query)) continue;
      late.add(query);
      void Promise.allSettled([query.promise]).then(() => {
        late.delete(query);
        return client.invalidateQueries({ predicate: (one) => one === query });
      });
    }
    void client.invalidateQueries({ predicate: isLive }, { cancelRefetch: false });
  };
  const waitOn = () => {
    clearTimeout(idle);
    if (moves) idle = setTimeout(run, MOVES_ON_MS);
  };
  waitOn();
  return {
    ask: () => {
      due ??= setTimeout(run, Math.max(0, last + 1000 - Date.now()));
    },
    stop: () => {
      clearTimeout(due);
      clearTimeout(idle);
    },
  };
}

const REOPEN_MS = 3000;
/** The server says something every 15 s: a longer silence is of a connection that died unheard, as in sleep, ms. */
const SILENCE_MS = 45_000;

/** For so long a page that is hidden keeps its stream, ms: longer than answers are fresh, so that what it misses is asked again. */
const HIDDEN_MS = 10_000;

/** Ordinal up to which everything on screen knows what arrived, at least, and of which store it is. */
let known: number | undefined;
let knownOf: string | undefined;

/**
 * Follows `GET /api/v1/live` in the filter, its times apart, until the returned function is called; where the range does
 * not end now, what arrives is passed over. `stored` was read before the page's first question; later streams of the same
 * store go on where those before them ended.
 */
export function followLive(client: QueryClient, filter: Filter, stored: Status['stored']): () => void {
  const arrives = isOpenEnded(filter);
  const { from: _from, to: _to, ...rest } = filter;
  // The server counts what it skips in the filter and out of it.
  const skipped = (n: number) => (n === 0 || Object.keys(rest).length === 0 ? n : undefined);
  if (knownOf !== stored.identity) known = stored.ordinal;
  knownOf = stored.identity;
  const refresh = refresher(client, arrives || movesOn(filter, serverNow()));
  let current: EventSource | undefined;
  let reopening: ReturnType<typeof setTimeout> | undefined;
  let leaving: ReturnType<typeof setTimeout> | undefined;
  const openIn = (pause: number) => {
    clearTimeout(reopening);
    reopening = setTimeout(() => {
      liveState.set('lost');
      open();
    }, pause);
  };
  const open = () => {
    clearTimeout(reopening);
    current?.close();
    current = undefined;
    // A browser has six connections to a server, for all of its tabs together: those that nobody sees leave them.
    if (document.hidden) return;
    openIn(SILENCE_MS);
    const source = new EventSource(`${basePath}/api/v1/live${searchText({ ...rest, after: known })}`);
    current = source;
    source.onopen = () => {
      if (liveState.get() === 'lost') refresh.ask();
      liveState.set('live');
    };
    source.onerror = () => {
      liveState.set('lost');
      // The browser comes back by itself from all but an answer that is no stream, such as a proxy's.
      if (source.readyState === EventSource.CLOSED) openIn(REOPEN_MS);
    };
    source.addEventListener('responses', (event) => {
      const arrived = eventData<LiveResponses>(event, 'items');
      if (arrived === undefined || !arrives) return;
      tell({ rows: arrived.items, skipped: skipped(arrived.skipped) });
    });
    source.addEventListener('tick', (event) => {
      openIn(SILENCE_MS);
      const told = Number(event.lastEventId);
      if (told === known || !arrives) return;
      known = told;
      refresh.ask();
    });
    source.addEventListener('change', refresh.ask);
    source.addEventListener('reset', (event) => {
      // More came than the server still lists.
      if (arrives)
        tell({ rows: [], skipped: skipped(Math.max(1, Number(event.lastEventId) - (known ?? 0))) });
      refresh.ask();
    });
  };
  const look = () => {
    clearTimeout(leaving);
    if (document.hidden) leaving = setTimeout(open, HIDDEN_MS);
    else if (current === undefined) open();
  };
  document.addEventListener('visibilitychange', look);
  liveState.set('connecting');
  open();
  return () => {
    document.removeEventListener('visibilitychange', look);
    clearTimeout(leaving);
    clearTimeout(reopening);
    current?.close();
    refresh.stop();
    liveState.set('off');
  };
}
