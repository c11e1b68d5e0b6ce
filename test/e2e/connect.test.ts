import { describe, expect, test } from 'vitest';
import { DAY } from '../../shared/time/units.ts';
import { dataOf, deliver, forgetAll } from '../helpers/ask.ts';
import {
  barriers,
  clipboard,
  flaws,
  holdAnswer,
  holdRequests,
  refuse,
  roundTrip,
  settled,
  visit,
} from '../helpers/browser.ts';
import { ago, success } from '../helpers/captures.ts';
import { openDesk } from '../helpers/desk.ts';
import { newDatabase } from '../helpers/folder.ts';

const desk = openDesk(undefined, forgetAll);

/** Every page that needs data. */
const PAGES = ['/errors', '/warnings', '/deprecations', '/conformance', '/traffic', '/servers'];

const snippet = () => desk.seat.page.getByRole('tabpanel').locator('code').innerText();
const host = () => new URL(desk.served.url).host;

test('a command wraps only between words', async () => {
  const { page } = desk.seat;
  await page.setViewportSize({ width: 1024, height: 900 });
  await visit(page, '/connect?view=way.http');
  const words = await page
    .getByRole('tabpanel')
    .locator('code > span')
    .evaluateAll((all) => all.map((word) => [word.textContent, word.getClientRects().length]));
  expect(words).toContainEqual([`http://${host()}`, 1]);
  expect(words.filter(([, lines]) => lines !== 1)).toEqual([]);
  expect(await snippet()).toMatch(/^mailroom proxy --server my-server --target \S+ --listen 4690 --to \S+$/);
});

test('middleware waits for itself, not for a tap, and only what needs the program says how to install it', async () => {
  const { page } = desk.seat;
  await visit(page, '/connect?view=way.middleware');
  await page.getByText('Middleware connects as my-server').waitFor();
  await page.getByRole('button', { name: 'Troubleshoot the middleware' }).click();
  await page.getByText('onTrouble').waitFor();
  await page.keyboard.press('Escape');
  expect(await page.getByText('npm link').count()).toBe(0);
  await page.getByRole('tab', { name: 'Python server' }).click();
  await page.getByText('npm link').waitFor();
});

