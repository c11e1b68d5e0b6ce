import { isObject, type JsonObject, parseJson } from '../../../shared/json/value.ts';
import type { Direction, Message } from '../../../shared/recording/pairing.ts';

export const ASK = 'client->server' as const;
export const ANSWER = 'server->client' as const;

/** A message of the server `s` with this text. */
export function seen(direction: Direction | undefined, text: string, more: Partial<Message> = {}): Message {
  const value = parseJson(text);
  if (!isObject(value)) throw new Error(`no message: ${text}`);
  return { server: 's', direction, message: { value, text: () => text }, size: text.length, ...more };
}

export const message = (direction: Direction | undefined, value: JsonObject, more?: Partial<Message>) =>
  seen(direction, JSON.stringify(value), more);

export const call = (id: unknown, name: string, more?: Partial<Message>) =>
  message(ASK, { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: {} } }, more);
