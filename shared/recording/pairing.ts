import type { Capture } from '../capture.ts';
import { isObject, type JsonObject, jsonIn, member } from '../json/value.ts';
import { answerOfTask, taskOf } from '../task.ts';
import { clientIn, type Implementation, learn, newPeer, type Peer, serverIn } from './peer.ts';
import { rawMember } from './raw.ts';
import { type Pending, Unanswered } from './unanswered.ts';

export const DIRECTIONS = ['client->server', 'server->client'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** A JSON value that was seen, and its exact text. */
export interface Verbatim {
  readonly value: unknown;
  readonly text: () => string;
}

/** One JSON-RPC message of one server's traffic. */
export interface Message {
  readonly message: Verbatim & { readonly value: JsonObject };
  /** Length of the text that it is kept in, UTF-16 units. */
  readonly size: number;
  readonly server: string;
  /** Undefined if it was not recorded; then the message itself must tell. */
  readonly direction: Direction | undefined;
  readonly session?: string | undefined;
  /** Ids are unique within it; defaults to the session. */
  readonly scope?: string | undefined;
  /** Epoch ms. */
  readonly at?: number | undefined;
  /** The text to which it is the whole reply, if that is known: as a request, it is answered whatever the id of the reply. */
  readonly request?: string | undefined;
}

/** The reply to a `tools/call`, or what its task came to, with what is known of the call, as in its capture. */
export interface ToolReply
  extends Omit<Capture, 'response' | 'params' | 'id' | 'method' | 'operation' | 'request_id' | 'transport'> {
  readonly response: Verbatim;
  readonly params?: Verbatim | undefined;
}

interface Request {
  readonly method: string;
  readonly params: Verbatim | undefined;
  readonly at: number | undefined;
  readonly client: Implementation;
  readonly size: number;
  /** How many requests had been seen, itself included. */
  readonly nth: number;
}

/** What is known of one server, in any session. */
interface Server extends Peer {
  /** The calls whose answer a task will have, by its id, for which any conversation may ask. */
  readonly tasks: Pending<Request>;
}

interface Conversation {
  readonly pending: Readonly<Record<Direction, Pending<Request>>>;
  client: Implementation;
  /** What the server said about itself in it: behind one address there may be several versions. */
  server: Implementation | undefined;
}

/** Maximum number of conversations and of servers; beyond it the one not heard of for the longest is forgotten. */
const MOST = 10_000;

/** True for a request, notification or reply of JSON-RPC 2.0 (sections 4 and 5); some servers send a reply without any result. */
export function isMessage(value: JsonObject): boolean {
  return typeof value.method === 'string' || isReply(value);
}

function isReply(value: JsonObject): boolean {
  return member(value, 'result') !== undefined || member(value, 'error') !== undefined;
}

/**
 * Pairs JSON-RPC requests and replies by id, separately for each direction of each session, and learns on the way who client
 * and server are (`initialize`, `server/discover`, `_meta` of MCP 2026-07-28) and which tools there are (`tools/list`,
 * page by page). An `initialize` begins a new session: nothing asked before it is answered after it. A call whose reply
 * names a task is answered once more, by what the task comes to.
 */
export class Pairing {
  readonly #peers = new Map<string, Server>();
  readonly #conversations = new Map<string, Conversation>();
  readonly #unanswered = new Unanswered<Request>();
  readonly #trusting: boolean;
  #unpaired = 0;
  #requests = 0;

  /** Who is `trusting` takes any reply of a server whose request was not seen for a tool's. */
  constructor({ trusting = false } = {}) {
    this.#trusting = trusting;
  }

  /** Number of replies whose request was not seen, so that it is unknown what they answer. */
  get unpaired(): number {
    return this.#unpaired;
  }

  /** What is known about a server so far. */
  about(server: string): Implementation & { readonly tools: number | undefined } {
    const peer = this.#peers.get(server);
    return { ...peer?.about, tools: peer?.tools?.size };
  }

  /** Takes the next message; returns it as a reply if it answers a `tools/call`, or tells what the task of one came to. */
  take(seen: Message): ToolReply | undefined {
    const { value } = seen.message;
    const conversation = bounded(this.#conversations, keyOf(seen), newConversation, (left) =>
      this.#end(left),
    );
    if (value.method === 'notifications/tasks') return this.#settled(seen, 'params', conversation);
    if (typeof value.method === 'string') {
      this.#request(seen, value.method, conversation);
      return undefined;
    }
    if (!isReply(value)) return undefined;
    const pending = conversation.pending[askedIn(seen, conversation)];
    const id = pendingAs(pending, seen.message);
    const request = this.#unanswered.take(pending, pending.has(id) ? id : idAsked(seen));
    return request === undefined ? this.#orphan(seen) : this.#reply(seen, request, conversation);
  }

  /** Ends a conversation: what has no reply yet will not get one. */
  end(ended: Conversing): void {
    const key = keyOf(ended);
    const conversation = this.#conversations.get(key);
    if (conversation === undefined) return;
    this.#end(conversation);
    this.#conversations.delete(key);
  }

  #end({ pending }: Conversation): void {
    for (const direction of DIRECTIONS) this.#unanswered.clear(pending[direction]);
  }

  #request(seen: Message, method: string, conversation: Conversation): void {
    const { value, text } = seen.message;
    const client = clientIn(value.params) ?? conversation.client;
    if (method === 'initialize') {
      conversation.client = client;
      this.#end(conversation);
    }
    if (!isId(value.id)) return;
    const id = idOf(seen.message);
    const { pending } = conversation;
    const sender = seen.direction ?? senderOf(method, pending['client->server'].has(id));
    this.#requests += 1;
    this.#unanswered.add(pending[sender], id, {
      method,
      params:
        value.params === undefined
          ? undefined
          : { value: value.params, text: () => rawMember(text(), 'params') ?? 'null' },
      at: seen.at,
      client,
      size: seen.size,
      nth: this.#requests,
    });
  }

  #reply(seen: Message, request: Request, conversation: Conversation): ToolReply | undefined {
    const { result } = seen.message.value;
    const peer = this.#peer(seen.server);
    if (isObject(result)) {
      conversation.server = serverIn(result) ?? conversation.server;
      learn(peer, request.method, request.params?.value, result);
    }
    switch (request.method) {
      case 'tools/call': {
        const task = taskOf(result);
        if (task !== undefined) this.#unanswered.add(peer.tasks, task, request);
        return replyTo(request, seen, seen.message, conversation, peer);
      }
      case 'tasks/result': {
        const task = taskAsked(request);
        const call = peer.tasks.get(task);
        // What an error refuses may be the question only, so that another one can still be answered.
        if (result !== undefined) this.#unanswered.take(peer.tasks, task);
        return call && replyTo(call, seen, seen.message, conversation, peer);
      }
      case 'tasks/get':
        return this.#settled(seen, 'result', conversation);
      default:
        return undefined;
    }
  }

  /** The answer to a call in the state of its task, which is this member of a message; undefined if there is none (yet). */
  #settled(seen: Message, holder: 'params' | 'result', conversation: Conversation): ToolReply | undefined {
    const { value, text } = seen.message;
    const task = value[holder];
    const answer = answerOfTask(task);
    if (!isObject(task) || answer === undefined) return undefined;
    const peer = this.#peer(seen.server);
    const call = this.#unanswered.take(peer.tasks, task.taskId);
    if (call === undefined) return undefined;
    const { name, response } = answer;
    const written = () => rawMember(rawMember(text(), holder) ?? '{}', name) ?? 'null';
    const told: Verbatim = {
      value: response,
      text: () => (name === 'error' ? `{"jsonrpc":"2.0","error":${written()}}` : written()),
    };
    return replyTo(call, seen, told, conversation, peer);
  }

  /** A recorded direction means a log that contains requests too; without one, a reply must speak for itself. */
  #orphan(seen: Message): ToolReply | undefined {
    const { result } = seen.message.value;
    const isTold = seen.direction === undefined && isToolResult(result);
    if (isTold || (this.#trusting && seen.direction !== 'client->server')) {
      return {
        response: seen.message,
        server: seen.server,
        session: seen.session,
        observed_at: seen.at,
      };
    }
    if (seen.direction !== 'client->server') this.#unpaired += 1;
    return undefined;
  }

  #peer(server: string): Server {
    return bounded(this.#peers, server, newServer, ({ tasks }) => this.#unanswered.clear(tasks));
  }
}

