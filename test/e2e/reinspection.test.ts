import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { dataOf, deliver } from '../helpers/ask.ts';
import { barriers, hasFocus, holdAnswer, holdRequests, overflow, refuse, visit } from '../helpers/browser.ts';
import { success } from '../helpers/captures.ts';
import { openRoom } from '../helpers/desk.ts';
import { eventually } from '../helpers/eventually.ts';
import { newDatabase } from '../helpers/folder.ts';
import type { Served } from '../helpers/server.ts';

const room = openRoom();

/** A busy machine takes this long to judge 4,000 responses again. */
const LONG = { timeout: 150_000 };

const bare = { server: 'bare', tool: 'mcp_aql_read', response: { success: true } };
const MANY = Array.from({ length: 2000 }, () => bare);

const configBeside = (db: string) => join(dirname(db), 'config.json');

/** Serves a database whose responses were stored under other rules. */
async function changed(...bodies: readonly object[]): Promise<Served> {
  const db = newDatabase();
  const config = configBeside(db);
  const before = await room.serve({ db });
  for (const body of bodies) await deliver(before, body);
  await before.stop();
  writeFileSync(config, JSON.stringify({ rules: { 'ENV-03': 'off' } }));
  return room.serve({ db, flags: ['--config', config] });
}

const bannerOf = (page: Page) => page.getByRole('complementary', { name: 'Reinspection' });

/** The button that starts it, once it is offered. */
async function startOf(banner: Locator): Promise<Locator> {
  const start = banner.getByRole('button', { name: 'Reinspect' });
  await start.waitFor();
  return start;
}

/** Judges everything again, and resolves at the end. */
async function reinspect(served: Served): Promise<void> {
  await dataOf(served, 'POST /api/v1/reinspection', { body: {} });
  await eventually(
    () => dataOf(served, 'GET /api/v1/reinspection'),
    ({ needed }) => !needed,
  );
}

test('says that the stored responses were judged by other rules, and judges them again, also on other open pages', async () => {
  const served = await changed([bare, bare, success()]);
  const { items } = await dataOf(served, 'GET /api/v1/responses', { query: 'rule=ENV-03' });
  const seats = await Promise.all([room.sit({}, served.url), room.sit({}, served.url)]);
  const [one, other] = seats.map(({ page }) => page);
  if (one === undefined || other === undefined) throw new Error('no pages');
  await Promise.all([visit(one, '/conformance'), visit(other, `/traffic/${items[0]?.id}`)]);
  await other.getByText('data is missing from a success.').first().waitFor();
  const banner = bannerOf(one);
  await expect.poll(() => banner.innerText()).toContain('have changed since some responses were checked');
  await banner.getByRole('button', { name: 'Reinspect' }).press('Enter');
  await one.getByText('3 responses reinspected, 2 verdicts changed.').waitFor();
  await banner.waitFor({ state: 'detached' });
  expect(await hasFocus(one.locator('main'))).toBe(true);
  await one.getByText('No servers break a MUST').waitFor();
  await expect.poll(() => other.getByText('data is missing from a success.').count()).toBe(0);
  expect(seats.flatMap(({ complaints }) => complaints)).toEqual([]);
});

test('is noticed by a page that was still loading when it ended', async () => {
  const served = await changed([bare]);
  const { items } = await dataOf(served, 'GET /api/v1/responses');
  const { page } = await room.sit({}, served.url);
  const { release } = await holdRequests(page, '**/assets/foot-*');
  await visit(page, `/traffic/${items[0]?.id}`);
  const finding = page.getByText('data is missing from a success.');
  await finding.first().waitFor();
  await reinspect(served);
  await release();
  await expect.poll(() => finding.count()).toBe(0);
});

test('is noticed by a page that reached no server when it became necessary and when it ended', async () => {
  const served = await room.serve();
  await deliver(served, [bare]);
  const { items } = await dataOf(served, 'GET /api/v1/responses');
  const { page } = await room.sit({}, served.url);
  await visit(page, `/traffic/${items[0]?.id}`);
  const finding = page.getByText('data is missing from a success.');
  await finding.first().waitFor();
  await page.route('**/api/v1/**', (route) => route.abort());
  await dataOf(served, 'PATCH /api/v1/servers/:name', {
    params: { name: 'bare' },
    body: { dialect: 'result' },
  });
  const gone = page.getByText('Mailroom is not responding');
  await gone.waitFor();
  await reinspect(served);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await gone.waitFor({ state: 'detached' });
  await expect.poll(() => finding.count()).toBe(0);
});

