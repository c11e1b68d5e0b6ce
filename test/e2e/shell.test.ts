import { cpSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { DAY, MINUTE } from '../../shared/time/units.ts';
import { dataOf, deliver } from '../helpers/ask.ts';
import { barriers, flaws, holdRequests, live, refuse, settled, visit } from '../helpers/browser.ts';
import { ago, carried, failure, mixedCaptures, success, WARNINGS } from '../helpers/captures.ts';
import { openDesk } from '../helpers/desk.ts';
import { newDatabase, newFolder } from '../helpers/folder.ts';

const ASSETS = fileURLToPath(new URL('../../dist/web/assets', import.meta.url));
const PAGES = readdirSync(ASSETS).filter((file) => /^page-.*\.js$/.test(file)).length;
if (PAGES === 0) throw new Error('the build has no page of its own to load');

const desk = openDesk((served) =>
  deliver(served, [
    ...mixedCaptures(),
    failure(
      { code: 'INTERNAL_ERROR', message: 'No disk' },
      { server: 'payments-api', operation: 'create_refund', client: 'till' },
    ),
  ]),
);

/** Returns the page scripts that the browser has loaded. */
const pagesLoaded = (page: Page) =>
  page.evaluate(
    () =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => /\/assets\/page-/.test(entry.name) && Reflect.get(entry, 'responseStatus') === 200)
        .length,
  );

test('a page that crashes over the answer of another version says to reload it', async () => {
  const { page, complaints } = desk.seat;
  await page.route(/\/api\/v1\/warnings/, (route) => route.fulfill({ json: { success: true, data: {} } }));
  await page.goto('/warnings');
  await page
    .getByRole('alert')
    .getByText('If Mailroom was updated since this page was loaded, reload it')
    .waitFor();
  await page.unroute(/\/api\/v1\/warnings/);
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('heading', { name: 'Warnings', level: 1 }).waitFor();
  expect(complaints.splice(0)).toContainEqual(expect.stringContaining('TypeError'));
});

