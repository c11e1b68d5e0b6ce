import { readFileSync } from 'node:fs';
import type { Exchange } from '../../shared/exchange.ts';
import { isObject, type JsonObject, parseJson } from '../../shared/json/value.ts';

export const RECORDINGS = [
  'frameworks-and-servers',
  'more-servers',
  'n8n-mcp-api',
  'npm-servers',
  'otel-mcp-server-v0.2',
  'published-servers',
  'server-everything',
  'server-memory',
  'server-sequential-thinking',
] as const;

/** Returns the tool responses of a recording with their requests, in order. */
export function recording(name: (typeof RECORDINGS)[number]): readonly Exchange[] {
  const asked = new Map<unknown, JsonObject>();
  const exchanges: Exchange[] = [];
  for (const { dir, msg } of linesOf(`traffic/${name}.jsonl`)) {
    if (!isObject(msg)) continue;
    if (dir === 'client->server') {
      if (typeof msg.method === 'string') asked.set(msg.id, msg);
      continue;
    }
    const request = asked.get(msg.id);
    if (request?.method !== 'tools/call' || typeof msg.method === 'string') continue;
    exchanges.push({ response: msg, method: 'tools/call', params: request.params });
  }
  return exchanges;
}

/** Returns the objects in an NDJSON file of the corpus. */
export function linesOf(path: string): readonly JsonObject[] {
  return readFileSync(new URL(`../corpus/${path}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map(parseJson)
    .filter(isObject);
}
