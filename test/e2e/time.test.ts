import { describe, expect, test } from 'vitest';
import { DAY, MINUTE } from '../../shared/time/units.ts';
import { dataOf, deliver } from '../helpers/ask.ts';
import { holdAnswer, live, putForward, roundTrip, visit } from '../helpers/browser.ts';
import { ago, success } from '../helpers/captures.ts';
import { openDesk } from '../helpers/desk.ts';
import { eventually } from '../helpers/eventually.ts';

const desk = openDesk((served) =>
  deliver(
    served,
    Array.from({ length: 5 }, (_, minute) => success({ observed_at: ago((minute + 1) * MINUTE) })),
  ),
);

const search = (url: string) => new URL(url).searchParams;

describe('a page that stays open', () => {
  test('drops from the log what has left its range', async () => {
    const own = await desk.emptied();
    const { page } = await desk.sit({}, own.url);
    // Every two seconds one leaves the range, however long the page takes to show them.
    const body = Array.from({ length: 100 }, (_, n) =>
      success({ observed_at: ago(15 * MINUTE - (n + 1) * 2000) }),
    );
    await deliver(own, body);
    await page.clock.install();
    await visit(page, '/traffic?from=-15m');
    await live(page);
    const told = async () => Number.parseInt(await page.locator('.log-head [aria-live]').innerText(), 10);
    await expect.poll(told).toBeGreaterThan(1);
    const before = await told();
    await eventually(
      () => dataOf(own, 'GET /api/v1/responses', { query: 'from=-15m' }),
      ({ total }) => total !== null && total < before,
    );
    expect(await told()).toBe(before);
    await putForward(page, MINUTE);
    await expect.poll(told).toBeLessThan(before);
  });

  test('keeps in the log what arrives while it drops what has left its range', async () => {
    const own = await desk.emptied();
    const { page } = await desk.sit({}, own.url);
    await deliver(own, success());
    await page.clock.install();
    await visit(page, '/traffic');
    await page.getByRole('button', { name: 'Follow new responses' }).click();
    await page.mouse.move(0, 0);
    await live(page);
    const newest = await holdAnswer(page, /\/api\/v1\/responses\?/, 'unanswered');
    await putForward(page, MINUTE);
    await newest.answered;
    const operations = page.locator('.log-rows .log-operation');
    const arrive = async (operation: string) => {
      await deliver(own, success({ operation }));
      await expect.poll(() => operations.first().innerText()).toBe(operation);
    };
    await arrive('arrived_meanwhile');
    await newest.release();
    // What the page does with it is done before a later answer arrives.
    await roundTrip(page);
    await arrive('arrived_later');
    expect(await operations.allInnerTexts()).toEqual(['arrived_later', 'arrived_meanwhile', 'get_parcel']);
  });

  test('treats a proxy that cannot reach Mailroom as its absence, and shows everything once it is back', async () => {
    const { page } = desk.seat;
    await visit(page, '/traffic');
    await page.route('**/api/v1/**', (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' }),
    );
    await page.getByRole('link', { name: 'Servers', exact: true }).click();
    const gone = page.getByRole('alert');
    await expect
      .poll(() => gone.allInnerTexts())
      .toEqual([expect.stringMatching(/Mailroom is not responding/)]);
    await page.getByRole('link', { name: 'Traffic', exact: true }).click();
    await page.getByRole('button', { name: /^Server all/ }).click();
    await page.getByRole('checkbox').first().check();
    await page.keyboard.press('Escape');
    await page.unroute('**/api/v1/**');
    await gone.waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('.log-head [aria-live]').innerText()).toMatch(/^5\s/);
  });

  test('treats a question that is never answered as its absence, whatever the browser calls a timeout', async () => {
    const { page } = desk.seat;
    await page.clock.install();
    // As WebKit and Chrome 123 do; others end with a TimeoutError.
    await page.addInitScript(() => {
      AbortSignal.timeout = (ms) => {
        const controller = new AbortController();
        setTimeout(() => controller.abort(), ms);
        return controller.signal;
      };
    });
    await visit(page, '/traffic');
    await page.route('**/api/v1/**', () => {});
    const asked = page.waitForRequest(/\/api\/v1\/servers/);
    await page.getByRole('link', { name: 'Servers', exact: true }).click();
    await asked;
    await page.clock.fastForward(30_000);
    await expect
      .poll(() => page.getByRole('alert').allInnerTexts())
      .toEqual([expect.stringMatching(/Mailroom is not responding/)]);
  });
});

