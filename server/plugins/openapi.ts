import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { isObject, type JsonObject } from '../../shared/json.ts';
import { escapeHtml, plainPage } from './plain-page.ts';

const DESCRIPTION = `Every response is an MCP-AQL envelope: \`{"success": true, "data": …}\`, or \`{"success": false,
"error": {"code", "message", "details"?}}\` with a code from the MCP-AQL registry and a matching HTTP status. All queries
share the same filter parameters. An unknown parameter is an error that names it.`;

/** Adds `/api/openapi.json`, from the routes' schemas, and `/docs`, a page of it. Must precede the routes. */
export async function openapi(app: FastifyInstance, version: string, basePath: string): Promise<void> {
  await app.register(swagger, {
    transform: ({ schema, url }) => ({ schema: withBody(schema), url }),
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Mailroom', version, description: DESCRIPTION },
      ...(basePath !== '' && { servers: [{ url: basePath }] }),
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

function docsPage(document: unknown, basePath: string): string {
  const paths = members(document, 'paths').flatMap(([path, methods]) =>
    members(methods).map(([method, route]) => section(method, path, route)),
  );
  const intro = `<h1>Mailroom HTTP API</h1><p>${escapeHtml(DESCRIPTION).replaceAll(/`([^`]*)`/g, '<code>$1</code>')}</p>
<p>Also available as <a href="${basePath}/api/openapi.json">OpenAPI 3.1</a>.</p>`;
  return plainPage('Mailroom: HTTP API', intro + paths.join(''));
}

function section(method: string, path: string, route: unknown): string {
  if (!isObject(route)) return '';
  const { summary, description, parameters, responses } = route;
  const types = members(members(responses, '200').find(([name]) => name === 'content')?.[1]).map(
    ([type]) => type,
  );
  return `<h2><code>${method.toUpperCase()} ${escapeHtml(path)}</code></h2>
<p>${escapeHtml(String(summary ?? ''))}.${description === undefined ? '' : ` ${escapeHtml(String(description))}`}</p>
${Array.isArray(parameters) ? parameterTable(parameters.filter(isObject)) : ''}
<p>Responds with ${types.map((type) => `<code>${escapeHtml(type)}</code>`).join(', ')}.</p>`;
}

function parameterTable(parameters: readonly JsonObject[]): string {
  const rows = parameters.map(({ name, in: place, required, description, schema }) => {
    const note = description ?? (isObject(schema) ? schema.description : undefined);
    return `<tr><td><code>${escapeHtml(String(name))}</code></td><td>${place}${required ? ', required' : ''}</td>
<td>${escapeHtml(kind(schema))}</td><td>${escapeHtml(String(note ?? ''))}</td></tr>`;
  });
  return `<table><tr><th>Parameter</th><th>In</th><th>Type</th><th>Description</th></tr>${rows.join('')}</table>`;
}

function kind(schema: unknown): string {
  if (!isObject(schema)) return '';
  const { type, items, minimum, maximum } = schema;
  if (Array.isArray(schema.enum)) return schema.enum.join(' | ');
  if (type === 'array') return `${kind(items)}, repeatable`;
  const bounds = [minimum, maximum].filter((bound) => bound !== undefined).join('–');
  return `${type ?? ''} ${bounds}`.trim();
}

/** Returns the members of an object, or of its member `name`; none if that is not an object. */
function members(value: unknown, name?: string): [string, unknown][] {
  const object = name === undefined || !isObject(value) ? value : value[name];
  return isObject(object) ? Object.entries(object) : [];
}
