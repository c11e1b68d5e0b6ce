import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '../../shared/time/units.ts';
import { dataOf, deliver, forgetAll } from '../helpers/ask.ts';
import { holdAnswer, live, putForward, visit } from '../helpers/browser.ts';
import { ago, failure, NOT_FOUND, success } from '../helpers/captures.ts';
import { openDesk } from '../helpers/desk.ts';
import { eventually } from '../helpers/eventually.ts';

const desk = openDesk(undefined, async (served) => {
  await forgetAll(served);
  await deliver(served, [
    success(),
    failure(NOT_FOUND),
    success({ server: 'notes', operation: 'read_note' }),
  ]);
});

const groupNow = async () => {
  const { items } = await dataOf(desk.served, 'GET /api/v1/error-groups');
  const [group] = items;
  if (group === undefined) throw new Error('there is no error group');
  return group;
};
/** A change of the group by somebody else, who has no page open. */
const change = async (body: object) =>
  dataOf(desk.served, 'PATCH /api/v1/error-groups/:id', {
    params: { id: (await groupNow()).id },
    body,
  });
const row = (page: Page) => page.locator('li.group', { hasText: 'NOT_FOUND_RESOURCE' });
const panel = (page: Page) => page.getByRole('complementary', { name: 'Error group' });
const rows = (page: Page) => page.locator('[data-response]');

describe('a group that somebody else changes', () => {
  test('is updated once paused updates are resumed, even if nothing arrived', async () => {
    const { page } = desk.seat;
    await visit(page, '/errors');
    await live(page);
    await page.getByRole('button', { name: 'Live' }).click();
    await change({ state: 'acknowledged' });
    await page.getByRole('button', { name: 'Paused' }).click();
    await expect.poll(() => row(page).locator('.group-state').innerText()).toBe('Acknowledged');
  });

  test('is updated even if the page was still loading when it was changed', async () => {
    const { page } = desk.seat;
    let goOn = () => {};
    const changed = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route(/\/api\/v1\/live/, async (route) => {
      await changed;
      await route.continue();
    });
    await visit(page, `/errors?to=${ago(-MINUTE)}`);
    await expect.poll(() => row(page).locator('.group-state').innerText()).toBe('New');
    await change({ state: 'acknowledged' });
    goOn();
    await expect.poll(() => row(page).locator('.group-state').innerText()).toBe('Acknowledged');
  });

  test('is updated at once on every page that shows it', async () => {
    const seats = await Promise.all([desk.sit(), desk.sit(), desk.sit()]);
    const [overview, errors, group] = seats.map(({ page }) => page);
    if (overview === undefined || errors === undefined || group === undefined) throw new Error('no pages');
    const { id } = await groupNow();
    await Promise.all([visit(overview, '/'), visit(errors, '/errors'), visit(group, `/errors/${id}`)]);
    await Promise.all([overview, errors, group].map(live));
    const news = overview.getByRole('table', { name: 'New and regressed error groups' });
    await news.getByText('NOT_FOUND_RESOURCE').waitFor();
    await change({ state: 'acknowledged' });
    await expect.poll(() => row(errors).locator('.group-state').innerText()).toBe('Acknowledged');
    await expect.poll(() => panel(group).innerText()).toContain('Acknowledged by local');
    await overview.getByText('No new or regressed groups').waitFor();
  });

  test('is updated even in a range that has ended, in which nothing arrives', async () => {
    const { page } = desk.seat;
    const began = page.waitForResponse(/\/api\/v1\/live/);
    await visit(page, `/errors?to=${ago(-MINUTE)}`);
    await began;
    await page.getByRole('button', { name: 'Back to now' }).waitFor();
    await change({ state: 'acknowledged' });
    await expect.poll(() => row(page).locator('.group-state').innerText()).toBe('Acknowledged');
  });

  test('keeps their change in spite of an undo, which says what was changed and by whom', async () => {
    const { page } = desk.seat;
    await visit(page, '/errors');
    await row(page).getByRole('link').click();
    await panel(page)
      .getByRole('button', { name: /^Acknowledge/ })
      .click();
    const done = page.locator('.toast', { hasText: / acknowledged\./ });
    await done.waitFor();
    await change({ state: 'resolved', version: '2.0.0' });
    await done.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Couldn’t undo. Changed since: Resolved in 2.0.0 by local.').waitFor();
    expect(await groupNow()).toMatchObject({ state: 'resolved', resolved_in: '2.0.0' });
    await expect.poll(() => row(page).locator('.group-state').innerText()).toBe('Resolved');
  });

  test('is restored by an undo to their change, even if the page did not know about that', async () => {
    const { page } = desk.seat;
    await visit(page, '/errors');
    await row(page).getByRole('link').click();
    const resolve = panel(page).getByRole('button', { name: /^Resolve e/ });
    await resolve.waitFor();
    await live(page);
    await page.getByRole('button', { name: 'Live' }).click();
    await page.getByRole('button', { name: 'Paused' }).waitFor();
    await change({ state: 'muted', until_count: 50 });
    expect(await row(page).locator('.group-state').innerText()).toBe('New');
    await resolve.click();
    const done = page.locator('.toast', { hasText: / resolved\./ });
    await done.waitFor();
    expect((await groupNow()).state).toBe('resolved');
    await done.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor();
    expect(await groupNow()).toMatchObject({ state: 'muted', muted_until_count: 50 });
  });
});