test('the filter is kept by every way out of a page: Connect, what is slow, the server of a response', async () => {
  const { page } = desk.seat;
  await visit(page, '/errors?from=-7d&server=shop');
  await page.getByRole('link', { name: 'Connect', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Connect' }).waitFor();
  await page.getByRole('link', { name: /^Errors/ }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/errors');
  expect(new URL(page.url()).search).toBe('?from=-7d&server=shop');
  await page.getByRole('link', { name: /its threshold of/ }).click();
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/traffic\//);
  expect(new URL(page.url()).search).toBe('?from=-7d&server=shop');
  await visit(page, `${new URL(page.url()).pathname}?from=-7d&client=cli`);
  await page.getByRole('link', { name: /^Pin a dialect for/ }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('?from=-7d&client=cli&server=shop');
});

test('hyphens have the font’s own width, and figures in columns have equal widths', async () => {
  const { page } = desk.seat;
  await visit(page, '/servers');
  const name = page.getByRole('cell', { name: 'payments-api' }).locator('a,span,b').first();
  const widths = await name.evaluate((element) => {
    const width = (text: string, numeric: string) => {
      const probe = document.createElement('span');
      probe.textContent = text;
      if (numeric !== '') probe.style.fontVariantNumeric = numeric;
      element.append(probe);
      const { width: wide } = probe.getBoundingClientRect();
      probe.remove();
      return wide;
    };
    return { shown: width('----', ''), own: width('----', 'normal'), wide: width('----', 'tabular-nums') };
  });
  expect(widths.own).toBeLessThan(widths.wide);
  expect(widths.shown).toBe(widths.own);
  const figures = page.locator('td.num').first();
  expect(await figures.evaluate((cell) => getComputedStyle(cell).fontVariantNumeric)).toBe('tabular-nums');
});

test.each([
  ['/errors', 'li.group a', 'li.group[aria-current]'],
  ['/traffic', 'a.log-row', 'a.log-row[aria-current]'],
  ['/deprecations', 'tbody tr a', 'tr[data-selected] > td'],
])('a row of %s that is open looks so under the pointer too', async (path, link, open) => {
  const { page } = desk.seat;
  await visit(page, path);
  await page.locator(link).first().click();
  const row = page.locator(open).first();
  await row.waitFor();
  const ground = () => row.evaluate((element) => getComputedStyle(element).backgroundColor);
  await page.mouse.move(0, 0);
  const away = await ground();
  await row.hover();
  expect(await ground()).toBe(away);
});

describe('while the server is away', () => {
  test('a page that was never loaded says that it is waiting, and appears once the server is back', async () => {
    const db = newDatabase();
    const first = await desk.serve({ db });
    await deliver(first, mixedCaptures());
    const { page } = await desk.sit({}, first.url);
    await page.route('**/assets/page-*', (route) => route.abort());
    await visit(page, '/');
    await first.stop();
    await page.getByRole('alert').waitFor();
    const link = page.getByRole('link', { name: 'Conformance', exact: true });
    await link.click();
    await page.getByRole('heading', { level: 1, name: 'Conformance' }).waitFor();
    expect(await page.locator('main').innerText()).toContain('This page loads when Mailroom is back');
    expect(await link.getAttribute('aria-current')).toBe('page');
    await page.unrouteAll();
    await desk.serve({ db, flags: ['--port', new URL(first.url).port] });
    await page.getByRole('table', { name: 'Violations by rule and server' }).waitFor();
  });

  test('every page can be opened, and the Playground works', async () => {
    const own = await desk.serve();
    const { page } = await desk.sit({}, own.url);
    await visit(page, '/');
    await expect.poll(() => pagesLoaded(page), { timeout: 60_000 }).toBe(PAGES);
    await own.stop();
    await page.getByRole('link', { name: 'Playground', exact: true }).click();
    await page.getByRole('textbox', { name: 'JSON to check' }).fill('{"error":true,"type":"NoSuchIndex"}');
    await page.getByText('error-flag', { exact: true }).waitFor();
  });
});

test('after an update of the server, an open page offers to reload', async () => {
  const folder = newFolder();
  const program = join(folder, 'dist', 'server', 'main.js');
  cpSync(resolve('dist'), join(folder, 'dist'), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'mcp-mailroom', version: '9.8.7' }));
  const db = join(folder, 'mailroom.db');
  const before = await desk.serve({ db });
  const { page } = await desk.sit({}, before.url);
  await visit(page, '/conformance');
  await live(page);
  await before.stop();
  await desk.serve({ db, program, flags: ['--port', new URL(before.url).port] });
  const banner = page.getByRole('complementary', { name: 'Update' });
  await expect.poll(() => banner.innerText()).toContain('Mailroom is now 9.8.7');
  expect(await barriers(page)).toEqual([]);
  await banner.getByRole('button', { name: 'Reload' }).click();
  await banner.waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1, name: 'Conformance' }).waitFor();
});

