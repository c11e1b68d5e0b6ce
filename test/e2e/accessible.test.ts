import { expect, test } from 'vitest';
import { deliver } from '../helpers/ask.ts';
import { barriers, flaws, visit } from '../helpers/browser.ts';
import { reviewCaptures } from '../helpers/captures.ts';
import { openDesk } from '../helpers/desk.ts';

const desk = openDesk((served) => deliver(served, reviewCaptures()));

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