test('a group that is resolved while a list of it loads is shown resolved there, even if updates are paused', async () => {
  const { page } = desk.seat;
  await visit(page, '/errors');
  await page.getByRole('button', { name: 'Live' }).click();
  await row(page).getByRole('checkbox').check();
  const opened = await holdAnswer(page, /\/error-groups\?(?!.*news).*state=open/);
  await page.getByRole('button', { name: /^Open/ }).click();
  await opened.answered;
  const again = page.waitForRequest(/\/error-groups\?.*news=true/);
  await page.getByRole('button', { name: 'Resolve', exact: true }).click();
  await again;
  await opened.release();
  await page.locator('.toast', { hasText: / resolved\./ }).waitFor();
  await page.getByText('No open error groups').waitFor();
});

test('a mute that runs out while its group is shown is over there too, even if the range has ended', async () => {
  const { page } = desk.seat;
  await visit(page, `/errors/${(await groupNow()).id}?to=${ago(-MINUTE)}`);
  await change({ state: 'muted', until: ago(-4000) });
  await expect.poll(() => panel(page).innerText()).toContain('Muted by local');
  await expect.poll(() => panel(page).innerText()).toContain('Reopened automatically');
  await expect.poll(() => row(page).locator('.group-state').innerText()).toBe('New');
});

test('with more open tabs than the browser has connections, each is up to date once it is looked at', async () => {
  const { page } = desk.seat;
  const hide = (one: Page, hidden: boolean) =>
    one.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true });
      Object.defineProperty(document, 'visibilityState', {
        value: value ? 'hidden' : 'visible',
        configurable: true,
      });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }, hidden);
  const tabs = [page];
  for (let tab = 0; tab < 7; tab++) {
    const one = tabs.at(-1) ?? page;
    await one.clock.install();
    await visit(one, '/errors');
    await live(one);
    await hide(one, true);
    await putForward(one, 11_000);
    tabs.push(await page.context().newPage());
  }
  await change({ state: 'acknowledged' });
  await hide(page, false);
  await expect.poll(() => row(page).locator('.group-state').innerText()).toBe('Acknowledged');
  await change({ state: 'resolved' });
  await expect.poll(() => row(page).locator('.group-state').innerText()).toBe('Resolved');
});

test('preferences set in two tabs are kept from both', async () => {
  const { page } = desk.seat;
  const other = await page.context().newPage();
  for (const one of [page, other]) await visit(one, '/');
  await page.getByRole('button', { name: /^Theme: system/ }).click();
  await other.getByRole('button', { name: 'Local' }).click();
  for (const one of [page, other]) {
    await visit(one, '/');
    await one.getByRole('button', { name: /^Theme: light/ }).waitFor();
    expect(await one.getByRole('button', { name: 'Local' }).getAttribute('aria-pressed')).toBe('true');
  }
});

