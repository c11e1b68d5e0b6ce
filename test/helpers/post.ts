import { Check } from 'typebox/value';
import { FailureEnvelope, successEnvelope } from '../../shared/api/contract.ts';
import {
  Receipt,
  type ResponseDetail,
  type ResponsePage,
  type ResponseRow,
} from '../../shared/api/responses.ts';
import { parseJson } from '../../shared/json/value.ts';
import type { Refusal } from '../../shared/refusal.ts';
import { dataOf } from './ask.ts';
import { eventually } from './eventually.ts';
import type { Served } from './server.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined for a failure. */
  readonly receipt: Receipt | undefined;
  /** Undefined for a success. */
  readonly error: Refusal | undefined;
}

export interface Post {
  readonly type?: string;
  readonly encoding?: string;
  readonly query?: string;
}

const RECEIPT = successEnvelope(Receipt);

/** Posts a body to be ingested. */
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
  const { status, headers } = response;
  if (Check(RECEIPT, envelope)) return { status, headers, receipt: envelope.data, error: undefined };
  if (Check(FailureEnvelope, envelope)) return { status, headers, receipt: undefined, error: envelope.error };
  throw new Error(`The reply is no envelope: ${JSON.stringify(envelope)}`);
}

export const postLines = (served: Pick<Served, 'url'>, captures: readonly unknown[]) =>
  post(served, captures.map((capture) => JSON.stringify(capture)).join('\n'), {
    type: 'application/x-ndjson',
  });

/** Returns the ids of the log's last day, newest first. */
export async function storedIds(served: Pick<Served, 'url'>): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { id } of log(served)) ids.push(id);
  return ids;
}

/** Yields all rows of the log's last day, newest first. */
export async function* log(served: Pick<Served, 'url'>): AsyncGenerator<ResponseRow> {
  let cursor: string | null = '';
  do {
    const query = `from=-1d&limit=500${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
    const page: ResponsePage = await dataOf(served, 'GET /api/v1/responses', { query });
    yield* page.items;
    cursor = page.next_cursor;
  } while (cursor !== null);
}

/** Returns the responses of a server, newest first, once there are as many. */
export async function arrived(served: Pick<Served, 'url'>, server: string, count = 1) {
  const query = `server=${encodeURIComponent(server)}`;
  const { items } = await eventually(
    () => dataOf(served, 'GET /api/v1/responses', { query }),
    (page) => page.items.length >= count,
  );
  return items;
}

/** Returns the one response that a server sent, in full. */
export async function only(served: Pick<Served, 'url'>, server: string): Promise<ResponseDetail> {
  const query = `from=0&server=${encodeURIComponent(server)}`;
  const { items } = await dataOf(served, 'GET /api/v1/responses', { query });
  const [item] = items;
  if (item === undefined || items.length > 1) throw new Error(`${server} has ${items.length} responses`);
  return dataOf(served, 'GET /api/v1/responses/:id', { params: { id: item.id } });
}
