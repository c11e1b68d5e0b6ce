import { type Static, Type } from 'typebox';
import { LONGEST } from '../capture.ts';
import { GROUP_SORTS, GROUP_STATES, SYSTEM } from '../group-state.ts';
import { CATEGORIES, DIALECTS } from '../verdict.ts';
import { Count, Coverage, described, Nullable, Point, Share, Sparkline, Time, Words } from './contract.ts';
import { FilterQuery, Paging } from './filter.ts';

export const ErrorGroup = Type.Object({
  id: Type.String(),
  server: Type.String(),
  dialect: Words(DIALECTS),
  operation: Nullable(Type.String()),
  category: Words(CATEGORIES),
  code: Nullable(Type.String()),
  registered: described(Type.Boolean(), 'Whether the code is in the MCP-AQL registry.'),
  message: described(Nullable(Type.String()), 'Template of the message: values replaced by `<*>`.'),
  count: described(Count, 'In the filter.'),
  share: described(Share, 'Of the failures in the filter.'),
  clients: described(Count, 'Number of clients in the filter.'),
  first_seen: described(Time, 'Ever.'),
  last_seen: Time,
  state: Words(GROUP_STATES),
  regressed: described(Type.Boolean(), 'True from when a resolved group returns until its state is changed.'),
  new: described(Type.Boolean(), "First seen inside the filter's range."),
  regressed_in: described(Nullable(Type.String()), 'Server version with which a regressed group returned.'),
  resolved_in: described(
    Nullable(Type.String()),
    'Server version in which it is resolved, if one was given.',
  ),
  muted_until: described(Nullable(Time), 'It reopens by itself at this time.'),
  muted_until_count: described(Nullable(Count), 'It reopens by itself after this many more failures.'),
  sparkline: Sparkline,
  overflow: described(Type.Boolean(), 'The group that collects everything beyond the cap.'),
});
export type ErrorGroup = Static<typeof ErrorGroup>;

/** The state of a group, which an undo restores. */
export const GroupStanding = Type.Pick(ErrorGroup, [
  'state',
  'regressed',
  'regressed_in',
  'resolved_in',
  'muted_until',
  'muted_until_count',
]);
export type GroupStanding = Static<typeof GroupStanding>;

export const ChangedGroup = Type.Interface([ErrorGroup], {
  changes: described(Count, 'Number of entries in its history, including this change.'),
  before: described(GroupStanding, 'Its state before this change, whatever the client had seen.'),
});
export type ChangedGroup = Static<typeof ChangedGroup>;

export const GroupChange = Type.Object({
  at: Time,
  by: described(Type.String(), `Name of the token that changed it; \`${SYSTEM}\` if it changed by itself.`),
  from: Words(GROUP_STATES),
  to: Words(GROUP_STATES),
  regressed: Type.Boolean(),
  until: Nullable(Time),
  until_count: Nullable(Count),
  version: Nullable(Type.String()),
});
export type GroupChange = Static<typeof GroupChange>;

export const ErrorGroupDetail = Type.Interface([Coverage, ErrorGroup], {
  guidance: described(Type.String(), 'What a client should do, in the words of the error model.'),
  from: Time,
  to: Time,
  bucket_ms: Type.Integer({ minimum: 1 }),
  trend: Type.Array(Point),
  previous_count: described(
    Nullable(Count),
    'In the previous period; null if that or this one could not be counted whole.',
  ),
  breakdowns: Type.Array(
    Type.Object({
      dimension: described(
        Type.String(),
        '`client`; if one of these had several versions, `client_version`, with the name; `server_version`; or a member of the details as `details.reason`.',
      ),
      examined: described(Count, 'Number of the newest failures that were examined for the dimension.'),
      count: described(Count, 'How many of these had it.'),
      values: Type.Array(Type.Object({ value: Type.String(), count: Count, share: Share })),
    }),
    { description: 'Of the newest failures in the filter.' },
  ),
  samples: Type.Array(
    Type.Object({
      id: Type.String(),
      observed_at: Time,
      message: Nullable(Type.String()),
      request_id: Nullable(Type.String()),
      client: Nullable(Type.String()),
      server_version: Nullable(Type.String()),
      first: Type.Boolean(),
    }),
    {
      description:
        'The newest in the filter, or before its range where the range has none: fewer than ten where those looked at hold no more. The `first`, last in the list, is of the whole group, whatever the filter: of a regressed group, the first since then.',
    },
  ),
  versions: Type.Array(Type.Object({ version: Type.String(), first_seen: Time })),
  history: Type.Array(GroupChange),
});
export type ErrorGroupDetail = Static<typeof ErrorGroupDetail>;

const ErrorGroupsQuery = Type.Interface([FilterQuery, Paging], {
  state: Type.Optional(Type.Array(Words(GROUP_STATES))),
  sort: Type.Optional(Words(GROUP_SORTS)),
  news: Type.Optional(
    described(Type.Boolean(), 'Only groups that are new in the range, or regressed before its end.'),
  ),
});

export const ErrorGroups = Type.Interface([Coverage], {
  states: described(
    Type.Object({ open: Count, acknowledged: Count, resolved: Count, muted: Count }),
    'Groups in the filter by state, regardless of `state`.',
  ),
  failures: Count,
  total: described(Count, 'Number of groups on all pages.'),
  items: Type.Array(ErrorGroup),
  next_cursor: Nullable(Type.String()),
});
export type ErrorGroups = Static<typeof ErrorGroups>;

export const GroupPatch = Type.Object(
  {
    state: Words(GROUP_STATES),
    until: Type.Optional(
      described(
        Type.Union([Type.String(), Type.Number()]),
        'With `muted`: reopen at this time (RFC 3339, epoch ms, or relative such as +2h).',
      ),
    ),
    until_count: Type.Optional(
      described(
        Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
        'With `muted`: reopen after this many more failures.',
      ),
    ),
    regressed: Type.Optional(
      described(
        Type.Literal(true),
        'With `open`, for an undo: a resolved group that returned, in `version` if known.',
      ),
    ),
    version: Type.Optional(
      described(
        Type.String({ minLength: 1, maxLength: LONGEST.server_version }),
        'With `resolved`: the server version in which it is resolved; earlier versions do not regress it.',
      ),
    ),
    changes: Type.Optional(
      described(
        Type.Integer({ minimum: 0 }),
        'Change it only if its history has this many entries; else nothing changes, and the 409 has the `newest` of them.',
      ),
    ),
  },
  { additionalProperties: false },
);
export type GroupPatch = Static<typeof GroupPatch>;

const GroupParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) });

export const errorGroupsRoutes = {
  'GET /api/v1/error-groups': {
    summary: 'List error groups, one for each cause',
    query: ErrorGroupsQuery,
    data: ErrorGroups,
  },
  'GET /api/v1/error-groups/:id': {
    summary: 'Get one error group: trend, breakdowns, samples, history',
    params: GroupParams,
    query: FilterQuery,
    data: ErrorGroupDetail,
  },
  'PATCH /api/v1/error-groups/:id': {
    summary: 'Change the state of an error group, or undo a change',
    description:
      'The last change wins, whatever the state was before. An undo should take back one change and nothing later, so send the `changes` that the answer to that change gave: if the group has changed since, by someone or by itself, the answer is 409 `CONFLICT_VERSION_MISMATCH`.',
    params: GroupParams,
    body: GroupPatch,
    data: ChangedGroup,
  },
} as const;