const newServer = (): Server => ({ ...newPeer(), tasks: new Map() });

const newConversation = (): Conversation => ({
  pending: { 'client->server': new Map(), 'server->client': new Map() },
  client: {},
  server: undefined,
});

/** A call's answer, which came with the message that was seen, with what is known of the call. */
function replyTo(
  call: Request,
  seen: Message,
  response: Verbatim,
  conversation: Conversation,
  peer: Peer,
): ToolReply {
  const name = isObject(call.params?.value) ? call.params.value.name : undefined;
  const tool = typeof name === 'string' ? name : undefined;
  const took = seen.at === undefined || call.at === undefined ? undefined : seen.at - call.at;
  return {
    response,
    server: seen.server,
    server_version: (conversation.server ?? peer.about).version,
    tool,
    params: call.params,
    client: call.client.name,
    client_version: call.client.version,
    session: seen.session,
    observed_at: seen.at,
    duration_ms: took !== undefined && took >= 0 ? took : undefined,
    tool_listed: tool === undefined ? undefined : peer.tools?.has(tool),
  };
}

/** The id of the task that a request asks about. */
function taskAsked({ params }: Request): unknown {
  return isObject(params?.value) ? params.value.taskId : undefined;
}

/** Requests that only servers send. */
const SERVER_METHODS = new Set(['sampling/createMessage', 'elicitation/create', 'roots/list']);

