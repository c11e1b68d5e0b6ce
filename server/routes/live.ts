import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { LiveQuery, type LiveResponses, type LiveTick } from '../../shared/api/live.ts';
import { iso } from '../../shared/time/instant.ts';
import { tooMany } from '../errors.ts';
import type { Filter, Questions } from '../store/store.ts';
import { filterOf } from './filter.ts';
import { News, rest } from './news.ts';
import { FAILURE, type Services } from './route.ts';

/** Maximum rows per event. */
const MOST_ITEMS = 200;
const MOST_STREAMS = 250;
/** Minimum time between two batches of events on a stream, ms: nobody can read faster. */
const PACE_MS = 1_000;
/** Longest silence, ms: proxies close silent connections. */
const HEARTBEAT_MS = 15_000;
/** Epoch ms, later than any time of observation: a stream without `to` has no end. */
const NEVER = 8.64e15;

const SCHEMA = {
  summary: 'Stream new responses in the filter as server-sent events',
  description:
    'Sends four events, each with the ordinal to resume after as its id (none before the first commit since the start, unless `after` is given). `responses`: rows just stored, oldest first, at most 200; `skipped` counts what was stored after them and no event will tell, in the filter or not. `tick`, after each commit, at most one a second, and at least every 15 s: something may have changed. `change`, at most one a second: a command changed the state of an error group, pinned a server or forgot one, since `after_change` if that is given; query everything again. `reset`: the ordinal in `Last-Event-ID` or `after` is not known any more; query everything again.',
  querystring: LiveQuery,
  response: {
    200: { description: 'Events', content: { 'text/event-stream': { schema: { type: 'string' } } } },
    default: FAILURE,
  },
};

export function liveRoutes(app: FastifyInstance, { store, ingest, changes, clock }: Services): void {
  const news = new News(ingest, changes);
  const streams = new Map<AbortController, ServerResponse>();
  app.addHook('preClose', async () => {
    for (const [stream, answer] of streams) {
      stream.abort();
      // A client that does not read would never see the end.
      if (answer.writableNeedDrain) answer.destroy();
    }
  });

  app.get<{ Querystring: LiveQuery }>(
    '/api/v1/live',
    { schema: SCHEMA, compress: false },
    async (request, reply) => {
      const { query, headers } = request;
      if (streams.size >= MOST_STREAMS) throw tooMany(MOST_STREAMS, 'open streams', 15, clock());
      const asked = filterOf(query, clock());
      const filter = query.to === undefined ? { ...asked, to: NEVER } : asked;
      reply.type('text/event-stream').header('x-accel-buffering', 'no');
      // Without an end, nothing would answer.
      if (request.method === 'HEAD') return Readable.from([]);
      const stream = new AbortController();
      streams.set(stream, reply.raw);
      reply.raw.once('close', () => {
        streams.delete(stream);
        stream.abort();
      });
      const { after, after_change } = query;
      const resumed = ordinalOf(headers['last-event-id']) ?? after;
      const events = follow(store, news, filter, { resumed, after_change }, clock, stream.signal);
      return Readable.from(events);
    },
  );
}

/** Where a stream begins: after an ordinal, and after a number of changes. */
interface Start {
  readonly resumed: number | undefined;
  readonly after_change: number | undefined;
}

/**
 * One stream, pulled as fast as its client reads: what it cannot read in time is skipped and counted. Begins
 * with the next commit if there is no ordinal to resume after, and with the next change likewise.
 */
async function* follow(
  store: Pick<Questions, 'since'>,
  news: News,
  filter: Filter,
  { resumed, after_change }: Start,
  clock: () => number,
  signal: AbortSignal,
): AsyncGenerator<string> {
  let cursor = resumed ?? news.newest;
  /** True until what may have been stored after `resumed` was read. */
  let due = resumed !== undefined;
  let changes = after_change ?? news.changes();
  const isBehind = () => due || (news.newest !== undefined && news.newest !== cursor);
  while (!signal.aborted) {
    const { newest } = news;
    if (isBehind()) {
      const read = await readOn(store, filter, cursor ?? news.before ?? 0, newest);
      cursor = read === undefined ? newest : read.cursor;
      due = read?.due ?? false;
      if (read === undefined) yield event('reset', {}, cursor);
      else if (read.responses.items.length > 0) yield event('responses', read.responses, cursor);
    }
    if (news.changes() !== changes) {
      changes = news.changes();
      yield event('change', {}, cursor);
    }
    const now = iso(clock());
    yield event('tick', { now, responses: news.responses, changes } satisfies LiveTick, cursor);
    await rest(PACE_MS, signal);
    if (!isBehind() && news.changes() === changes) await news.next(HEARTBEAT_MS - PACE_MS, signal);
  }
}

/**
 * Reads what was stored after the ordinal `from`, as much as one event tells; `newest` is the ordinal of the newest that is
 * known. Undefined if `from` is not known any more.
 */
async function readOn(
  store: Pick<Questions, 'since'>,
  filter: Filter,
  from: number,
  newest: number | undefined,
): Promise<
  { readonly responses: LiveResponses; readonly cursor: number; readonly due: boolean } | undefined
> {
  if (newest !== undefined && from > newest) return undefined;
  const rows = await store.since(from, filter, MOST_ITEMS);
  if (rows === undefined) return undefined;
  const last = rows.at(-1)?.ordinal ?? from;
  const cursor = Math.max(last, newest ?? last);
  const isFull = rows.length === MOST_ITEMS;
  return {
    responses: { items: rows.map(({ row }) => row), skipped: isFull ? cursor - last : 0 },
    cursor,
    due: isFull && newest === undefined,
  };
}

function event(name: string, data: object, id: number | undefined): string {
  const head = id === undefined ? '' : `id: ${id}\n`;
  return `${head}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Returns the ordinal in a `Last-Event-ID`; undefined if it is missing or not from this server. */
function ordinalOf(id: string | string[] | undefined): number | undefined {
  return typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : undefined;
}