describe('the filter bar', () => {
  const bar = () => desk.seat.page.getByRole('search', { name: 'Filter' });

  test('offers the clients and operations of the chosen server, and all other servers', async () => {
    const { page } = desk.seat;
    await visit(page, '/?server=payments-api');
    await bar().getByRole('button', { name: 'Client all 1' }).click();
    await page.getByRole('checkbox', { name: /^till/ }).waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(1);
    await page.keyboard.press('Escape');
    await bar().getByRole('button', { name: 'Server payments-api' }).click();
    await page.getByRole('checkbox', { name: /^shop/ }).check();
    await expect
      .poll(() => new URL(page.url()).searchParams.getAll('server'))
      .toEqual(['payments-api', 'shop']);
  });

  test('leads the focus into a menu, and past its ends back to its button or on to the next', async () => {
    const { page } = desk.seat;
    await visit(page, '/');
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    const time = page.getByRole('button', { name: /^Time/ });
    const isClosed = () => expect.poll(() => time.getAttribute('aria-expanded')).toBe('false');
    await time.focus();
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('Last 15\u202fmin');
    await page.keyboard.press('Shift+Tab');
    await isClosed();
    expect(await focused()).toMatch(/^Time/);
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('Last 15\u202fmin');
    await page.getByRole('button', { name: 'Copy link to this view' }).focus();
    await page.keyboard.press('Tab');
    await isClosed();
    expect(await focused()).toMatch(/^Server/);
  });

  test('accepts a name that it does not list', async () => {
    const own = await desk.emptied();
    const names = Array.from({ length: 1005 }, (_, index) => `op_${index}`);
    await deliver(own, [
      // The busiest, so that it is listed before op_13.
      success({ operation: 'op_130' }),
      ...names.flatMap((operation, index) => [
        success({ operation }),
        ...(index < 1004 ? [success({ operation })] : []),
      ]),
    ]);
    const { page } = await desk.sit({}, own.url);
    await visit(page, '/');
    await page.getByRole('button', { name: 'Operation all 1,005' }).click();
    const find = page.getByRole('textbox', { name: 'Find an operation' });
    await find.fill('op_1004');
    await page.getByText('Press Enter to add “op_1004”.').waitFor();
    await find.press('Enter');
    await expect.poll(() => new URL(page.url()).searchParams.get('operation')).toBe('op_1004');
    // Text that equals a listed name selects that one.
    await find.fill('op_12');
    await find.press('Enter');
    const chosen = () => new URL(page.url()).searchParams.getAll('operation');
    await expect.poll(() => chosen().toSorted()).toEqual(['op_1004', 'op_12']);
    // One that was added is listed, and nothing is what an empty field means.
    await find.fill('op_1004');
    await expect.poll(() => page.getByText(/^Press Enter/).count()).toBe(0);
    await find.press('Enter');
    await expect.poll(chosen).toEqual(['op_12']);
    await find.press('Enter');
    await find.fill('op_13');
    await find.press('Enter');
    await expect.poll(() => chosen().toSorted()).toEqual(['op_12', 'op_13']);
  });
});

test.each([
  ['/errors/nothing', 'All errors', '/errors'],
  ['/rules/XYZ-99', 'All rules', '/conformance'],
  ['/traffic/nothing', 'All responses', '/traffic'],
  ['/deprecations/nothing', 'All deprecations', '/deprecations'],
])('%s, which does not exist, links to the rest instead of trying again', async (path, name, to) => {
  const { page } = desk.seat;
  await page.goto(path);
  const note = page.getByRole('alert').filter({ hasText: 'Not found' }).first();
  expect(await note.innerText()).toMatch(/There is no [\w ]+ with this id, or not any more\./);
  expect(await note.getByRole('button', { name: 'Retry' }).count()).toBe(0);
  await note.getByRole('link', { name }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(to);
});

test('an error of our own is shown in words, followed by its code', async () => {
  const { page } = desk.seat;
  await page.route('**/api/v1/error-groups*', (route) => refuse(route, 500, 'The disk is full.'));
  await visit(page, '/errors');
  const words = await page.locator('main').getByRole('alert').innerText();
  expect(words).toMatch(/^Mailroom couldn’t load this\s+The disk is full\.\s+Retry\s+INTERNAL_ERROR$/);
});

test('what fails at every question is said once, until it answers again', async () => {
  const own = await desk.emptied();
  await deliver(own, success());
  const { page } = await desk.sit({}, own.url);
  await page.route('**/api/v1/**', (route) => refuse(route, 503, 'the disk is full'));
  await page.goto('/');
  const alerts = page.getByRole('alert');
  await expect
    .poll(() => alerts.allInnerTexts())
    .toEqual([expect.stringMatching(/^Mailroom can’t answer \(the disk is full\)\. .* Retry$/)]);
  const waiting = page.locator('main').getByText('Loads when Mailroom is back');
  await expect.poll(() => waiting.count()).toBe(7);
  expect(await flaws(page)).toEqual([]);
  // Not for a moment does a part say on its own that it failed.
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.querySelector('main [role="alert"]') !== null) document.title = 'each on its own';
    }).observe(document.body, { subtree: true, childList: true });
  });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await expect.poll(() => waiting.count()).toBe(0);
  await settled(page);
  expect(await alerts.count()).toBe(0);
  expect(await page.title()).toBe('Overview · Mailroom');

  // What is shown already stays.
  await live(page);
  await page.route('**/api/v1/**', (route) => refuse(route, 500, 'the disk is full'));
  await deliver(own, success());
  await alerts.waitFor();
  expect(await page.locator('a.figure', { hasText: 'Responses' }).innerText()).toMatch(/\s1\s/);
  expect(await page.getByRole('button', { name: /^as of/ }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Retry' }).count()).toBe(1);
});

