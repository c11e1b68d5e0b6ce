import { describe, expect, test } from 'vitest';
import { HOUR } from '../../shared/time/units.ts';
import { deliver } from '../helpers/ask.ts';
import { hasFocus, saved, visit } from '../helpers/browser.ts';
import { ago, reviewCaptures, success } from '../helpers/captures.ts';
import { openDesk } from '../helpers/desk.ts';

const desk = openDesk((served) => deliver(served, reviewCaptures()));

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
    const violations = page.getByRole('table', { name: 'Violations by rule and server' });
    await expect.poll(() => violations.locator('th[aria-sort]').allInnerTexts()).toEqual(['Level ↑']);
    const rows = violations.locator('tbody tr');
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
    const byRule = page.getByRole('button', { name: 'Rule', exact: true }).first();
    await byRule.click();
    await byRule.click();
    const sorted = rules.toSorted((a, b) => b.localeCompare(a));
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
    // An address without its end leads to all of them.
    await visit(page, '/rules?server=shop');
    await catalogue.waitFor();
    expect(page.url()).toMatch(/\/conformance\?server=shop$/);
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
    const target = await shop.getByRole('link', { name: '1 response' }).first().boundingBox();
    expect(target?.width).toBeGreaterThanOrEqual(24);
    expect(target?.height).toBeGreaterThanOrEqual(24);
    await page.getByText('1 of 1 scored server breaks a MUST', { exact: true }).waitFor();
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

  test('the trends of all scores have one time axis, also where a server had no responses', async () => {
    const own = await desk.emptied();
    const { page } = await desk.sit({}, own.url);
    const hoursAgo = (server: string, ...hours: readonly number[]) =>
      hours.map((hour) => success({ server, observed_at: ago(hour * HOUR) }));
    await deliver(own, [...hoursAgo('busy', 22, 14, 6, 1), ...hoursAgo('quiet', 14, 6)]);
    await visit(page, '/conformance');
    const scores = page.getByRole('table', { name: 'Scores by server' });
    const spots = async (server: string) => {
      const drawn = await scores.getByRole('row', { name: server }).locator('path').last().getAttribute('d');
      return (drawn ?? '').split(/[ML]/).flatMap((spot) => spot.split(' ')[0] || []);
    };
    const [, ...inner] = await spots('busy');
    expect(inner).toHaveLength(3);
    expect(await spots('quiet')).toEqual(inner.slice(0, 2));
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
