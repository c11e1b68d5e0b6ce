import type { Body, Data, Params, Query, RouteKey } from '../../shared/api/index.ts';
import { isObject, jsonIn, member } from '../../shared/json/value.ts';
import { basePath } from './base-path.ts';
import { serverNow, setServerTime } from './now.ts';
import { createStore } from './store.ts';

/** Thrown if a request is not answered with `success: true`; has the code and message of the error. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly code: string;
  /** HTTP status; 0 if the server was not reached. */
  readonly status: number;
  readonly details: unknown;

  constructor(code: string, message: string, status: number, details?: unknown) {
    super(message);
    this.code = code;
    this.status = status;
    this.details = details;
  }

  /** Whether it is a fault of the server, not of what was asked. */
  get isFault(): boolean {
    return this.status >= 500;
  }
}

type Keys<M extends string> = Extract<RouteKey, `${M} ${string}`>;
export type Question = Keys<'GET'>;
type Command = Keys<'POST'> | Keys<'PATCH'> | Keys<'DELETE'>;

export interface Asked<K extends RouteKey> {
  readonly params?: Params<K>;
  readonly query?: Query<K>;
}

/** Query string of an object: an array repeats its parameter, and members without a value are omitted. */
export function searchText(query: object): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') search.append(name, String(one));
    }
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

/** Method and address of a route with its parameters filled in. */
export function addressOf<K extends RouteKey>(
  route: K,
  asked: Asked<K> = {},
): { method: string; url: string } {
  const [method = 'GET', path = ''] = route.split(' ');
  const params = new Map(Object.entries(asked.params ?? {}));
  const url = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params.get(name) ?? '')),
  );
  return { method, url: basePath + url + searchText(asked.query ?? {}) };
}

/** Since when the server has been unreachable, epoch ms of its clock; null while it is reachable. */
export const goneSince = createStore<number | null>(null);

/** The fault that the server answers even its status with, and so everything; null while it does not. */
export const generalFault = createStore<ApiFailure | null>(null);

interface Reply {
  readonly status: number;
  readonly text: string;
}

/** Timeout in ms. The slowest answer takes seconds; a connection that died silently gives none. */
const LONGEST_MS = 30_000;

async function reach(url: string, { signal, ...init }: RequestInit): Promise<Reply> {
  const patience = AbortSignal.timeout(LONGEST_MS);
  const end = signal ? AbortSignal.any([signal, patience]) : patience;
  try {
    const response = await fetch(url, { ...init, signal: end });
    const text = await response.text();
    // A proxy sends these statuses if it cannot reach Mailroom, whose own errors are envelopes.
    if (response.status >= 502 && response.status <= 504 && !text.startsWith('{')) throw new Error(text);
    setServerTime(response.headers.get('date'));
    goneSince.set(null);
    return { status: response.status, text };
  } catch (error) {
    // Not by the error's name: WebKit and Chrome 123 call a timeout an AbortError, too. And `end` has to be used here,
    // since WebKit collects what nothing holds, though `fetch` waits for it: then no timeout ends it, and no caller.
    if (end.aborted && !patience.aborted) throw error;
    if (goneSince.get() === null) goneSince.set(serverNow());
    throw new ApiFailure('TRANSPORT_NETWORK_ERROR', 'Mailroom is not responding. Is it still running?', 0);
  }
}

function failureOf(status: number, value: unknown): ApiFailure {
  const error = isObject(value) ? member(value, 'error') : undefined;
  if (isObject(error)) {
    const { code, message } = error;
    if (typeof code === 'string' && typeof message === 'string') {
      return new ApiFailure(code, message, status, member(error, 'details'));
    }
  }
  return new ApiFailure('INTERNAL_ERROR', `The server answered ${status} without an envelope.`, status);
}

/** The one place where JSON enters: its type is unknown until it proves to be an envelope. */
function dataIn({ status, text }: Reply): unknown {
  const value = jsonIn(text);
  if (isObject(value) && value.success === true && Object.hasOwn(value, 'data')) return value.data;
  throw failureOf(status, value);
}

async function ask<K extends RouteKey>(route: K, asked: Asked<K>, init: RequestInit): Promise<Data<K>> {
  const { method, url } = addressOf(route, asked);
  const reply = await reach(url, { ...init, method });
  // The server's handlers are typed by the same contract; nothing checks the shape here.
  return dataIn(reply) as Data<K>;
}

/** Asks a question. Rejects with ApiFailure, or AbortError when the signal fires. */
export function get<K extends Question>(
  route: K,
  asked: Asked<K> & { readonly signal?: AbortSignal | undefined } = {},
): Promise<Data<K>> {
  const { signal, ...rest } = asked;
  return ask<K>(route, rest, { signal: signal ?? null });
}

/** Sends a command with a JSON body. Rejects with ApiFailure. */
export function send<K extends Command>(
  route: K,
  asked: Asked<K> & { readonly body: [Body<K>] extends [never] ? unknown : Body<K> },
): Promise<Data<K>> {
  const { body, ...rest } = asked;
  return ask<K>(route, rest, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
