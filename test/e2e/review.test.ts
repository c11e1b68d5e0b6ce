import { describe, expect, test } from 'vitest';
import { DAY } from '../../shared/time/units.ts';
import { dataOf, deliver } from '../helpers/ask.ts';
import { barriers, flaws, hasFocus, refuse, resize, saved, visit } from '../helpers/browser.ts';
import { ago, mixedCaptures, success, WARNINGS } from '../helpers/captures.ts';
import { openDesk } from '../helpers/desk.ts';

const desk = openDesk((served) => {
  const highQuota = {
    ...WARNINGS.quota,
    severity: 'high',
    details: { ...WARNINGS.quota.details, current: 950 },
  };
  return deliver(served, [
    ...mixedCaptures(),
    success({ client: 'cli', warnings: [highQuota, WARNINGS.deprecation] }),
  ]);
});

describe('which warnings are there, and how urgent are they', () => {
  test('the threshold selects by severity and is kept in the URL', async () => {
    const { page } = desk.seat;
    await visit(page, '/warnings');
    const codes = page.getByRole('table', { name: 'Warnings by code' }).locator('tbody tr');
    await expect.poll(() => codes.count()).toBe(5);
    const threshold = page.getByRole('group', { name: 'Severity threshold' });
    await threshold.getByRole('button', { name: 'High', exact: true }).click();
    await expect.poll(() => codes.count()).toBe(1);
    expect(new URL(page.url()).searchParams.get('severity_max')).toBe('0');
    await expect.poll(() => codes.first().innerText()).toContain('RATE_LIMIT_QUOTA_WARNING');
    const heads = page.getByRole('table', { name: 'Warnings by code' }).getByRole('columnheader');
    const severities = async () =>
      (await heads.allInnerTexts()).filter((head) => /High|Medium|Low/.test(head)).map((head) => head.trim());
    await expect.poll(severities).toEqual(['High']);
    await threshold.getByRole('button', { name: 'All', exact: true }).click();
    await expect.poll(severities).toEqual(['High', 'Medium', 'Low']);
  });

  test('a code leads to the responses with such a warning, as many as its row says', async () => {
    const { page } = desk.seat;
    await visit(page, '/warnings');
    const row = page.getByRole('row', { name: /PERFORMANCE_SLOW_QUERY_WARNING/ });
    const head = page.getByRole('table', { name: 'Warnings by code' }).getByRole('columnheader');
    const place = (await head.allInnerTexts()).findIndex((text) => text.startsWith('Responses'));
    const n = Number(await row.locator('th, td').nth(place).innerText());
    await row.getByRole('link', { name: 'PERFORMANCE_SLOW_QUERY_WARNING' }).click();
    await page.locator('a.log-row').first().waitFor();
    expect(await page.locator('a.log-row').count()).toBe(n);
    expect(await page.getByRole('combobox', { name: 'Search responses' }).inputValue()).toBe(
      'warning:PERFORMANCE_SLOW_QUERY_WARNING',
    );
  });

  test('undeclared severities are marked, and slow operations and truncations are listed with their figures', async () => {
    const { page } = desk.seat;
    await visit(page, '/warnings');
    await expect.poll(() => page.getByText('1 medium by default').count()).toBe(1);
    const slow = page.getByRole('table', { name: 'Slow operations' }).locator('tbody tr');
    await expect.poll(() => slow.innerText()).toMatch(/get_parcel[\s\S]*3\.0\s×/);
    const cut = page.getByRole('table', { name: 'Truncations' }).locator('tbody tr');
    await expect.poll(() => cut.innerText()).toMatch(/10 of 15[\s\S]*33\.3/);
    expect(await page.getByText('all severities').count()).toBe(0);
  });

  test('the view is kept in the URL: the order of tables, a chart shown as a table, hidden series', async () => {
    const { page } = desk.seat;
    await visit(page, '/warnings');
    const codes = page.getByRole('table', { name: 'Warnings by code' });
    const first = () => codes.locator('tbody tr').first().innerText();
    const view = () => new URL(page.url()).searchParams.getAll('view');
    const trend = page.locator('.panel').filter({ hasText: 'Warnings over time' });
    await expect.poll(first).toContain('RATE_LIMIT_QUOTA_WARNING');
    await codes.getByRole('button', { name: 'Code' }).click();
    await expect.poll(first).toContain('DEPRECATION_WARNING');
    await trend.getByRole('button', { name: 'DEPRECATION_WARNING', pressed: true }).click();
    await trend.getByRole('button', { name: 'DEPRECATION_WARNING', pressed: false }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await trend.getByRole('button', { name: 'Table', exact: true }).click();
    const chosen = ['codes.code', 'trend-hidden.DEPRECATION_WARNING', 'trend.table'];
    await expect.poll(view).toEqual(chosen);

    await page.reload();
    await expect.poll(first).toContain('DEPRECATION_WARNING');
    expect(await codes.getByRole('columnheader', { name: 'Code' }).getAttribute('aria-sort')).toBe(
      'ascending',
    );
    await expect
      .poll(() => trend.getByRole('columnheader').allInnerTexts())
      .toContain('RATE_LIMIT_QUOTA_WARNING');
    expect(await trend.getByRole('columnheader', { name: 'DEPRECATION_WARNING' }).count()).toBe(0);

    await codes.getByRole('button', { name: 'Count' }).click();
    await expect.poll(view).toEqual(chosen.slice(1));
    await page.goBack();
    await expect.poll(first).toContain('DEPRECATION_WARNING');
    await page.getByRole('link', { name: 'Deprecations', exact: true }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/deprecations');
    expect(view()).toEqual([]);
  });

  test('an unknown order, stack or bucket in the URL is ignored', async () => {
    const { page } = desk.seat;
    await visit(page, '/warnings?view=codes.-nothing&view=codes&view=&stack=wood&bucket=7m');
    await page.locator('.chart .recharts-wrapper').waitFor();
    const codes = page.getByRole('table', { name: 'Warnings by code' });
    await expect
      .poll(() => codes.getByRole('columnheader', { name: 'Count' }).getAttribute('aria-sort'))
      .toBe('descending');
  });

  test('the trend has an axis, can be stacked by severity and read as a table', async () => {
    const { page } = desk.seat;
    await visit(page, '/warnings');
    const values = page.locator('.chart .recharts-wrapper text');
    await expect.poll(() => values.allTextContents()).toEqual(['0', '5', '10']);
    await page.getByRole('button', { name: 'Severity', exact: true }).last().click();
    await expect.poll(() => new URL(page.url()).searchParams.get('stack')).toBe('severity');
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    await expect.poll(() => page.getByRole('columnheader', { name: 'medium' }).count()).toBeGreaterThan(0);
  });

  test('stacked by severity, each has its colour, with high at the bottom, and its name on paper, without controls', async () => {
    const { page } = desk.seat;
    await visit(page, '/warnings?stack=severity');
    const legend = page.getByRole('group', { name: 'Series of Warnings by severity' });
    await expect.poll(() => legend.getByRole('button').allInnerTexts()).toEqual(['high', 'medium', 'low']);
    const colors = await legend
      .locator('button .swatch')
      .evaluateAll((swatches) => swatches.map((swatch) => swatch.getAttribute('style')));
    expect(colors).toEqual(['bad', 'warn', 'low'].map((color) => `background: var(--${color});`));
    await page.emulateMedia({ media: 'print' });
    expect(await legend.isVisible()).toBe(true);
    expect(await page.getByRole('group', { name: 'Severity threshold' }).isVisible()).toBe(false);
  });

  test('the chart is whole on a sheet that is narrower than the window', async () => {
    const { page } = desk.seat;
    await visit(page, '/warnings');
    const ticks = page.locator('.chart .ticks');
    await ticks.waitFor();
    const beyond = await ticks.evaluate(async (axis) => {
      dispatchEvent(new Event('beforeprint'));
      await Promise.resolve();
      // As on paper, measured before an observer hears of it.
      document.body.style.width = '900px';
      const end = axis.closest('.chart')?.getBoundingClientRect().right ?? 0;
      return axis.getBoundingClientRect().right - end;
    });
    expect(beyond).toBeLessThanOrEqual(1);
  });

  test('a heading is on the same sheet as what it is of', async () => {
    const { page } = desk.seat;
    await visit(page, '/warnings');
    await page.locator('.chart .ticks').waitFor();
    await page.emulateMedia({ media: 'print' });
    // Columns end as sheets do, on which nothing scrolls. The first chart is not at the top of one.
    await page.addStyleTag({
      content: `
        main { width: 980px; columns: 980px; column-fill: auto }
        main::before { content: ''; display: block; height: 300px }
        .scroll { overflow: visible }`,
    });
    const alone = await page.locator('main').evaluate((main) => {
      const place = (element: Element) => element.getBoundingClientRect();
      return [...main.querySelectorAll('.panel')].flatMap((panel) => {
        const heading = panel.querySelector('header');
        const first = panel.querySelector('.chart .ticks, tbody tr');
        if (heading === null || first === null) return [];
        main.removeAttribute('style');
        const middle = (place(first).top + place(first).bottom) / 2 - place(main).top;
        main.setAttribute('style', `height: ${middle}px`);
        return Math.abs(place(first).left - place(heading).left) < 500 ? [] : [heading.textContent];
      });
    });
    expect(alone).toEqual([]);
  });

  test('a panel that covers all severities and codes says so if the filter selects some', async () => {
    const { page } = desk.seat;
    await visit(page, '/warnings?severity_max=0&code=SHELF_FULL');
    await expect.poll(() => page.getByText(/, all severities and codes$/).count()).toBe(2);
  });

  test('at 390 px the tooltip of a bucket stays within the chart, wherever the bucket is', async () => {
    const { page } = await desk.sit({ width: 390 });
    await deliver(
      desk.served,
      success({
        server: 'late',
        observed_at: ago(2 * DAY),
        warnings: [WARNINGS.slow],
      }),
    );
    await visit(page, '/warnings?from=-7d&server=late');
    const told = page.locator('.told');
    const figure = told.locator('.row', { hasText: 'PERFORMANCE_SLOW_QUERY_WARNING' });
    const chart = await page.locator('.overlay').first().boundingBox();
    const { x: left, y: top, width } = chart ?? { x: 0, y: 0, width: 0 };
    for (let x = 60; x < width - 20; x += 20) {
      await page.mouse.move(left + x, top + 60);
      await figure.waitFor();
      const box = await told.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(left);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(left + width + 0.5);
      expect(await figure.evaluate((row) => row.scrollWidth - row.clientWidth)).toBeLessThanOrEqual(0);
    }
  });

  test('at 390 px the threshold is below what it changes', async () => {
    const { page } = await desk.sit({ width: 390 });
    await visit(page, '/warnings');
    const summary = await page.getByText('1 medium by default').boundingBox();
    const threshold = await page.getByRole('group', { name: 'Severity threshold' }).boundingBox();
    expect(threshold?.y).toBeGreaterThan(summary?.y ?? Number.NaN);
  });
});

describe('may this deprecated thing be removed', () => {
  test('each caller is named, even the unidentified, with a verdict and its evidence', async () => {
    const { page } = desk.seat;
    await visit(page, '/deprecations');
    await page.getByRole('link', { name: 'list_parcels' }).click();
    const callers = page.getByRole('table', { name: 'Callers' }).locator('tbody tr');
    await expect.poll(() => callers.count()).toBe(2);
    await expect
      .poll(async () => (await callers.allInnerTexts()).join())
      .toMatch(/cli[\s\S]*editor|editor[\s\S]*cli/);
    await expect.poll(() => page.getByText('In use').count()).toBeGreaterThan(0);
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

  test('the burn-down can be read as a table', async () => {
    const { page } = desk.seat;
    await visit(page, '/deprecations');
    await page.getByRole('link', { name: 'list_parcels' }).click();
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

describe('does my server keep the contract', () => {
  test('from the score to the rule, to as many responses as it counts, to one of them', async () => {
    const { page } = desk.seat;
    await visit(page, '/conformance');
    const scores = page.getByRole('table', { name: 'Scores by server' }).locator('tbody tr');
    await expect.poll(() => scores.count()).toBe(2);
    const unscored = scores.filter({ hasText: 'notes' });
    await expect.poll(() => unscored.innerText()).toContain('no envelope');
    expect(await unscored.locator('svg').count()).toBe(0);
    await page
      .getByRole('table', { name: 'Violations by rule and server' })
      .getByRole('link', { name: 'ENV-03', exact: true })
      .click();
    await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toContain('ENV-03');
    const bad = page.getByRole('region', { name: 'Incorrect example 1' });
    await expect.poll(() => bad.first().locator('.json-ghost').count()).toBe(1);
    await expect
      .poll(() => page.getByRole('region', { name: 'Correct example 1', exact: true }).innerText())
      .not.toContain('data is missing');
    const all = page.getByRole('table', { name: 'Offenders' }).locator('tbody a').first();
    const many = Number(await all.innerText());
    await all.click();
    await expect.poll(() => page.locator('a.log-row').count()).toBe(many);
    await page.locator('a.log-row').first().click();
    await expect.poll(() => page.locator('.json-ghost').innerText()).toContain('"data"');
  });

  test('rule by rule, in the order of the violations, within the filter', async () => {
    const { page } = desk.seat;
    await visit(page, '/conformance?server=shop');
    const rows = page.getByRole('table', { name: 'Violations by rule and server' }).locator('tbody tr');
    const rules = await rows.locator('a.mono').allInnerTexts();
    expect(rules.length).toBeGreaterThan(2);
    await rows.first().locator('a.mono').click();
    const heading = page.getByRole('heading', { level: 1 });
    const next = page.getByLabel('Next broken rule');
    for (const [at, rule] of rules.entries()) {
      await expect.poll(() => heading.innerText()).toContain(`${rule} `);
      await page.getByText(`${at + 1} of ${rules.length} broken rules`).waitFor();
      expect(new URL(page.url()).search).toBe('?server=shop');
      if (at + 1 < rules.length) await next.press('Enter');
    }
    expect(await hasFocus(next)).toBe(true);
    expect(await next.getAttribute('aria-disabled')).toBe('true');
    // Also in another order.
    await page.getByRole('link', { name: 'All rules' }).click();
    await page.getByRole('button', { name: 'Rule', exact: true }).first().click();
    const sorted = rules.toSorted((a, b) => a.localeCompare(b));
    await expect.poll(() => rows.locator('a.mono').allInnerTexts()).toEqual(sorted);
    expect(sorted).not.toEqual(rules);
    await rows.nth(1).locator('a.mono').click();
    await page.getByText(`2 of ${rules.length} broken rules`).waitFor();
    expect(await heading.innerText()).toContain(`${sorted[1]} `);
    await next.press('Enter');
    await expect.poll(() => heading.innerText()).toContain(`${sorted[2]} `);
    // Wherever the first of them was chosen.
    await page.getByRole('link', { name: 'All rules' }).click();
    const catalogue = page.getByRole('table', { name: 'All rules' });
    const moved = sorted.findIndex((rule, at) => rule !== rules[at]);
    await catalogue.getByRole('link', { name: sorted[moved] ?? '', exact: true }).click();
    await page.getByText(`${moved + 1} of ${rules.length} broken rules`).waitFor();
    // What nobody breaks has no place among them.
    await visit(page, '/rules/ENV-02?server=shop');
    expect(await page.getByText('broken rules').count()).toBe(0);
  });

  test("the numbers of a server's responses lead to as many", async () => {
    const { page } = desk.seat;
    const row = page.getByRole('table', { name: 'Scores by server' }).getByRole('row', { name: /shop/ });
    // Scores are by all rules, whatever the filter.
    for (const [at, search, filter] of [
      [0, 'level:must', ''],
      [0, 'level:must', '?rule=MSG-01'],
      [1, 'server:shop', '?rule=MSG-01&level=info'],
    ] as const) {
      await visit(page, `/conformance${filter}`);
      const link = row.getByRole('link', { name: /responses?$/ }).nth(at);
      const n = Number(await link.innerText());
      await link.click();
      await expect.poll(() => page.locator('a.log-row').count()).toBe(n);
      const box = page.getByRole('combobox', { name: 'Search responses' });
      expect(await box.inputValue()).toContain(search);
    }
  });

  test('by keyboard: from the violations to the rule to the response', async () => {
    const { page } = desk.seat;
    await visit(page, '/conformance');
    const violations = page.getByRole('table', { name: 'Violations by rule and server' });
    const rule = violations.getByRole('link', { name: 'ENV-03', exact: true });
    await expect.poll(() => rule.count()).toBe(1);
    await expect
      .poll(async () => {
        await page.keyboard.press('j');
        return hasFocus(rule);
      })
      .toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/rules/ENV-03');
    const here = page.getByRole('navigation', { name: 'Pages' }).locator('a[aria-current]');
    expect(await here.allInnerTexts()).toEqual(['Conformance']);
    await expect
      .poll(() => page.getByRole('table', { name: 'Offenders' }).locator('tbody a').count())
      .toBe(2);
    await page.getByRole('table', { name: 'Offenders' }).locator('tbody a').last().press('Enter');
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/traffic\//);
  });

  test('a share is separated from its count, and scores by all rules say so when one is selected', async () => {
    const { page } = desk.seat;
    await visit(page, '/conformance?rule=ENV-03');
    const shop = page.getByRole('table', { name: 'Scores by server' }).getByRole('row', { name: /shop/ });
    await expect.poll(() => shop.innerText()).toMatch(/1 · 14\.3\s%/);
    await page.getByText('The only scored server breaks a MUST', { exact: true }).waitFor();
    const scores = page.locator('.panel').filter({ hasText: 'Scores' }).first();
    await expect.poll(() => scores.innerText()).toContain('2 servers, scored by all rules');
    // What has no score is last in either order.
    await scores.getByRole('button', { name: /^Score/ }).click();
    const order = scores.getByRole('columnheader', { name: /^Score/ });
    await expect.poll(() => order.getAttribute('aria-sort')).toBe('descending');
    expect(await scores.locator('tbody tr').last().innerText()).toContain('no envelope');
    // The page of a rule shows it whatever rules were selected.
    await page.getByRole('table', { name: 'All rules' }).getByRole('link', { name: 'CODE-03' }).click();
    await page.getByRole('heading', { level: 1, name: /CODE-03/ }).waitFor();
    expect(new URL(page.url()).searchParams.has('rule')).toBe(false);
  });

  test('at 390 px a value is next to its label', async () => {
    const { page } = await desk.sit({ width: 390 });
    await visit(page, '/conformance');
    const broken = page.getByRole('table', { name: 'Scores by server' }).locator('[data-label=MUST]');
    const heights = await broken.evaluateAll((cells) => cells.map((cell) => cell.clientHeight));
    expect(heights).toHaveLength(2);
    expect(Math.max(...heights)).toBeLessThan(30);
  });

  test('every report is offered, and its menu closes once one is chosen', async () => {
    const { page } = desk.seat;
    await visit(page, '/conformance');
    await page.getByRole('button', { name: 'Report' }).click();
    for (const format of ['markdown', 'json', 'sarif', 'junit']) {
      const href = await page.locator(`a[href*="format=${format}"]`).getAttribute('href');
      expect((await page.request.get(href ?? '')).status()).toBe(200);
    }
    const junit = page.getByRole('link', { name: 'JUnit XML' });
    await saved(page, junit.click());
    await expect.poll(() => junit.count()).toBe(0);
  });
});

describe('who answers and who asks', () => {
  test('one server is not the worst', async () => {
    const { page } = desk.seat;
    const panel = page.locator('section.panel').filter({ has: page.getByText('Servers', { exact: true }) });
    for (const path of ['/', '/servers']) {
      await visit(page, path);
      await panel.getByText(/^\d+ servers, worst first$/).waitFor();
      await visit(page, `${path}?server=shop`);
      await panel.getByText(/^1 server$/).waitFor();
    }
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

const PAGES = ['/warnings', '/deprecations', '/conformance', '/rules/ENV-03', '/servers'];

test.each([...PAGES, '/', '/errors', '/traffic', '/traffic/nothing'])(
  '%s is accessible while it loads, when nothing answers, and when there is no data',
  async (path) => {
    const { page } = desk.seat;
    await page.route('**/api/v1/**', () => undefined);
    await page.goto(path);
    await page.locator('[aria-busy="true"]').first().waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.route('**/api/v1/**', (route) => route.abort());
    await page.goto(path);
    await page.getByRole('alert').first().waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await visit(page, `${path}?server=nobody`);
    expect(await barriers(page)).toEqual([]);
  },
);

test.each(PAGES)('%s fits its window and is accessible', async (path) => {
  const { page } = desk.seat;
  await visit(page, path);
  expect(await flaws(page)).toEqual([]);
});