test('is noticed by an answer that was on its way when it ended', async () => {
  const served = await changed([bare]);
  const { items } = await dataOf(served, 'GET /api/v1/responses');
  const { page } = await room.sit({}, served.url);
  const detail = await holdAnswer(page, /\/api\/v1\/responses\/\w+$/);
  await page.goto(`/traffic/${items[0]?.id}`);
  const banner = bannerOf(page);
  await Promise.all([detail.answered, banner.waitFor()]);
  await dataOf(served, 'POST /api/v1/reinspection', { body: {} });
  await banner.waitFor({ state: 'detached' });
  await detail.release();
  await page.getByRole('article').getByRole('heading', { name: 'mcp_aql_read' }).waitFor();
  expect(await page.getByText('data is missing from a success.').count()).toBe(0);
});

test('can be put off in this browser, until rules, settings or pins change again', async () => {
  const served = await changed([bare, success()]);
  const { page } = await room.sit({}, served.url);
  await visit(page, '/');
  const banner = bannerOf(page);
  await banner.getByRole('button', { name: 'Not now' }).press('Enter');
  await banner.waitFor({ state: 'detached' });
  expect(await hasFocus(page.locator('main'))).toBe(true);
  const known = page.waitForResponse(/\/reinspection$/);
  await visit(page, '/servers');
  expect(await (await known).json()).toMatchObject({ data: { needed: true } });
  await page.getByRole('button', { name: /Dialect of bare/ }).click();
  await page.getByRole('button', { name: 'Pin result' }).click();
  await banner.waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await banner.waitFor({ state: 'detached' });
});

test('says why it is refused, and shows its progress once it is not', async () => {
  const served = await changed(MANY.slice(0, 1200));
  const { page } = await room.sit({}, served.url);
  await visit(page, '/servers');
  const banner = bannerOf(page);
  const start = await startOf(banner);
  await page.route('**/api/v1/reinspection', (route) =>
    route.request().method() === 'POST' ? refuse(route, 507, 'The disk is full.') : route.continue(),
  );
  await start.click();
  await page.locator('.toast', { hasText: 'The disk is full.' }).waitFor();
  await page.unroute('**/api/v1/reinspection');
  const { held, release } = await holdRequests(page, '**/api/v1/reinspection');
  await start.click();
  await expect
    .poll(() => banner.innerText())
    .toMatch(/^Reinspecting: [\d.]+\s%? of 1,200 responses, [\d,]+ verdicts changed\.$/);
  await held;
  await release();
  await page.getByText('1,200 responses reinspected, 1,200 verdicts changed.').waitFor();
  await banner.waitFor({ state: 'detached' });
});

test('tells its end once, even if that is seen before its start is answered', async () => {
  const served = await changed(MANY);
  const { page } = await room.sit({}, served.url);
  await visit(page, '/servers');
  const banner = bannerOf(page);
  const start = await startOf(banner);
  const answer = await holdAnswer(page, /api\/v1\/reinspection$/, 'pass', 'POST');
  await start.click();
  const told = page.getByText('2,000 responses reinspected, 2,000 verdicts changed.');
  await told.waitFor(LONG);
  await banner.waitFor({ state: 'detached' });
  await answer.release();
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
  expect([await told.count(), await banner.count()]).toEqual([1, 0]);
});

test('shows its progress after it was stopped, and resumes from there', async () => {
  const before = await changed(MANY, MANY);
  await dataOf(before, 'POST /api/v1/reinspection', { body: {} });
  await before.stop();
  const served = await room.serve({ db: before.db, flags: ['--config', configBeside(before.db)] });
  const { page } = await room.sit({}, served.url);
  await visit(page, '/');
  const banner = bannerOf(page);
  await expect
    .poll(() => banner.innerText())
    .toMatch(/^Reinspection stopped at [\d.]+\s%? of 4,000 responses\. Resume · Not now$/);
  await banner.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('4,000 responses reinspected, 4,000 verdicts changed.').waitFor(LONG);
});

test('is offered after a dialect was pinned, but not after that was undone', async () => {
  const { served } = room;
  await deliver(served, [bare]);
  const { page } = await room.sit();
  await visit(page, '/servers');
  const banner = bannerOf(page);
  await page.getByRole('button', { name: /Dialect of bare/ }).click();
  await page.getByRole('button', { name: 'Pin result' }).click();
  await banner.waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await banner.waitFor({ state: 'detached' });
  expect(await page.getByText('reinspected').count()).toBe(0);
});

test.each([
  { width: 1440, dialect: 'result' },
  { width: 390, dialect: 'plain' },
] as const)(
  'axe finds nothing in either theme and nothing overflows: $width px',
  async ({ width, dialect }) => {
    const { served } = room;
    await deliver(served, [bare]);
    await dataOf(served, 'PATCH /api/v1/servers/:name', {
      params: { name: 'bare' },
      body: { dialect },
    });
    const { page } = await room.sit({ width });
    await visit(page, '/traffic');
    await bannerOf(page).waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
  },
);