/**
 * Which side sent a request, if that was not recorded. No side uses an id while it is pending, so what has one that is
 * pending as the client's is the server's, except a call of a tool, which then takes the place of one that was never answered.
 */
function senderOf(method: string, isPending: boolean): Direction {
  const isServers = SERVER_METHODS.has(method) || (isPending && method !== 'tools/call');
  return isServers ? 'server->client' : 'client->server';
}

/**
 * Which side sent the request that this message answers. If that was not recorded, the answers of tools and of clients are
 * recognised by their shape, and any other answers the newest request of its id.
 */
function askedIn({ direction, message }: Message, { pending }: Conversation): Direction {
  if (direction !== undefined) return direction === 'server->client' ? 'client->server' : 'server->client';
  const { result } = message.value;
  const asked = (by: Direction) => pending[by].get(pendingAs(pending[by], message))?.nth ?? 0;
  const byServer = asked('server->client');
  if (byServer === 0 || isToolResult(result)) return 'client->server';
  return isClientResult(result) || byServer > asked('client->server') ? 'server->client' : 'client->server';
}

function isToolResult(result: unknown): boolean {
  return isObject(result) && Array.isArray(result.content) && !result.role;
}

/** True for the answer to one of {@link SERVER_METHODS}. */
function isClientResult(result: unknown): boolean {
  return isObject(result) && ('role' in result || 'roots' in result || 'action' in result);
}

function isId(id: unknown): boolean {
  return typeof id === 'string' || typeof id === 'number';
}

/** What identifies a conversation. */
type Conversing = Pick<Message, 'server' | 'session' | 'scope'>;

function keyOf({ server, session, scope }: Conversing): string {
  return JSON.stringify([server, scope ?? session]);
}

/** What a reply shares with its request. Ids beyond 2^53 are compared by their text, since different ones may parse to the same number. */
function idOf({ value, text }: Message['message']): unknown {
  const { id } = value;
  const exact = typeof id !== 'number' || Math.abs(id) <= Number.MAX_SAFE_INTEGER;
  return exact ? id : `number ${rawMember(text(), 'id')}`;
}

/** The id under which the request of a reply is pending. Both official SDKs accept a number that comes back as a string. */
function pendingAs(pending: Pending<Request>, reply: Message['message']): unknown {
  const id = idOf(reply);
  if (typeof id !== 'string' || pending.has(id)) return id;
  const number = Number(id);
  return String(number) === id ? number : id;
}

/**
 * The id of the request to which a reply with no id, or with one that nobody asked, is the whole reply. Servers refuse a
 * request in this way before they read its id, such as one of a session that they no longer know: with `id: null` (JSON-RPC
 * 2.0 section 5), or with `"server-error"` (Python SDK 1) or `""` (C# SDK).
 */
function idAsked({ request: text = '' }: Message): unknown {
  const value = jsonIn(text);
  return isObject(value) && 'method' in value ? idOf({ value, text: () => text }) : undefined;
}

/** Returns the value of a key, created if it is missing; then the one not asked for the longest, which `leave` hears of, makes room for it. */
function bounded<V>(map: Map<string, V>, key: string, make: () => V, leave: (value: V) => void): V {
  const known = map.get(key);
  const value = known ?? make();
  if (known !== undefined) map.delete(key);
  else if (map.size >= MOST) {
    for (const [oldest, left] of map) {
      map.delete(oldest);
      leave(left);
      break;
    }
  }
  map.set(key, value);
  return value;
}
