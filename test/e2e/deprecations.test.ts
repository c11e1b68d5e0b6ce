import { describe, expect, test } from 'vitest';
import { DAY } from '../../shared/time/units.ts';
import { dataOf, deliver } from '../helpers/ask.ts';
import { hasFocus, resize, saved, visit } from '../helpers/browser.ts';
import { ago, reviewCaptures, success, WARNINGS } from '../helpers/captures.ts';
import { openDesk } from '../helpers/desk.ts';

const desk = openDesk((served) => deliver(served, reviewCaptures()));

describe('may this deprecated thing be removed', () => {
  test('each caller is named, with a verdict and its evidence', async () => {
    const { page } = desk.seat;
    await visit(page, '/deprecations');
    await page.getByRole('link', { name: 'list_parcels' }).click();
    const callers = page.getByRole('table', { name: 'Callers' }).locator('tbody tr');
    await expect.poll(() => callers.count()).toBe(2);
    await expect
      .poll(async () => (await callers.allInnerTexts()).join())
      .toMatch(/cli[\s\S]*editor|editor[\s\S]*cli/);
    await expect.poll(() => page.getByText('In use').count()).toBeGreaterThan(0);
    await page.getByText('No unidentified clients.').waitFor();
    await callers
      .filter({ hasText: 'editor' })
      .getByRole('link', { name: 'the newest response that uses it' })
      .click();
    await expect.poll(() => page.locator('.response').innerText()).toMatch(/list_parcels[\s\S]*editor/);
    await page.goBack();
    await expect.poll(() => callers.count()).toBe(2);
    await page.getByRole('link', { name: /^\d+ uses?$/ }).click();
    const found = page.locator('[data-response]');
    await expect.poll(() => found.count()).toBe(2);
    expect(await page.getByRole('combobox').inputValue()).toMatch(/^server:\S+ deprecated:list_parcels$/);
    await page.getByRole('combobox').fill('deprecated:list');
    await page.keyboard.press('Enter');
    await page.getByText('No uses of “list”').waitFor();
    await page.goBack();
    await expect.poll(() => found.count()).toBe(2);
    await page.goBack();
    await expect.poll(() => callers.count()).toBe(2);
    await page.keyboard.press('Escape');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/deprecations');
  });

  test('how urgent it is follows from its removal date, also where its warnings declare no severity', async () => {
    const own = await desk.emptied();
    const { severity: _, ...deprecation } = WARNINGS.deprecation;
    const removed = (deprecated_item: string, removal_date?: string) => ({
      ...deprecation,
      details: { ...deprecation.details, deprecated_item, removal_date },
    });
    const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
    await deliver(own, [
      success({ warnings: [removed('soon', inDays(30)), removed('late', inDays(32)), removed('some_day')] }),
    ]);
    const { page } = await desk.sit({}, own.url);
    await visit(page, '/deprecations');
    const severity = page.locator('dt', { hasText: 'Severity' }).locator('+ dd');
    for (const [item, word] of [
      ['soon', 'high'],
      ['late', 'medium'],
      ['some_day', 'low'],
    ] as const) {
      await page.getByRole('link', { name: item }).click();
      await page.getByRole('region', { name: 'Deprecated item' }).getByText(item).first().waitFor();
      await expect.poll(() => severity.innerText()).toBe(word);
    }
    const share = page.locator('dt', { hasText: 'Share' }).locator('+ dd');
    expect(await share.innerText()).toMatch(/of 1 response$/);
  });

  test('the burn-down can be read as a table', async () => {
    const { page } = desk.seat;
    await visit(page, '/deprecations');
    await page.getByRole('link', { name: 'list_parcels' }).click();
    await page.getByText(/^uses per 3\sh$/).waitFor();
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    const figures = page.getByRole('region', { name: 'list_parcels by client, table' });
    await expect
      .poll(async () => (await figures.getByRole('columnheader').allInnerTexts()).toSorted())
      .toEqual(['From', 'cli', 'editor']);
    await page.getByRole('button', { name: 'Burn-down as CSV' }).waitFor();
    expect(new URL(page.url()).searchParams.getAll('view')).toEqual(['burn-down.table']);
  });

  test('the burn-down says what is incomplete, also where a forecast goes on', async () => {
    const own = await desk.emptied();
    const { page } = await desk.sit({}, own.url);
    const to = Math.floor(Date.now() / DAY) * DAY - DAY / 6;
    const uses = Array.from({ length: 21 }, (_, day) =>
      Array.from({ length: day + 1 }, () =>
        success({
          observed_at: new Date(to - day * DAY - 60_000).toISOString(),
          warnings: [WARNINGS.deprecation],
        }),
      ),
    );
    await deliver(own, uses.flat());
    const range = `from=${new Date(to - 7 * DAY).toISOString()}&to=${new Date(to).toISOString()}`;
    await visit(page, `/deprecations?${range}&view=burn-down.table`);
    await page.getByRole('link', { name: 'list_parcels' }).click();
    const rows = page.getByRole('region', { name: 'list_parcels by client, table' }).locator('tbody tr');
    await expect.poll(() => rows.filter({ hasText: 'incomplete' }).allInnerTexts()).toHaveLength(1);
    expect(await rows.first().innerText()).not.toContain('incomplete');
  });

  test('is answered by keyboard: move through the rows, open one, go to it, close it', async () => {
    const { page } = desk.seat;
    await visit(page, '/deprecations');
    await expect.poll(() => page.getByRole('link', { name: 'list_parcels' }).count()).toBe(1);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('heading', { name: 'Safe to remove?' }).isVisible()).toBe(true);
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('Deprecated item');
    for (const name of ['Previous item', 'Next item', 'Close']) {
      await page.keyboard.press('Tab');
      await expect.poll(focused).toBe(name);
    }
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/deprecations');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('list_parcels');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Deprecated item' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/deprecations');
  });

  test('leaves what was clicked in sight, above what that opens', async () => {
    const { page } = desk.seat;
    await page.setViewportSize({ width: 1440, height: 420 });
    await visit(page, '/deprecations');
    const item = page.getByRole('link', { name: 'list_parcels' });
    await item.click();
    await page.getByRole('heading', { name: 'Safe to remove?' }).waitFor();
    const bars = await page.getByRole('search').boundingBox();
    await expect
      .poll(async () => (await item.boundingBox())?.y)
      .toBeGreaterThanOrEqual((bars?.y ?? Number.NaN) + (bars?.height ?? Number.NaN));
  });

  test('shows what was clicked also if the list below it fills the window', async () => {
    const own = await desk.emptied();
    const warnings = Array.from({ length: 12 }, (_, n) => ({
      ...WARNINGS.deprecation,
      details: { ...WARNINGS.deprecation.details, deprecated_item: `old_${n + 10}` },
    }));
    await deliver(own, [success({ warnings })]);
    const { page } = await desk.sit({ width: 390 }, own.url);
    await visit(page, '/deprecations');
    await page.getByRole('link', { name: 'old_10' }).click();
    const heading = page.getByRole('heading', { name: 'Safe to remove?' });
    await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(844);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('old_10');
  });

  test('is answered for a week by default, unlike on other pages', async () => {
    const { page } = desk.seat;
    await visit(page, '/deprecations');
    const time = page.getByRole('button', { name: /^Time/ });
    await expect.poll(() => time.innerText()).toMatch(/Last 7\sd/);
    await expect.poll(() => page.getByRole('columnheader', { name: /^Uses, 7\sd/ }).count()).toBe(1);
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Warnings' }).click();
    await expect.poll(() => time.innerText()).toMatch(/Last 24\sh/);
    await page.goBack();
    await time.click();
    await page.getByRole('button', { name: /^Last 24\sh/ }).click();
    await expect.poll(() => time.innerText()).toMatch(/Last 24\sh/);
  });

  test('bars are explained only where they are shown', async () => {
    const { page } = desk.seat;
    await visit(page, '/deprecations');
    for (const width of [1440, 1024, 390]) {
      await resize(page, width);
      await page.getByText('Safe to remove: no uses').waitFor();
      const [explained, shown] = [
        page.getByText('Bars are relative'),
        page.getByRole('columnheader', { name: 'Share of traffic' }),
      ];
      expect([width, await explained.isVisible(), await shown.isVisible()]).toEqual([
        width,
        width === 1440,
        width === 1440,
      ]);
    }
  });

  test('the list says that it is in the order of the verdicts, and its second lines are level', async () => {
    const { page } = desk.seat;
    await visit(page, '/deprecations');
    const items = page.getByRole('table', { name: 'Deprecated items' });
    const head = items.getByRole('columnheader', { name: 'Verdict' });
    await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending');
    const lines = items.locator('tbody tr').first().locator('.sub');
    const bottoms = await lines.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
    expect(bottoms.length).toBeGreaterThan(1);
    expect(Math.max(...bottoms) - Math.min(...bottoms)).toBeLessThan(1);
  });

  test('the list has one title, which says that there is nothing to compare with', async () => {
    const { page } = desk.seat;
    await visit(page, '/deprecations');
    await page.getByRole('link', { name: 'list_parcels' }).first().waitFor();
    await page.getByText(/^\d+ items? on .*; no full previous period$/).waitFor();
    expect(await page.getByRole('heading').allInnerTexts()).toEqual(['Deprecations']);
  });

  test('no uses lead nowhere', async () => {
    const { page } = desk.seat;
    const { items } = await dataOf(desk.served, 'GET /api/v1/deprecations');
    await visit(page, `/deprecations/${items[0]?.id}?client=nobody`);
    const uses = page.locator('dt', { hasText: 'Uses' }).locator('+ dd');
    await expect.poll(() => uses.innerText()).toBe('0');
    expect(await uses.getByRole('link').count()).toBe(0);
  });

  test('the window is changed in place and kept in the URL, and an open item stays open', async () => {
    const { page } = desk.seat;
    await visit(page, '/deprecations');
    await page.getByRole('link', { name: 'list_parcels' }).click();
    const heading = page.getByRole('heading', { name: 'Safe to remove?' });
    await heading.waitFor();
    await page.getByRole('button', { name: 'Change window' }).click();
    await page.getByLabel('Days without use').fill('9');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('window_days')).toBe('9');
    // Of the list and of the item.
    await expect.poll(() => page.getByText('uses in 9 days').count()).toBe(2);
    expect(new URL(page.url()).pathname).toMatch(/^\/deprecations\/./);
    expect(await heading.isVisible()).toBe(true);
  });

  test('a caller without a name has a row of its own', async () => {
    const own = await desk.emptied();
    await deliver(own, success({ warnings: [WARNINGS.deprecation] }));
    const { page } = await desk.sit({}, own.url);
    await visit(page, '/deprecations');
    await page.getByRole('link', { name: 'list_parcels' }).click();
    await page.getByRole('cell', { name: 'unidentified client' }).waitFor();
    expect(await page.getByText('No unidentified clients.').count()).toBe(0);
  });

  test('who to write to is saved as CSV: each caller with what it has to change', async () => {
    const own = await desk.emptied();
    const details = { ...WARNINGS.deprecation.details, removal_date: '2031-01-01' };
    const uses = (client: string, n: number) =>
      Array.from({ length: n }, (_, use) =>
        success({
          client,
          client_version: '1.2',
          session: `${client} ${use}`,
          warnings: [{ ...WARNINGS.deprecation, details }],
        }),
      );
    await deliver(own, [...uses('ide', 1), ...uses('bot, nightly', 2)]);
    const { page } = await desk.sit({}, own.url);
    await visit(page, '/deprecations');
    await page.getByRole('link', { name: 'list_parcels' }).click();
    const { name, text } = await saved(page, page.getByRole('button', { name: 'Callers as CSV' }).click());
    expect(name).toBe('list_parcels callers.csv');
    const lines = text.split('\r\n');
    const use = 'shop,list_parcels,operation,find_parcels,,2031-01-01';
    expect(lines.map((line) => line.replace(/,[^,]*$/, ''))).toEqual([
      'server,deprecated_item,type,replacement,migration_guide,removal_date,client,version,sessions,count,previous_count',
      `${use},"bot, nightly",1.2,2,2,`,
      `${use},ide,1.2,1,1,`,
    ]);
  });

  test('leads from one item to the next in the order of the table', async () => {
    const own = await desk.emptied();
    const warnings = ['old_a', 'old_c', 'old_b'].map((deprecated_item) => ({
      ...WARNINGS.deprecation,
      details: { ...WARNINGS.deprecation.details, deprecated_item },
    }));
    await deliver(own, [success({ warnings })]);
    const { page } = await desk.sit({}, own.url);
    await visit(page, '/deprecations?view=items.-item');
    await page.getByRole('link', { name: 'old_c' }).click();
    const item = page.getByRole('region', { name: 'Deprecated item' });
    const [before, next] = [item.getByLabel('Previous item'), item.getByLabel('Next item')];
    expect(await before.getAttribute('aria-disabled')).toBe('true');
    for (const name of ['old_b', 'old_a']) {
      await next.press('Enter');
      await item.getByRole('heading', { name }).waitFor();
    }
    expect(await next.getAttribute('aria-disabled')).toBe('true');
    expect(await hasFocus(next)).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('old_a');
  });

  test('the list is exported as CSV in its displayed order', async () => {
    const { page } = desk.seat;
    const details = { ...WARNINGS.deprecation.details, deprecated_item: 'add_parcel' };
    await deliver(
      desk.served,
      success({
        observed_at: ago(2 * DAY),
        warnings: [{ ...WARNINGS.deprecation, details }],
      }),
    );
    await visit(page, '/deprecations');
    const items = page.getByRole('table', { name: 'Deprecated items' });
    for (const order of ['ascending', 'descending']) {
      await items.getByRole('button', { name: 'Item' }).click();
      const head = items.getByRole('columnheader', { name: 'Item' });
      await expect.poll(() => head.getAttribute('aria-sort')).toBe(order);
      const shown = await items.locator('tbody a').allInnerTexts();
      const { name, text } = await saved(page, page.getByRole('button', { name: 'CSV' }).click());
      expect(name).toBe('deprecations.csv');
      const [heads = '', ...rows] = text.split('\r\n');
      const at = heads.split(',').indexOf('deprecated_item');
      expect(rows.map((row) => row.split(',')[at])).toEqual(shown);
    }
  });
});
