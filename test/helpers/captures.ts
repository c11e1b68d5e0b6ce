/** A capture as posted: `server` and `response`, and whatever else the test needs. */
export interface SentCapture {
  readonly server: string;
  readonly response: unknown;
  readonly [member: string]: unknown;
}

/** Returns a CallToolResult of an MCP-AQL server that carries the envelope as text. */
export function carried(envelope: { readonly success: boolean; readonly [member: string]: unknown }) {
  const result = { content: [{ type: 'text', text: JSON.stringify(envelope) }] };
  return envelope.success ? result : { ...result, isError: true };
}

/** Returns a successful call of `mcp_aql_read`. */
export function success({
  warnings,
  ...members
}: {
  readonly warnings?: readonly unknown[];
  readonly [member: string]: unknown;
} = {}): SentCapture {
  const envelope = { success: true, data: { name: 'parcel' }, ...(warnings && { warnings }) };
  return {
    server: 'shop',
    tool: 'mcp_aql_read',
    operation: 'get_parcel',
    response: carried(envelope),
    ...members,
  };
}

/** Returns a failed call of `mcp_aql_read`. */
export function failure(
  error: { readonly code: string; readonly message: string; readonly details?: unknown },
  members: { readonly [member: string]: unknown } = {},
): SentCapture {
  return {
    server: 'shop',
    tool: 'mcp_aql_read',
    operation: 'get_parcel',
    response: carried({ success: false, error }),
    ...members,
  };
}

/** Returns a failure that asks for confirmation with a token. A second one of the same server breaks SES-06. */
export function asksToConfirm(server = 'shop'): SentCapture {
  const details = { confirmation_token: 'tok_1234567890', expires_at: '2030-01-01T00:00:00Z' };
  return failure({ code: 'CONFIRMATION_REQUIRED', message: 'Confirm it', details }, { server });
}

export const NOT_FOUND = {
  code: 'NOT_FOUND_RESOURCE',
  message: "Resource 'parcel' not found: 'p1'",
} as const;

export const WARNINGS = {
  quota: {
    code: 'RATE_LIMIT_QUOTA_WARNING',
    message: 'Approaching quota limit',
    severity: 'medium',
    details: {
      metric: 'calls',
      current: 850,
      warn_threshold: 800,
      pause_threshold: null,
      hard_stop_threshold: 1000,
    },
  },
  deprecation: {
    code: 'DEPRECATION_WARNING',
    message: 'list_parcels is deprecated',
    severity: 'low',
    details: { type: 'operation', deprecated_item: 'list_parcels', replacement: 'find_parcels' },
  },
  truncation: {
    code: 'VALIDATION_TRUNCATED_WARNING',
    message: 'Response truncated to 10 items',
    severity: 'low',
    details: { field: 'data.items', original_count: 15, truncated_count: 10, limit: 10 },
  },
  slow: {
    code: 'PERFORMANCE_SLOW_QUERY_WARNING',
    message: 'Operation took 3000ms (threshold: 1000ms)',
    severity: 'medium',
    details: { operation: 'get_parcel', duration_ms: 3000, threshold_ms: 1000 },
  },
} as const;

/** RFC 3339, so many ms before now. */
export const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

/** NDJSON, whose last line ends, too. */
export const lines = (...values: readonly unknown[]) =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');

/** Returns a little of everything the dashboard shows, from two servers and three clients. */
export function mixedCaptures(): readonly SentCapture[] {
  return [
    success({ client: 'cli', client_version: '1.0', server_version: '2.1', duration_ms: 12, session: 's1' }),
    success({ client: 'editor', server_version: '2.2', duration_ms: 40, warnings: Object.values(WARNINGS) }),
    success({ warnings: [{ code: 'SHELF_FULL', message: 'The shelf is full' }] }),
    failure(NOT_FOUND, { client: 'cli', client_version: '1.0', session: 's1' }),
    failure({ code: 'INTERNAL_ERROR', message: "Internal error: 'no disk'" }, { client: 'editor' }),
    success({ response: carried({ success: true }), id: 'no-data' }),
    {
      server: 'notes',
      tool: 'read_note',
      client: 'cli',
      response: { content: [{ type: 'text', text: 'plain words' }] },
    },
  ];
}

/** The mixed captures, and one of another client with a quota at 95 % and a deprecation. */
export function reviewCaptures(): readonly SentCapture[] {
  const { quota, deprecation } = WARNINGS;
  const high = { ...quota, severity: 'high', details: { ...quota.details, current: 950 } };
  return [...mixedCaptures(), success({ client: 'cli', warnings: [high, deprecation] })];
}
