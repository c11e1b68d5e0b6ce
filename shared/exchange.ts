/** A response and what is known of its request: all that inspect() may look at. */
export interface Exchange {
  /** Any JSON: bare envelope, CallToolResult, JSON-RPC response, or a string. As it was sent, never coerced. */
  readonly response: unknown;
  /** The JSON-RPC method; `tools/call` if it is not known. */
  readonly method?: string | undefined;
  readonly tool?: string | undefined;
  readonly operation?: string | undefined;
  /** The JSON-RPC request's params. */
  readonly params?: unknown;
  /** Epoch ms. Rules that need a time are skipped without it. */
  readonly observed_at?: number | undefined;
  /** Whether the tool was in the server's last `tools/list`; absent if none was seen. */
  readonly tool_listed?: boolean | undefined;
}