describe('the first screen', () => {
  test('teaches the tap, shows its progress, turns green by itself and leads to the overview', async () => {
    const { page, complaints } = desk.seat;
    await visit(page, '/');
    await page.getByRole('heading', { name: 'Connect your first server' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/connect');
    await expect
      .poll(snippet)
      .toBe(`mailroom tap --server my-server --to http://${host()} -- npx my-mcp-server`);
    await dataOf(desk.served, 'POST /api/v1/hellos', {
      body: { server: 'desk', stage: 'initialized', name: 'desk-mcp', version: '1.4.2', tools: 12 },
    });
    await page.getByText('Tap connected as desk').waitFor();
    await page.getByText('Server initialized: desk-mcp 1.4.2, 12 tools').waitFor();
    await deliver(desk.served, success({ server: 'desk', duration_ms: 38 }));
    const card = page.getByRole('region', { name: 'Progress' });
    await card.getByRole('heading', { name: 'desk is connected' }).waitFor();
    await expect
      .poll(() => card.innerText())
      .toMatch(/get_parcel.*Success\s+38\sms.*mcp-aql Detected from.*No violations/s);
    await card.getByRole('link', { name: 'Go to overview' }).click();
    await expect.poll(() => page.locator('a.figure').first().innerText()).toMatch(/Responses\s+1\s/);
    expect(complaints).toEqual([]);
  });

  test('brings what arrived into view on a phone', async () => {
    const { page } = desk.seat;
    await page.setViewportSize({ width: 390, height: 844 });
    await visit(page, '/');
    await page.getByText('Waiting for the first response').waitFor();
    await deliver(desk.served, success({ server: 'desk' }));
    const arrived = page.getByRole('heading', { name: 'desk is connected' });
    await expect.poll(async () => (await arrived.boundingBox())?.y).toBeLessThan(700);
    expect((await arrived.boundingBox())?.y).toBeGreaterThan(0);
  });

  test('says what a test response from the page itself shows, and waits for the server', async () => {
    const { page } = desk.seat;
    await visit(page, '/');
    await page.getByLabel('Server name').fill('bench');
    const test = page.getByRole('button', { name: 'Send a test response' });
    const received = page.getByRole('heading', { name: 'Mailroom received the test response' });
    await test.click();
    await received.waitFor();
    await page.getByText('bench itself has yet to send one.').waitFor();
    await page.getByRole('button', { name: 'Wait for the server' }).click();
    await page.getByText('Waiting for the first response').waitFor();
    await test.click();
    await received.waitFor();
    await page.getByRole('button', { name: 'Wait for the server' }).click();
    const known = page.waitForResponse(/\/responses\?.*server=bench/);
    await known;
    await deliver(desk.served, success({ server: 'bench' }));
    await page.getByRole('heading', { name: 'bench is connected' }).waitFor();
  });
});

test.each(['link', 'keys'])('the overview, reached by its %s, waits for the first response', async (by) => {
  const { page } = desk.seat;
  await visit(page, '/');
  await page.getByRole('heading', { name: 'Connect your first server' }).waitFor();
  await (by === 'link'
    ? page.getByRole('link', { name: 'Overview', exact: true }).click()
    : page.keyboard.type('go'));
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.getByText('No responses yet').waitFor();
  await deliver(desk.served, success({ server: 'desk' }));
  await expect.poll(() => page.locator('a.figure').first().innerText()).toMatch(/Responses\s+1\s/);
});

test('the overview knows of the first response as soon as Connect does, also without live updates', async () => {
  const { page } = desk.seat;
  await page.addInitScript(() => localStorage.setItem('mailroom', '{"live":false}'));
  await visit(page, '/');
  await page.getByText('Waiting for the first response').waitFor();
  const { answered } = await holdAnswer(page, /\/api\/v1\/status$/);
  await answered;
  await deliver(desk.served, success({ server: 'desk' }));
  await page.getByRole('link', { name: 'Go to overview' }).click();
  await expect.poll(() => page.locator('a.figure').first().innerText()).toMatch(/Responses\s+1\s/);
});

test('the overview is there once a response was seen on another page', async () => {
  const { page } = desk.seat;
  await visit(page, '/traffic');
  await deliver(desk.served, success());
  await page.locator('a.log-row').waitFor();
  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  await expect.poll(() => page.locator('a.figure').first().innerText()).toMatch(/Responses\s+1\s/);
});

test.each(PAGES)('%s links to it once while nothing is stored, and offers no other range', async (path) => {
  const { page } = desk.seat;
  await visit(page, path);
  await page.getByText('mailroom demo').first().waitFor();
  await settled(page);
  expect(await page.getByText('mailroom demo').count()).toBe(1);
  expect(await page.getByRole('button', { name: 'Show 30 days' }).count()).toBe(0);
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('main').getByRole('link', { name: 'Connect a server' }).first().click();
  await page.getByRole('heading', { name: 'Connect your first server' }).waitFor();
});

describe('Connect', () => {
  test('is kept in the URL: a link leads to a way of sending and a client', async () => {
    const { page } = desk.seat;
    await visit(page, '/connect?view=way.http&view=client.vscode');
    await expect.poll(() => page.getByRole('radio', { checked: true }).getAttribute('value')).toBe('http');
    const tab = () => page.getByRole('tab', { selected: true }).innerText();
    await expect.poll(tab).toBe('VS Code');
    await page.getByRole('tab', { name: 'Cursor' }).click();
    await expect.poll(tab).toBe('Cursor');
    await page.goBack();
    await expect.poll(tab).toBe('VS Code');
  });

  test('waits for the named server, not for what already arrives', async () => {
    const { page } = desk.seat;
    await deliver(desk.served, success({ server: 'old' }));
    await dataOf(desk.served, 'POST /api/v1/hellos', { body: { server: 'desk', stage: 'connected' } });
    await visit(page, '/connect');
    await page.getByRole('heading', { name: 'Connect a server', exact: true }).waitFor();
    const known = page.waitForResponse(/\/responses\?.*server=fresh/);
    await page.getByLabel('Server name').fill('fresh');
    await known;
    await page.getByText('Tap connects as fresh').waitFor();
    await deliver(desk.served, [success({ server: 'old' }), success({ server: 'fresh' })]);
    await page.getByRole('heading', { name: 'fresh is connected' }).waitFor();
    await page.getByRole('link', { name: 'Open response' }).click();
    await expect.poll(() => page.url()).toMatch(/\/traffic\/\w+/);
  });

  test('says that what arrived has an untrusted time, and leads to it', async () => {
    const { page } = desk.seat;
    const arrives = () => deliver(desk.served, success({ observed_at: '2019-06-01T00:00:00Z' }));
    // What arrived before is not counted.
    await arrives();
    await visit(page, '/connect');
    await page.getByText('Waiting for the first response').waitFor();
    const told = page.getByRole('status').getByRole('link');
    expect(await told.count()).toBe(0);
    await arrives();
    const link = told.and(page.getByRole('link', { name: '1 response arrived with an untrusted time' }));
    await link.waitFor();
    expect(await flaws(page)).toEqual([]);
    await link.click();
    await expect.poll(() => page.locator('a.log-row').count()).toBe(2);
  });

  test('turns green too when what arrives of the named server is older than what it has', async () => {
    const { page } = desk.seat;
    await deliver(desk.served, success({ server: 'old' }));
    await visit(page, '/connect?view=way.import');
    const known = page.waitForResponse(/\/responses\?.*server=old/);
    await page.getByLabel('Server name').fill('old');
    await known;
    const observed_at = ago(400 * DAY);
    await deliver(desk.served, success({ server: 'old', observed_at }));
    await page.getByRole('heading', { name: 'old is connected' }).waitFor();
    await page.getByText('What arrived is older than its newest response, which is shown here.').waitFor();
  });

  test('has the exact text for each way of sending and each client, by keyboard too, and copies it', async () => {
    const { page } = desk.seat;
    await visit(page, '/connect');
    const command = `uv run server.py ${'--root /srv/a-long-folder '.repeat(20).trim()}`;
    await page.getByLabel('Server command').fill(command);
    await page.getByRole('tab', { name: 'Terminal' }).press('ArrowRight');
    await expect
      .poll(snippet)
      .toBe(
        `claude mcp add my-server -- mailroom tap --server my-server --to http://${host()} -- ${command}`,
      );
    await page.getByRole('tabpanel').getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await clipboard(page)).toBe(await snippet());
    for (const [way, tab, text] of [
      [/HTTP proxy/, 'VS Code', /"type": "http"/],
      [/Middleware/, 'TypeScript server', /reported\(transport, \{ server: "my-server"/],
      [/POST/, 'curl', /api\/v1\/responses/],
      [/Import/, 'Terminal', /mailroom import responses\.jsonl/],
      [/stdio tap/, 'Codex', /\[mcp_servers\."my-server"\]/],
    ] as const) {
      await page.getByRole('radio', { name: way }).check();
      await page.getByRole('tab', { name: tab }).click();
      await expect.poll(snippet).toMatch(text);
    }
  });

  test('has a curl command that this server accepts unchanged', async () => {
    const { page } = desk.seat;
    await visit(page, '/connect');
    await page.getByRole('radio', { name: /POST/ }).check();
    await expect.poll(snippet).toMatch(/^curl/);
    const body = /-d '(.*)'$/s.exec(await snippet())?.[1] ?? '';
    await deliver(desk.served, JSON.parse(body));
    await page.getByRole('heading', { name: 'my-server is connected' }).waitFor();
  });

  test('has no blank line in a command that a phone wraps', async () => {
    const { page } = await desk.sit({ width: 390 });
    await visit(page, '/connect');
    await page.getByRole('radio', { name: /POST/ }).check();
    await expect.poll(() => page.locator('.connect-snippet pre').innerText()).toMatch(/^curl/);
    const gaps = await page.locator('.connect-snippet pre').evaluate((pre) => {
      const words = [...pre.querySelectorAll('span')].map((word) => word.getBoundingClientRect());
      return words.flatMap(({ bottom }, at) => (words[at + 1]?.top ?? bottom) - bottom);
    });
    expect(gaps.length).toBeGreaterThan(5);
    expect(Math.max(...gaps)).toBeLessThan(10);
  });

  test('has round dots while it waits, however narrow the window', async () => {
    const { page } = await desk.sit({ width: 320 });
    await visit(page, '/connect');
    const dot = await page.locator('.connect-card .skeleton').first().boundingBox();
    expect(dot).toMatchObject({ width: 6, height: 6 });
  });

  test('is accessible at any width, waiting and connected', async () => {
    const { page } = desk.seat;
    await visit(page, '/connect');
    expect(await flaws(page)).toEqual([]);
    await visit(page, '/');
    await page.getByRole('heading', { name: 'Connect your first server' }).waitFor();
    await deliver(desk.served, success());
    await page.getByRole('heading', { name: 'shop is connected' }).waitFor();
    await settled(page);
    expect(await flaws(page)).toEqual([]);
  });
});

test('the first response counts even if it arrives before the page has asked for the newest', async () => {
  const { page } = desk.seat;
  const { release } = await holdRequests(page, '**/api/v1/responses?*');
  await page.goto(desk.served.url);
  await page.getByRole('heading', { name: 'Connect your first server' }).waitFor();
  await deliver(desk.served, success());
  await release();
  await page.getByRole('heading', { name: 'shop is connected' }).waitFor();
});

test('if retention has removed every response, pages say so and the first screen does not teach', async () => {
  const db = newDatabase();
  const before = await desk.serve({ db });
  const observed_at = ago(2 * DAY);
  await deliver(before, success({ observed_at }));
  await before.stop();
  const after = await desk.serve({ db, flags: ['--keep', '1d'] });
  const { page } = await desk.sit({}, after.url);
  await expect
    .poll(async () => {
      await visit(page, '/traffic?from=-30d');
      return page.getByText('Retention has removed all responses').count();
    })
    .toBe(1);
  await visit(page, '/');
  await expect.poll(() => page.getByText('No responses in this range.').count()).toBe(1);
});

test.each([
  ['status', ''],
  ['responses?*', 'Waiting for the first response…'],
])('Connect says that its question %s is refused, and waits once it is answered', async (asked, heading) => {
  const { page } = desk.seat;
  await deliver(desk.served, success());
  await page.route(`**/api/v1/${asked}`, (route) => refuse(route, 429, 'Too many questions.'));
  await page.goto('/connect');
  const progress = page.getByRole('region', { name: 'Progress' });
  const words = progress.getByRole('alert');
  await expect.poll(() => words.innerText()).toMatch(/^Mailroom couldn’t load this\s+Too many questions\./);
  expect(await progress.innerText()).toContain(heading);
  expect(await flaws(page)).toEqual([]);
  await page.unroute(`**/api/v1/${asked}`);
  await words.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => words.count()).toBe(0);
  await page.getByText('Waiting for the first response').waitFor();
});

test('Connect says without a break that it waits for Mailroom, however often that is tried', async () => {
  const { page } = desk.seat;
  await page.route('**/api/v1/status', (route) => route.abort());
  await page.goto('/connect');
  const words = page.getByText('Loads when Mailroom is back');
  await words.waitFor();
  await page.route('**/api/v1/status', () => {});
  await page.waitForRequest(/\/api\/v1\/status$/);
  await roundTrip(page);
  expect(await words.count()).toBe(1);
});

test('the card says when Mailroom itself does not respond', async () => {
  const ending = await desk.serve();
  const { page } = await desk.sit({}, ending.url);
  await visit(page, '/connect');
  const check = page.getByRole('listitem').filter({ hasText: 'Mailroom is listening' });
  await expect.poll(() => check.innerText()).toContain('ready');
  // Each step says once how far it is, also to those who cannot see its mark.
  expect(await check.textContent()).toMatch(/: done.*ready$/);
  const last = page.locator('.connect-checks > li').last();
  expect((await last.textContent())?.match(/not yet/g)).toEqual(['not yet']);
  await ending.stop();
  await expect.poll(() => check.innerText()).toContain('not responding');
});
