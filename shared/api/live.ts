import { type Static, Type } from 'typebox';
import { Count, Time } from './contract.ts';
import { FilterQuery } from './filter.ts';
import { ResponseRow } from './responses.ts';

/** The filter, and the ordinal (`stored.ordinal` of the status) `after` which the stream starts; by default with the next commit. */
export const LiveQuery = Type.Object(
  { ...FilterQuery.properties, after: Type.Optional(Type.Integer({ minimum: 0 })) },
  { additionalProperties: false },
);
export type LiveQuery = Static<typeof LiveQuery>;

/**
 * Server-sent events of `GET /api/v1/live`, in the filter of the query. Each has the id to resume after, an ordinal.
 * `responses`: rows just stored, oldest first, at most 200. `skipped` counts what was stored after them and no event
 * will tell, whether it is in the filter or not: looking at all of it, for each stream, would cost more than asking again.
 * `tick`: at least every 15 s and after each commit, at most one a second: something may have changed. `responses`
 * counts what was stored since the server started.
 * `change`: what is stored was changed by a command: the state of an error group, a server's pin, a server that was
 * forgotten; ask the questions again. At most one a second.
 * `reset`: the id asked for is not known (any more); ask the questions again.
 */
export const LiveResponses = Type.Object({ items: Type.Array(ResponseRow), skipped: Count });
export type LiveResponses = Static<typeof LiveResponses>;

export const LiveTick = Type.Object({ now: Time, responses: Count });
export type LiveTick = Static<typeof LiveTick>;
