import { describe, expect, test } from 'vitest';
import { dataOf, deliver } from '../helpers/ask.ts';
import { hasFocus, refuse, resize, visit } from '../helpers/browser.ts';
import { reviewCaptures, success } from '../helpers/captures.ts';
import { openDesk } from '../helpers/desk.ts';

const desk = openDesk((served) => deliver(served, reviewCaptures()));

describe('who answers and who asks', () => {
  test('one server is not the worst', async () => {
    const { page } = desk.seat;
    const panel = page.locator('section.panel').filter({ has: page.getByText('Servers', { exact: true }) });
    await visit(page, '/');
    await panel.getByText(/^\d+ servers, worst first$/).waitFor();
    await visit(page, '/?server=shop');
    await panel.getByText(/^1 server$/).waitFor();
  });

  test('the list says in which order it is, by health until another one is chosen', async () => {
    const { page } = desk.seat;
    await visit(page, '/servers');
    const servers = page.getByRole('table', { name: 'Servers' });
    const sorted = servers.locator('th[aria-sort]');
    await expect.poll(() => sorted.allInnerTexts()).toEqual(['Health ↑']);
    await servers.getByRole('button', { name: 'Dialect', exact: true }).click();
    await expect.poll(() => sorted.allInnerTexts()).toEqual(['Dialect ↑']);
    await servers.getByRole('button', { name: 'Health', exact: true }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('');
  });

  test('an error rate does not repeat the number of responses beside it', async () => {
    const { page } = desk.seat;
    await visit(page, '/servers');
    const shop = page.getByRole('table', { name: 'Servers' }).getByRole('row', { name: /^shop/ });
    expect(await shop.locator('[data-label=Errors]').innerText()).toMatch(/^[\d.]+\s%$/);
  });

  test.each([
    [1440, 600],
    [1920, 500],
    [2560, 660],
  ])('figures are near their names in a window of %d px', async (width, near) => {
    const { page } = desk.seat;
    await page.setViewportSize({ width, height: 900 });
    for (const [path, ...names] of [
      ['/servers', 'Servers', 'Clients'],
      ['/deprecations', 'Deprecated items'],
    ] as const) {
      await visit(page, path);
      for (const name of names) {
        const head = page.getByRole('table', { name, exact: true }).getByRole('columnheader').nth(1);
        expect((await head.boundingBox())?.x, name).toBeLessThan(near);
      }
    }
  });

  test('a row follows its link wherever it is clicked, but not in a menu of its own', async () => {
    const { page } = desk.seat;
    await visit(page, '/servers');
    const row = page.getByRole('table', { name: 'Servers' }).getByRole('row', { name: /^shop/ });
    const health = row.getByText(/^(?:failing|degraded|healthy|silent)$/i);
    await row.getByRole('button', { name: 'Forget shop' }).click();
    await page.getByText('Type its name to confirm').click();
    await page.keyboard.press('Escape');
    expect(new URL(page.url()).pathname).toBe('/servers');
    const tab = page.context().waitForEvent('page');
    await health.click({ modifiers: ['Control'] });
    await (await tab).waitForURL(/\/\?server=shop$/);
    expect(new URL(page.url()).pathname).toBe('/servers');
    await health.click();
    await page.waitForURL(/\/\?server=shop$/);
  });

  test('a dialect is pinned, unpinned by the undo, and pinned again by the undo of that', async () => {
    const { page } = desk.seat;
    await visit(page, '/servers');
    await page.getByRole('button', { name: /Dialect of notes: plain/ }).click();
    await page.getByRole('button', { name: 'Pin result' }).click();
    await expect.poll(() => page.getByRole('button', { name: /Dialect of notes: result/ }).count()).toBe(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => page.getByRole('button', { name: /Dialect of notes: plain/ }).count()).toBe(1);
    const undo = page.locator('.toast', { hasText: 'detects' }).getByRole('button', { name: 'Undo' });
    await undo.click();
    await expect.poll(() => page.getByRole('button', { name: /Dialect of notes: result/ }).count()).toBe(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => page.getByRole('button', { name: /Dialect of notes: plain/ }).count()).toBe(1);
    await expect
      .poll(() => page.getByRole('table', { name: 'Clients' }).getByText('unidentified client').count())
      .toBe(1);
  });
});

test('the versions of a server are in columns, however long they are', async () => {
  const served = await desk.emptied();
  const body = [
    success({ server_version: '1.9', observed_at: Date.now() - 20 * 24 * 3_600_000 }),
    ...Array.from({ length: 12 }, () => success({ server_version: '2.0.0-beta.11' })),
  ];
  await deliver(served, body);
  const { page } = await desk.sit({}, served.url);
  await visit(page, '/servers?from=-30d');
  await page.getByRole('button', { name: /^2\.0\.0-beta\.11/ }).click();
  const edges = (words: RegExp, side: 'left' | 'right') =>
    page
      .locator('.popover')
      .getByText(words)
      .evaluateAll(
        (all, edge) => new Set(all.map((one) => one.getBoundingClientRect()[edge])).size * all.length,
        side,
      );
  // Two of each, at one place.
  await expect.poll(() => edges(/^first seen/, 'left')).toBe(2);
  expect(await edges(/^of (?:12|1) failed$/, 'right')).toBe(2);
});

test('a server is forgotten for good once its name is typed, in a menu that fits even in the last row', async () => {
  const served = await desk.emptied();
  const { page, complaints } = await desk.sit({ height: 420 }, served.url);
  const kept = Array.from({ length: 12 }, (_, n) => success({ server: `kept-${n}` }));
  await deliver(served, [...kept, success({ server: 'old' }), success({ server: 'two\nlines' })]);
  await visit(page, '/servers');
  const table = page.getByRole('table', { name: 'Servers' });
  const menu = page.getByRole('button', { name: 'Forget old' });
  await menu.evaluate((button) => button.scrollIntoView({ block: 'end' }));
  await menu.click();
  const name = page.getByRole('textbox', { name: 'Type its name to confirm' });
  await expect.poll(() => hasFocus(name)).toBe(true);
  const box = await page.locator('.popover:popover-open').boundingBox();
  expect((box?.y ?? -1) >= 0 && (box?.y ?? 0) + (box?.height ?? 0) <= 420).toBe(true);
  const forget = page.getByRole('button', { name: 'Forget server' });
  await name.fill('ol');
  expect(await forget.isDisabled()).toBe(true);
  await page.keyboard.press('Enter');
  await name.fill('old');
  await page.keyboard.press('Enter');
  await page.getByText('Forgot old and its 1 response.').waitFor();
  await expect.poll(() => table.getByRole('row').count()).toBe(14);
  await page.getByRole('button', { name: 'Forget two lines' }).click();
  await name.fill('two lines');
  await page.keyboard.press('Enter');
  await page.getByText(/^Forgot two\s+lines and its 1 response\.$/).waitFor();
  await expect.poll(() => table.getByRole('row').count()).toBe(13);
  // On a card, it is at the end of the line of the name.
  await resize(page, 390);
  const card = table.getByRole('row').last();
  const title = await card.getByRole('link').boundingBox();
  const corner = await card.getByRole('button', { name: /^Forget kept/ }).boundingBox();
  expect(corner?.y).toBeLessThan((title?.y ?? Number.NaN) + (title?.height ?? Number.NaN));
  const { items } = await dataOf(served, 'GET /api/v1/servers');
  expect(items.map((item) => item.name).toSorted()).toEqual(kept.map(({ server }) => server).toSorted());
  expect(complaints).toEqual([]);
});

test('a server that cannot be pinned or forgotten as a whole stays, with the reason, after its progress', async () => {
  const { page } = desk.seat;
  await visit(page, '/servers');
  await page.route('**/api/v1/servers/notes*', async (route) => {
    const request = route.request();
    const isRest = request.url().endsWith('?rest=true');
    if (request.method() === 'DELETE' && !isRest)
      return route.fulfill({ json: { success: true, data: { responses: 40, more: true } } });
    if (isRest) await page.getByRole('button', { name: 'Forgetting… 40 responses deleted' }).waitFor();
    return refuse(route, 507, `No room for ${request.method()}.`);
  });
  await page.getByRole('button', { name: /^Dialect of notes: plain/ }).click();
  await page.getByRole('button', { name: 'Pin result' }).click();
  await page.getByText('No room for PATCH.').waitFor();
  await page.getByRole('button', { name: 'Forget notes' }).click();
  await page.getByRole('textbox', { name: 'Type its name to confirm' }).fill('notes');
  await page.keyboard.press('Enter');
  await page.getByText('No room for DELETE.').waitFor();
  await page.getByRole('button', { name: /^Dialect of notes: plain/ }).waitFor();
});

test('a menu stays open, with what was typed, when its row moves', async () => {
  const served = await desk.emptied();
  const { page } = await desk.sit({}, served.url);
  const report = (...servers: string[]) =>
    deliver(
      served,
      servers.map((server) => success({ server })),
    );
  await report('first', 'first', 'second');
  await visit(page, '/servers');
  const table = page.getByRole('table', { name: 'Servers' });
  const top = () => table.getByRole('row').nth(1).textContent();
  await expect.poll(top).toContain('first');
  await page.getByRole('button', { name: 'Forget first' }).click();
  const name = page.getByRole('textbox', { name: 'Type its name to confirm' });
  await name.fill('fir');
  await report('second', 'second', 'second');
  await expect.poll(top).toContain('second');
  expect(await name.inputValue()).toBe('fir');
  expect(await hasFocus(name)).toBe(true);
});
