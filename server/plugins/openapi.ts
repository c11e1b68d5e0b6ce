import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifySchema, HTTPMethods } from 'fastify';
import { isObject } from '../../shared/json/value.ts';
import { docsPage } from './docs-page.ts';

const DESCRIPTION = `Every response but exports and the live stream is an MCP-AQL envelope: \`{"success": true, "data": …}\`, or \`{"success": false,
"error": {"code", "message", "details"?}}\` with a code from the MCP-AQL registry and a matching HTTP status. Routes that
count or list take the same filter parameters. An unknown parameter is an error that names it.`;

/** Adds `/api/openapi.json`, from the routes' schemas, and `/docs`, a page of it. Must precede the routes. */
export async function openapi(app: FastifyInstance, version: string, basePath: string): Promise<void> {
  await app.register(swagger, {
    transform: ({ schema, url, route: { method } }) => ({
      schema: { ...withBody(schema), ...named(method, url) },
      url,
    }),
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Mailroom',
        version,
        description: DESCRIPTION,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: basePath === '' ? '/' : basePath }],
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
      security: [{}, { token: [] }],
    },
  });
  const options = { config: { open: true }, schema: { hide: true } };
  // The OpenAPI document has its own format and does not answer a question: no envelope.
  app.get('/api/openapi.json', options, async () => app.swagger());
  app.get('/docs', options, async (_request, reply) => {
    reply.type('text/html; charset=utf-8');
    return docsPage(app.swagger(), basePath);
  });
}

/** Adds to a schema the body that its route reads itself and Fastify must not validate. */
function withBody<S extends FastifySchema>(schema: S): S {
  const takes = isObject(schema) ? schema.takes : undefined;
  if (!isObject(takes)) return schema;
  const content = Object.fromEntries(Object.entries(takes).map(([type, taken]) => [type, { schema: taken }]));
  return { ...schema, body: { content } };
}

/** What generated clients call a route, as `getErrorGroupsById`, and the resource it belongs to. */
function named(method: HTTPMethods | HTTPMethods[], url: string) {
  const path = url.replace('/api/v1/', '');
  const words = path.replaceAll('/:', '-by-').split(/[/-]/);
  const capitalised = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
  return {
    operationId: `${String(method).toLowerCase()}${capitalised.join('')}`,
    tags: [path.replace(/\/.*/, '')],
  };
}