test('a printout names the page, both ends of its range with the time zone, and the filter', async () => {
  const { page } = desk.seat;
  const range = 'from=2026-10-14T08:00:00Z&to=2026-10-15T09:30:00Z';
  await visit(page, `/errors?${range}&server=shop&server=notes&code=NOT_FOUND_*`);
  const line = page.getByText(
    'Errors 14 Oct 2026 08:00 – 15 Oct 2026 09:30 UTC, server shop or notes, code NOT_FOUND_*',
  );
  expect(await line.count()).toBe(0);
  await page.emulateMedia({ media: 'print' });
  await line.waitFor();
  expect((await line.boundingBox())?.y).toBeLessThan(40);
});

describe('a page under which the data changes', () => {
  test('starts over if the server comes back with another file', async () => {
    const before = await desk.serve();
    const body = Array.from({ length: 7 }, (_, n) =>
      success({ server: 'of the old file', operation: `old_${n}` }),
    );
    await deliver(before, body);
    const { page } = await desk.sit({}, before.url);
    await visit(page, '/traffic');
    await expect.poll(() => rows(page).count()).toBe(7);
    await live(page);
    await before.stop();
    const after = await desk.serve({ flags: ['--port', new URL(before.url).port] });
    await deliver(
      after,
      [...body, ...body].map((capture) => ({ ...capture, server: 'of the new file' })),
    );
    await expect.poll(() => rows(page).count()).toBe(14);
    expect(await page.locator('.log').innerText()).not.toContain('of the old file');
    expect(await page.locator('.pill').count()).toBe(0);
    await live(page);
    await deliver(after, success());
    await page.getByRole('button', { name: '1 new' }).waitFor();
  });

  test('drops a forgotten server, and what is open of it', async () => {
    const seats = await Promise.all([desk.sit(), desk.sit()]);
    const [log, group] = seats.map(({ page }) => page);
    if (log === undefined || group === undefined) throw new Error('no pages');
    await visit(log, '/traffic');
    await visit(group, `/errors/${(await groupNow()).id}`);
    await expect.poll(() => rows(log).count()).toBe(3);
    await Promise.all([log, group].map(live));
    await dataOf(desk.served, 'DELETE /api/v1/servers/:name', { params: { name: 'shop' } });
    await expect.poll(() => rows(log).count()).toBe(1);
    await panel(group).getByRole('alert').getByText('Not found', { exact: true }).waitFor();
  });

  test('shows what arrives in a range that ends in the future', async () => {
    const { page } = desk.seat;
    await page.clock.install();
    const began = page.waitForResponse(/\/api\/v1\/live/);
    await visit(page, `/traffic?to=${ago(-HOUR)}`);
    await expect.poll(() => rows(page).count()).toBe(3);
    await began;
    await deliver(desk.served, success({ operation: 'come_since' }));
    await putForward(page, MINUTE);
    await expect.poll(() => rows(page).first().innerText()).toContain('come_since');
  });

  test('moves both ends of a range with a relative end', async () => {
    const own = await desk.emptied();
    // Every four seconds one enters the range and one leaves it, however long the page takes to show them.
    const ends = { new: HOUR, old: 119 * MINUTE };
    await deliver(
      own,
      Object.entries(ends).flatMap(([name, age]) =>
        Array.from({ length: 20 }, (_, n) =>
          success({ operation: `${name}_${n}`, observed_at: ago(age - (n + 1) * 4000) }),
        ),
      ),
    );
    const { page } = await desk.sit({}, own.url);
    await page.clock.install();
    const range = 'from=-119m&to=-60m';
    await visit(page, `/traffic?${range}`);
    await rows(page).first().waitFor();
    const operations = page.locator('.log-rows .log-operation');
    const before = await operations.allInnerTexts();
    await eventually(
      () => dataOf(own, 'GET /api/v1/responses', { query: range }),
      ({ items }) => items[0]?.operation !== before[0] && items.at(-1)?.operation !== before.at(-1),
    );
    expect(await operations.allInnerTexts()).toEqual(before);
    await putForward(page, MINUTE);
    await expect
      .poll(async () => {
        const now = await operations.allInnerTexts();
        return [now[0] !== before[0], now.at(-1) !== before.at(-1)];
      })
      .toEqual([true, true]);
    expect(await page.getByRole('button', { name: 'Follow new responses' }).count()).toBe(0);
  });
});