test('what could not be refreshed stays, says as of when it is, and is asked for again by that', async () => {
  const own = await desk.emptied();
  const fail = () =>
    deliver(own, failure({ code: 'INTERNAL_ERROR', message: 'No disk' }, { client: 'till' }));
  await fail();
  const { page } = await desk.sit({}, own.url);
  await visit(page, '/errors');
  const group = page.locator('li.group');
  await group.getByRole('link').click();
  await page.getByRole('heading', { name: 'Samples' }).waitFor();
  await live(page);
  await page.route(/\/api\/v1\/error/, (route) => refuse(route, 429, 'The disk is full.'));
  await fail();
  // Of the categories, the list and the open group.
  const marks = page.getByRole('button', { name: /^as of \d\d:\d\d:\d\d, retry$/ });
  await expect.poll(() => marks.count()).toBe(3);
  expect(await marks.first().getAttribute('title')).toBe('The disk is full.');
  expect(await group.ariaSnapshot()).toMatch(/Count 1 /);
  expect(await barriers(page)).toEqual([]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const left of [2, 1, 0]) {
    await marks.first().click();
    await expect.poll(() => marks.count()).toBe(left);
  }
  expect(await group.ariaSnapshot()).toMatch(/Count 2 /);
});

test.each([
  [400, 1],
  [429, 1],
  [500, 2],
  [503, 2],
])('a question that is answered with %i is asked %i× before the page says so', async (status, times) => {
  const { page } = desk.seat;
  let asked = 0;
  await page.route('**/api/v1/clients*', (route) => {
    asked++;
    return refuse(route, status, 'It is broken.');
  });
  await visit(page, '/servers');
  await page.locator('main').getByText('It is broken.').waitFor();
  expect(asked).toBe(times);
});

test('what still answers an earlier filter is dimmed until the page has its answers', async () => {
  const { page } = await desk.sit();
  await visit(page, '/errors');
  const opacity = () => page.locator('main').evaluate((main) => getComputedStyle(main).opacity);
  expect(await opacity()).toBe('1');
  const { release } = await holdRequests(page, '**/api/v1/error-groups?*');
  await page
    .getByRole('link', { name: /Internal/ })
    .first()
    .click();
  await expect.poll(opacity).toBe('0.5');
  expect(await page.getByRole('progressbar', { name: 'Loading' }).count()).toBe(1);
  await release();
  await expect.poll(opacity).toBe('1');
});

test("the window's title names the item that is shown", async () => {
  const { page } = desk.seat;
  const { served } = desk;
  const groups = await dataOf(served, 'GET /api/v1/error-groups');
  const group = groups.items.find(({ server }) => server === 'payments-api')?.id ?? '';
  const item = (await dataOf(served, 'GET /api/v1/deprecations')).items[0]?.id ?? '';
  for (const [path, title] of [
    [`/errors/${group}`, 'INTERNAL_ERROR on payments-api · Errors · Mailroom'],
    ['/errors', 'Errors · Mailroom'],
    ['/rules/ENV-03', 'ENV-03 · Rules · Mailroom'],
    [`/deprecations/${item}`, `${WARNINGS.deprecation.details.deprecated_item} · Deprecations · Mailroom`],
    ['/nowhere', 'Page not found · Mailroom'],
  ] as const) {
    await page.goto(path);
    await expect.poll(() => page.title()).toBe(title);
  }
});

