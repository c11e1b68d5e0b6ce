import { FilterQuery } from '../../shared/api/filter.ts';
import { isObject, type JsonObject } from '../../shared/json/value.ts';
import { escapeHtml, plainPage } from './plain-page.ts';

const STYLE = `
nav ul { columns: 20rem; padding: 0; list-style: none; }
nav li { break-inside: avoid; margin-bottom: 0.5rem; }
section { margin-top: 3rem; overflow-x: auto; }
th { min-width: 5rem; }
th:last-child { width: 50%; }
h2 { margin-bottom: 0.25rem; }
ul.members { padding-left: 1.25rem; margin: 0.25rem 0; }
summary { cursor: pointer; margin: 0.5rem 0; }
.type { opacity: 0.75; }
`;

const FILTER = Object.keys(FilterQuery.properties);

/** Renders an OpenAPI document as a page: routes, parameters, bodies and answers, each member with its type and meaning. */
export function docsPage(document: unknown, basePath: string): string {
  const routes = members(document, 'paths').flatMap(([path, methods]) =>
    members(methods).flatMap(([method, route]) =>
      isObject(route) ? [{ name: `${method.toUpperCase()} ${path}`, id: `${method}-${path}`, route }] : [],
    ),
  );
  const filtered = routes.map(({ route }) => parametersOf(route)).find(hasFilter) ?? [];
  const info = isObject(document) && isObject(document.info) ? document.info : {};
  const contents = routes.map(
    ({ name, id, route }) =>
      `<li><a href="#${escapeHtml(id)}"><code>${escapeHtml(name)}</code></a><br>${prose(route.summary)}</li>`,
  );
  const sections = routes.map(
    ({ name, id, route }) =>
      `<section id="${escapeHtml(id)}"><h2><code>${escapeHtml(name)}</code></h2>${told(route)}</section>`,
  );
  return plainPage(
    'Mailroom: HTTP API',
    `<h1>Mailroom HTTP API</h1><p>${prose(info.description)}</p>
<p>Also available as <a href="${basePath}/api/openapi.json">OpenAPI 3.1</a>.</p>
<nav><ul><li><a href="#filter">The filter</a></li>${contents.join('')}</ul></nav>
<section id="filter"><h2>The filter</h2>${parameterTable(filtered.filter(isOfFilter))}</section>
${sections.join('')}`,
    STYLE,
  );
}

/** What a route does, accepts and answers. */
function told(route: JsonObject): string {
  const all = parametersOf(route);
  const filtered = hasFilter(all);
  const own = filtered ? all.filter((parameter) => !isOfFilter(parameter)) : all;
  const answers = contentOf(isObject(route.responses) ? route.responses['200'] : undefined);
  return [
    `<p>${prose(route.summary)}.${route.description === undefined ? '' : ` ${prose(route.description)}`}</p>`,
    filtered ? `<p>Takes <a href="#filter">the filter</a>${own.length === 0 ? '.' : ' and:'}</p>` : '',
    own.length === 0 ? '' : parameterTable(own),
    ...contentOf(route.requestBody).map(([type, schema]) => shape(`Body, <code>${type}</code>`, schema)),
    ...answers.map(([type, schema]) => shape(`Answer, <code>${type}</code>`, schema)),
  ].join('\n');
}

function parametersOf({ parameters }: JsonObject): readonly JsonObject[] {
  return Array.isArray(parameters) ? parameters.filter(isObject) : [];
}

function isOfFilter({ name, in: place }: JsonObject): boolean {
  return place === 'query' && typeof name === 'string' && FILTER.includes(name);
}

function hasFilter(parameters: readonly JsonObject[]): boolean {
  return parameters.filter(isOfFilter).length === FILTER.length;
}

function parameterTable(parameters: readonly JsonObject[]): string {
  const rows = parameters.map(
    ({ name, in: place, required, description, schema }) =>
      `<tr><td><code>${escapeHtml(String(name))}</code></td><td>${place}${required ? ', required' : ''}</td>
<td>${typeOf(schema)}</td><td>${prose(description ?? meaningOf(schema))}</td></tr>`,
  );
  return `<table><tr><th>Parameter</th><th>In</th><th>Type</th><th>Description</th></tr>${rows.join('')}</table>`;
}

/** Returns media types with the schema of each. */
function contentOf(value: unknown): readonly [string, unknown][] {
  return members(value, 'content').map(([type, content]) => [
    escapeHtml(type),
    isObject(content) ? content.schema : undefined,
  ]);
}

/** A body or answer: its type, and what can be unfolded of its members. */
function shape(title: string, schema: unknown): string {
  const inside = nested(schema);
  const head = `${title}: ${typeOf(schema)}${note(schema)}`;
  return inside === '' ? `<p>${head}</p>` : `<details><summary>${head}</summary>${inside}</details>`;
}

/** The members of an object, of a list's items, or of the first alternative that has some; nothing for other types. */
function nested(schema: unknown): string {
  if (!isObject(schema)) return '';
  if (Array.isArray(schema.anyOf)) return schema.anyOf.map(nested).find((text) => text !== '') ?? '';
  if (schema.items !== undefined) return nested(schema.items);
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  const rows = members(schema, 'properties').map(
    ([name, member]) =>
      `<li><code>${escapeHtml(name)}${required.includes(name) ? '' : '?'}</code> <span class="type">${typeOf(member)}</span>${note(member)}${nested(member)}</li>`,
  );
  return rows.length === 0 ? '' : `<ul class="members">${rows.join('')}</ul>`;
}

function note(schema: unknown): string {
  const meaning = meaningOf(schema);
  return meaning === undefined ? '' : ` — ${prose(meaning)}`;
}

/** A schema's description, else that of what it may be or a list of which it is. */
function meaningOf(schema: unknown): unknown {
  if (!isObject(schema)) return undefined;
  const { description, anyOf, items } = schema;
  if (description !== undefined) return description;
  if (Array.isArray(anyOf)) return anyOf.map(meaningOf).find((meaning) => meaning !== undefined);
  return meaningOf(items);
}

/** The type in a few words; members are listed below it. */
function typeOf(schema: unknown): string {
  if (!isObject(schema)) return 'any JSON';
  const { type, items, minimum, maximum, anyOf, additionalProperties } = schema;
  if (Array.isArray(schema.enum))
    return schema.enum.map((word) => `<code>${escapeHtml(String(word))}</code>`).join(' | ');
  if (Array.isArray(anyOf)) return anyOf.map(typeOf).join(' or ');
  if (type === 'array') return `list of ${typeOf(items)}`;
  if (type === 'object' && isObject(additionalProperties)) return `object of ${typeOf(additionalProperties)}`;
  if (type === undefined) return 'any JSON';
  const format = schema.format === undefined ? '' : ` (${schema.format})`;
  const least = minimum === undefined ? '' : ` from ${minimum}`;
  const most = maximum === undefined ? '' : ` to ${maximum}`;
  const usual = schema.default === undefined ? '' : `, default ${schema.default}`;
  return escapeHtml(`${type}${format}${least}${most}${usual}`);
}

/** Escapes a text, and sets what stands in backticks as code. */
function prose(text: unknown): string {
  return escapeHtml(String(text ?? '')).replaceAll(/`([^`]*)`/g, '<code>$1</code>');
}

/** Returns the members of an object, or of its member `name`; none if that is not an object. */
function members(value: unknown, name?: string): [string, unknown][] {
  const object = name === undefined || !isObject(value) ? value : value[name];
  return isObject(object) ? Object.entries(object) : [];
}
