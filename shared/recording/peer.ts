import { isObject, type JsonObject, member } from '../json/value.ts';

/** What a client or a server calls itself. */
export interface Implementation {
  readonly name?: string | undefined;
  readonly version?: string | undefined;
}

/** What one server said about itself, in any session. */
export interface Peer {
  about: Implementation;
  tools: Set<string> | undefined;
  /** Those of a list whose last page has not come yet. */
  listed: Set<string>;
}

export const newPeer = (): Peer => ({ about: {}, tools: undefined, listed: new Set() });

/** Learns from a server's result to a request of this method and params what the server is and which tools it has. */
export function learn(peer: Peer, method: string, params: unknown, result: JsonObject): void {
  peer.about = serverIn(result) ?? peer.about;
  if (method !== 'tools/list' || !Array.isArray(result.tools)) return;
  const firstPage = !isObject(params) || params.cursor === undefined;
  if (firstPage) peer.listed = new Set();
  for (const tool of result.tools) {
    if (isObject(tool) && typeof tool.name === 'string') peer.listed.add(tool.name);
  }
  // Until its last page is there, the list before it counts.
  if (peer.tools === undefined || typeof result.nextCursor !== 'string') peer.tools = peer.listed;
}

/** What a result says of the server that sent it. */
export function serverIn(result: JsonObject): Implementation | undefined {
  return implementation(result, 'serverInfo', 'io.modelcontextprotocol/serverInfo');
}

/** What a request's params say of the client that sent it. */
export function clientIn(params: unknown): Implementation | undefined {
  return isObject(params)
    ? implementation(params, 'clientInfo', 'io.modelcontextprotocol/clientInfo')
    : undefined;
}

/** An Implementation: a member of the handshake, or else under a key of `_meta` (MCP 2026-07-28). */
function implementation(from: JsonObject, name: string, key: string): Implementation | undefined {
  const info = member(from, name) ?? (isObject(from._meta) ? member(from._meta, key) : undefined);
  if (!isObject(info)) return undefined;
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return { name: text(info.name), version: text(info.version) };
}
