import { type Static, Type } from 'typebox';
import { Count, Time } from './contract.ts';
import { FilterQuery } from './filter.ts';
import { ResponseRow } from './responses.ts';

export const LiveQuery = Type.Interface([FilterQuery], {
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        'Starts after this ordinal, `stored.ordinal` of the status; by default with the next commit.',
    }),
  ),
  after_change: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        'Starts after this number of changes, `changes` of the status; by default with the next one.',
    }),
  ),
});
export type LiveQuery = Static<typeof LiveQuery>;

/** Data of the event `responses`: rows just stored, oldest first, at most 200; `skipped` counts what came after them. */
export const LiveResponses = Type.Object({ items: Type.Array(ResponseRow), skipped: Count });
export type LiveResponses = Static<typeof LiveResponses>;

/** Data of the event `tick`: how many responses were stored and how often what else pages show was changed since the server started. */
export const LiveTick = Type.Object({ now: Time, responses: Count, changes: Count });
export type LiveTick = Static<typeof LiveTick>;
