import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { dataOf, deliver } from '../helpers/ask.ts';
import { barriers, overflow, resize, visit } from '../helpers/browser.ts';
import { carried, failure, success } from '../helpers/captures.ts';
import { openRoom } from '../helpers/desk.ts';

const SERVERS = 110;
const LONG = 'x'.repeat(200);
const HTML = '<script>alert(1)</script><img src=x onerror=alert(2)>';
const NAMES = [
  LONG,
  HTML,
  'خادم\u202eשרת',
  '配送サービス注文管理服务器',
  '🚚👩‍👩‍👧‍👦',
  '__proto__',
  'constructor',
  ' a/b?c#d ',
];

const warnings = (name: string) => [
  {
    code: 'DEPRECATION_WARNING',
    message: LONG.repeat(50),
    severity: 'high',
    details: { type: 'operation', deprecated_item: name, replacement: name, removal_date: HTML },
  },
  {
    code: 'RATE_LIMIT_QUOTA_WARNING',
    message: name,
    severity: 'medium',
    details: {
      metric: name,
      current: 9.9e15,
      warn_threshold: 1,
      pause_threshold: null,
      hard_stop_threshold: 2,
    },
  },
  {
    code: 'VALIDATION_TRUNCATED_WARNING',
    message: name,
    severity: 'low',
    details: { field: name, original_count: 1e15, truncated_count: 1, limit: 1 },
  },
  {
    code: 'PERFORMANCE_SLOW_QUERY_WARNING',
    message: name,
    severity: 'medium',
    details: { operation: name, duration_ms: 1e12, threshold_ms: 0.001 },
  },
  { code: `C${LONG.slice(1)}`, message: name, occurrence_count: 1e12 },
];

/** Servers with hostile names, and every other field meant to break the page too. */
const captures = Array.from({ length: SERVERS }, (_, index) => {
  const name = NAMES[index % NAMES.length] ?? LONG;
  const members = {
    server: `${index} ${name}`.slice(0, 200),
    server_version: name,
    client: name,
    client_version: LONG,
    operation: name,
    session: name,
    duration_ms: 86_400_000 * index,
  };
  return [
    success({ ...members, warnings: warnings(name) }),
    failure(
      {
        code: `${'C'.repeat(195)}${index % 9}`,
        message: `${HTML} ${LONG.repeat(50)}`,
        details: { [LONG]: HTML },
      },
      members,
    ),
    success({ ...members, response: { success: true } }),
  ];
}).flat();

let group = '';
let item = '';
const room = openRoom(async (served) => {
  await deliver(served, captures);
  group = (await dataOf(served, 'GET /api/v1/error-groups')).items[0]?.id ?? '';
  item = (await dataOf(served, 'GET /api/v1/deprecations')).items[0]?.id ?? '';
});

/** A filter with one server per kind of name. */
const FEW = new URLSearchParams(
  NAMES.map((name, index) => ['server', `${index} ${name}`.slice(0, 200)]),
).toString();

/** Returns the text of table cells and headings that overlaps what is next to it. */
const drawnOver = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main td, main h1, main h2, main h3')]
      .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX === 'visible')
      .map(({ textContent }) => textContent?.slice(0, 60)),
  );

/** Returns each text of the page with a character that reverses what follows and has no mark in its place. */
const unmarked = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const { textContent, parentElement: parent } = node;
      if (parent === null || !textContent?.includes('\u202e') || parent.closest('.unseen, .vh')) continue;
      found.push(`${parent.closest('[class]')?.className}: ${textContent}`);
    }
    return found;
  });

const PAGES = [
  '/',
  '/errors',
  '/warnings',
  '/deprecations',
  '/conformance',
  '/rules/ENV-03',
  '/servers',
] as const;

test.each([...PAGES, 'the group', 'the item'])(
  'names and numbers made to hurt stay in their places: %s',
  async (asked) => {
    const { page, complaints } = await room.sit();
    const path =
      asked === 'the group' ? `/errors/${group}` : asked === 'the item' ? `/deprecations/${item}` : asked;
    await visit(page, `${path}?${FEW}`);
    for (const width of [1440, 360]) {
      await resize(page, width);
      expect([width, await overflow(page), await drawnOver(page)]).toEqual([width, 0, []]);
      expect(await barriers(page, 'own')).toEqual([]);
    }
    expect(await page.locator('img').count()).toBe(0);
    expect(await unmarked(page)).toEqual([]);
    expect(complaints).toEqual([]);
  },
);

test('a filter, the words of an empty page and the series of a chart mark invisible characters', async () => {
  const { page } = await room.sit();
  const { items } = await dataOf(room.served, 'GET /api/v1/deprecations');
  const { id, server = '' } = items.find((one) => one.server.includes('\u202e')) ?? {};
  await visit(page, `/deprecations/${id}?view=burn-down.table&server=${encodeURIComponent(server)}`);
  await page.getByRole('columnheader', { name: 'خادم' }).waitFor();
  expect(await unmarked(page)).toEqual([]);
  for (const dimension of [/^Server/, /^Client/, /^Operation/]) {
    await page.getByRole('search').getByRole('button', { name: dimension }).click();
    await page.getByRole('checkbox', { name: 'خادم' }).first().waitFor();
    expect(await unmarked(page)).toEqual([]);
    await page.keyboard.press('Escape');
  }
  await visit(page, `/warnings?operation=nothing&server=${encodeURIComponent(server)}`);
  await page.getByText('operation nothing').first().waitFor();
  expect(await unmarked(page)).toEqual([]);
});

