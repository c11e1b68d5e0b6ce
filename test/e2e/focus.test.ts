import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { dataOf, deliver, forgetAll } from '../helpers/ask.ts';
import { clipboard, hasFocus, live, refuse, visit } from '../helpers/browser.ts';
import { carried, mixedCaptures, success } from '../helpers/captures.ts';
import { openDesk } from '../helpers/desk.ts';

const desk = openDesk(undefined, async (served) => {
  await forgetAll(served);
  await deliver(served, mixedCaptures());
});

/** Where the focus is: an id, a class or a tag; `BODY` if it is lost. */
const focus = (page: Page) =>
  page.evaluate(() => {
    const { id, className, tagName } = document.activeElement ?? document.body;
    return id || className || tagName;
  });

test('a link in the content leads to the start of the next page, and Back to that of the last', async () => {
  const { page } = desk.seat;
  await visit(page, '/');
  await page.getByRole('link', { name: 'All servers and clients' }).press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Servers and clients' }).waitFor();
  await expect.poll(() => focus(page)).toBe('main');
  await page.getByRole('columnheader', { name: 'Server' }).first().getByRole('button').focus();
  await page.goBack();
  await page.getByRole('link', { name: 'All servers and clients' }).waitFor();
  await expect.poll(() => focus(page)).toBe('main');
});

test('a filter that goes as it is cleared leaves it where the page begins, one that stays keeps it', async () => {
  const { page } = desk.seat;
  await visit(page, '/errors?category=internal&server=shop');
  await page.getByRole('button', { name: 'Clear category' }).press('Enter');
  await expect.poll(() => focus(page)).toBe('main');
  await page.getByRole('button', { name: 'Clear server' }).press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Server\s*all/);
  await visit(page, '/servers?dialect=mcp-aql&q=shop');
  await page.getByTitle('Clear text').press('Enter');
  await expect.poll(() => focus(page)).toBe('main');
});

test('a question that is asked again leaves it where the page begins', async () => {
  const { page } = desk.seat;
  const isServers = ({ pathname }: URL) => pathname === '/api/v1/servers';
  await page.route(isServers, (route) => route.fulfill({ status: 500, body: '{}' }));
  await visit(page, '/servers');
  await page.getByRole('button', { name: 'Retry' }).first().press('Enter');
  await expect.poll(() => focus(page)).toBe('main');
});

test('a question of an open group that is asked again leaves it on the group', async () => {
  const { page } = desk.seat;
  const { items: groups } = await dataOf(desk.served, 'GET /api/v1/error-groups');
  await page.route(/\/error-groups\/\w/, (route) => refuse(route, 429, 'The disk is full.'));
  await visit(page, `/errors/${groups[0]?.id}`);
  await page.getByRole('button', { name: 'Retry' }).press('Enter');
  await expect.poll(() => focus(page)).toBe('group-panel');
});

test('what is closed without being in the list beside it leaves it where the page begins', async () => {
  const { page } = desk.seat;
  const { items: groups } = await dataOf(desk.served, 'GET /api/v1/error-groups');
  const { items: responses } = await dataOf(desk.served, 'GET /api/v1/responses');
  const { items: deprecated } = await dataOf(desk.served, 'GET /api/v1/deprecations');
  for (const path of [
    `/errors/${groups[0]?.id}?state=muted`,
    `/traffic/${responses[0]?.id}?server=nobody`,
    `/deprecations/${deprecated[0]?.id}?server=nobody`,
    '/deprecations/none',
  ]) {
    await visit(page, path);
    await page.locator('main').getByRole('link', { name: 'Close' }).press('Enter');
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/\w+$/);
    await expect.poll(() => focus(page)).toBe('main');
  }
});

test('what could not be refreshed, and then is, leaves it where the page begins', async () => {
  const { page } = desk.seat;
  await visit(page, '/servers');
  await live(page);
  await page.route(/\/api\/v1\/servers/, (route) => refuse(route, 429, 'The disk is full.'));
  await deliver(desk.served, success());
  const mark = page.getByRole('button', { name: /^as of/ });
  await mark.focus();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.keyboard.press('Enter');
  await mark.waitFor({ state: 'detached' });
  expect(await focus(page)).toBe('main');
});

