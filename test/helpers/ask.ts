import { Check, Errors } from 'typebox/value';
import { FailureEnvelope, successEnvelope } from '../../shared/api/contract.ts';
import { api, type Data, type RouteKey } from '../../shared/api/index.ts';
import type { Receipt } from '../../shared/api/responses.ts';
import { parseJson } from '../../shared/json/value.ts';
import type { Served } from './server.ts';

export interface Asking {
  /** Values of the path parameters. */
  readonly params?: Readonly<Record<string, string>>;
  /** E.g. `from=-1h&server=a`. */
  readonly query?: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request to a route of the contract. Returns the reply unchecked. */
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

/** Returns `data` of a success. Throws if the reply is a failure or does not match the contract. */
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

/** Returns the status and error of a failure. Throws if the reply is not a failure. */
export async function errorOf(served: Pick<Served, 'url'>, key: RouteKey, asking: Asking = {}) {
  const reply = await ask(served, key, asking);
  const envelope = parseJson(await reply.text());
  if (!Check(FailureEnvelope, envelope))
    throw new Error(`${key} answered ${JSON.stringify(envelope).slice(0, 500)}`);
  return { status: reply.status, headers: reply.headers, ...envelope.error };
}

/** Posts one capture or several, and returns the receipt. Throws if they are refused. */
export function deliver(served: Pick<Served, 'url'>, captures: unknown): Promise<Receipt> {
  return dataOf(served, 'POST /api/v1/responses', { body: captures });
}

/** Forgets everything on an instance, except for the hellos of its taps. */
export async function forgetAll(served: Pick<Served, 'url'>): Promise<void> {
  const { items } = await dataOf(served, 'GET /api/v1/servers');
  for (const { name } of items) {
    const asking = { params: { name } };
    let { more } = await dataOf(served, 'DELETE /api/v1/servers/:name', asking);
    // One request deletes for about a second, which is not enough for thousands on a busy machine.
    while (more)
      ({ more } = await dataOf(served, 'DELETE /api/v1/servers/:name', { ...asking, query: 'rest=true' }));
  }
}
