import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dataOf } from '../helpers/ask.ts';
import { clipboard, firstAsked, flaws, live, type Seat, saved, settled, visit } from '../helpers/browser.ts';
import { mixedCaptures, success } from '../helpers/captures.ts';
import { openRoom } from '../helpers/desk.ts';
import { mailroom } from '../helpers/program.ts';
import { MANNERS, type ReverseProxy, reverseProxy } from '../helpers/reverse-proxy.ts';

const PATH = '/tools/mailroom';
const headers = { authorization: 'Bearer secret' };

const room = openRoom(
  (served) => dataOf(served, 'POST /api/v1/responses', { headers, body: mixedCaptures() }),
  { flags: ['--base-path', PATH, '--token', 'secret'] },
);

describe.each(MANNERS)('behind a proxy that %s the path', (manner) => {
  let proxy: ReverseProxy;
  let seat: Seat;
  beforeAll(async () => {
    proxy = await reverseProxy(new URL(room.served.url).origin, PATH, manner);
  });
  /** The printed link, which logs in. */
  const link = () => {
    const printed = room.served.printed.find((line) => line.startsWith('Log in: ')) ?? '';
    return printed.slice('Log in: '.length).replace(room.served.url, proxy.url);
  };
  beforeEach(async () => {
    seat = await room.sit({}, proxy.url);
    await seat.page.request.get(link());
  });
  afterEach(() => {
    expect(seat.complaints).toEqual([]);
    expect(proxy.strays).toEqual([]);
  });
  afterAll(() => proxy.close());

  const path = () => new URL(seat.page.url()).pathname;

  test('after logging out, one must log in again', async () => {
    const { page } = seat;
    await page.context().clearCookies();
    await page.goto(link());
    await page.waitForURL(`${proxy.url}/`);
    await settled(page);
    await page.getByRole('contentinfo').getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL(`${proxy.url}/login`);
    await page.goto(`${proxy.url}/errors`);
    await page.getByLabel('Token').fill('secret');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${proxy.url}/errors`);
    await settled(page);
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('log out');
    await page.getByRole('option', { name: 'Log out', exact: true }).click();
    await page.waitForURL(`${proxy.url}/login`);
  });

  test('pages, an error group and its response open, and open again after a reload', async () => {
    const { page } = seat;
    await visit(page, `${proxy.url}/`);
    // Each is sent once, before the scripts have loaded.
    expect(await firstAsked(page)).toEqual(['link', 'link']);
    const errors = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: /^Errors/ });
    await errors.click();
    await expect.poll(path).toBe(`${PATH}/errors`);
    expect(await errors.getAttribute('aria-current')).toBe('page');
    await page.locator('[data-group] a').first().click();
    await expect.poll(path).toMatch(new RegExp(`^${PATH}/errors/\\w+`));
    await page.locator('main a[href*="/traffic/"]').first().click();
    await expect.poll(path).toMatch(new RegExp(`^${PATH}/traffic/\\w+`));
    const heading = page.getByRole('heading', { level: 2, name: 'get_parcel' });
    await heading.waitFor();
    await page.reload();
    await heading.waitFor();
    await page.goBack();
    await expect.poll(path).toMatch(new RegExp(`^${PATH}/errors/`));
    await page.getByRole('link', { name: 'Overview', exact: true }).click();
    await expect.poll(path).toBe(`${PATH}/`);
  });

  test('it opens without the trailing slash too', async () => {
    const { page } = seat;
    await visit(page, proxy.url);
    await page.getByRole('heading', { name: 'Outcomes over time' }).waitFor();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Traffic' }).click();
    await expect.poll(path).toBe(`${PATH}/traffic`);
  });

  test('an imported response arrives live, can be exported, and is opened from its row', async () => {
    const { page } = seat;
    const server = `live-${MANNERS.indexOf(manner)}`;
    await visit(page, `${proxy.url}/traffic`);
    await live(page);
    const input = JSON.stringify(success({ server }));
    const args = ['import', '-', '--to', proxy.url, '--token', 'secret'];
    expect(await mailroom(args, { input })).toMatchObject({ code: 0, stderr: '' });
    await page.getByRole('button', { name: '1 new' }).click();
    const row = page.locator('[data-response]').first();
    expect(await row.getAttribute('href')).toMatch(new RegExp(`^${PATH}/traffic/`));
    expect(await row.innerText()).toContain(server);
    await page.getByRole('button', { name: 'Export' }).click();
    const { text } = await saved(page, page.getByRole('link', { name: 'Export as NDJSON' }).click());
    expect(text).toContain(`"${server}"`);
    await row.click();
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    expect(path()).toMatch(new RegExp(`^${PATH}/traffic/\\w+`));
    const copied = () => clipboard(page);
    await page.keyboard.press('u');
    await expect.poll(copied).toContain(`curl -sS ${proxy.url}/api/v1/responses`);
    expect(await copied()).toContain('"authorization: Bearer $MAILROOM_TOKEN"');
    await page.keyboard.press('l');
    await expect.poll(copied).toContain(`${proxy.url}/traffic/`);
  });

  test('snippets have the full address', async () => {
    const { page } = seat;
    const snippet = page.getByRole('tabpanel').locator('code');
    await visit(page, `${proxy.url}/connect`);
    await expect.poll(() => snippet.innerText()).toContain(` --to ${proxy.url} -- `);
    await page.getByRole('radio', { name: /POST/ }).check();
    await expect.poll(() => snippet.innerText()).toContain(`${proxy.url}/api/v1/responses`);
    const { host } = new URL(proxy.url);
    await page.getByText(`Mailroom is listening on ${host}${PATH}`).waitFor();
  });
});

test('without a login a page redirects to the form, which logs in and leads back; after that, a link of another site opens it', async () => {
  const proxy = await reverseProxy(new URL(room.served.url).origin, PATH, 'keeps');
  const { page } = await room.sit({}, proxy.url);
  const address = `${proxy.url}/errors?server=a+b`;
  await page.goto(address);
  expect(page.url()).toBe(`${proxy.url}/login?to=%2Ferrors%3Fserver%3Da%2Bb`);
  const fonts = () => page.evaluate(() => [...document.fonts].map(({ family, status }) => [family, status]));
  await expect.poll(fonts).toEqual([['Inter', 'loaded']]);
  await page.getByLabel('Token').fill('wrong');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('alert').waitFor();
  expect(await flaws(page)).toEqual([]);
  await page.getByLabel('Token').fill('secret');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL(address);
  await settled(page);
  await page.goto(`data:text/html,<a href="${address}">see this</a>`);
  await page.getByRole('link').click();
  await page.waitForURL(address);
  await settled(page);
  expect(await page.context().cookies()).toMatchObject([{ path: PATH }]);
  await proxy.close();
});
