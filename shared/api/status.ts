import { type Static, Type } from 'typebox';
import { LONGEST } from '../capture.ts';
import { LEVELS } from '../verdict.ts';
import { Count, described, Nullable, Time, Words } from './contract.ts';

const Stage = Words(['connected', 'initialized']);

/** What the shell shows on every page. */
export const Status = Type.Object({
  version: Type.String(),
  catalogue: described(Type.Integer(), 'Version of the rules by which responses are judged.'),
  demo: Type.Boolean(),
  now: Time,
  started_at: Time,
  token_required: described(Type.Boolean(), 'Whether requests need a token, as `authorization: Bearer …`.'),
  by: described(Type.String(), 'Name of the token of the request; `local` if none is needed.'),
  configuration: Type.Object(
    {
      rules: described(
        Type.Record(Type.String(), Words([...LEVELS, 'off'])),
        'Rules that are off or have another level, by id.',
      ),
      secret_keys: described(
        Type.Array(Type.String()),
        'Patterns of additional keys whose values are secrets, case-insensitive.',
      ),
    },
    { description: 'Settings from the configuration file, so that others judge as this server does.' },
  ),
  changes: described(
    Count,
    'How often, since the server started, the state of an error group was changed, or a server pinned or forgotten; a live stream that starts `after_change` this number misses none.',
  ),
  stored: Type.Object({
    responses: Count,
    bytes: described(
      Count,
      'Size of the database. The log beside it takes some 32 MiB more while responses arrive.',
    ),
    oldest: Nullable(Time),
    newest: Nullable(Time),
    ordinal: described(
      Count,
      'Number of everything ever stored, as the ids of the live stream count; a stream that starts `after` it misses nothing.',
    ),
    identity: described(
      Type.String(),
      'Changes when earlier answers may no longer hold: for another file, or after a server was forgotten.',
    ),
    quarantined: described(Count, 'Number of quarantined responses.'),
    servers: described(
      Count,
      'Number of servers ever seen and not forgotten: if there are some but no responses, retention removed those.',
    ),
  }),
  retention: Type.Object({ keep_ms: Nullable(Count), max_bytes: Nullable(Count) }),
  hellos: Type.Array(
    Type.Object({
      server: Type.String(),
      stage: Stage,
      at: Time,
      name: Nullable(Type.String()),
      version: Nullable(Type.String()),
      tools: Nullable(Count),
    }),
    { description: 'Newest greetings of taps: how far a connection got before the first response.' },
  ),
});
export type Status = Static<typeof Status>;

export const Hello = Type.Object(
  {
    server: Type.String({ minLength: 1, maxLength: LONGEST.server }),
    stage: Stage,
    name: Type.Optional(Type.String({ maxLength: LONGEST.server })),
    version: Type.Optional(Type.String({ maxLength: LONGEST.server_version })),
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