test.each(['/errors', '/traffic'])('j and k move the focus through %s', async (path) => {
  const { page } = desk.seat;
  await visit(page, path);
  const focused = () =>
    page.evaluate(() => {
      const rows = [...document.querySelectorAll('[data-group], [data-response]')];
      return rows.findIndex((row) => row.contains(document.activeElement));
    });
  for (const [key, at] of [
    ['j', 0],
    ['j', 1],
    ['k', 0],
    ['k', 0],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(focused).toBe(at);
  }
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('A');
});

test.each([
  ['/errors', 'Error group'],
  ['/traffic', 'Response'],
])('what is closed by its button in %s returns the focus to its row', async (path, name) => {
  const { page } = desk.seat;
  await visit(page, path);
  const focusedRow = page.locator('.cursor:focus-within');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const close = page.getByLabel(name, { exact: true }).getByRole('link', { name: 'Close' });
  await close.focus();
  expect(await focusedRow.count()).toBe(0);
  await page.keyboard.press('Enter');
  await close.waitFor({ state: 'detached' });
  await expect.poll(() => focusedRow.count()).toBe(1);
});

test("a caller's version stays in sight beside a name that is too long", async () => {
  const served = await desk.emptied();
  const response = carried({ success: true, data: null, warnings: [WARNINGS.deprecation] });
  const body = success({ client: 'n'.repeat(90), client_version: '2.1.0', response });
  await deliver(served, body);
  const { page } = await desk.sit({}, served.url);
  await visit(page, '/deprecations');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const version = page.getByRole('table', { name: 'Callers' }).getByText('2.1.0', { exact: true });
  await version.waitFor();
  expect(
    await version.evaluate((text) => {
      const end = text.closest('td')?.getBoundingClientRect().right ?? 0;
      return text.getBoundingClientRect().right <= end;
    }),
  ).toBe(true);
});

test('the titles of all pages are at one height, whatever stands beside them', async () => {
  const { page } = desk.seat;
  const heights = new Set<number | undefined>();
  for (const path of ['/servers', '/warnings', '/deprecations', '/conformance']) {
    await visit(page, path);
    heights.add((await page.getByRole('heading', { level: 1 }).boundingBox())?.y);
  }
  expect([...heights]).toEqual([expect.any(Number)]);
});

test('the page of servers has the same heading before there are any', async () => {
  const { page } = await desk.sit({}, (await desk.emptied()).url);
  await visit(page, '/servers');
  const heading = page.getByRole('heading', { level: 1 });
  await page.getByText('No responses yet').waitFor();
  expect(await heading.allInnerTexts()).toEqual(['Servers and clients']);
});

test('an empty page whose filter is cleared has the focus, before what it then shows', async () => {
  const { page } = desk.seat;
  for (const [path, button] of [
    ['/errors?server=nobody', 'Clear filters'],
    ['/errors?code=GONE', 'Clear filters'],
    ['/traffic?q=no+such+words', 'Clear filters'],
    ['/traffic?from=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z', 'Show 30 days'],
  ] as const) {
    await visit(page, path);
    const clear = page.getByRole('button', { name: button }).first();
    await clear.waitFor();
    // None offers a longer range than that of all that is stored.
    expect(await page.getByRole('button', { name: 'Show 30 days' }).count(), path).toBe(
      Number(button === 'Show 30 days'),
    );
    await clear.press('Enter');
    await page.locator('[data-group], [data-response]').first().waitFor();
    expect(await clear.count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.id), path).toBe('main');
  }
});

test('a page that a code or words leave empty offers to clear them, and a threshold is good news', async () => {
  const { page } = desk.seat;
  for (const [path, what, offers] of [
    ['/warnings?warning=GONE', 'No warnings', 1],
    ['/warnings?server=payments-api&severity_max=0', 'No warnings', 0],
    ['/warnings?server=nobody', 'No responses', 1],
    ['/conformance?rule=PAG-05', 'No violations', 1],
    ['/conformance?server=payments-api&level=must', 'No violations', 0],
  ] as const) {
    await visit(page, path);
    await page.getByText(what, { exact: true }).first().waitFor();
    await expect
      .poll(() => page.getByRole('button', { name: 'Clear filters' }).count(), { message: path })
      .toBe(offers);
  }
});

