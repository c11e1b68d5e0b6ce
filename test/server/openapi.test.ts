import { Check } from 'typebox/value';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Route } from '../../shared/api/contract.ts';
import { api } from '../../shared/api/index.ts';
import { isObject, type JsonObject, member } from '../../shared/json.ts';
import { dataOf } from '../helpers/ask.ts';
import { type Served, serve } from '../helpers/server.ts';

let served: Served;
let document: unknown;
beforeAll(async () => {
  served = await serve({ db: ':memory:' });
  document = await (await fetch(`${served.url}/api/openapi.json`)).json();
});
afterAll(() => served.stop());

/** Returns the member at a path of names. */
function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => (isObject(inner) ? member(inner, name) : undefined), value);
}

const LIVE = 'GET /api/v1/live';
const keys = [...Object.keys(api), LIVE];
const documented = (key: string): JsonObject => {
  const [method = '', path = ''] = key.split(' ');
  const route = at(document, 'paths', path.replace(/:(\w+)/g, '{$1}'), method.toLowerCase());
  return isObject(route) ? route : {};
};

test('it is an OpenAPI 3.1 document of exactly the contract’s routes', () => {
  expect(at(document, 'openapi')).toMatch(/^3\.1\./);
  const paths = Object.entries(at(document, 'paths') as JsonObject);
  const found = paths.flatMap(([path, methods]) =>
    Object.keys(methods as JsonObject).map(
      (method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
    ),
  );
  expect(found.sort()).toEqual(keys.sort());
});

test.each(keys)('%s documents what it does, accepts and answers', (key) => {
  const route = documented(key);
  expect(route.summary).toMatch(/\w+/);
  const type = key === LIVE ? 'text/event-stream' : 'application/json';
  expect(at(route, 'responses', '200', 'content', type, 'schema')).toBeDefined();
  const takesBody = Object.entries<Route>(api).some(
    ([name, { body, takes }]) => name === key && (body ?? takes) !== undefined,
  );
  if (takesBody) expect(at(route, 'requestBody', 'content')).toBeDefined();
  const parameters = Array.isArray(route.parameters) ? route.parameters : [];
  for (const [, name] of key.matchAll(/:(\w+)/g)) {
    expect(parameters).toContainEqual(expect.objectContaining({ in: 'path', name, required: true }));
  }
});

test.each(['/api/v1/responses', '/api/v1/conformance'])(
  '%s answers as documented, also as JSON by format parameter',
  async (path) => {
    const capture = { server: 'shop', response: { success: false, error: 'gone' } };
    await dataOf(served, 'POST /api/v1/responses', { body: capture });
    const schema = at(documented(`GET ${path}`), 'responses', '200', 'content', 'application/json', 'schema');
    const answers = await Promise.all(
      ['', '?format=json'].map(async (query) => (await fetch(served.url + path + query)).json()),
    );
    for (const answer of answers) expect(Check(isObject(schema) ? schema : {}, answer)).toBe(true);
    expect(Check(isObject(schema) ? schema : {}, [{ server: 'shop' }])).toBe(false);
  },
);

test('its page names every route and loads nothing from elsewhere', async () => {
  const page = await (await fetch(`${served.url}/docs`)).text();
  for (const key of keys) expect(page).toContain(key.replace(/:(\w+)/g, '{$1}'));
  expect(page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  expect(page).not.toContain('<script');
});
