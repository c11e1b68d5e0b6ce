import type { Receipt, ResponseDetail, ResponsePage } from '../../../shared/api/responses.ts';
import { isObject, parseJson } from '../../../shared/json.ts';
import type { Served } from '../../helpers/server.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** `data` of the success envelope. */
  readonly receipt: Receipt | undefined;
  /** `error` of the failure envelope. */
  readonly error: { code: string; message: string; details?: Record<string, unknown> } | undefined;
}

export interface Post {
  readonly type?: string;
  readonly encoding?: string;
  readonly query?: string;
}

/** Posts a body as it is to the way in. */
export async function post(
  { url }: Pick<Served, 'url'>,
  body: string | Uint8Array,
  { type = 'application/json', encoding, query = '' }: Post = {},
): Promise<Reply> {
  const response = await fetch(`${url}/api/v1/responses${query}`, {
    method: 'POST',
    headers: { 'content-type': type, ...(encoding === undefined ? {} : { 'content-encoding': encoding }) },
    body: typeof body === 'string' ? body : Buffer.from(body),
  });
  const envelope = parseJson(await response.text());
  if (!isObject(envelope)) throw new Error('The reply is no envelope');
  return {
    status: response.status,
    headers: response.headers,
    receipt: envelope.data as Receipt | undefined,
    error: envelope.error as Reply['error'],
  };
}

export const postLines = (served: Pick<Served, 'url'>, captures: readonly unknown[]) =>
  post(served, captures.map((capture) => JSON.stringify(capture)).join('\n'), {
    type: 'application/x-ndjson',
  });

/** `data` of a question. */
export async function ask<T>({ url }: Pick<Served, 'url'>, path: string): Promise<T> {
  const response = await fetch(`${url}/api/v1${path}`);
  const envelope = parseJson(await response.text());
  if (!isObject(envelope) || envelope.success !== true)
    throw new Error(`${path}: ${JSON.stringify(envelope)}`);
  return envelope.data as T;
}

/** Ids of all that is stored, newest first. */
export async function storedIds(served: Pick<Served, 'url'>): Promise<readonly string[]> {
  const ids: string[] = [];
  let cursor = '';
  do {
    const page = await ask<ResponsePage>(served, `/responses?from=0&limit=500${cursor}`);
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.next_cursor === null ? '' : `&cursor=${encodeURIComponent(page.next_cursor)}`;
  } while (cursor !== '');
  return ids;
}

export const detail = (served: Pick<Served, 'url'>, id: string) =>
  ask<ResponseDetail>(served, `/responses/${id}`);

/** The one response that a server sent, whole. */
export async function only(served: Pick<Served, 'url'>, server: string): Promise<ResponseDetail> {
  const page = await ask<ResponsePage>(served, `/responses?from=0&server=${encodeURIComponent(server)}`);
  const [item] = page.items;
  if (item === undefined || page.items.length > 1)
    throw new Error(`${server} has ${page.items.length} responses`);
  return detail(served, item.id);
}