test('an empty page offers no longer range than that of all that is stored', async () => {
  const { page } = desk.seat;
  await visit(page, '/traffic?q=no+such+words');
  await page.getByRole('button', { name: 'Clear filters' }).waitFor();
  expect(await page.getByRole('button', { name: 'Show 30 days' }).count()).toBe(0);
});

test('where all that is stored is older than a month, a page says how old it is and shows all of it', async () => {
  const served = await desk.emptied();
  const body = [ago(70 * DAY), ago(61 * DAY)].map((observed_at) => success({ server: 'shop', observed_at }));
  await deliver(served, body);
  const { page } = await desk.sit({}, served.url);
  await visit(page, '/servers');
  const silent = page.getByRole('table', { name: 'Servers' }).getByRole('row', { name: /shop/ });
  expect(await silent.innerText()).not.toContain('not reported');
  await visit(page, '/');
  const answer = page.locator('.answer');
  await expect
    .poll(() => answer.innerText())
    .toMatch(/^No responses in this range\. .+ from 61\sd ago \(.+\)\.\s+Show all$/);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.poll(() => answer.innerText()).toMatch(/0 failures in 2 responses, 0\s%/);
  await visit(page, `/traffic?from=${ago(65 * DAY)}`);
  await page.locator('[data-response]').first().waitFor();
  await visit(page, `/traffic?from=${ago(71 * DAY)}&q=no+such+words`);
  await page.getByRole('button', { name: 'Clear filters' }).waitFor();
  expect(await page.getByRole('button', { name: 'Show all' }).count()).toBe(0);
});

test('words in the filter are shown on every page, where they can be cleared', async () => {
  const { page } = desk.seat;
  await visit(page, '/warnings?q=no+such+words');
  const text = page
    .getByRole('search', { name: 'Filter' })
    .getByRole('button', { name: 'Text no such words' });
  await text.press('Enter');
  await text.waitFor({ state: 'detached' });
  expect(new URL(page.url()).searchParams.has('q')).toBe(false);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/Filter$/);
});

test('the list of shortcuts has the key names of this machine and a button that closes it', async () => {
  const { page } = desk.seat;
  await visit(page, '/');
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await keys.waitFor();
  const isMac = await page.evaluate(() => navigator.platform.startsWith('Mac'));
  expect(await keys.locator('div', { hasText: 'Command palette' }).last().innerText()).toMatch(
    isMac ? /^⌘\s*k\s+Command palette$/ : /^Ctrl\s*k\s+Command palette$/,
  );
  const label = await keys.locator('label').boundingBox();
  expect(label?.height).toBeGreaterThanOrEqual(24);
  await keys.getByRole('button', { name: 'Close' }).click();
  await keys.waitFor({ state: 'detached' });
});

test('a quota is announced when its state changes, not its figures', async () => {
  const { page } = desk.seat;
  await visit(page, '/');
  const quota = page.getByRole('link', { name: /^Quota/ });
  const said = quota.getByRole('status');
  await expect.poll(async () => (await said.allInnerTexts()).join().trim()).toBe('of calls on shop, Warning');
  expect(await quota.innerText()).toMatch(/85\s%/);
});

test('a quota whose calls fail because it is exhausted is shown as stopped, not as it was warned of last', async () => {
  const served = await desk.emptied();
  const { page } = await desk.sit({}, served.url);
  const details = { metric: 'calls', current: 1000, hard_stop_threshold: 1000 };
  const exhausted = { code: 'RATE_LIMIT_QUOTA_EXHAUSTED', message: 'Quota exhausted', details };
  await deliver(served, success({ warnings: [WARNINGS.quota] }));
  await visit(page, '/');
  const quota = page.getByRole('link', { name: /^Quota/ });
  await expect.poll(() => quota.innerText()).toMatch(/85\s%[\s\S]*of calls on shop, Warning/);
  await deliver(served, failure(exhausted));
  await expect.poll(() => quota.innerText()).toMatch(/100\s%[\s\S]*of calls on shop, Stopped/);
  const headroom = page.locator('section.panel', { hasText: 'Quota headroom' });
  await expect.poll(() => headroom.innerText()).toMatch(/1,000 of 1,000[\s\S]*Stopped/);
});

