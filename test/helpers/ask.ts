import { Check, Errors } from 'typebox/value';
import { FailureEnvelope, successEnvelope } from '../../shared/api/contract.ts';
import { api, type Data, type RouteKey } from '../../shared/api/index.ts';
import { parseJson } from '../../shared/json.ts';
import type { Served } from './server.ts';

export interface Asking {
  /** Values of the path's parameters. */
  readonly params?: Readonly<Record<string, string>>;
  /** Such as `from=-1h&server=a`. */
  readonly query?: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Asks a route of the contract; the reply as it is. */
export function ask({ url }: Pick<Served, 'url'>, key: RouteKey, asking: Asking = {}): Promise<Response> {
  const [method = '', path = ''] = key.split(' ');
  const { params = {}, query, body, headers } = asking;
  const filled = path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));
  return fetch(`${url}${filled}${query === undefined ? '' : `?${query}`}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** `data` of a success. Throws where the reply is a failure, or is not what the contract says. */
export async function dataOf<K extends RouteKey>(
  served: Pick<Served, 'url'>,
  key: K,
  asking: Asking = {},
): Promise<Data<K>> {
  const reply = await ask(served, key, asking);
  const envelope = parseJson(await reply.text());
  const schema = successEnvelope(api[key].data);
  if (!Check(schema, envelope)) {
    const [first] = Errors(schema, envelope);
    throw new Error(
      `${key} answered ${reply.status}, ${JSON.stringify(first)}: ${JSON.stringify(envelope).slice(0, 2000)}`,
    );
  }
  return envelope.data as Data<K>;
}

/** Status and error of a failure. Throws where the reply is none. */
export async function errorOf(served: Pick<Served, 'url'>, key: RouteKey, asking: Asking = {}) {
  const reply = await ask(served, key, asking);
  const envelope = parseJson(await reply.text());
  if (!Check(FailureEnvelope, envelope))
    throw new Error(`${key} answered ${JSON.stringify(envelope).slice(0, 500)}`);
  return { status: reply.status, headers: reply.headers, ...envelope.error };
}

/** Leaves a server of few responses as if nothing had been stored; what its taps said of themselves stays. */
export async function forgetAll(served: Pick<Served, 'url'>): Promise<void> {
  const { items } = await dataOf(served, 'GET /api/v1/servers');
  for (const { name } of items) await dataOf(served, 'DELETE /api/v1/servers/:name', { params: { name } });
}
