import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { FailureEnvelope, type Route, successEnvelope } from '../../shared/api/contract.ts';
import { api, type Body, type Data, type Params, type Query, type RouteKey } from '../../shared/api/index.ts';
import type { RuleSettings } from '../../shared/rules/settings.ts';
import type { AppConfig } from '../config.ts';
import type { Ingest, Reinspecting } from '../ingest/ingest.ts';
import type { Limits } from '../ingest/limits.ts';
import type { Changes, Questions } from '../store/store.ts';

/** All that a route may use. What is stored comes in by the queue, and goes by policy: no route does either. */
export interface Services {
  readonly store: Questions & Pick<Changes, 'changeGroup' | 'pin' | 'forget' | 'forgetRest'>;
  readonly ingest: Ingest;
  readonly reinspection: Reinspecting;
  /** Now, epoch ms. */
  readonly clock: () => number;
  readonly config: AppConfig;
  readonly limits: Limits;
  readonly rules: RuleSettings;
  /** Patterns of keys whose values are secrets, beside those that always are. */
  readonly secretKeys: readonly RegExp[];
}

/** A request, checked against the contract. */
export interface Ask<K extends RouteKey> {
  readonly query: Query<K>;
  readonly params: Params<K>;
  readonly body: Body<K>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** An answer in another media type than the envelope's. */
export class Rendered {
  readonly type: string;
  readonly body: string | AsyncIterable<string>;
  /** Name under which a browser saves it. */
  readonly filename: string;
  constructor(type: string, filename: string, body: string | AsyncIterable<string>) {
    this.type = type;
    this.filename = filename;
    this.body = body;
  }
}

/** Parameters of a route that has none: every one that is sent is misspelt. */
const NOTHING = Type.Object({}, { additionalProperties: false });

/** Serves a route of the contract: its checks, its documentation, and its answer as `data` of a success envelope. */
export function answer<K extends RouteKey>(
  app: FastifyInstance,
  key: K,
  handler: (ask: Ask<K>) => Promise<Data<K> | Rendered>,
  options: { readonly bodyLimit?: number } = {},
): void {
  const [method = '', url = ''] = key.split(' ');
  app.route({
    method,
    url,
    ...options,
    schema: documented(key),
    handler: async (request, reply) => {
      const { query, params, body } = request;
      // The validator compiler held all three against this route's own schemas.
      const ask = { query, params, body, request, reply } as Ask<K>;
      const answered = await handler(ask);
      if (!(answered instanceof Rendered)) return { success: true, data: answered };
      reply.type(answered.type);
      reply.header('content-disposition', `attachment; filename="${answered.filename}"`);
      return typeof answered.body === 'string' ? answered.body : Readable.from(answered.body);
    },
  });
}

/** What Fastify checks and documents of a route of the contract. */
export function documented(key: RouteKey) {
  const route: Route = api[key];
  const text = { schema: Type.String() };
  const also = Object.fromEntries((route.also ?? []).map((type) => [type, text]));
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
      default: {
        description: 'Failure',
        content: { 'application/json': { schema: FailureEnvelope } },
      },
    },
  };
}
