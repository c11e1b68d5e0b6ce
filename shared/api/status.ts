import { type Static, Type } from 'typebox';
import { LEVELS } from '../verdict.ts';
import { Count, Nullable, Time, Words } from './contract.ts';

/** What the shell shows on every page. */
export const Status = Type.Object({
  version: Type.String(),
  catalogue: Type.Integer(),
  demo: Type.Boolean(),
  now: Time,
  started_at: Time,
  /** The address of this server, for snippets. */
  address: Type.String(),
  token_required: Type.Boolean(),
  /** Name of the token of the request; `local` if none is needed. */
  by: Type.String(),
  /** Settings from the configuration file, so that others judge as this server does. */
  configuration: Type.Object({
    /** Rules that are off or have another level, by id. */
    rules: Type.Record(Type.String(), Words([...LEVELS, 'off'])),
    /** Patterns of additional keys whose values are secrets, case-insensitive. */
    secret_keys: Type.Array(Type.String()),
  }),
  stored: Type.Object({
    responses: Count,
    bytes: Count,
    oldest: Nullable(Time),
    newest: Nullable(Time),
    /** Number of everything ever stored, as the ids of the live stream count; a stream that starts `after` it misses nothing. */
    ordinal: Count,
    /** Changes when earlier answers may no longer hold: for another file, or after a server was forgotten. */
    identity: Type.String(),
    /** Number of quarantined responses. */
    quarantined: Count,
    /** Number of servers ever seen and not forgotten: if there are some but no responses, retention removed those. */
    servers: Count,
  }),
  retention: Type.Object({ keep_ms: Nullable(Count), max_bytes: Nullable(Count) }),
  /** Newest greetings of taps: how far a connection got before the first response. */
  hellos: Type.Array(
    Type.Object({
      server: Type.String(),
      stage: Type.Unsafe<'connected' | 'initialized'>({ type: 'string', enum: ['connected', 'initialized'] }),
      at: Time,
      name: Nullable(Type.String()),
      version: Nullable(Type.String()),
      tools: Nullable(Count),
    }),
  ),
});
export type Status = Static<typeof Status>;

export const Hello = Type.Object(
  {
    server: Type.String({ minLength: 1, maxLength: 200 }),
    stage: Type.Unsafe<'connected' | 'initialized'>({ type: 'string', enum: ['connected', 'initialized'] }),
    name: Type.Optional(Type.String({ maxLength: 200 })),
    version: Type.Optional(Type.String({ maxLength: 200 })),
    tools: Type.Optional(Count),
  },
  { additionalProperties: false },
);
export type Hello = Static<typeof Hello>;

export const statusRoutes = {
  'GET /api/v1/status': { summary: 'Get what is stored and how this server is set up', data: Status },
  'POST /api/v1/hellos': {
    summary: 'Report how far the server behind a tap has come; kept in memory only',
    body: Hello,
    data: Type.Object({}),
  },
} as const;
