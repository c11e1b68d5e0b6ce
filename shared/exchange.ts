import type { Dialect } from './verdict.ts';

/** A response and what is known of its request: all that inspect() may look at. */
export interface Exchange {
  /** Any JSON: bare envelope, CallToolResult, JSON-RPC response, or a string. Never coerced. */
  readonly response: unknown;
  /** The JSON-RPC method; `tools/call` if it is not known. */
  readonly method?: string | undefined;
  readonly tool?: string | undefined;
  readonly operation?: string | undefined;
  /** The JSON-RPC request's params. */
  readonly params?: unknown;
  /** Epoch ms. Rules that need a time are skipped without it. */
  readonly observedAt?: number | undefined;
  /** Whether the tool was in the server's last `tools/list`; absent if none was seen. */
  readonly toolListed?: boolean | undefined;
  /** The dialect that the owner pinned for this server. */
  readonly pinned?: Dialect | undefined;
}
