import type { Exchange } from '../exchange.ts';
import { isObject } from '../json/value.ts';

/** Whether a listed tool (or any tool, if no list was seen) was called as the protocol demands: with a name and an object of arguments. */
export function isWellFormedCall({ method = 'tools/call', params, tool_listed }: Exchange): boolean {
  if (method !== 'tools/call' || tool_listed === false || !isObject(params)) return false;
  return typeof params.name === 'string' && isObject(params.arguments);
}

/** The `name` in the params of an `introspect` request for operations or types; undefined for any other request. */
export function introspectionOf({ params }: Exchange): { readonly name: unknown } | undefined {
  const args = isObject(params) ? params.arguments : undefined;
  if (!isObject(args) || args.operation !== 'introspect' || !isObject(args.params)) return undefined;
  const { query, name } = args.params;
  return query === 'operations' || query === 'types' ? { name } : undefined;
}