test.each([1440, 390])(
  'at %i px an item with a long name keeps its close button in the first line',
  async (width) => {
    const { page } = await room.sit({ width });
    const { items } = await dataOf(room.served, 'GET /api/v1/deprecations');
    const long = items.find(({ deprecated_item }) => deprecated_item === LONG);
    await visit(page, `/deprecations/${long?.id}`);
    const head = page.locator('.panel > header', { has: page.getByRole('link', { name: 'Close' }) });
    const top = (await head.boundingBox())?.y ?? Number.NaN;
    const way = await head.getByRole('link', { name: 'Close' }).boundingBox();
    expect(way?.y).toBeLessThan(top + 12);
    const inside = await head.evaluate((one) => {
      const edge = one.getBoundingClientRect().right;
      const text = document.createRange();
      text.selectNodeContents(one);
      return [...text.getClientRects()].every(({ right }) => right <= edge);
    });
    expect(inside).toBe(true);
  },
);

test('on a phone the name of a server takes at most three lines of a group', async () => {
  const { page } = await room.sit({ width: 390 });
  await visit(page, `/errors?server=${encodeURIComponent(`0 ${LONG}`.slice(0, 200))}`);
  const server = page.locator('.group-server', { hasText: LONG.slice(0, 100) }).first();
  expect((await server.boundingBox())?.height).toBe(60);
});

test('an impossibly high quota is shown as over a limit', async () => {
  const { page } = await room.sit();
  await visit(page, '/servers');
  await expect.poll(() => page.getByRole('link', { name: /^Quota/ }).innerText()).toMatch(/over 999\s%/);
});

test('a table of many rows is shown in part, and in full on request', async () => {
  const { page } = await room.sit();
  await visit(page, '/servers');
  const rows = page.getByRole('table', { name: 'Servers', exact: true }).locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(100);
  await page
    .getByRole('button', { name: `Show all ${SERVERS}` })
    .first()
    .press('Enter');
  await expect.poll(() => rows.count()).toBe(SERVERS);
  expect(await rows.nth(99).evaluate((row) => row.contains(document.activeElement))).toBe(true);
});

test('truncated text has a tooltip, and is shown in full when focused by keyboard', async () => {
  const { page } = await room.sit();
  await visit(page, '/servers');
  const cell = page.getByRole('cell', { name: LONG.slice(0, 150) }).first();
  await cell.hover();
  await expect.poll(() => cell.getAttribute('title')).toContain(LONG.slice(0, 150));
  const before = (await cell.boundingBox())?.height ?? 0;
  for (let row = 0; row < 100; row++) {
    await page.keyboard.press('j');
    if (await cell.evaluate((one) => one.contains(document.activeElement))) break;
  }
  await expect.poll(async () => (await cell.boundingBox())?.height ?? 0).toBeGreaterThan(before);
});

test('invisible characters are shown as marks, reverse no sentence, and are copied unchanged', async () => {
  const message = 'Resource \u202eparcel\u2066 not here\u200b';
  await deliver(room.served, [
    failure(
      { code: 'NOT_FOUND_RESOURCE', message, details: { family: '👩‍👩‍👧' } },
      { id: 'turned', server: 'turner' },
    ),
  ]);
  const { page } = await room.sit();
  await visit(page, '/traffic?server=turner');
  await page.locator('[data-response]').click();
  const finding = page
    .getByRole('list', { name: 'Findings' })
    .getByRole('listitem')
    .filter({ hasText: 'MSG-01' });
  await finding.waitFor();
  const marks = finding.locator('.unseen');
  expect(await marks.evaluateAll((all) => all.map((one) => one.getAttribute('data-name')))).toEqual([
    'U+202E',
    'U+2066',
    'U+200B',
  ]);
  expect(await page.locator('.unseen[data-name="U+200D"]').count()).toBe(0);
  // The words are in the order in which they were written, followed by the link to the rule.
  const places = await page.locator('.json-note', { hasText: 'MSG-01' }).evaluate((note) => {
    const at = (words: string) => {
      const walker = document.createTreeWalker(note, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const index = node.textContent?.indexOf(words) ?? -1;
        if (index < 0) continue;
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + words.length);
        const { top, left } = range.getBoundingClientRect();
        return Math.round(top) * 10_000 + left;
      }
      return Number.NaN;
    };
    return ['Resource', 'parcel', 'not here', 'does not follow', 'MSG-01'].map(at);
  });
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  const copied = await finding.evaluate((item) => {
    getSelection()?.selectAllChildren(item);
    return getSelection()?.toString();
  });
  expect(copied).toContain(message);
});