test('a quota that was reset since its newest reading is not in the header', async () => {
  const served = await desk.emptied();
  const { page } = await desk.sit({}, served.url);
  const details = { ...WARNINGS.quota.details, metric: 'calls_per_minute' };
  const warned = success({ observed_at: ago(5 * MINUTE), warnings: [{ ...WARNINGS.quota, details }] });
  await deliver(served, warned);
  await visit(page, '/');
  await page.getByText(/^reset \d\d:\d\d, no readings since$/).waitFor();
  expect(await page.getByRole('link', { name: /^Quota/ }).count()).toBe(0);
});

test('the footer says how much is stored, and of what limit', async () => {
  const served = await desk.serve({ flags: ['--keep', '30d', '--max-size', '10GB'] });
  const { page } = await desk.sit({}, served.url);
  const observed_at = ago(3 * DAY);
  await deliver(served, [success(), success({ observed_at })]);
  await visit(page, '/');
  const stored = page.getByRole('contentinfo').getByText(/^Stored/);
  await expect
    .poll(() => stored.innerText())
    .toMatch(/^Stored 2 responses, 3\sd of 30\sd, [\d.]+\s[kM]B of 10\sGB$/);
  expect(await stored.getAttribute('title')).toMatch(
    /^Responses are kept for 30\sd and within 10\sGB\. Counts and trends stay\.$/,
  );
  await visit(desk.seat.page, '/');
  expect(await desk.seat.page.getByText(/^Stored/).innerText()).not.toContain(' of ');
});

test('no line of the footer begins with a separator, however narrow the window', async () => {
  const { page } = await desk.sit({ width: 390 });
  await visit(page, '/playground');
  const separator = page.getByRole('contentinfo').getByText('·', { exact: true }).first();
  for (let width = 200; width <= 420; width += 4) {
    await page.setViewportSize({ width, height: 800 });
    expect((await separator.boundingBox())?.x, `${width} px`).toBeGreaterThan(100);
  }
});

/** Whether what has the focus is what is seen in its middle, rather than a bar, a message or nothing. */
const focusIsSeen = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: one } = document;
    if (one === null) return false;
    const { left, top, width, height } = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });

test('what Tab leads to is under neither the bars nor a message', async () => {
  const { page } = await desk.sit({ height: 600 });
  await visit(page, '/conformance');
  // It stays while the pointer is over it.
  await page.locator('.toast').hover();
  await page.locator('#main').focus();
  const stops: string[] = [];
  while (stops.length < 60) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => document.activeElement?.textContent);
    stops.push(`${name} is ${(await focusIsSeen(page)) ? 'seen' : 'hidden'}`);
  }
  expect(stops.filter((stop) => stop.endsWith('is hidden'))).toEqual([]);
  expect(await page.locator('.toast').count()).toBe(1);
});

test('a message takes no space on paper', async () => {
  const { page } = await desk.sit();
  await visit(page, '/conformance');
  await page.locator('.toast').waitFor();
  await page.emulateMedia({ media: 'print' });
  const height = () => page.locator('body').evaluate((body) => body.scrollHeight);
  const before = await height();
  await page.locator('.toasts').evaluate((one) => one.remove());
  expect(await height()).toBe(before);
});

test('at 768 px the heads of a table, which sort its cards, are seen when they have the focus', async () => {
  const { page } = await desk.sit({ width: 768 });
  await visit(page, '/servers');
  const table = page.getByRole('table', { name: 'Servers' });
  const heads = table.locator('thead');
  const head = heads.getByRole('button').nth(1);
  expect((await heads.boundingBox())?.width).toBe(0);
  await head.focus();
  expect(await focusIsSeen(page)).toBe(true);
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).searchParams.has('view')).toBe(true);
});