test('what keeps Mailroom from answering leaves it where the page begins once it answers', async () => {
  const { page } = desk.seat;
  await page.route('**/api/v1/**', (route) => refuse(route, 503, 'the disk is full'));
  await page.goto('/servers');
  const trouble = page.getByRole('alert').filter({ hasText: 'Mailroom can’t answer' });
  const retry = trouble.getByRole('button', { name: 'Retry' });
  await retry.focus();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await retry.waitFor({ state: 'detached' });
  expect(await focus(page)).toBe('main');
});

test('a test response that is refused leaves it on its button', async () => {
  const { page } = desk.seat;
  await visit(page, '/connect');
  await page.route('**/api/v1/responses', (route) =>
    route.request().method() === 'POST' ? refuse(route, 429, 'The queue is full.') : route.continue(),
  );
  const send = page.getByRole('button', { name: 'Send a test response' });
  await send.press('Enter');
  await page.locator('.toast', { hasText: 'The queue is full.' }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Send a test response');
});

test('an address that asks for what is refused offers the page without that', async () => {
  const { page } = desk.seat;
  await visit(page, '/?from=yesterday');
  await page.getByRole('link', { name: 'Use the defaults' }).first().press('Enter');
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await page.getByRole('heading', { name: 'Outcomes over time' }).waitFor();
  await expect.poll(() => focus(page)).toBe('main');
});

test('a server that is forgotten leaves it where the page begins', async () => {
  const { page } = desk.seat;
  await visit(page, '/servers');
  await page.getByRole('button', { name: 'Forget notes' }).press('Enter');
  await page.getByLabel('Type its name to confirm').fill('notes');
  await page.getByRole('button', { name: 'Forget server' }).press('Enter');
  await page.locator('.toast', { hasText: 'Forgot notes' }).waitFor();
  await expect.poll(() => focus(page)).toBe('main');
});

test('a panel that has only words has it, by the name of its button, and Tab leads on', async () => {
  const { page } = desk.seat;
  await deliver(
    desk.served,
    ['1.0.0', '1.1.0'].map((server_version) => success({ server: 'shelf', server_version })),
  );
  await visit(page, '/servers?server=shelf');
  const versions = page.getByRole('button', { name: /^1\.\d\.0 \+1 other version$/ });
  await versions.press('Enter');
  const panel = page.getByRole('region', { name: /\+1 other version$/ });
  await expect.poll(() => hasFocus(panel)).toBe(true);
  expect(await panel.getByRole('listitem').count()).toBe(2);
  await page.keyboard.press('Tab');
  expect(await hasFocus(page.getByRole('button', { name: /^Dialect of shelf/ }))).toBe(true);
  expect(await panel.count()).toBe(0);
  await versions.press('Enter');
  await expect.poll(() => hasFocus(panel)).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => hasFocus(versions)).toBe(true);
});

test('what arrived and is shown has it', async () => {
  const { page } = desk.seat;
  await visit(page, '/traffic');
  await page.locator('a.log-row').first().waitFor();
  await page.locator('a.log-row').first().focus();
  await deliver(desk.served, success({ operation: 'come_since' }));
  await page.getByRole('button', { name: '1 new' }).press('Enter');
  await page.locator('a.log-row', { hasText: 'come_since' }).waitFor();
  await expect.poll(() => focus(page)).toBe('log-rows');
});

test('a response that arrives while the page waits takes it from what it replaces', async () => {
  const { page } = desk.seat;
  await visit(page, '/connect');
  await page.getByRole('button', { name: 'Send a test response' }).press('Enter');
  await expect.poll(() => focus(page)).toContain('connected');
});

test('in a line of JSON, it makes that the line whose pointer is copied', async () => {
  const { page } = desk.seat;
  await visit(page, '/traffic?warning=*');
  await page.locator('a.log-row').first().click();
  const json = page.getByRole('region', { name: 'Envelope' });
  await json.getByRole('button', { name: 'Collapse /warnings', exact: true }).focus();
  await page.keyboard.press('p');
  await expect.poll(() => clipboard(page)).toBe('/warnings');
});

test('in a line of JSON that is collapsed and expanded, it stays on what does that', async () => {
  const { page } = desk.seat;
  await visit(page, '/traffic?warning=*');
  await page.locator('a.log-row').first().click();
  const json = page.getByRole('region', { name: 'Envelope' });
  const label = () => page.evaluate(() => document.activeElement?.ariaLabel);
  await json.getByRole('button', { name: 'Collapse /warnings', exact: true }).press('Enter');
  await expect.poll(label).toBe('Expand /warnings');
  await page.keyboard.press('Enter');
  await expect.poll(label).toBe('Collapse /warnings');
});