test('the errors page shows them as marks too, and a chart by their names', async () => {
  await deliver(
    room.served,
    failure(
      { code: 'INTERNAL_ERROR', message: 'Internal error: \u202eledger' },
      { server: 'turned', server_version: '4\u202e2', tool: 'mcp_aql_update' },
    ),
  );
  const { page } = await room.sit();
  const marked = (place: string) =>
    page.locator(`${place} .unseen`).evaluateAll((all) => all.map((one) => one.getAttribute('data-name')));
  await visit(page, '/errors?server=turned');
  await expect.poll(() => marked('.group-message')).toEqual(['U+202E']);
  await page.locator('a.group-what').click();
  await expect.poll(() => marked('.group-panel .clamp')).toEqual(['U+202E']);
  await expect.poll(() => marked('.group-sample')).toEqual(['U+202E']);
  await expect.poll(() => page.locator('.marker text').textContent()).toBe('first in 4U+202E2');
});

test('text after a name is not reversed by it', async () => {
  const { page } = await room.sit();
  const server = encodeURIComponent('2 خادم\u202eשרת');
  await visit(page, `/traffic?server=${server}&rule=ENV-03`);
  await page.locator('[data-response]').first().click();
  const elsewhere = page.locator('section', { hasText: 'Responses that break the same rules' }).last();
  await expect.poll(() => elsewhere.locator('p .unseen').count()).toBe(1);
  expect(await unmarked(page)).toEqual([]);
});

test('a sentence that begins with words from right to left reads from left to right', async () => {
  const { page } = await room.sit();
  const message = 'שלום עולם';
  const words = failure({ code: 'INTERNAL_ERROR', message }, { server: 'sentence', operation: 'greet' });
  await deliver(room.served, words);
  await visit(page, '/traffic?server=sentence');
  await page.locator('[data-response]').first().click();
  const said = page.getByText('does not follow the template');
  await said.first().waitFor();
  const sides = await said.evaluateAll((found) =>
    found.map((one) => {
      const text = one.firstChild ?? one;
      const left = (at: number) => {
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        return range.getBoundingClientRect().left;
      };
      return left(1) < left((text.textContent ?? '').indexOf('does'));
    }),
  );
  expect(sides).toEqual([true, true]);
  await visit(page, '/rules/MSG-01?server=sentence');
  const offender = page.getByText('does not follow the template').first();
  expect(await offender.evaluate((one) => getComputedStyle(one).direction)).toBe('ltr');
});

test('whatever a server says is marked wherever it is repeated', async () => {
  const odd = (name: string) => `${name}\u202e1`;
  const fail = (server_version: string) =>
    failure(
      { code: odd('CODE'), message: 'm', details: { [odd('member')]: 'same' } },
      { server: 'odd', server_version, request_id: odd('call') },
    );
  const details = {
    type: 'operation',
    deprecated_item: 'old',
    removal_date: odd('soon'),
    migration_guide: odd('guide'),
  };
  const post = (...body: readonly unknown[]) => deliver(room.served, body);
  await post(
    fail('one'),
    fail('one'),
    success({ server: 'odd', warnings: [{ code: 'DEPRECATION_WARNING', details }] }),
    success({
      server: 'odd',
      operation: 'get_more',
      response: carried({ success: true, data: 1, [odd('more')]: 1 }),
    }),
  );
  const query = 'server=odd';
  const { items: groups } = await dataOf(room.served, 'GET /api/v1/error-groups', { query });
  const { items: old } = await dataOf(room.served, 'GET /api/v1/deprecations', { query });
  const { items: responses } = await dataOf(room.served, 'GET /api/v1/responses', { query });
  const params = { id: groups[0]?.id ?? '' };
  await dataOf(room.served, 'PATCH /api/v1/error-groups/:id', {
    params,
    body: { state: 'resolved', version: 'one' },
  });
  await post(fail(odd('two')));

  const { page } = await room.sit();
  const marks = async (...words: readonly string[]) => {
    for (const one of words) await page.getByText(odd(one)).first().waitFor();
    expect(await unmarked(page)).toEqual([]);
  };
  await visit(page, `/errors/${params.id}?${query}&category=${groups[0]?.category}`);
  await marks('CODE', 'member', 'call', 'Regressed in two');
  await visit(page, `/?${query}`);
  await marks('two');
  await visit(page, `/deprecations/${old[0]?.id}?${query}`);
  await marks('soon', 'guide');
  await visit(page, `/rules/ENV-08?${query}`);
  await marks('/more');
  await visit(page, `/traffic/${responses.find(({ operation }) => operation === 'get_more')?.id}`);
  await page.getByRole('button', { name: /^Line 4/ }).click();
  await marks('/more');
  await visit(page, `/traffic?contains=${encodeURIComponent(odd('nothing'))}`);
  await marks('nothing');
  await visit(page, '/connect?view=way.import');
  await page.getByLabel('Server name').fill(odd('new'));
  await page.getByRole('button', { name: 'Send a test response' }).click();
  const connected = page.locator('.connected', { hasText: odd('new') });
  await expect.poll(() => connected.locator('.unseen').count()).toBe(1);
});
