import { type Static, Type } from 'typebox';
import { GROUP_SORTS, GROUP_STATES } from '../group-state.ts';
import { CATEGORIES, DIALECTS } from '../verdict.ts';
import { Count, Nullable, Partial, Point, Share, Sparkline, Time, Words } from './contract.ts';
import { FilterQuery, Paging } from './filter.ts';

export const ErrorGroup = Type.Object({
  id: Type.String(),
  server: Type.String(),
  dialect: Words(DIALECTS),
  operation: Nullable(Type.String()),
  category: Words(CATEGORIES),
  code: Nullable(Type.String()),
  registered: Type.Boolean(),
  /** Template of the message: values replaced by `<*>`. */
  message: Nullable(Type.String()),
  /** In the filter. */
  count: Count,
  /** Of the failures in the filter. */
  share: Share,
  /** Number of clients in the filter. */
  clients: Count,
  /** Ever. */
  first_seen: Time,
  last_seen: Time,
  state: Words(GROUP_STATES),
  /** True from when a resolved group returns until its state is changed. */
  regressed: Type.Boolean(),
  /** First seen inside the filter's range. */
  new: Type.Boolean(),
  /** Server version with which a regressed group returned. */
  regressed_in: Nullable(Type.String()),
  /** Server version in which it is resolved, if one was given. */
  resolved_in: Nullable(Type.String()),
  muted_until: Nullable(Time),
  muted_until_count: Nullable(Count),
  sparkline: Sparkline,
  /** The group that collects everything beyond the cap. */
  overflow: Type.Boolean(),
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
  /** Number of entries in its history, including this change. */
  changes: Count,
  /** Its state before this change, whatever the client had seen. */
  before: GroupStanding,
});
export type ChangedGroup = Static<typeof ChangedGroup>;

export const GroupChange = Type.Object({
  at: Time,
  /** Name of the token that changed it; `system` if it changed by itself. */
  by: Type.String(),
  from: Words(GROUP_STATES),
  to: Words(GROUP_STATES),
  regressed: Type.Boolean(),
  until: Nullable(Time),
  until_count: Nullable(Count),
  version: Nullable(Type.String()),
});
export type GroupChange = Static<typeof GroupChange>;

export const ErrorGroupDetail = Type.Interface([Partial, ErrorGroup], {
  guidance: Type.String(),
  from: Time,
  to: Time,
  bucket_ms: Type.Integer({ minimum: 1 }),
  trend: Type.Array(Point),
  /** In the previous period; null if that was counted only in part. */
  previous_count: Nullable(Count),
  /** Of the newest failures in the filter. */
  breakdowns: Type.Array(
    Type.Object({
      /** `client`, `server_version`, or a member of the details as `details.reason`. */
      dimension: Type.String(),
      /** Number of the failures examined that had the dimension. */
      count: Count,
      values: Type.Array(Type.Object({ value: Type.String(), count: Count, share: Share })),
    }),
  ),
  /**
   * The newest in the filter, or before its range where the range has none: fewer than ten where those looked at hold no
   * more. The first bad one, last, is the whole group's, whatever the filter: of a regressed group the first since then.
   */
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
  ),
  versions: Type.Array(Type.Object({ version: Type.String(), first_seen: Time })),
  history: Type.Array(GroupChange),
});
export type ErrorGroupDetail = Static<typeof ErrorGroupDetail>;

export const ErrorGroupsQuery = Type.Interface(
  [FilterQuery, Paging],
  {
    state: Type.Optional(Type.Array(Words(GROUP_STATES))),
    sort: Type.Optional(Words(GROUP_SORTS)),
    /** Only groups that are new in the range, or regressed. */
    news: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type ErrorGroupsQuery = Static<typeof ErrorGroupsQuery>;

export const ErrorGroups = Type.Interface([Partial], {
  /** Groups in the filter by state, regardless of `state`. */
  states: Type.Object({ open: Count, acknowledged: Count, resolved: Count, muted: Count }),
  failures: Count,
  /** Number of groups on all pages. */
  total: Count,
  items: Type.Array(ErrorGroup),
  next_cursor: Nullable(Type.String()),
});
export type ErrorGroups = Static<typeof ErrorGroups>;

export const GroupPatch = Type.Object(
  {
    state: Words(GROUP_STATES),
    /** With `muted`: reopen at this time (RFC 3339 or epoch ms). */
    until: Type.Optional(Type.Union([Type.String(), Type.Number()])),
    /** With `muted`: reopen after this many more failures. */
    until_count: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
    /** With `open`, for an undo: a resolved group that returned, in `version` if known. */
    regressed: Type.Optional(Type.Literal(true)),
    /** With `resolved`: the server version in which it is resolved; earlier versions do not regress it. */
    version: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    /** Change it only if its history has this many entries; else nothing changes, and the 409 has the `newest` of them. */
    changes: Type.Optional(Type.Integer({ minimum: 0 })),
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
