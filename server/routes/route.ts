import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { FailureEnvelope, type Route, successEnvelope } from '../../shared/api/contract.ts';
import { api, type Body, type Data, type Params, type Query, type RouteKey } from '../../shared/api/index.ts';
import type { ChangeCount } from '../changes.ts';
import type { AppConfig } from '../config.ts';
import type { Ingest, Inspecting, Reinspecting, Settings } from '../ingest/ingest.ts';
import type { Limits } from '../ingest/limits.ts';
import type { Changes, Questions } from '../store/store.ts';

/** All that a route may use. Responses are added by the queue and removed by policy: no route does either. */
export interface Services extends Settings {
  readonly store: Questions & Pick<Changes, 'changeGroup' | 'pin' | 'forget' | 'forgetRest'>;
  readonly ingest: Ingest;
  readonly inspection: Inspecting;
  readonly reinspection: Reinspecting;
  readonly changes: ChangeCount;
  /** Now, epoch ms. */
  readonly clock: () => number;
  readonly config: AppConfig;
  readonly limits: Limits;
}

/** A request, validated against the contract. */
interface Ask<K extends RouteKey> {
  readonly query: Query<K>;
  readonly params: Params<K>;
  readonly body: Body<K>;
  readonly request: FastifyRequest;
}

/** An answer in a media type other than the envelope's. */
export class Rendered {
  readonly type: string;
  readonly body: string | AsyncIterable<string>;
  /** Name for saving it in a browser. */
  readonly filename: string;
  constructor(type: string, filename: string, body: string | AsyncIterable<string>) {
    this.type = type;
    this.filename = filename;
    this.body = body;
  }
}

/** Parameters of a route that has none: any that is sent is misspelt. */
const NOTHING = Type.Object({});

/** Adds a route of the contract: validates, documents, and answers with `data` of a success envelope. */
export function answer<K extends RouteKey>(
  app: FastifyInstance,
  key: K,
  handler: (ask: Ask<K>) => Promise<Data<K> | Rendered>,
): void {
  const [method = '', url = ''] = key.split(' ');
  app.route({
    method,
    url,
    schema: documented(key),
    handler: async (request, reply) => {
      const { query, params, body } = request;
      // The validator compiler has validated all three against this route's schemas.
      const ask = { query, params, body, request } as Ask<K>;
      const answered = await handler(ask);
      if (!(answered instanceof Rendered)) return { success: true, data: answered };
      // Text without a charset is Latin-1 to some clients, such as Python's requests.
      reply.type(answered.type.startsWith('text/') ? `${answered.type}; charset=utf-8` : answered.type);
      reply.header('content-disposition', `attachment; filename="${answered.filename}"`);
      if (typeof answered.body === 'string') return answered.body;
      // Fastify reads to its end what it does not send, and an export may be the whole log.
      return Readable.from(request.method === 'HEAD' ? [] : answered.body);
    },
  });
}

/** How every route documents its failures. */
export const FAILURE = {
  description: 'Failure',
  content: { 'application/json': { schema: FailureEnvelope } },
};

/** Returns the schema by which Fastify validates and documents a route of the contract. */
export function documented(key: RouteKey) {
  const route: Route = api[key];
  const also = Object.fromEntries(
    (route.also ?? []).map((type) => [
      type,
      { schema: type.endsWith('+json') ? Type.Object({}) : Type.String() },
    ]),
  );
  const envelope = successEnvelope(route.data);
  const json = { schema: route.bare ? Type.Union([envelope, route.bare]) : envelope };
  return {
    summary: route.summary,
    ...(route.description && { description: route.description }),
    ...(route.params && { params: route.params }),
    ...(route.body && { body: route.body }),
    ...(route.takes && { takes: route.takes }),
    querystring: route.query ?? NOTHING,
    response: {
      200: { description: 'Success', content: { 'application/json': json, ...also } },
      default: FAILURE,
    },
  };
}
