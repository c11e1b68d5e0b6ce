import { connect, createServer, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '../../shared/time/units.ts';
import { dataOf, deliver } from '../helpers/ask.ts';
import {
  barriers,
  flaws,
  hasFocus,
  holdAnswer,
  live,
  putForward,
  refuse,
  resize,
  roundTrip,
  settled,
  visit,
} from '../helpers/browser.ts';
import { ago, failure, NOT_FOUND, success, WARNINGS } from '../helpers/captures.ts';
import { openDesk } from '../helpers/desk.ts';
import { eventually } from '../helpers/eventually.ts';
import { newDatabase } from '../helpers/folder.ts';
import { listening } from '../helpers/listening.ts';
import type { Served } from '../helpers/server.ts';

const GONE = /Mailroom is not responding since \d\d:\d\d:\d\d\./;
const HOSTILE = '<img src=x onerror=alert(1)> \u202eיום';

/** A quiet day, an operation failing for an hour since a new version, a quota filling up, a removal near. */
const captures = () => [
  ...Array.from({ length: 40 }, (_, index) =>
    success({
      server: index === 0 ? 'payments-api' : 'shop',
      client: 'cli',
      server_version: '4.1.3',
      observed_at: ago((index + 3) * 0.5 * HOUR),
      duration_ms: 40,
    }),
  ),
  failure(NOT_FOUND, { client: 'editor', observed_at: ago(5 * HOUR) }),
  ...Array.from({ length: 30 }, (_, index) =>
    failure(
      { code: 'INTERNAL_ERROR', message: `Internal error: 'lock ${index}'` },
      {
        server: 'payments-api',
        server_version: '4.2.0',
        operation: 'create_refund',
        client: index % 2 === 0 ? 'cli' : 'editor',
        // Two in the first minute: a single one in its bucket is no surge yet.
        observed_at: ago(Math.min(index + 1, 29) * MINUTE),
      },
    ),
  ),
  success({ observed_at: ago(2 * MINUTE), warnings: [WARNINGS.quota, WARNINGS.slow] }),
  success({
    observed_at: ago(3 * MINUTE),
    warnings: [
      {
        ...WARNINGS.deprecation,
        details: {
          ...WARNINGS.deprecation.details,
          removal_date: new Date(Date.now() + 12 * 24 * HOUR).toISOString().slice(0, 10),
        },
      },
    ],
  }),
  success({ server: HOSTILE, operation: HOSTILE, client: HOSTILE, observed_at: ago(HOUR) }),
];

const stock = (served: Served) => deliver(served, captures());
const start = async () => {
  const started = await desk.emptied();
  await stock(started);
  return started;
};
const desk = openDesk(stock);

const panel = (title: string) =>
  desk.seat.page
    .locator('section.panel')
    .filter({ has: desk.seat.page.getByRole('heading', { name: title, exact: true }) });
const figure = (label: string) => desk.seat.page.locator('a.figure', { hasText: label });
/** Text in one line, with plain blanks alone. */
const plain = (text: string) => text.replaceAll(/\s+/g, ' ');
const search = () => new URL(desk.seat.page.url()).searchParams;

describe('is anything wrong now', () => {
  test('is answered in one sentence, with the first bad response one click away', async () => {
    const { page, complaints } = desk.seat;
    await visit(page, '/');
    const answer = page.locator('.answer');
    await expect
      .poll(() => answer.innerText())
      .toMatch(
        /payments-api is failing\. INTERNAL_ERROR on create_refund since .*: 30 of 31 failures in 24\sh, 2 of \d clients\. Began with version 4\.2\.0\./,
      );
    await answer.getByRole('link', { name: 'First failure' }).click();
    await expect.poll(() => page.url()).toMatch(/\/traffic\/\w+/);
    await page.goBack();
    await answer.getByRole('link', { name: 'Open group' }).click();
    await expect.poll(() => page.url()).toMatch(/\/errors\/\w+/);
    expect(complaints).toEqual([]);
  });

  test('leads from the version that it began with to the error rate of each version of the server', async () => {
    const { page } = desk.seat;
    await visit(page, '/');
    await page.locator('.answer').getByRole('link', { name: 'version 4.2.0' }).click();
    await page.getByRole('button', { name: '4.2.0 +1 other version' }).click();
    await expect
      .poll(async () => plain(await page.locator('.popover ul').innerText()))
      .toMatch(/^4\.2\.0 .+ 100 % of 30 failed 4\.1\.3 .+ 0 % of 1 failed$/);
  });

  test('is told to screen readers when the last server that was degraded is well again', async () => {
    const own = await desk.emptied();
    const arrive = (...body: object[]) => deliver(own, body);
    await arrive(success(), failure(NOT_FOUND));
    const { page } = await desk.sit({}, own.url);
    await visit(page, '/');
    const answer = page.locator('.answer');
    await expect.poll(() => answer.innerText()).toContain('shop is degraded.');
    await live(page);
    await arrive(...Array.from({ length: 40 }, () => success()));
    await expect
      .poll(() => answer.getByRole('status').innerText())
      .toBe('No server is failing or degraded any more.');
  });

  test('is answered with no if nothing fails', async () => {
    await visit(desk.seat.page, '/?server=shop&operation=get_parcel&from=-90m');
    await expect
      .poll(() => desk.seat.page.locator('.answer').innerText())
      .toContain('No servers are failing.');
  });

  test.each([
    ['server=nobody', 'server nobody'],
    ['code=GONE&outcome=failure', 'code GONE, outcome failure'],
  ])('is answered with what excludes everything: %s', async (filter, named) => {
    await visit(desk.seat.page, `/?${filter}`);
    await expect
      .poll(async () => (await desk.seat.page.locator('.answer').innerText()).split(/\n+/))
      .toEqual([`No responses in this range match ${named}.`, 'Clear filters']);
    // What is missing among no responses is no good news.
    await settled(desk.seat.page);
    await expect
      .poll(() => panel('New and regressed').innerText())
      .toMatch(/No (responses|new or regressed groups)$/);
    expect(await desk.seat.page.locator('.note svg.ok').count()).toBe(0);
  });

  test('is answered with when the newest arrived, if that was before a range that ends now', async () => {
    const own = await desk.emptied();
    await deliver(own, success({ observed_at: ago(2 * HOUR + 10 * MINUTE) }));
    const { page } = await desk.sit({}, own.url);
    const answer = async (range: string) => {
      await visit(page, `/?${range}`);
      return (await page.locator('.answer p').innerText()).replaceAll('\u202f', ' ');
    };
    const old = /^No responses in this range\. The newest stored is from 2 h ago \(\d\d:\d\d\)\.$/;
    await expect.poll(() => answer('from=-1h')).toMatch(old);
    await expect.poll(() => answer('from=-1h&to=-30m')).toBe('No responses in this range.');
    await expect
      .poll(() => answer('from=-3h&server=other'))
      .toBe('No responses in this range match server other.');
  });

  test('says as of when it is answered, for the figures too, if they cannot be refreshed', async () => {
    const own = await desk.emptied();
    await dataOf(own, 'POST /api/v1/responses', { body: success() });
    const { page } = await desk.sit({}, own.url);
    await visit(page, '/');
    await live(page);
    await page.route('**/api/v1/overview*', (route) => refuse(route, 429, 'The disk is full.'));
    await dataOf(own, 'POST /api/v1/responses', { body: success() });
    const mark = page.locator('.answer').getByRole('button', { name: /^as of \d\d:\d\d:\d\d, retry$/ });
    await mark.waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await mark.click();
    await mark.waitFor({ state: 'detached' });
    expect(await page.locator('a.figure', { hasText: 'Responses' }).innerText()).toMatch(/\s2\s/);
  });

  test('comes with five figures, each with its denominator', async () => {
    await visit(desk.seat.page, '/');
    await expect.poll(() => figure('Responses').innerText()).toMatch(/^Responses\s+74\s/);
    await expect.poll(() => figure('Error rate').innerText()).toMatch(/41\.9\s*%.*31 of 74/s);
    await expect.poll(() => figure('Warnings').innerText()).toMatch(/Warnings\s+3\s.*in 2 of 74/s);
    await expect.poll(() => figure('MUST violations').innerText()).toMatch(/in \d+ of 74/);
    await expect.poll(() => figure('p95 duration').innerText()).toMatch(/\d+\s*ms.*40 timed/s);
  });

  test('shows the category, what to do about it, the new group, and the server', async () => {
    const { page } = desk.seat;
    await visit(page, '/');
    await expect
      .poll(() => panel('Errors by category').getByRole('listitem').first().innerText())
      .toMatch(/Internal\s+server-side fault\s+30\s+96\.8\s%/);
    const group = panel('New and regressed').getByRole('row', { name: /INTERNAL_ERROR/ });
    await expect
      .poll(() => group.innerText())
      .toMatch(/New\s+INTERNAL_ERROR\s+Internal, create_refund on payments-api\s+30/);
    await expect
      .poll(() => panel('Servers').getByRole('row').nth(1).innerText())
      .toMatch(/Failing\s+payments-api\s+4\.2\.0/);
    await panel('Errors by category')
      .getByRole('link', { name: /Internal/ })
      .click();
    await expect.poll(() => `${new URL(page.url()).pathname}?${search()}`).toBe('/errors?category=internal');
  });

  test('shows the groups of the category or code in the filter alone, and says that others are outside it', async () => {
    const { page } = desk.seat;
    const groups = panel('New and regressed');
    await visit(page, '/?category=not_found');
    await expect.poll(() => groups.locator('tbody tr').allInnerTexts()).toHaveLength(1);
    expect(await groups.innerText()).toMatch(/1 group in 24\sh[\s\S]*1 group[\s\S]*NOT_FOUND_RESOURCE/);
    expect(await panel('Errors by category').innerText()).toMatch(/None in the filter: Validation/);
    await groups.getByRole('link', { name: '1 group' }).click();
    await expect.poll(() => `${new URL(page.url()).pathname}?${search()}`).toBe('/errors?category=not_found');
    await visit(page, '/?code=INTERNAL_ERROR');
    await expect.poll(() => groups.locator('tbody tr').allInnerTexts()).toHaveLength(1);
    expect(await groups.innerText()).toContain('create_refund');
  });
});

describe('what is coming', () => {
  const quota = () => desk.seat.page.getByRole('banner').getByRole('link', { name: /^Quota/ });

  test('is a quota with its forecast, also in the header, the next removal, and what is slow', async () => {
    const { page } = desk.seat;
    await visit(page, '/');
    await expect
      .poll(() => panel('Quota headroom').innerText())
      .toMatch(/forecast\s+warn, pause\s+stop\s+shop\s+calls\s+850 of 1,000\s+Warning/);
    await expect.poll(() => quota().innerText()).toMatch(/^Quota\s+shop\s+85\s*%/);
    await expect
      .poll(() => panel('Upcoming removals').getByRole('listitem').innerText())
      .toMatch(/list_parcels\s+1[12] days left/);
    await expect
      .poll(() => page.getByRole('contentinfo').innerText())
      .toMatch(/Slow now\s+get_parcel\s+3,000\sms, 3\.0\s× its threshold of 1,000\sms/);
  });

  test('is a quota whose server leads to the clients that use it up', async () => {
    const { page } = desk.seat;
    await visit(page, '/?from=-7d&client=editor');
    await panel('Quota headroom').getByRole('link', { name: 'shop' }).click();
    await expect
      .poll(() => `${new URL(page.url()).pathname}?${search()}`)
      .toBe('/servers?from=-7d&server=shop');
    await page
      .getByRole('table', { name: 'Clients' })
      .getByRole('link', { name: 'cli', exact: true })
      .waitFor();
  });

  test('is in the header and below whatever the range of the page', async () => {
    const { page } = desk.seat;
    await visit(page, '/warnings?from=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z');
    await expect.poll(() => quota().innerText()).toMatch(/^Quota\s+shop\s+85\s*%/);
    await expect.poll(() => page.getByRole('contentinfo').innerText()).toMatch(/Slow now\s+get_parcel/);
    await quota().click();
    await panel('Quota headroom').getByText('850 of 1,000').waitFor();
  });

  test('is announced once a session where something deprecated is still in use', async () => {
    const { page } = desk.seat;
    const announced = page
      .getByRole('status')
      .filter({ hasText: 'deprecated item is still in use. “list_parcels” ' });
    await visit(page, '/');
    // It stays while the pointer is over it.
    await announced.hover();
    // Anything it covers can be scrolled into view.
    const covered = async () => {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      const toast = await page.locator('.toast').boundingBox();
      const last = await panel('Servers').boundingBox();
      return (last?.y ?? Number.NaN) + (last?.height ?? Number.NaN) - (toast?.y ?? 0);
    };
    await expect.poll(covered).toBeLessThanOrEqual(0);
    await announced.getByRole('button', { name: 'Review' }).click();
    await expect.poll(() => page.url()).toContain('/deprecations');
    await page.reload();
    await settled(page);
    await expect.poll(() => announced.count()).toBe(0);
  });

  test('is announced above a banner, wherever a phone is scrolled to', async () => {
    const { page } = await desk.sit({ width: 390 });
    await visit(page, '/');
    // It stays while it has the focus.
    await page.locator('.toast').getByRole('button', { name: 'Review' }).focus();
    await page.route('**/api/**', (route) => route.abort());
    await page.keyboard.press('g');
    await page.keyboard.press('w');
    await page.getByRole('alert').getByRole('button', { name: 'Retry' }).waitFor();
    for (const y of [0, 1e6]) {
      await page.evaluate((to) => scrollTo(0, to), y);
      const toast = await page.locator('.toast').boundingBox();
      const banner = await page.locator('.banner').boundingBox();
      expect([y, (toast?.y ?? Number.NaN) + (toast?.height ?? 0) < (banner?.y ?? 0)]).toEqual([y, true]);
    }
  });

  test('has the heads of its panels in one line where three of them only just stand side by side', async () => {
    const { page } = await desk.sit({ width: 1241 });
    await visit(page, '/');
    const heads = page.locator('.overview-next .panel > header');
    await heads.getByRole('link', { name: '1 item' }).waitFor();
    expect(await heads.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))).toEqual([
      40, 40, 40,
    ]);
  });

  test('is not announced to somebody who has already seen it', async () => {
    const { page } = desk.seat;
    await visit(page, '/deprecations');
    await page.getByRole('link', { name: 'list_parcels' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('o');
    await page.locator('a.figure', { hasText: 'Responses' }).waitFor();
    expect(await page.getByText('still in use').count()).toBe(0);
  });
});

describe('the filter', () => {
  test('is the URL: chosen by keyboard, kept by a reload, undone by Back', async () => {
    const { page } = desk.seat;
    await visit(page, '/');
    await page.getByRole('button', { name: /^Server/ }).press('Enter');
    await page.getByRole('checkbox', { name: 'payments-api' }).press('Space');
    await expect.poll(() => search().getAll('server')).toEqual(['payments-api']);
    await page.keyboard.press('Escape');
    await expect.poll(() => figure('Responses').innerText()).toMatch(/\s31\s/);
    await page.reload();
    await settled(page);
    await expect.poll(() => figure('Responses').innerText()).toMatch(/\s31\s/);
    await page.goBack();
    await expect.poll(() => figure('Responses').innerText()).toMatch(/\s74\s/);
  });

  test('can get another dimension, which opens at once and stays with its page', async () => {
    const { page } = desk.seat;
    await visit(page, '/errors');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('button', { name: 'Dialect', exact: true }).press('Enter');
    const first = page.getByRole('checkbox', { name: 'mcp-aql' });
    await expect.poll(() => hasFocus(first)).toBe(true);
    await page.keyboard.press('Space');
    await expect.poll(() => search().getAll('dialect')).toEqual(['mcp-aql']);
    await page.keyboard.press('Space');
    await expect.poll(() => search().getAll('dialect')).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await expect.poll(() => search().getAll('dialect')).toEqual(['result']);
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Space');
    await expect.poll(() => search().getAll('dialect')).toEqual(['mcp-aql']);
    await page.keyboard.press('Space');
    await expect.poll(() => search().getAll('dialect')).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Overview', exact: true }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/');
    await expect.poll(() => page.getByRole('button', { name: /^Dialect/ }).count()).toBe(0);
  });

  test('that excludes everything is cleared by one button, not by one in each panel', async () => {
    const { page } = desk.seat;
    await visit(page, '/?server=nobody&category=token');
    const empty = panel('Outcomes over time');
    await expect.poll(() => empty.innerText()).toMatch(/No responses$/);
    // Nor does it explain the marks of gauges.
    await expect
      .poll(() => panel('Quota headroom').innerText())
      .toMatch(/^Quota headroom\s+of whole servers\s+No responses$/);
    expect(await page.getByRole('link', { name: /^All 0/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => figure('Responses').innerText()).toMatch(/\s74\s/);
    await expect.poll(() => page.url()).toBe(`${desk.served.url}/`);
  });

  test('zooms in by dragging over the chart or by keyboard; Back zooms out', async () => {
    const { page } = desk.seat;
    await visit(page, '/');
    const plot = page.getByRole('slider', { name: /Outcomes over time/ });
    // Arrow keys move from the newest bucket, which is its value until then.
    expect(await plot.getAttribute('aria-valuenow')).toBe(await plot.getAttribute('aria-valuemax'));
    expect(await plot.getAttribute('aria-valuetext')).toMatch(/: /);
    const box = await plot.boundingBox();
    if (box === null) throw new Error('The chart has no box');
    await page.mouse.move(box.x + box.width * 0.5, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.7, box.y + 60, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => search().has('to')).toBe(true);
    const length = Date.parse(search().get('to') ?? '') - Date.parse(search().get('from') ?? '');
    expect(length / HOUR).toBeGreaterThan(4);
    expect(length / HOUR).toBeLessThan(7);
    await page.goBack();
    await expect.poll(() => search().has('to')).toBe(false);
    // A range that ends five minutes into a bucket, whatever time it is.
    const bucket = Math.floor(Date.now() / (30 * MINUTE) - 1) * 30 * MINUTE;
    const to = bucket + 5 * MINUTE;
    await visit(page, `/?from=${new Date(to - 24 * HOUR).toISOString()}&to=${new Date(to).toISOString()}`);
    await plot.press('End');
    await expect.poll(() => plot.getAttribute('aria-valuetext')).toMatch(/incomplete: /);
    await plot.press('Enter');
    await expect.poll(() => Date.parse(search().get('from') ?? '')).toBe(bucket);
  });

  test('leaves the keys of Back to the browser, and no crosshair on the charts of another page', async () => {
    const { page } = desk.seat;
    await visit(page, '/');
    const plot = page.getByRole('slider', { name: /Outcomes over time/ });
    await plot.press('ArrowLeft');
    await expect.poll(() => page.locator('.crosshair').count()).toBe(1);
    const at = await plot.getAttribute('aria-valuenow');
    await page.evaluate(() =>
      addEventListener('keydown', (event) =>
        document.body.setAttribute('data-kept', `${event.defaultPrevented}`),
      ),
    );
    await plot.press('Alt+ArrowLeft');
    expect(await page.locator('body').getAttribute('data-kept')).toBe('false');
    expect(await plot.getAttribute('aria-valuenow')).toBe(at);
    await page.keyboard.press('g');
    await page.keyboard.press('w');
    await page.getByRole('slider', { name: /Warnings/ }).waitFor();
    expect(await page.locator('.crosshair').count()).toBe(0);
  });
});

describe('the chart', () => {
  test('has buckets of the chosen width, by mouse or keyboard, kept in the URL', async () => {
    const { page } = desk.seat;
    await visit(page, '/?from=-6h');
    await page.getByRole('button', { name: /^Buckets/ }).press('Enter');
    await page.getByRole('button', { name: /^1\sh$/ }).press('Enter');
    await expect.poll(() => search().get('bucket')).toBe('1h');
    const chart = panel('Outcomes over time');
    await chart.getByRole('button', { name: 'Table' }).click();
    await expect.poll(() => chart.locator('tbody tr').count()).toBeOneOf([6, 7]);
    await page.getByRole('button', { name: /^Buckets/ }).click();
    await page.getByRole('button', { name: 'Auto' }).click();
    await expect.poll(() => search().has('bucket')).toBe(false);
    await expect.poll(() => chart.locator('tbody tr').count()).toBeGreaterThan(7);
  });

  test('draws no previous period from before anything was stored', async () => {
    const { page } = desk.seat;
    await visit(page, '/');
    await expect.poll(() => figure('Responses').innerText()).toContain('no full previous period');
    const chart = panel('Outcomes over time');
    await chart.getByRole('button', { name: 'Table' }).click();
    await expect.poll(() => chart.getByRole('columnheader', { name: /^Previous/ }).count()).toBe(0);
  });

  test('can be shown as a table with the same figures, and its legend switches series off', async () => {
    const { page } = desk.seat;
    await visit(page, '/?from=-1h');
    const chart = panel('Outcomes over time');
    await chart.getByRole('button', { name: 'Table' }).click();
    const total = async () =>
      (await chart.locator('tbody tr td:nth-child(2)').allInnerTexts()).reduce(
        (sum, text) => sum + Number(text),
        0,
      );
    const [lanes, series] = [chart.locator('thead tr').first(), chart.locator('thead tr').last()];
    await expect
      .poll(() => lanes.getByRole('columnheader').allInnerTexts())
      .toEqual(['From', 'Failures by category', 'All responses']);
    const first = () => series.getByRole('columnheader').first().innerText();
    await expect.poll(first).toBe('Internal');
    await expect.poll(total).toBe(30);
    await chart.getByRole('button', { name: 'Internal' }).click();
    await expect.poll(first).not.toBe('Internal');
  });
});

test('the first response of a version is marked with its time, however long its server is called', async () => {
  const own = await desk.emptied();
  const server = 'a-server-with-an-extraordinarily-long-name';
  const seen = (server_version: string, hours: number) =>
    success({ server, server_version, observed_at: ago(hours * HOUR) });
  await deliver(own, [seen('1.0.0', 20), seen('2.0.0', 2)]);
  const { page } = await desk.sit({}, own.url);
  await visit(page, '/');
  await expect
    .poll(() => page.locator('.marker text').last().textContent())
    .toMatch(/^a-server-with-an-extraor… 2\.0\.0 first seen \d\d:\d\d$/);
});

test('the previous period is named after the requested range', async () => {
  const { page } = desk.seat;
  await visit(page, '/?from=-1h');
  const legend = page.getByRole('group', { name: 'Series of Outcomes over time' });
  await legend.getByRole('button', { name: /^Previous 60\smin$/ }).waitFor();
});

describe('the page', () => {
  test('shows a new response without a reload, asks for nothing while paused, and then shows what arrived', async () => {
    const own = await start();
    const { page } = await desk.sit({}, own.url);
    const arrive = () => deliver(own, success());
    await page.clock.install();
    await visit(page, '/');
    const responses = page.locator('a.figure', { hasText: 'Responses' });
    await live(page);
    await arrive();
    await expect.poll(() => responses.innerText()).toMatch(/\s75\s/);
    await page.getByRole('button', { name: 'Live' }).click();
    // The name says the state already: a pressed or released “Paused” would be two of them.
    const paused = page.getByRole('button', { name: 'Paused' });
    await expect.poll(() => paused.getAttribute('title')).toBe('Resume updates');
    expect(await paused.getAttribute('aria-pressed')).toBeNull();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await arrive();
    await putForward(page, 10 * MINUTE);
    await roundTrip(page);
    expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([]);
    expect(await responses.innerText()).toMatch(/\s75\s/);
    await paused.click();
    await expect.poll(() => responses.innerText()).toMatch(/\s76\s/);
  });

  test('shows what arrived between its answers and the start of the live stream', async () => {
    const own = await start();
    const { page } = await desk.sit({}, own.url);
    const responses = page.locator('a.figure', { hasText: 'Responses' });
    const answered = page.waitForResponse(/\/api\/v1\/overview/);
    await page.route('**/api/v1/live*', async (route) => {
      await answered;
      await deliver(own, success());
      await route.continue();
    });
    await visit(page, '/');
    await expect.poll(() => responses.innerText()).toMatch(/\s75\s/);
  });

  test('moves on with its range even if nothing arrives', async () => {
    const own = await start();
    const { page } = await desk.sit({}, own.url);
    // Every two seconds one leaves the range, however long the page takes to show them.
    const body = Array.from({ length: 100 }, (_, n) =>
      success({ server: 'ended', observed_at: ago(15 * MINUTE - (n + 1) * 2000) }),
    );
    await deliver(own, body);
    await page.clock.install();
    await visit(page, '/?from=-15m&server=ended');
    await live(page);
    const responses = page.locator('a.figure', { hasText: 'Responses' });
    const shown = async () => Number(/^Responses\s+(\d+)\s/.exec(await responses.innerText())?.[1]);
    await expect.poll(shown).toBeGreaterThan(1);
    const before = await shown();
    await eventually(
      () => dataOf(own, 'GET /api/v1/overview', { query: 'from=-15m&server=ended' }),
      ({ totals }) => totals.responses < before,
    );
    expect(await shown()).toBe(before);
    await putForward(page, MINUTE);
    await expect.poll(shown).toBeLessThan(before);
  });

  test('keeps its live stream as long as something comes', async () => {
    const own = await start();
    const { page } = await desk.sit({}, own.url);
    const streams: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/v1/live')) streams.push(request.url());
    });
    await page.clock.install();
    await visit(page, '/');
    await live(page);
    const responses = page.locator('a.figure', { hasText: 'Responses' });
    for (const figure of [75, 76]) {
      await putForward(page, 30_000);
      await deliver(own, success());
      await expect.poll(() => responses.innerText()).toMatch(new RegExp(`\\s${figure}\\s`));
    }
    expect(streams).toHaveLength(1);
  });

  test('reopens its live stream if the connection died unnoticed', async () => {
    const own = await start();
    const streams: Socket[] = [];
    // Relays everything; a stream only until it is cut off from the server, unnoticed by the page.
    const relay = createServer((near) => {
      const far = connect(Number(new URL(own.url).port), '127.0.0.1');
      near.pipe(far);
      far.pipe(near);
      near.on('data', (bytes) => {
        if (bytes.includes('GET /api/v1/live')) streams.push(far);
      });
      for (const socket of [near, far]) socket.on('error', () => {});
    });
    const { page } = await desk.sit({}, `http://127.0.0.1:${await listening(relay)}`);
    await page.clock.install();
    await visit(page, '/');
    await live(page);
    const responses = page.locator('a.figure', { hasText: 'Responses' });
    await expect.poll(() => responses.innerText()).toMatch(/\s74\s/);
    expect(streams).toHaveLength(1);
    streams[0]?.unpipe().destroy();
    await deliver(own, success());
    await putForward(page, 45_000);
    await expect.poll(() => responses.innerText()).toMatch(/\s75\s/);
    await live(page);
    expect(streams).toHaveLength(2);
    relay.close();
  });

  test('requests an answer again that was read before the newest response', async () => {
    const own = await start();
    const { page } = await desk.sit({}, own.url);
    await visit(page, '/');
    await live(page);
    const figures = await holdAnswer(page, /\/api\/v1\/overview/);
    // The status is requested with the overview, and thus shows when that was read.
    for (let sent = 0; sent < 2; sent += 1) {
      const others = page.waitForResponse(/\/api\/v1\/status/);
      await deliver(own, success());
      await others;
    }
    await figures.release();
    await expect.poll(() => page.locator('a.figure', { hasText: 'Responses' }).innerText()).toMatch(/\s76\s/);
  });

  test('says in one place that the server is away, keeps what it shows, and shows the rest once it is back', async () => {
    const db = newDatabase();
    const first = await desk.serve({ db });
    await stock(first);
    const { page } = await desk.sit({}, first.url);
    await visit(page, '/');
    await live(page);
    await first.stop();
    const gone = page.getByRole('alert');
    await expect.poll(() => gone.allInnerTexts()).toEqual([expect.stringMatching(GONE)]);
    const responses = page.locator('a.figure', { hasText: 'Responses' });
    expect(await responses.innerText()).toMatch(/\s74\s/);
    // What was never loaded waits, and says only that.
    await page.getByRole('button', { name: /^Server all/ }).click();
    await page.getByRole('checkbox', { name: 'payments-api' }).check();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('main .note').first().innerText()).toMatch(/Mailroom is back/);
    expect(await page.locator('main').getByText('Retry').count()).toBe(0);
    expect(await barriers(page)).toEqual([]);

    const second = await desk.serve({ db, flags: ['--port', new URL(first.url).port] });
    await gone.waitFor({ state: 'detached' });
    await expect.poll(() => responses.innerText()).toMatch(/\s31\s/);
    await deliver(second, success({ server: 'payments-api' }));
    await expect.poll(() => responses.innerText()).toMatch(/\s32\s/);

    // Another page waits as well.
    await second.stop();
    await gone.waitFor();
    await page.getByRole('link', { name: 'Deprecations', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Deprecations' }).waitFor();
    await page.locator('main').getByText('Mailroom is back').first().waitFor();
    await desk.serve({ db, flags: ['--port', new URL(first.url).port] });
    await gone.waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('main').innerText()).not.toMatch(/Mailroom is back/);
  });

  test('can be used by keyboard shortcuts, lists them, and lets them be switched off', async () => {
    const { page } = desk.seat;
    await visit(page, '/');
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.waitFor();
    const left = async (text: string) => (await help.getByText(text).boundingBox())?.x;
    expect((await help.getByRole('checkbox').boundingBox())?.x).toBe(await left('Everywhere'));
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    // A click in between cancels a pair of keys.
    await page.keyboard.press('g');
    await page.getByRole('heading', { name: 'Outcomes over time' }).click();
    await page.keyboard.press('e');
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await expect.poll(() => page.url()).toContain('/deprecations');
    await page.goBack();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/');
    await page.goForward();
    await expect.poll(() => page.url()).toContain('/deprecations');
    await page.keyboard.press('?');
    await page.getByRole('checkbox', { name: /shortcuts/ }).click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('o');
    expect(await page.evaluate(() => location.pathname)).toBe('/deprecations');
  });

  test('remembers the chosen theme', async () => {
    const { page } = desk.seat;
    await visit(page, '/');
    await page.getByRole('button', { name: /^Theme/ }).click();
    await page.getByRole('button', { name: /^Theme: light/ }).click();
    await page.reload();
    const theme = () => page.evaluate('getComputedStyle(document.documentElement).colorScheme');
    await expect.poll(theme).toBe('dark');
  });

  test('says so if an address has no page, and keeps its filter on the way to another', async () => {
    const { page } = desk.seat;
    await page.goto('/nowhere?from=-7d&server=shop');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Traffic' }).click();
    await expect.poll(() => page.url()).toMatch(/\/traffic\?from=-7d&server=shop$/);
  });

  test('no trend overlaps its figure, and no table or navigation is cut off, at any width', async () => {
    const { page } = desk.seat;
    await visit(page, '/');
    for (const width of [1440, 1241, 1024, 1001, 1000, 961, 768, 390, 320]) {
      await resize(page, width);
      const over = await page.evaluate(
        () =>
          [...document.querySelectorAll('a.figure')].filter((figure) => {
            const text = document.createRange();
            text.selectNodeContents(figure.querySelector('.value') ?? figure);
            const trend = figure.querySelector(':scope > svg')?.getBoundingClientRect();
            return trend !== undefined && trend.width > 0 && text.getBoundingClientRect().right > trend.left;
          }).length,
      );
      expect([width, over]).toEqual([width, 0]);
      const wide = await page.evaluate(() => {
        const counter = document.querySelector('.counter')?.firstChild;
        // The widest possible.
        if (counter) counter.textContent = '999';
        return [...document.querySelectorAll('.scroll, .nav')]
          .filter((one) => one.scrollWidth > one.clientWidth + 1)
          .map(({ className }) => className);
      });
      expect([width, wide]).toEqual([width, width < 720 ? ['nav'] : []]);
      const tops = await page.evaluate(() =>
        [...document.querySelectorAll('.brand, .tools > *')].map((one) => {
          const { top, height } = one.getBoundingClientRect();
          return top + height / 2;
        }),
      );
      expect([width, Math.max(...tops) - Math.min(...tops)]).toEqual([width, 0]);
    }
  });

  test('has figures apart from the lines below them, also if text alone is enlarged', async () => {
    const { page } = desk.seat;
    await visit(page, '/');
    await page.locator('a.figure').first().waitFor();
    const gaps = await page.evaluate(() => {
      const all = [...document.querySelectorAll<HTMLElement>('.figure, .figure *')];
      const sizes = all.map((one) => {
        const { fontSize, lineHeight } = getComputedStyle(one);
        return [fontSize, lineHeight].map((size) => `${Number.parseFloat(size) * 1.5}px`);
      });
      all.forEach((one, at) => {
        [one.style.fontSize = '', one.style.lineHeight = ''] = sizes[at] ?? [];
      });
      return [...document.querySelectorAll('a.figure')].map((figure) => {
        const figures = document.createRange();
        figures.selectNodeContents(figure.querySelector('.value') ?? figure);
        const below = figure.querySelector('.change')?.getBoundingClientRect().top ?? 0;
        return below - figures.getBoundingClientRect().bottom;
      });
    });
    expect(gaps.length).toBe(5);
    expect(Math.min(...gaps)).toBeGreaterThan(0);
  });

  test.each([390, 360, 320])('has the names of all series above their lane at %i px', async (width) => {
    const { page } = await desk.sit({ width });
    await visit(page, '/');
    const lane = page.locator('.lane', { hasText: 'Succeeded' });
    await lane.waitFor();
    expect(await lane.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  });

  test('is accessible at any width, and is never wider than its window', async () => {
    const { page } = desk.seat;
    await visit(page, '/');
    expect(await flaws(page)).toEqual([]);
  });
});

test('a combination of filters without stored totals says from when it counts', async () => {
  const own = await desk.emptied();
  const body = Array.from({ length: 10_200 }, (_, n) =>
    failure(NOT_FOUND, { client: 'bot', observed_at: ago(n * 1000 + MINUTE) }),
  );
  body[0] = success({ client: 'bot', observed_at: ago(MINUTE), warnings: [WARNINGS.deprecation] });
  await deliver(own, body);
  const { page } = await desk.sit({}, own.url);
  await visit(page, '/?client=bot');
  const responses = page.locator('a.figure', { hasText: 'Responses' });
  await expect.poll(() => responses.innerText()).toMatch(/10[,.]2/);
  expect(await page.getByText(/^only since \d+ \w+ \d\d:\d\d$/).count()).toBe(0);
  await visit(page, '/?client=bot&operation=get_parcel');
  // Above the key figures, and of them too.
  await expect.poll(() => page.locator('.answer').innerText()).toMatch(/only since \d+ \w+ \d\d:\d\d$/);
  // If only parts of the answer were counted like this, these are named, and what is exact has no mark.
  const markOf = (title: string) =>
    page
      .locator('.panel', { has: page.getByRole('heading', { name: title, exact: true }) })
      .getByText(/only since \d+ \w+ \d\d:\d\d$/);
  await visit(page, '/servers?client=bot');
  await expect.poll(() => markOf('Servers').innerText()).toMatch(/^versions, operations only since /);
  await visit(page, '/warnings?client=bot');
  await expect.poll(() => markOf('Slow operations').count()).toBe(1);
  expect(await markOf('By code').count()).toBe(0);
  await visit(page, '/conformance?client=bot&operation=get_parcel');
  await expect.poll(() => markOf('Scores').innerText()).toMatch(/^only since /);
  expect(await markOf('Violations').count()).toBe(0);
  await visit(page, '/errors?q=parcel');
  await page.getByRole('link', { name: /NOT_FOUND_RESOURCE/ }).click();
  for (const part of [
    page.getByRole('navigation', { name: 'Categories' }),
    page.getByRole('region', { name: 'Error groups' }),
    page.getByRole('complementary', { name: 'Error group' }),
  ])
    await expect.poll(() => part.getByText(/^only since \d+ \w+ \d\d:\d\d$/).count()).toBe(1);
  await visit(page, '/deprecations?client=bot&operation=get_parcel');
  await page.getByRole('link', { name: 'list_parcels' }).click();
  await expect.poll(() => markOf('list_parcels').innerText()).toMatch(/^only since /);
});
