const SERVERS = ['shop', 'bank', 'wiki', 'mail', 'maps'];
const CLIENTS = ['editor', 'cli', 'agent', undefined];

/** A made-up but plausible stream, the same each time: captures of about 700 bytes, one a line, in time order. */
export function captureLine(n: number, startMs: number): string {
  const operation = `list_things_${n % 20}`;
  return JSON.stringify({
    server: SERVERS[n % SERVERS.length],
    server_version: '2.4.1',
    id: `bench-${n}`,
    observed_at: startMs + n * 50,
    tool: 'mcp_aql_read',
    params: { name: 'mcp_aql_read', arguments: { operation, params: { page: n % 7 } } },
    client: CLIENTS[n % CLIENTS.length],
    client_version: '1.0.3',
    session: `s-${Math.floor(n / 200)}`,
    duration_ms: 5 + ((n * 7919) % 400),
    response: { content: [{ type: 'text', text: JSON.stringify(envelope(n, operation)) }] },
  });
}

function envelope(n: number, operation: string) {
  if (n % 12 === 0) {
    const details = {
      resource_type: 'thing',
      resource_id: `t-${n}`,
      operation,
      hint: 'It may have been moved or removed.',
    };
    const message = `Resource 'thing' not found: 't-${n}'`;
    return { success: false, error: { code: 'NOT_FOUND_RESOURCE', message, details } };
  }
  const data = {
    items: [0, 1, 2].map((i) => ({
      id: `t-${n}-${i}`,
      name: `Thing ${(n * 31 + i) % 9973}`,
      size: (n * i) % 512,
    })),
    total: n % 100,
  };
  if (n % 8 !== 1) return { success: true, data };
  const details = { type: 'operation', deprecated_item: operation, replacement: 'find_things' };
  const message = `${operation} is deprecated`;
  return {
    success: true,
    data,
    warnings: [{ code: 'DEPRECATION_WARNING', message, severity: 'low', details }],
  };
}
