import type { Query, QueryClient } from '@tanstack/react-query';
import type { LiveResponses } from '../../shared/api/live.ts';
import type { ResponseRow } from '../../shared/api/responses.ts';
import { isObject, member, parseJson } from '../../shared/json.ts';
import { searchText } from './api.ts';
import type { Filter } from './filter.ts';
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

/** A range that ends now moves on though nothing arrives, ms. */
const MOVES_ON_MS = 60_000;

/** Asks again what is on screen, at least once a minute, at most once a second, and not while the page is hidden. */
function refresher(client: QueryClient): { ask(): void; stop(): void } {
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
    idle = setTimeout(run, MOVES_ON_MS);
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

/** Ordinal up to which everything on screen knows what arrived, at least. */
let known: number | undefined;

/**
 * Follows `GET /api/v1/live` in the filter, its times apart, until the returned function is called. `first` is an
 * ordinal that was read before the page's first question; later streams go on where those before them ended.
 */
export function followLive(client: QueryClient, filter: Filter, first: number | undefined): () => void {
  const { from: _from, to: _to, ...rest } = filter;
  // The server counts what it skips in the filter and out of it.
  const skipped = (n: number) => (n === 0 || Object.keys(rest).length === 0 ? n : undefined);
  known ??= first;
  const refresh = refresher(client);
  let current: EventSource | undefined;
  let reopening: ReturnType<typeof setTimeout> | undefined;
  const openIn = (pause: number) => {
    clearTimeout(reopening);
    reopening = setTimeout(() => {
      liveState.set('lost');
      open();
    }, pause);
  };
  const open = () => {
    current?.close();
    openIn(SILENCE_MS);
    const source = new EventSource(`/api/v1/live${searchText({ ...rest, after: known })}`);
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
      if (arrived === undefined) return;
      tell({ rows: arrived.items, skipped: skipped(arrived.skipped) });
    });
    source.addEventListener('tick', (event) => {
      openIn(SILENCE_MS);
      const told = Number(event.lastEventId);
      if (told === known) return;
      known = told;
      refresh.ask();
    });
    source.addEventListener('reset', (event) => {
      // More came than the server still lists, or it has another file.
      tell({ rows: [], skipped: skipped(Math.max(1, Number(event.lastEventId) - (known ?? 0))) });
      refresh.ask();
    });
  };
  liveState.set('connecting');
  open();
  return () => {
    clearTimeout(reopening);
    current?.close();
    refresh.stop();
    liveState.set('off');
  };
}
