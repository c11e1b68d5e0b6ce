import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';
import { isObject, type JsonObject, jsonIn } from '../../shared/json/value.ts';
import { errorCode } from '../../shared/text/words.ts';
import { reasonOf } from './reason.ts';

/** The dashboard that captures are sent to. */
export interface Dashboard {
  /** Address without a trailing slash, such as `http://127.0.0.1:4680`. */
  readonly address: string;
  readonly token: string | undefined;
}

/** What the dashboard did with the captures it received. */
export interface Delivery {
  readonly accepted: number;
  /** Of those accepted. */
  readonly quarantined: number;
  readonly duplicates: number;
  /** `index` from 0 among the captures sent. */
  readonly rejected: readonly { readonly index: number; readonly reason: string }[];
}

/** The captures did not arrive. */
export class Undelivered extends Error {
  override readonly name = 'Undelivered';
  /** Milliseconds after which another try makes sense; undefined where none does. */
  readonly retryAfter: number | undefined;
  /**
   * How a request with a body ended without an answer of the dashboard, so that it may have arrived: the connection broke, as
   * when what the body says ends the dashboard, or the time was up, here or of a reverse proxy. Undefined where it was
   * answered, or no connection was made.
   */
  readonly ending: 'broke' | 'silent' | undefined;
  constructor(message: string, retryAfter: number | undefined, ending?: 'broke' | 'silent') {
    super(message);
    this.retryAfter = retryAfter;
    this.ending = ending;
  }
}

/** The slowest link that captures must arrive over, in bytes per ms: 256 kbit/s. */
const SLOWEST = 32;

/** Aborts a request after `ms` and the time that its captures need. */
export function patience(ms: number, captures: readonly string[] = []): AbortSignal {
  const bytes = captures.reduce((sum, capture) => sum + Buffer.byteLength(capture), 0);
  return AbortSignal.timeout(ms + Math.ceil(bytes / SLOWEST));
}

/** Used until the dashboard asks for a longer pause. */
const RETRY_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Milliseconds to wait after so many failures in a row: `retryAfter`, but at least half a second, as something in front of
 * the dashboard may ask for none; then twice as long each time, at most five seconds.
 */
export function pauseAfter(failures: number, retryAfter: number): number {
  return Math.min(Math.max(retryAfter, RETRY_MS) * 2 ** (failures - 1), LONGEST_PAUSE_MS);
}

/**
 * Posts captures, each one line of JSON; in parts, where together they are too large. `server` is used for those that name
 * none. Throws {@link Undelivered} if some were not stored for a reason other than the captures themselves.
 */
export async function deliver(
  dashboard: Dashboard,
  captures: readonly string[],
  server: string | undefined,
  signal: AbortSignal,
): Promise<Delivery> {
  const path = '/api/v1/responses';
  const query = server === undefined ? '' : `?server=${encodeURIComponent(server)}`;
  const reply = await request(dashboard, `${path}${query}`, {
    method: 'POST',
    type: 'application/x-ndjson',
    body: captures.join('\n'),
    signal,
  });
  const { success, data, error } = reply.envelope;
  if (success === true && isObject(data) && typeof data.accepted === 'number') {
    return {
      accepted: data.accepted,
      quarantined: Number(data.quarantined ?? 0),
      duplicates: Number(data.duplicates ?? 0),
      rejected: rejectedIn(data),
    };
  }
  const details = isObject(error) && isObject(error.details) ? error.details : {};
  if (reply.status === 422 && Array.isArray(details.rejected)) {
    return { accepted: 0, quarantined: 0, duplicates: 0, rejected: rejectedIn(details) };
  }
  if (reply.status === 413) {
    // A reverse proxy in front of the dashboard may take less than it does.
    const half = Math.ceil(captures.length / 2);
    if (captures.length > 1) {
      const first = await deliver(dashboard, captures.slice(0, half), server, signal);
      return joined(first, await deliver(dashboard, captures.slice(half), server, signal), half);
    }
    // One capture that no request can hold is that capture's own fault.
    const reason = reasonIn(reply.envelope) ?? 'what is in front of it answered 413';
    const rejected = [{ index: 0, reason }];
    return { accepted: 0, quarantined: 0, duplicates: 0, rejected };
  }
  const retryAfter = isPassing(reply.status) ? (reply.retryAfter ?? RETRY_MS) : undefined;
  const ending = isOfProxy(reply.status) ? 'silent' : undefined;
  throw new Undelivered(refusalIn(dashboard, path, reply), retryAfter, ending);
}

