import { type Static, Type } from 'typebox';
import { Count, Time } from './contract.ts';
import { ResponseRow } from './responses.ts';

/**
 * Server-sent events of `GET /api/v1/live`, in the filter of the query.
 * `responses`: rows just committed, oldest first, with the event id to resume from; at most 200 an event, `skipped` counts the rest.
 * `tick`: at least every 15 s and after each commit, at most one a second: something may have changed.
 * `reset`: the id asked for is too old; ask the questions again.
 */
export const LiveResponses = Type.Object({ items: Type.Array(ResponseRow), skipped: Count });
export type LiveResponses = Static<typeof LiveResponses>;

export const LiveTick = Type.Object({ now: Time, responses: Count });
export type LiveTick = Static<typeof LiveTick>;