test('where more items of JSON are shown, the line before them has it', async () => {
  const { page } = desk.seat;
  const data = Array.from({ length: 60 }, (_, index) => ({ index }));
  const response = carried({ success: true, data });
  await deliver(desk.served, success({ operation: 'many', response }));
  await visit(page, '/traffic?operation=many');
  await page.locator('a.log-row').first().click();
  await page.getByRole('button', { name: '10 more items' }).press('Enter');
  await page.getByText('"index": 59').waitFor();
  expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Line 53, /data/49');
});

test('where more items are shown of JSON whose lines are no buttons, the JSON has it', async () => {
  const { page } = desk.seat;
  const params = { name: 'mcp_aql_read', arguments: Array.from({ length: 60 }, (_, index) => ({ index })) };
  const body = success({ operation: 'asked', params });
  await deliver(desk.served, body);
  await visit(page, '/traffic?operation=asked');
  await page.locator('a.log-row').first().click();
  await page.getByRole('button', { name: '10 more items' }).press('Enter');
  await page.getByText('"index": 59').waitFor();
  expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Params');
});

test('where more characters are shown of a text, its line has it', async () => {
  const { page } = desk.seat;
  await visit(page, '/playground');
  await page.getByLabel('JSON to check').fill(JSON.stringify({ success: true, data: 'L'.repeat(4000) }));
  await page.getByRole('button', { name: '1,002 more characters' }).press('Enter');
  await page.getByText('more characters').waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Line 3, /data');
});

test('where more findings are shown, the last one before them has it', async () => {
  const { page } = desk.seat;
  await visit(page, '/playground');
  const warnings = Array.from({ length: 60 }, () => ({
    code: 'X',
    message: 'x',
    severity: 'low',
    details: {},
  }));
  await page.getByLabel('JSON to check').fill(JSON.stringify({ success: true, data: null, warnings }));
  const findings = page.getByRole('list', { name: 'Findings' });
  const last = findings.getByRole('listitem').nth(49).locator('a, button').first();
  await findings.getByRole('button', { name: /^Show \d+ more$/ }).press('Enter');
  expect(await hasFocus(last)).toBe(true);
});

/** What would have a ring, cut off by something around it that does not scroll, when it has the focus. */
const ringsCut = (page: Page) =>
  page.evaluate(() => {
    const cut: string[] = [];
    for (const one of document.querySelectorAll('a[href], button, input, select, textarea, [tabindex="0"]')) {
      if (!(one instanceof HTMLElement) || !one.checkVisibility()) continue;
      one.focus({ preventScroll: true });
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(one);
      if (document.activeElement !== one || outlineStyle === 'none') continue;
      // Sizes are rounded to fractions of a pixel.
      const ring = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset) - 0.6;
      const { left, right, top, bottom } = one.getBoundingClientRect();
      for (let outer = one.parentElement; outer !== null; outer = outer.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(outer);
        if (/auto|scroll/.test(overflowX + overflowY)) break;
        if (!/hidden|clip/.test(overflowX + overflowY)) continue;
        const edge = outer.getBoundingClientRect();
        const isCut =
          left - ring < edge.left ||
          right + ring > edge.right ||
          top - ring < edge.top ||
          bottom + ring > edge.bottom;
        if (isCut) cut.push(`${one.className}: ${one.textContent}`);
      }
    }
    return cut;
  });

test.each([1440, 390])('is seen whole, wherever it is on a page %i px wide', async (width) => {
  const { page } = await desk.sit({ width });
  const { items: groups } = await dataOf(desk.served, 'GET /api/v1/error-groups');
  const { items: deprecated } = await dataOf(desk.served, 'GET /api/v1/deprecations');
  const { items: responses } = await dataOf(desk.served, 'GET /api/v1/responses', { query: 'warning=*' });
  for (const path of [
    '/',
    `/errors/${groups[0]?.id}`,
    '/warnings',
    `/deprecations/${deprecated[0]?.id}`,
    '/conformance',
    `/traffic/${responses[0]?.id}`,
    '/servers',
    '/connect',
  ]) {
    await visit(page, path);
    await page.getByRole('link', { name: /its threshold of/ }).waitFor();
    // The keyboard is in use.
    await page.keyboard.press('Tab');
    expect([path, ...(await ringsCut(page))]).toEqual([path]);
  }
});
