import { expect, test } from 'vitest';
import { MINUTE } from '../../shared/time/units.ts';
import { dataOf, deliver } from '../helpers/ask.ts';
import { barriers, clipboard, hasFocus, holdRequests, overflow, visit } from '../helpers/browser.ts';
import { failure, mixedCaptures, NOT_FOUND, success } from '../helpers/captures.ts';
import { openRoom } from '../helpers/desk.ts';

const room = openRoom((served) => deliver(served, mixedCaptures()));

test('selecting text from the field to beyond its edge does not close it, a click outside does', async () => {
  const { page } = await room.sit();
  await visit(page, '/');
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search and commands' });
  await field.fill('traffic');
  const { x, y, height } = (await field.boundingBox()) ?? { x: 0, y: 0, height: 0 };
  await page.mouse.move(x + 60, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(20, y + height / 2);
  await page.mouse.up();
  expect(await field.isVisible()).toBe(true);
  await page.mouse.click(20, y + height / 2);
  await field.waitFor({ state: 'detached' });
});

test('⌘K finds pages, names, rules and groups; immediate typing is not lost', async () => {
  const { page, complaints } = await room.sit();
  await visit(page, '/');
  const field = page.getByRole('combobox', { name: 'Search and commands' });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('env-03');
  await expect.poll(() => field.inputValue()).toBe('env-03');
  await page.getByRole('option', { name: /^ENV-03/ }).waitFor();
  for (const [typed, found] of [
    ['conform', /^Conformance/],
    ['notes', /^notes/],
    ['INTERNAL', /^INTERNAL_ERROR get_parcel/],
    ['NOT_FOUND', /^NOT_FOUND_RESOURCE\s*responses/],
    ['parcel get', /^get_parcel\s*overview/],
  ] as const) {
    await field.fill(typed);
    await page.getByRole('option', { name: found }).first().waitFor();
  }
  await field.fill('traffic');
  await page.getByRole('option', { name: /^Traffic/ }).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).pathname).toBe('/traffic');
  await page.keyboard.press('Control+k');
  await field.fill('env-0');
  await page.getByRole('option', { name: /^ENV-03/ }).waitFor();
  await page.keyboard.type('3');
  await page.getByRole('option', { name: /^ENV-03/, selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).pathname).toBe('/rules/ENV-03');
  await page.keyboard.press('Control+k');
  const [row] = (await dataOf(room.served, 'GET /api/v1/responses')).items;
  await field.fill(row?.id.toUpperCase() ?? '');
  await page.getByRole('option', { name: row?.id ?? '', exact: true, selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/traffic/${row?.id}`);
  await page.keyboard.press('Control+k');
  await field.fill('missing');
  await page.getByRole('option', { name: /^Search messages for/, selected: true }).waitFor();
  await page.getByRole('option', { name: 'Search all text for “missing”' }).click();
  await expect.poll(() => page.url()).toMatch(/\/traffic\?contains=missing$/);
  expect(complaints).toEqual([]);
});

test.each([
  ['ENV-03', '/rules/ENV-03'],
  ['notes', '/?server=notes'],
  ['editor', '/?client=editor'],
  ['get_parcel', '/?operation=get_parcel'],
  ['NOT_FOUND_RESOURCE', '/traffic?code=NOT_FOUND_RESOURCE'],
  ['DEPRECATION_WARNING', '/traffic?warning=DEPRECATION_WARNING'],
])('⌘K opens %s by its pasted name, even if the names arrive later', async (name, opened) => {
  const { page } = await room.sit();
  await visit(page, '/playground');
  const { release } = await holdRequests(page, /api\/v1\/(facets|rules|error-groups)/);
  await page.evaluate((text) => navigator.clipboard.writeText(text), name);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search and commands' }).press('Control+v');
  await page.getByRole('option', { name: /^Search messages for/, selected: true }).waitFor();
  await release();
  await page.getByRole('option', { name: new RegExp(`^${name}`), selected: true }).waitFor();
  expect(await page.getByRole('listbox').getByRole('option').first().getAttribute('aria-selected')).toBe(
    'true',
  );
  await page.keyboard.press('Enter');
  await expect
    .poll(() => {
      const { pathname, search } = new URL(page.url());
      return pathname + search;
    })
    .toBe(opened);
});

test('a key that is pressed at once after a dialog closed counts, though its hidden field has the focus', async () => {
  const { page, complaints } = await room.sit();
  await visit(page, '/');
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: /^Overview/ }).waitFor();
  const focused = await page.evaluate(() => {
    document.querySelector('dialog')?.close();
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true }));
    return document.activeElement?.tagName;
  });
  expect(focused).toBe('INPUT');
  await page.getByRole('heading', { name: 'In a response' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(1);
  expect(complaints).toEqual([]);
});

test('a command gives the focus back to where it was, also after the list of shortcuts that it opens', async () => {
  const { page, complaints } = await room.sit();
  await visit(page, '/');
  const before = page.getByRole('button', { name: /^Server/ }).first();
  await before.focus();
  for (const [typed, name] of [
    ['show local', /^Show local times/],
    ['keyboard', /^Keyboard shortcuts/],
  ] as const) {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(typed);
    await page.getByRole('option', { name }).click();
    if (typed === 'keyboard') {
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
      await page.keyboard.press('Escape');
    }
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => hasFocus(before)).toBe(true);
  }
  expect(complaints).toEqual([]);
});

test('⌘K finds a server, an operation and an error group that are not among the busiest', async () => {
  const { page } = await room.sit();
  const many = Array.from({ length: 70 }, (_, index) => success({ server: `desk-${index}` }));
  const groups = Array.from({ length: 70 }, (_, index) => failure(NOT_FOUND, { operation: `get_${index}` }));
  const operations = Array.from({ length: 250 }, (_, index) => success({ operation: `list_${index}` }));
  const long = failure(NOT_FOUND, { server: 'desk '.repeat(40).trim(), operation: 'rarely' });
  await deliver(room.served, [
    ...[...many, ...many, ...groups, ...groups, ...operations, ...operations],
    ...[success({ server: 'desk-of-one', operation: 'zeroth' }), long],
  ]);
  await visit(page, '/');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('rarely not_found');
  const group = page.getByRole('option', { name: /^NOT_FOUND_RESOURCE rarely/ });
  // However long its server's name is.
  await expect.poll(async () => (await group.locator('.ell').boundingBox())?.width).toBeGreaterThan(200);
  const field = page.getByRole('combobox', { name: 'Search and commands' });
  await field.fill('zerot');
  await page.getByRole('option', { name: /^zeroth/ }).waitFor();
  await field.fill('desk-of');
  await page.getByRole('option', { name: /^desk-of-one/ }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('server')).toBe('desk-of-one');
});

test('a link to the exact view has absolute times, from the palette and the time menu', async () => {
  const { page } = await room.sit();
  await visit(page, '/traffic?from=-1h&server=shop');
  const copied = async () => {
    const { searchParams } = new URL(await clipboard(page));
    const ms = Date.parse(searchParams.get('to') ?? '') - Date.parse(searchParams.get('from') ?? '');
    // It begins with the minute that is shown.
    return [...searchParams.keys(), Math.floor(ms / MINUTE)];
  };
  await page.evaluate(() => navigator.clipboard.writeText('http://nothing'));
  await page.getByRole('button', { name: /^Time/ }).click();
  await page.getByRole('button', { name: /Copy link to this view/ }).click();
  await expect.poll(copied).toEqual(['from', 'server', 'to', 60]);
  await page.evaluate(() => navigator.clipboard.writeText('http://nothing'));
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: /Copy link to this view/ }).click();
  await expect.poll(copied).toEqual(['from', 'server', 'to', 60]);
});

test.each([
  { width: 1440, theme: 'light' },
  { width: 320, theme: 'dark' },
] as const)(
  'at $width px, the palette does not offer the $theme theme while it is chosen, and is accessible, as is the list of shortcuts',
  async ({ width, theme }) => {
    const { page } = await room.sit({ theme, width });
    await visit(page, '/');
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: /^Overview/ }).waitFor();
    expect(await page.getByRole('option', { name: `${theme} theme` }).count()).toBe(0);
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Search and commands' }).waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.getByRole('heading', { name: 'In a response' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
  },
);