describe('a range', () => {
  test('with only an end is the day before it, in figures and words, and can be pinned', async () => {
    const { page } = desk.seat;
    const to = new Date(Date.now() + MINUTE);
    await visit(page, `/?to=${to.toISOString()}`);
    await expect.poll(() => page.locator('a.figure', { hasText: 'Responses' }).innerText()).toMatch(/\s5\s/);
    await page.getByRole('button', { name: /^Time/ }).click();
    await page.getByRole('button', { name: /^Pin this view/ }).click();
    await expect.poll(() => search(page.url()).get('from')).toBe(new Date(+to - DAY).toISOString());
    expect(search(page.url()).get('to')).toBe(to.toISOString());
  });

  test('that is pinned already is not offered to be pinned', async () => {
    const { page } = desk.seat;
    await visit(page, '/?from=2026-10-25T01:00:00Z&to=2026-10-25T02:00:00Z');
    await page.getByRole('button', { name: /^Time/ }).click();
    await page.getByRole('button', { name: /^Copy link to this view/ }).waitFor();
    expect(await page.getByRole('button', { name: /^Pin this view/ }).count()).toBe(0);
  });

  test('follows the server’s clock, whatever the browser’s clock', async () => {
    const { page } = desk.seat;
    await page.clock.install({ time: Date.now() + 3 * 60 * MINUTE });
    await visit(page, '/?from=-15m');
    await page.getByRole('button', { name: /^Time/ }).click();
    await page.getByRole('button', { name: /^Pin this view/ }).click();
    await expect.poll(() => search(page.url()).has('to')).toBe(true);
    const off = Date.parse(search(page.url()).get('to') ?? '') - Date.now();
    expect(Math.abs(off)).toBeLessThan(MINUTE);
    await expect.poll(() => page.locator('a.figure', { hasText: 'Responses' }).innerText()).toMatch(/\s5\s/);
  });

  test('keeps the end that is not edited, even in the hour that occurs twice', async () => {
    const { page } = await desk.sit({ timezone: 'Europe/Berlin' });
    const [from, to] = ['2026-10-25T01:10:20.000Z', '2026-10-25T01:50:40.000Z'];
    await visit(page, `/?from=${from}&to=${to}`);
    await page.getByRole('button', { name: 'Local' }).click();
    await page.getByRole('button', { name: /^Time/ }).click();
    await page.getByLabel('To', { exact: true }).fill('2026-10-25T03:30');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => search(page.url()).get('to')).toBe('2026-10-25T02:30:00.000Z');
    expect(search(page.url()).get('from')).toBe(from);
  });

  test('that ends before it starts is refused at its end, until that is mended', async () => {
    const { page } = desk.seat;
    await visit(page, '/');
    await page.getByRole('button', { name: /^Time/ }).click();
    const [from, to] = [page.getByLabel('From', { exact: true }), page.getByLabel('To', { exact: true })];
    await from.fill('2026-10-25T03:30');
    await to.fill('2026-10-25T03:30');
    await page.getByRole('button', { name: 'Apply' }).click();
    const refusal = () =>
      to.evaluate((field) => field instanceof HTMLInputElement && field.validationMessage);
    expect(await refusal()).toBe('The range must start before it ends.');
    await from.fill('2026-10-24T03:30');
    expect(await refusal()).toBe('');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => search(page.url()).get('from')).toBe('2026-10-24T03:30:00.000Z');
  });
});
