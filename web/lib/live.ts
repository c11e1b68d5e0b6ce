import type { QueryClient } from '@tanstack/react-query';
import type { LiveResponses, LiveTick } from '../../shared/api/live.ts';
import type { ResponseRow } from '../../shared/api/responses.ts';
import type { Status } from '../../shared/api/status.ts';
import { isObject, member, parseJson } from '../../shared/json/value.ts';
import { rangeOf, widened } from '../../shared/time/range.ts';
import { searchText } from './api.ts';
import { basePath } from './base-path.ts';
import type { Filter } from './filter.ts';
import { liveState } from './live-state.ts';
import { serverNow } from './now.ts';
import { isOpenEnded, movesOn } from './range.ts';
import { refresher } from './refresher.ts';
import { ms } from './times.ts';

interface Arrival {
  /** Oldest first; at most 200. */
  readonly rows: readonly ResponseRow[];
  /** Number of further responses in the filter that arrived but were not sent; undefined if unknown. */
  readonly skipped: number | undefined;
}

type Follower = (arrival: Arrival) => void;
const followers = new Set<Follower>();

/** Calls back with each arrival in the shell's filter. Returns a function that stops it. */
export function followArrivals(follower: Follower): () => void {
  followers.add(follower);
  return () => followers.delete(follower);
}

function tell(arrival: Arrival): void {
  for (const follower of followers) follower(arrival);
}

/** Data of one event. The stream comes from the same build as this page, so the contract gives its shape. */
function eventData<T>(event: MessageEvent<unknown>, has: string): T | undefined {
  const value = typeof event.data === 'string' ? parseJson(event.data) : undefined;
  return isObject(value) && member(value, has) !== undefined ? (value as T) : undefined;
}

const REOPEN_MS = 3000;
/** Timeout, ms. The server sends every 15 s: a longer silence means a dead connection, as after sleep. */
const SILENCE_MS = 45_000;

/** How long a hidden page keeps its stream, ms: longer than answers stay fresh, so that it then refetches. */
const HIDDEN_MS = 10_000;

/** Everything on screen includes at least what arrived up to this ordinal, in the store `knownOf`. */
let known: number | undefined;
/** It also includes at least this many changes of anything else, by commands. */
let changes: number | undefined;
let knownOf: string | undefined;

/**
 * Follows `GET /api/v1/live` with the filter, of all times, until the returned function is called. What arrives is
 * told if it was observed in the range, or ignored if that does not end now. `status` was read before the page's
 * first question; later streams of the same store resume where the previous one ended.
 */
export function followLive(client: QueryClient, filter: Filter, status: Status): () => void {
  const arrives = isOpenEnded(filter);
  const { from: _from, to: _to, ...rest } = filter;
  // The server counts what it skips whether it is in the filter or not.
  const skipped = (n: number) => (n === 0 || Object.keys(rest).length === 0 ? n : undefined);
  const { identity, ordinal } = status.stored;
  if (knownOf !== identity) [known, changes] = [ordinal, status.changes];
  knownOf = identity;
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
    // A browser allows six connections per server for all of its tabs together: hidden tabs give theirs up.
    if (document.hidden) return;
    openIn(SILENCE_MS);
    const source = new EventSource(
      `${basePath}/api/v1/live${searchText({ ...rest, from: '0', after: known, after_change: changes })}`,
    );
    current = source;
    source.onopen = () => {
      if (liveState.get() === 'lost') refresh.ask();
      liveState.set('live');
    };
    source.onerror = () => {
      liveState.set('lost');
      // The browser reconnects by itself, except after an answer that is no stream, such as a proxy's.
      if (source.readyState === EventSource.CLOSED) openIn(REOPEN_MS);
    };
    source.addEventListener('responses', (event) => {
      const arrived = eventData<LiveResponses>(event, 'items');
      if (arrived === undefined || !arrives) return;
      const { from } = widened(rangeOf(filter, serverNow()), filter);
      const rows = arrived.items.filter(({ observed_at }) => ms(observed_at) >= from);
      tell({ rows, skipped: skipped(arrived.skipped) });
    });
    source.addEventListener('tick', (event) => {
      openIn(SILENCE_MS);
      changes = eventData<LiveTick>(event, 'changes')?.changes;
      const told = Number(event.lastEventId);
      if (told === known || !arrives) return;
      known = told;
      refresh.ask();
    });
    source.addEventListener('change', refresh.ask);
    source.addEventListener('reset', (event) => {
      // More arrived than the server still lists.
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
