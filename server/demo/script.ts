import type { JsonObject } from '../../shared/json/value.ts';
import type { Refusal } from '../../shared/refusal.ts';
import { type AqlWarning, type Failure, failure, isErrorOf, type Success, success } from './aql.ts';
import type { Versions } from './cast.ts';
import type { Random } from './random.ts';

/** A month, preceded by a few days in which something was used for the last time. */
export const STORY_DAYS = 33;

/** One call about to be answered. */
export interface Scene {
  readonly random: Random;
  /** Epoch ms of the answer. */
  readonly at: number;
  /** Epoch ms at which the story ends; live traffic follows. */
  readonly end: number;
  /** `end - at` in days; negative in live traffic. */
  readonly ago: number;
  readonly version: string | undefined;
  readonly client: string | undefined;
}

/** A server's answer, with its request. */
export interface Reply {
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly response: unknown;
  readonly duration_ms: number;
}

/** A kind of request that a server receives repeatedly. */
export interface Act {
  /** How often, relative to the script's other acts; may depend on time, version or client. */
  readonly weight: number | ((scene: Scene) => number);
  readonly play: (scene: Scene) => Reply;
}

/** One made-up server. */
export interface Script {
  readonly server: string;
  readonly transport: 'stdio' | 'http';
  /** Responses on a working day at the end of the story. */
  readonly daily: number;
  /** Additional responses per hour in times of trouble. */
  readonly extra?: (ago: number) => number;
  /** None if it states none. */
  readonly versions: Versions;
  /** Clients with their share of the sessions; `undefined` is the unidentified client. */
  readonly clients: readonly [Share, ...Share[]];
  readonly acts: readonly [Act, ...Act[]];
}

type Share = readonly [client: string | undefined, share: number];

/** Returns a CallToolResult with one text block; `isError` is omitted if not given. */
export function text(content: unknown, isError?: boolean): JsonObject {
  const body = typeof content === 'string' ? content : JSON.stringify(content);
  return { content: [{ type: 'text', text: body }], ...(isError === undefined ? {} : { isError }) };
}

/** Returns a JSON-RPC error response. */
export function rpcError(id: number, code: number, message: string): JsonObject {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

export type Endpoint = 'create' | 'read' | 'update' | 'delete' | 'execute';

/** A call of an MCP-AQL tool, its envelope carried as required by mcp-integration 4.1. */
export function aql(
  endpoint: Endpoint,
  operation: string,
  params: JsonObject,
  envelope: Success | Failure,
  duration_ms: number,
): Reply {
  return carried(endpoint, operation, params, text(envelope, isErrorOf(envelope)), duration_ms);
}

/** An MCP-AQL operation that fails. `median` is its duration in ms. */
export const failing = (
  endpoint: Endpoint,
  operation: string,
  weight: Act['weight'],
  median: number,
  params: JsonObject,
  error: (scene: Scene) => Refusal,
): Act => ({
  weight,
  play: (scene) => aql(endpoint, operation, params, failure(error(scene)), took(scene, median)),
});

/** An MCP-AQL operation with any response, likewise. */
export const carrying = (
  endpoint: Endpoint,
  operation: string,
  weight: Act['weight'],
  median: number,
  params: JsonObject,
  response: (scene: Scene) => unknown,
): Act => ({
  weight,
  play: (scene) => carried(endpoint, operation, params, response(scene), took(scene, median)),
});

/** A call of an MCP-AQL tool with any response. */
export function carried(
  endpoint: Endpoint,
  operation: string,
  params: JsonObject,
  response: unknown,
  duration_ms: number,
): Reply {
  return { tool: `mcp_aql_${endpoint}`, arguments: { operation, params }, response, duration_ms };
}

/** A call of an MCP-AQL tool that succeeds, with the metadata that an adapter adds. */
export function answered(
  scene: Scene,
  duration_ms: number,
  endpoint: Endpoint,
  operation: string,
  params: JsonObject,
  data: unknown,
  warned: readonly AqlWarning[] = [],
): Reply {
  const _meta = { request_id: `req_${scene.random.hex(6)}`, duration_ms };
  return aql(endpoint, operation, params, success(data, warned, { _meta }), duration_ms);
}

/** A plain tool. `median` is its duration in ms, `asked` are its arguments. */
export const tool = (
  name: string,
  weight: Act['weight'],
  median: number,
  asked: JsonObject,
  response: (scene: Scene) => unknown,
  spread?: number,
): Act => ({
  weight,
  play: (scene) => ({
    tool: name,
    arguments: asked,
    response: response(scene),
    duration_ms: took(scene, median, spread),
  }),
});

/** Returns a duration around a median, in whole ms. */
export function took(scene: Scene, median: number, spread = 0.45): number {
  return Math.max(1, Math.round(scene.random.around(median, spread)));
}

export const list = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