test('at 768 px the filter bar of a page without a choice of buckets is one line', async () => {
  const { page } = await desk.sit({ width: 768 });
  for (const path of ['/errors', '/traffic', '/servers']) {
    await visit(page, path);
    const bar = page.getByRole('search', { name: 'Filter' });
    await bar.getByRole('button', { name: /^Operation all \d/ }).waitFor();
    const lines = await bar.evaluate(
      ({ children }) => new Set([...children].map((part) => part.getBoundingClientRect().top)).size,
    );
    expect(lines, path).toBe(1);
  }
});

test('on a phone the bar scrolls to the filters that are set, unless it is being used', async () => {
  const { page } = await desk.sit({ width: 390 });
  /** How far the bar was scrolled, and which of its filters that are set are in sight as a whole. */
  const bar = () =>
    page.getByRole('search', { name: 'Filter' }).evaluate((at) => ({
      left: at.scrollLeft,
      seen: [...at.querySelectorAll('.filter:has(.on)')]
        .filter((one) => {
          const { left, right } = one.getBoundingClientRect();
          return left >= 0 && right <= innerWidth;
        })
        .map((one) => one.querySelector('.k')?.textContent),
    }));
  await visit(page, '/traffic?outcome=failure');
  await expect.poll(async () => (await bar()).seen).toEqual(['Outcome']);
  await visit(page, '/traffic?server=shop&outcome=failure&category=internal');
  await expect.poll(async () => (await bar()).seen).toContain('Server');
  await visit(page, '/traffic');
  await page.getByRole('button', { name: 'Filter', exact: true }).scrollIntoViewIfNeeded();
  const { left } = await bar();
  expect(left).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('button', { name: 'Outcome', exact: true }).click();
  await page.getByRole('checkbox', { name: 'failure' }).check();
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await bar()).seen).toEqual(['Outcome']);
});

test('on a phone the current page stays in sight in the navigation when the count of error groups arrives', async () => {
  const { page } = await desk.sit({ width: 390 });
  for (const path of ['/playground', '/servers', '/']) {
    await visit(page, path);
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await pages.locator('.counter').waitFor({ state: 'attached' });
    const sides = () =>
      pages.locator('[aria-current]').evaluate((link) => {
        const { left, right } = link.getBoundingClientRect();
        return left >= 0 && right <= innerWidth;
      });
    await expect.poll(sides).toBe(true);
  }
});

test('on a phone what is ignored of an address is in sight, at the end of the bar', async () => {
  const { page } = await desk.sit({ width: 390 });
  await visit(page, '/traffic?servers=shop');
  const note = page.getByRole('search').getByRole('button', { name: 'Ignored: servers=shop' });
  await note.waitFor();
  await settled(page);
  const { left, right } = await note.evaluate((one) => one.getBoundingClientRect().toJSON());
  expect(left).toBeGreaterThan(0);
  expect(right).toBeLessThan(390);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test.each([
  ['/errors?outcome=nope&server=shop', 'outcome=nope', '?server=shop'],
  ['/traffic?servers=shop&view=log.quarantined', 'servers=shop', '?view=log.quarantined'],
  [
    '/deprecations?code=X&severity_max=0&server=shop&window_days=7&q=gone',
    'code=X, severity_max=0, q=gone',
    '?window_days=7&server=shop',
  ],
  ['/rules/ENV-03?level=must&client=cli', 'level=must', '?client=cli'],
])('says what of %s is ignored, since the figures are not narrowed by it', async (path, ignored, left) => {
  const { page } = desk.seat;
  await visit(page, path);
  const bar = page.getByRole('search');
  const note = bar.getByRole('button', { name: `Ignored: ${ignored}`, exact: true });
  await note.waitFor();
  expect(await bar.getByRole('button', { name: /^(Code|Severity|Text|Level)/ }).count()).toBe(0);
  await note.click();
  await note.waitFor({ state: 'detached' });
  const parameters = (search: string) => [...new URLSearchParams(search)].toSorted();
  expect(parameters(new URL(page.url()).search)).toEqual(parameters(left));
});