/** Whether a reverse proxy answers with a status in place of the dashboard, which may have got the request. */
function isOfProxy(status: number): boolean {
  return status === 502 || status === 504;
}

/** Whether a status says that the same request may succeed later: not 501, of a server that takes no posts. */
function isPassing(status: number): boolean {
  return status === 429 || (status >= 500 && status !== 501);
}

/** What became of captures in two parts, the first of which has `length`. */
function joined(first: Delivery, second: Delivery, length: number): Delivery {
  return {
    accepted: first.accepted + second.accepted,
    quarantined: first.quarantined + second.quarantined,
    duplicates: first.duplicates + second.duplicates,
    rejected: [
      ...first.rejected,
      ...second.rejected.map(({ index, reason }) => ({ index: index + length, reason })),
    ],
  };
}

/** How far the connection to a server has come. */
export interface Hello {
  readonly server: string;
  readonly stage: 'connected' | 'initialized';
  /** What the server calls itself. */
  readonly name?: string | undefined;
  readonly version?: string | undefined;
  /** Number of tools that it lists. */
  readonly tools?: number | undefined;
}

interface Asked {
  readonly method: string;
  /** Media type of the body. */
  readonly type?: string;
  readonly body?: string;
  readonly signal?: AbortSignal | undefined;
}

/** The dashboard's answer; an envelope that cannot be read is empty. */
interface Answered {
  readonly status: number;
  /** Milliseconds after which the dashboard wants another try; undefined where it names none. */
  readonly retryAfter: number | undefined;
  readonly envelope: JsonObject;
}

/**
 * Requests a path of the dashboard, query included. Throws {@link Undelivered} if it cannot be reached. Does not use `fetch`:
 * Node 20's never settles if the other side closes a connection before it has read anything.
 */
export async function request(
  { address, token }: Dashboard,
  path: string,
  { method, type, body, signal }: Asked,
): Promise<Answered> {
  try {
    const url = new URL(address);
    const asked = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method,
      // Not within the URL, which takes a server named `..` for the folder above.
      path: `${url.pathname.replace(/\/$/, '')}${path}`,
      headers: {
        ...(type === undefined ? {} : { 'content-type': type }),
        accept: 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      signal,
    });
    asked.end(body);
    const response = await answerTo(asked);
    const after = Number(response.headers['retry-after'] ?? Number.NaN);
    return {
      status: response.statusCode ?? 0,
      retryAfter: Number.isFinite(after) ? after * 1000 : undefined,
      envelope: envelopeIn(await text(response)),
    };
  } catch (error) {
    const ending = body === undefined ? undefined : endingOf(error);
    throw new Undelivered(`cannot reach ${address}: ${reasonOf(error)}`, RETRY_MS, ending);
  }
}

function endingOf(error: unknown): Undelivered['ending'] {
  const code = errorCode(error);
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'broke';
  return code === 'ABORT_ERR' ? 'silent' : undefined;
}

function answerTo(asked: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    asked.on('response', resolve).on('error', reject);
  });
}

/** Says why a request of a path was refused, or that another program than the dashboard has answered it. */
export function refusalIn({ address }: Dashboard, path: string, { status, envelope }: Answered): string {
  const reason = reasonIn(envelope);
  if (reason !== undefined || isPassing(status))
    return `${address} answered ${status}: ${reason ?? UNEXPLAINED}`;
  return `what answers ${status} at ${address}${path} is not Mailroom's API; give the dashboard's full address, including any base path`;
}

const UNEXPLAINED = 'no reason given';

/** The message of a failure's envelope; undefined if it has none, which each failure of Mailroom's API has. */
function reasonIn({ error }: JsonObject): string | undefined {
  return isObject(error) && typeof error.message === 'string' ? error.message : undefined;
}

/** The code of a failure's envelope; undefined if it has none. */
export function codeIn({ error }: JsonObject): unknown {
  return isObject(error) ? error.code : undefined;
}

function envelopeIn(text: string): JsonObject {
  const value = jsonIn(text);
  return isObject(value) ? value : {};
}

/** A receipt names a thousand, and no request of captures has more. */
function rejectedIn({ rejected }: JsonObject): Delivery['rejected'] {
  const named = Array.isArray(rejected) ? rejected.filter(isObject) : [];
  return named.map((item) => ({ index: Number(item.index), reason: reasonIn(item) ?? UNEXPLAINED }));
}
