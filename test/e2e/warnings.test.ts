import { describe, expect, test } from 'vitest';
import { DAY } from '../../shared/time/units.ts';
import { deliver } from '../helpers/ask.ts';
import { barriers, holdRequests, visit } from '../helpers/browser.ts';
import { ago, reviewCaptures, success, WARNINGS } from '../helpers/captures.ts';
import { openDesk } from '../helpers/desk.ts';

const desk = openDesk((served) => deliver(served, reviewCaptures()));

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

  test('at 768 px, the width of the buckets moves nothing when it arrives', async () => {
    const { page } = desk.seat;
    await page.setViewportSize({ width: 768, height: 900 });
    const { held, release } = await holdRequests(page, '**/api/v1/series?*');
    await page.goto('/warnings');
    await held;
    const buckets = page.getByRole('button', { name: /^Buckets/ });
    expect((await buckets.innerText()).trim()).toMatch(/–$/);
    const top = () =>
      page.getByRole('heading', { level: 1 }).evaluate((h1) => h1.getBoundingClientRect().top);
    const before = await top();
    await release();
    await expect.poll(() => buckets.innerText()).toMatch(/min|h|d/);
    expect(await top()).toBe(before);
    await page.unrouteAll();
    await page.setViewportSize({ width: 1440, height: 900 });
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
    await expect.poll(first).toContain('DEPRECATION_WARNING');
    await codes.getByRole('button', { name: 'Code' }).click();
    await codes.getByRole('button', { name: 'Code' }).click();
    await expect.poll(first).toContain('VALIDATION_TRUNCATED_WARNING');
    await trend.getByRole('button', { name: 'DEPRECATION_WARNING', pressed: true }).click();
    await trend.getByRole('button', { name: 'DEPRECATION_WARNING', pressed: false }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await trend.getByRole('button', { name: 'Table', exact: true }).click();
    const chosen = ['codes.-code', 'trend-hidden.DEPRECATION_WARNING', 'trend.table'];
    await expect.poll(view).toEqual(chosen);

    await page.reload();
    await expect.poll(first).toContain('VALIDATION_TRUNCATED_WARNING');
    expect(await codes.getByRole('columnheader', { name: 'Code' }).getAttribute('aria-sort')).toBe(
      'descending',
    );
    await expect
      .poll(() => trend.getByRole('columnheader').allInnerTexts())
      .toContain('RATE_LIMIT_QUOTA_WARNING');
    expect(await trend.getByRole('columnheader', { name: 'DEPRECATION_WARNING' }).count()).toBe(0);

    await codes.getByRole('button', { name: 'Count' }).click();
    await expect.poll(view).toEqual(chosen.slice(1));
    await page.goBack();
    await expect.poll(first).toContain('VALIDATION_TRUNCATED_WARNING');
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
