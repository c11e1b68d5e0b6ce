import { Check } from 'typebox/value';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Route } from '../../shared/api/contract.ts';
import { api } from '../../shared/api/index.ts';
import { LONGEST } from '../../shared/capture.ts';
import { isObject, type JsonObject, member } from '../../shared/json/value.ts';
import { deliver } from '../helpers/ask.ts';
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

const membersOf = (value: unknown) => (isObject(value) ? Object.entries(value) : []);

const LIVE = 'GET /api/v1/live';
const keys = [...Object.keys(api), LIVE];
const documented = (key: string): JsonObject => {
  const [method = '', path = ''] = key.split(' ');
  const route = at(document, 'paths', path.replace(/:(\w+)/g, '{$1}'), method.toLowerCase());
  return isObject(route) ? route : {};
};

test('it is an OpenAPI 3.1 document of exactly the contract’s routes', () => {
  expect(at(document, 'openapi')).toMatch(/^3\.1\./);
  const found = membersOf(at(document, 'paths')).flatMap(([path, methods]) =>
    membersOf(methods).map(([method]) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
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
    await deliver(served, capture);
    const schema = at(documented(`GET ${path}`), 'responses', '200', 'content', 'application/json', 'schema');
    const answers = await Promise.all(
      ['', '?format=json'].map(async (query) => (await fetch(served.url + path + query)).json()),
    );
    for (const answer of answers) expect(Check(isObject(schema) ? schema : {}, answer)).toBe(true);
    expect(Check(isObject(schema) ? schema : {}, [{ server: 'shop' }])).toBe(false);
  },
);

test('a SARIF report is documented as the object that it is', async () => {
  const type = 'application/sarif+json';
  const schema = at(documented('GET /api/v1/conformance'), 'responses', '200', 'content', type, 'schema');
  const answered = await fetch(`${served.url}/api/v1/conformance?format=sarif`);
  expect(Check(isObject(schema) ? schema : {}, await answered.json())).toBe(true);
});

test.each(keys)('%s documents how it fails', async (key) => {
  const schema = at(documented(key), 'responses', 'default', 'content', 'application/json', 'schema');
  const [method = '', path = ''] = key.split(' ');
  const answered = await fetch(`${served.url}${path.replace(/:\w+/, '-')}?misspelt=1`, { method });
  expect(answered.ok).toBe(false);
  expect(Check(isObject(schema) ? schema : { const: 0 }, await answered.json())).toBe(true);
});

test('each route has an operation id of its own, by which generated clients call it', () => {
  const ids = keys.map((key) => documented(key).operationId);
  expect(new Set(ids).size).toBe(keys.length);
  expect(documented('PATCH /api/v1/error-groups/:id').operationId).toBe('patchErrorGroupsById');
  expect(documented('GET /api/v1/error-groups').tags).toEqual(['error-groups']);
});

test('its page shows each parameter, body and answer with what its members mean', async () => {
  const page = await (await fetch(`${served.url}/docs`)).text();
  const section = (id: string) => page.split(`<section id="${id}">`)[1]?.split('</section>')[0] ?? '';

  const responses = section('get-/api/v1/responses');
  expect(responses).toContain('the filter</a> and:');
  expect(responses).not.toContain('not_operation');
  expect(responses).toContain('<td>integer from 1 to 500, default 50</td>');
  expect(section('filter')).toContain('<code>not_operation</code>');

  const change = section('patch-/api/v1/error-groups/{id}');
  expect(change).toContain(
    '<code>until_count?</code> <span class="type">integer from 1 to 1000000000</span> — With <code>muted</code>: reopen after',
  );
  const receipt = section('post-/api/v1/responses');
  expect(receipt).toContain('<code>id?</code> <span class="type">string or null</span> — Idempotency key');
  expect(receipt.match(/<code>observed_at\?<\/code>/g)).toHaveLength(1);
  expect(receipt).toContain(
    '<code>rejected</code> <span class="type">list of object</span> — By their index',
  );
});

test('its page names every route and loads nothing from elsewhere', async () => {
  const page = await (await fetch(`${served.url}/docs`)).text();
  for (const key of keys) expect(page).toContain(key.replace(/:(\w+)/g, '{$1}'));
  expect(page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  expect(page).not.toContain('<script');
});

test('a capture may be as long as documented, and no longer', async () => {
  const media = at(documented('POST /api/v1/responses'), 'requestBody', 'content', 'application/json');
  const schema = at(media, 'schema');
  const capture = { server: 'shop', response: { success: true, data: {} } };
  for (const [name, longest] of Object.entries(LONGEST)) {
    for (const [length, status] of [
      [longest, 200],
      [longest + 1, 422],
    ] as const) {
      const sent = { ...capture, [name]: 'x'.repeat(length) };
      expect([name, length, Check(isObject(schema) ? schema : {}, sent)]).toEqual([
        name,
        length,
        status === 200,
      ]);
      const reply = await fetch(`${served.url}/api/v1/responses`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(sent),
      });
      expect([name, length, reply.status]).toEqual([name, length, status]);
    }
  }
});
