import { describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../shared/time/units.ts';
import { dataOf, deliver, forgetAll } from '../helpers/ask.ts';
import {
  barriers,
  flaws,
  hasFocus,
  holdAnswer,
  holdRequests,
  overflow,
  refuse,
  resize,
  saved,
  settled,
  visit,
} from '../helpers/browser.ts';
import { ago, carried, failure, NOT_FOUND, type SentCapture, success } from '../helpers/captures.ts';
import { openDesk } from '../helpers/desk.ts';

const MISSING = { code: 'VALIDATION_MISSING_PARAM', message: "Missing required parameter 'id'" };
const BROKEN = { code: 'INTERNAL_ERROR', message: 'Internal error', details: { reason: 'no disk' } };

/** Ten responses, six of which fail for three causes, the last ones since a new server version. */
const captures: readonly SentCapture[] = [
  ...Array.from({ length: 4 }, () => success({ client: 'cli' })),
  ...['cli', 'editor', 'cli'].map((client) =>
    failure(BROKEN, { client, server_version: '2.0.0', operation: 'put_parcel' }),
  ),
  failure(NOT_FOUND, { client: 'cli', server_version: '1.9.0' }),
  failure(NOT_FOUND, { client: 'editor', server_version: '1.9.0' }),
  failure(MISSING, { server: 'notes', operation: 'read_note' }),
];

const desk = openDesk(undefined, async (served) => {
  await forgetAll(served);
  await deliver(served, captures);
});

const rows = () => desk.seat.page.locator('li.group');
const row = (code: string, page = desk.seat.page) => page.locator('li.group', { hasText: code });
const panel = (page = desk.seat.page) => page.getByRole('complementary', { name: 'Error group' });
const states = async () => {
  const { items } = await dataOf(desk.served, 'GET /api/v1/error-groups');
  return Object.fromEntries(items.map(({ code, state }) => [code, state]));
};

describe('what failed, and who must act on it', () => {
  test('is saved as CSV with every group in the filter, also those that are not loaded', async () => {
    const { page } = desk.seat;
    const body = Array.from({ length: 620 }, (_, n) => failure(NOT_FOUND, { operation: `op_${n}` }));
    await deliver(desk.served, body);
    await visit(page, '/errors?code=NOT_FOUND_RESOURCE');
    await expect.poll(() => rows().count()).toBe(100);
    const csv = page.getByRole('button', { name: 'CSV', exact: true });
    const { text } = await saved(page, csv.press('Enter'));
    expect(await hasFocus(csv)).toBe(true);
    const [heads = '', ...lines] = text.split('\r\n');
    const at = heads.split(',').indexOf('operation');
    const operations = lines.map((line) => line.split(',')[at]);
    expect(operations.toSorted()).toEqual(
      ['get_parcel', ...body.map(({ operation }) => operation)].toSorted(),
    );
    await page.route(/error-groups\?.*limit=500/, (route) => refuse(route, 500, 'The disk is full.'));
    await csv.click();
    await page.locator('.toast', { hasText: 'The disk is full.' }).waitFor();
  });

  test('is answered by categories with their guidance and one row per cause, for screen readers too', async () => {
    const { page, complaints } = desk.seat;
    await visit(page, '/errors');
    const rail = page.getByRole('navigation', { name: 'Categories' });
    await expect
      .poll(() => rail.getByRole('link', { name: /Internal/ }).innerText())
      .toMatch(/Internal\s+3\s+server-side fault\s+50\.0\s%/);
    await expect
      .poll(() => rail.getByRole('link', { name: /^All/ }).innerText())
      .toMatch(/6\s+6 of 10\s+60\.0\s%/);
    await visit(page, '/errors?not_code=NOT_FOUND_RESOURCE');
    await expect
      .poll(() => rail.getByRole('link', { name: /^All/ }).innerText())
      .toMatch(/\d\s+without excluded codes$/);
    await visit(page, '/errors');
    await expect.poll(() => rows().count()).toBe(3);
    await expect
      .poll(() => rows().first().innerText())
      .toMatch(/INTERNAL_ERROR\s+put_parcel\s+Internal error/);
    await expect
      .poll(() => row('INTERNAL_ERROR').ariaSnapshot())
      .toMatch(/shop Clients 2 Count 3 Share [\s\S]+First[\s\S]+Last/);
    await row('INTERNAL_ERROR')
      .getByRole('checkbox', { name: 'Select INTERNAL_ERROR in put_parcel on shop' })
      .waitFor();
    await rail.getByRole('link', { name: /Not found/ }).click();
    await expect.poll(() => rows().count()).toBe(1);
    expect(new URL(page.url()).searchParams.getAll('category')).toEqual(['not_found']);
    await expect.poll(() => rail.locator('[aria-current]').count()).toBe(1);
    await rail.getByRole('link', { name: 'NOT_FOUND_RESOURCE' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.getAll('code')).toEqual(['NOT_FOUND_RESOURCE']);
    await settled(page);
    expect(await rail.getByRole('link', { name: /Internal/ }).innerText()).toMatch(/Internal\s+3\s/);
    await page.goBack();
    await page.goBack();
    await expect.poll(() => rows().count()).toBe(3);
    expect(complaints).toEqual([]);
  });

  test.each([
    [
      'category',
      'category=not_found&category=internal',
      [/^Internal/, /^Not found/],
      ['internal', 'not_found'],
    ],
    [
      'code',
      'category=not_found&category=internal&code=INTERNAL_ERROR&code=NOT_FOUND_RESOURCE',
      ['INTERNAL_ERROR', 'NOT_FOUND_RESOURCE'],
      ['INTERNAL_ERROR', 'NOT_FOUND_RESOURCE'],
    ],
  ] as const)(
    'of several, the %s chosen is the only one left, and none if it was alone',
    async (name, search, links, values) => {
      const { page } = desk.seat;
      const rail = page.getByRole('navigation', { name: 'Categories' });
      const left = () => new URL(page.url()).searchParams.getAll(name);
      for (const at of [0, 1] as const) {
        await visit(page, `/errors?${search}`);
        const link = rail.getByRole('link', { name: links[at] });
        await link.click();
        await expect.poll(left).toEqual([values[at]]);
        // The address changes before the page does.
        await expect.poll(() => link.getAttribute('href')).not.toContain(`${name}=${values[at]}`);
        await link.click();
        await expect.poll(left).toEqual([]);
      }
    },
  );

  test('a version that fails leads to the error rate of each version in the operation', async () => {
    const { page } = desk.seat;
    const fine = Array.from({ length: 6 }, () =>
      success({ server_version: '1.9.0', operation: 'put_parcel' }),
    );
    await deliver(desk.served, fine);
    await visit(page, '/errors?from=-7d&code=INTERNAL_ERROR');
    await row('INTERNAL_ERROR').getByRole('link').click();
    await panel().getByRole('link', { name: '2.0.0', exact: true }).click();
    await page.getByRole('button', { name: '2.0.0 +1 other version' }).click();
    await expect
      .poll(async () => (await page.locator('.popover ul').innerText()).replaceAll(/\s+/g, ' '))
      .toMatch(/2\.0\.0 .+ 100 % of 3 failed/);
    expect(await page.locator('.popover ul').innerText()).toMatch(/\s0\s% of 6 failed/);
    expect(new URL(page.url()).search).toBe('?from=-7d&server=shop&operation=put_parcel');
  });

  test('a group says who must act, since which version, for whom, and leads to the first bad response', async () => {
    const { page } = desk.seat;
    await visit(page, '/errors');
    const text = () => panel().innerText();
    await row('NOT_FOUND_RESOURCE').getByRole('link').click();
    await expect.poll(text).toContain('Fix in the client: stop, or ask the user to choose another target.');
    await row('INTERNAL_ERROR').getByRole('link').click();
    await expect.poll(text).toMatch(/put_parcel on shop 2\.0\.0/);
    await expect.poll(text).toContain('Fix in the server.');
    await expect.poll(text).toMatch(/cli\s+2\s+66\.7\s%/);
    await expect.poll(text).toMatch(/The same in all\s+of 3\s+details\.reason\s+no disk/);
    await panel().getByRole('link', { name: 'cli', exact: true }).click();
    await expect.poll(text).toMatch(/All 2 failures/);
    expect(new URL(page.url()).searchParams.getAll('client')).toEqual(['cli']);
    await panel()
      .getByRole('link', { name: /first failure/ })
      .click();
    await expect
      .poll(() => page.getByRole('article', { name: 'Response' }).innerText())
      .toContain('INTERNAL_ERROR');
  });
});

test('beside an open group, the operations of groups with one long code tell them apart', async () => {
  const { page } = desk.seat;
  const error = { code: 'RATE_LIMIT_QUOTA_EXHAUSTED', message: 'Quota exhausted' };
  const body = ['get_pull_request', 'list_repositories'].map((operation) => failure(error, { operation }));
  await dataOf(desk.served, 'POST /api/v1/responses', { body });
  await visit(page, '/errors');
  await row('list_repositories').getByRole('link').click();
  await panel().getByText('list_repositories', { exact: true }).waitFor();
  const cut = await rows().evaluateAll((all) =>
    all
      .flatMap((one) => [...one.querySelectorAll('.group-name > *')])
      .filter((name) => name.scrollWidth > name.clientWidth)
      .map(({ textContent }) => textContent),
  );
  expect(cut).toEqual([]);
});

test('a group of another day says at what times it failed, from when to when, and in which versions of a client', async () => {
  const { page } = desk.seat;
  const server = 'com.example.platform.integrations.a-name-as-long-as-those-of-clouds.v2';
  const hour = 3_600_000;
  const start = Math.floor(Date.now() / hour) * hour - 50 * hour;
  const body = [0, 7, 95].map((minutes) => ({
    ...failure(BROKEN, { server, observed_at: new Date(start + minutes * 60_000).toISOString() }),
    ...(minutes === 0
      ? { client: 'cli', client_version: '1.9' }
      : { client: 'cli', client_version: '2.0', server_version: '3.1' }),
  }));
  await deliver(desk.served, body);
  const format = new Intl.DateTimeFormat('en-GB', {
    ...({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZone: 'UTC' } as const),
  });
  const [first = '', next, last = ''] = [0, 7, 95].map((minutes) =>
    format.format(start + minutes * 60_000).replace(',', ''),
  );
  await visit(page, `/errors?from=-7d&server=${server}`);
  await row('INTERNAL_ERROR').getByRole('link').click();
  const times = panel().locator('.group-sample time');
  await expect.poll(() => times.allInnerTexts()).toEqual([last, next, first]);
  expect(await times.evaluateAll((all) => all.every(({ clientHeight }) => clientHeight <= 20))).toBe(true);
  expect((await panel().innerText()).replaceAll(/\s/g, ' ')).toMatch(
    `First seen ${first} (2 d ago), last seen ${last} (2 d ago).`,
  );
  expect(await panel().innerText()).toMatch(
    /Client version\s+of 3\s+cli 2\.0\s+2\s+66\.7\s%\s+cli 1\.9\s+1\s/,
  );
  // The first one had none.
  expect(await panel().innerText()).toMatch(/Server version\s+in 2 of 3\s+3\.1\s+2\s+100\s%/);
  await resize(page, 390);
  await visit(page, `/errors?from=-7d&server=${server}`);
  const name = row('INTERNAL_ERROR').locator('.group-server');
  await expect.poll(() => name.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
});

test('a sample of yesterday has its day, as in the log', async () => {
  const served = await desk.emptied();
  const midnight = Math.floor(Date.now() / DAY) * DAY;
  const body = [midnight, midnight - 1].map((observed_at) => failure(BROKEN, { observed_at }));
  await deliver(served, body);
  const { page } = await desk.sit({}, served.url);
  await visit(page, '/errors');
  await row('INTERNAL_ERROR', page).getByRole('link').click();
  const times = panel(page).locator('.group-sample time');
  await expect
    .poll(() => times.allInnerTexts())
    .toEqual(['00:00:00', expect.stringMatching(/^\d+ \w+ 23:59$/)]);
  // Beside the widest time, the messages begin below each other, and have the rest of the line.
  const places = await panel(page)
    .locator('.group-sample')
    .evaluateAll((all) =>
      all.map((one) => {
        const [range, row] = [document.createRange(), one.getBoundingClientRect()];
        range.selectNodeContents(one.querySelector('time') ?? one);
        const message = one.querySelector('.ell')?.getBoundingClientRect();
        return [(message?.left ?? 0) - range.getBoundingClientRect().right, (message?.left ?? 0) - row.left];
      }),
    );
  expect(Math.min(...places.map(([gap = 0]) => gap))).toBeCloseTo(16, 0);
  expect(new Set(places.map(([, left]) => left)).size).toBe(1);
});

test('the order of the groups follows the filter, even while the pointer is over them', async () => {
  const { page } = desk.seat;
  const more = Array.from({ length: 2 }, () => failure(NOT_FOUND, { client: 'editor' }));
  await deliver(desk.served, more);
  await visit(page, '/errors');
  const codes = () => page.locator('.group-name b').allInnerTexts();
  const all = ['NOT_FOUND_RESOURCE', 'INTERNAL_ERROR', 'VALIDATION_MISSING_PARAM'];
  await expect.poll(codes).toEqual(all);
  await page.getByRole('button', { name: /^Client/ }).click();
  await page.getByRole('checkbox', { name: /^cli/ }).check();
  await page.keyboard.press('Escape');
  await expect.poll(codes).toEqual(['INTERNAL_ERROR', 'NOT_FOUND_RESOURCE']);
  await rows().first().hover();
  await page.goBack();
  await expect.poll(codes).toEqual(all);
});

test('the groups are in the order that is chosen', async () => {
  const own = await desk.emptied();
  const older = failure(NOT_FOUND, { observed_at: ago(2 * MINUTE) });
  const newer = failure({ code: 'INTERNAL_ERROR', message: 'No disk' }, { observed_at: ago(MINUTE) });
  await deliver(own, [older, older, newer]);
  const { page } = await desk.sit({}, own.url);
  await visit(page, '/errors');
  const codes = () => page.locator('.group-name b').allInnerTexts();
  await expect.poll(codes).toEqual(['NOT_FOUND_RESOURCE', 'INTERNAL_ERROR']);
  await page.getByRole('button', { name: 'Last', exact: true }).click();
  await expect.poll(codes).toEqual(['INTERNAL_ERROR', 'NOT_FOUND_RESOURCE']);
});

test('an open group stays open when the list is sorted, and when another state is chosen', async () => {
  const { page } = desk.seat;
  await visit(page, '/errors');
  await row('INTERNAL_ERROR').getByRole('link').click();
  const heading = panel().getByRole('heading', { name: 'INTERNAL_ERROR' });
  await heading.waitFor();
  await page.getByRole('button', { name: 'Last', exact: true }).click();
  await page.getByRole('button', { name: /^Open \d/ }).click();
  await expect
    .poll(() => new URL(page.url()).search)
    .toMatch(/sort=last_seen.*state=open|state=open.*sort=last_seen/);
  expect(new URL(page.url()).pathname).toMatch(/^\/errors\/./);
  expect(await heading.isVisible()).toBe(true);
});

test('the trend of a group can be read as a table, and its figures be saved', async () => {
  const { page } = desk.seat;
  await visit(page, '/errors');
  await row('INTERNAL_ERROR').getByRole('link').first().click();
  await panel().getByRole('button', { name: 'Table', exact: true }).click();
  const figures = panel().getByRole('region', { name: 'INTERNAL_ERROR over time, table' });
  await expect.poll(() => figures.getByRole('cell', { name: '3', exact: true }).count()).toBe(1);
  const { name } = await saved(page, panel().getByRole('button', { name: 'Trend as CSV' }).click());
  expect(name).toBe('INTERNAL_ERROR over time.csv');
  const back = panel().getByRole('button', { name: 'Chart', exact: true });
  expect(await back.getAttribute('aria-pressed')).toBeNull();
  await back.click();
  await expect.poll(() => figures.count()).toBe(0);
});

/** Mutes the open group until an end of the menu. */
const mute = async (end: string) => {
  await panel().getByRole('button', { name: 'Mute' }).click();
  await desk.seat.page.getByRole('button', { name: end }).click();
};

describe('a state', () => {
  test('is kept, can be undone from the message, and appears in the history', async () => {
    const { page } = desk.seat;
    await visit(page, '/errors');
    await row('INTERNAL_ERROR').getByRole('link').click();
    await panel()
      .getByRole('button', { name: /^Resolve e/ })
      .click();
    await expect.poll(async () => (await states()).INTERNAL_ERROR).toBe('resolved');
    await expect.poll(() => panel().innerText()).toMatch(/History\s+Resolved by/);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await states()).INTERNAL_ERROR).toBe('open');
    await panel().getByRole('button', { name: 'Resolve in a version' }).click();
    await page.getByLabel('Fixed in version').fill('  ');
    await page.getByLabel('Fixed in version').press('Enter');
    expect((await states()).INTERNAL_ERROR).toBe('open');
    await page.getByLabel('Fixed in version, newer than 2.0.0').fill(' 2.0.0 ');
    await page.getByLabel('Fixed in version').press('Enter');
    await panel().getByText('Resolved in 2.0.0.', { exact: true }).waitFor();
    // Undoing a change that drops the version restores it.
    const group = async () =>
      (await dataOf(desk.served, 'GET /api/v1/error-groups')).items.find(
        ({ code }) => code === 'INTERNAL_ERROR',
      );
    await panel().getByRole('button', { name: 'Reopen' }).click();
    await expect.poll(async () => (await group())?.state).toBe('open');
    await page.locator('.toast', { hasText: 'reopened' }).getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await group())?.resolved_in).toBe('2.0.0');
  });

  test('that changed again is undone from the last message only, which keeps the others of its group', async () => {
    const { page } = desk.seat;
    await visit(page, '/errors');
    const undos = page.locator('.toast').getByRole('button', { name: 'Undo' });
    const acknowledge = page.locator('.errors-bulk').getByRole('button', { name: 'Acknowledge' });
    await row('INTERNAL_ERROR').getByRole('checkbox').check();
    await row('NOT_FOUND_RESOURCE').getByRole('checkbox').check();
    await acknowledge.click();
    await expect.poll(() => undos.count()).toBe(1);
    await row('INTERNAL_ERROR').getByRole('link').click();
    for (const name of ['Reopen', /^Acknowledge/, 'Reopen'])
      await panel().getByRole('button', { name }).click();
    await expect.poll(async () => (await states()).INTERNAL_ERROR).toBe('open');
    await expect.poll(() => undos.count()).toBe(2);
    await undos.first().click();
    const undone = page.locator('.toast', { hasText: 'Undone.' });
    await undone.waitFor();
    expect(await states()).toMatchObject({ INTERNAL_ERROR: 'open', NOT_FOUND_RESOURCE: 'open' });
    await undos.first().click();
    await panel().getByRole('button', { name: 'Reopen' }).waitFor();
    expect(await undone.count()).toBe(1);
  });

  test('mutes until a time or a count, and says so', async () => {
    const { page } = desk.seat;
    await visit(page, '/errors');
    await row('NOT_FOUND_RESOURCE').getByRole('link').click();
    await panel().getByRole('button', { name: 'Mute' }).click();
    await page.getByRole('button', { name: 'Until 100 more failures' }).click();
    await expect.poll(() => panel().innerText()).toContain('Muted by local until 100 more failures');
    await expect.poll(() => panel().innerText()).toContain('Reopens after 100 more failures.');
    await panel().getByRole('button', { name: 'Mute' }).click();
    await page.getByRole('button', { name: 'For an hour' }).click();
    await expect.poll(() => panel().innerText()).toMatch(/Reopens on \d+ \w{3,4} \d\d:\d\d UTC\./);
    await panel().getByRole('button', { name: 'Mute' }).click();
    await page.getByRole('button', { name: 'Until reopened' }).click();
    await expect.poll(() => panel().innerText()).toContain('Muted until somebody reopens it.');
    await panel().getByRole('button', { name: 'Reopen' }).click();
    await expect.poll(async () => (await states()).NOT_FOUND_RESOURCE).toBe('open');
  });

  test('mutes until a custom time, for which there is room, or count', async () => {
    const { page } = desk.seat;
    await visit(page, '/errors');
    await row('NOT_FOUND_RESOURCE').getByRole('link').click();
    await panel().getByRole('button', { name: 'Mute' }).click();
    const field = await page.getByLabel('Until (UTC)').boundingBox();
    expect(field?.width).toBeGreaterThan(200);
    const until = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 16);
    await page.getByLabel('Until (UTC)').fill(until);
    expect(await barriers(page)).toEqual([]);
    await page.getByLabel('Until (UTC)').press('Enter');
    const shown = async () => {
      const { items } = await dataOf(desk.served, 'GET /api/v1/error-groups', {
        query: 'code=NOT_FOUND_RESOURCE',
      });
      return items[0];
    };
    await expect.poll(shown).toMatchObject({ state: 'muted', muted_until: `${until}:00.000Z` });
    await panel().getByRole('button', { name: 'Mute' }).click();
    await page.getByLabel('More failures').fill('7');
    await page.getByLabel('More failures').press('Enter');
    await expect.poll(() => panel().innerText()).toContain('Muted by local until 7 more failures');
    await expect.poll(shown).toMatchObject({ muted_until: null, muted_until_count: 7 });
  });

  test('is muted as before once its change is undone, or open if the mute has ended meanwhile', async () => {
    const { page } = desk.seat;
    await visit(page, '/errors');
    await row('NOT_FOUND_RESOURCE').getByRole('link').click();
    const toast = page.locator('.toast', { hasText: 'resolved' });
    const group = async () => {
      const { items } = await dataOf(desk.served, 'GET /api/v1/error-groups');
      return items.find(({ code }) => code === 'NOT_FOUND_RESOURCE');
    };
    const resolved = async () => {
      await panel()
        .getByRole('button', { name: /^Resolve e/ })
        .click();
      await expect.poll(async () => (await group())?.state).toBe('resolved');
    };
    await mute('Until 100 more failures');
    await expect.poll(async () => (await group())?.state).toBe('muted');
    await resolved();
    await toast.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await group())?.muted_until_count).toBe(100);
    await mute('For an hour');
    await expect.poll(async () => (await group())?.muted_until).not.toBeNull();
    // The server's clock is what counts.
    const date = new Date(Date.now() + 2 * HOUR).toUTCString();
    await page.route(/\/api\/v1\/(?!live)/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), date } });
    });
    await resolved();
    await toast.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await group())?.state).toBe('open');
  });

  test('that is muted again before the answer has the new end', async () => {
    const { page } = desk.seat;
    await visit(page, '/errors');
    await row('INTERNAL_ERROR').getByRole('link').click();
    const first = await holdAnswer(page, /\/error-groups\//, 'pass', 'PATCH');
    await mute('For a week');
    await first.answered;
    await mute('Until 100 more failures');
    await page.locator('.toast', { hasText: 'muted until 100 more failures' }).waitFor();
    await first.release();
    await panel().getByText('Reopens after 100 more failures.').waitFor();
    expect(await panel().getByText('Muted by local').allInnerTexts()).toEqual([
      expect.stringContaining('until 100 more failures'),
      expect.stringMatching(/until \d/),
    ]);
  });

  test('is not changed twice when another change of it ends first', async () => {
    const { page } = desk.seat;
    await visit(page, '/errors');
    await row('INTERNAL_ERROR').getByRole('link').click();
    const reopen = () => panel().getByRole('button', { name: 'Reopen' });
    const mutes = () => panel().getByText('Muted by local').count();
    const first = await holdAnswer(page, /\/error-groups\//, 'pass', 'PATCH');
    await mute('For a week');
    await first.answered;
    const second = await holdAnswer(page, /\/error-groups\//, 'pass', 'PATCH');
    await mute('Until 100 more failures');
    await second.answered;
    await first.release();
    await expect.poll(mutes).toBe(2);
    expect(await reopen().isDisabled()).toBe(true);
    await mute('Until 100 more failures');
    await second.release();
    await expect.poll(() => reopen().isEnabled()).toBe(true);
    expect(await mutes()).toBe(2);
  });

  test('regresses by itself, with the version that brought the failure back', async () => {
    const { page } = desk.seat;
    await visit(page, '/errors');
    await row('INTERNAL_ERROR').getByRole('link').click();
    await panel()
      .getByRole('button', { name: /^Resolve e/ })
      .click();
    await expect.poll(async () => (await states()).INTERNAL_ERROR).toBe('resolved');
    const back = failure(BROKEN, { server_version: '2.1.0', operation: 'put_parcel' });
    await deliver(desk.served, back);
    await expect.poll(() => row('INTERNAL_ERROR').locator('.group-state').innerText()).toBe('Regressed');
    await expect.poll(() => panel().innerText()).toContain('Regressed in 2.1.0, reopened automatically');
    const first = panel().getByText('first since reopened');
    await first.waitFor();
    expect(await first.evaluate((words) => words.scrollWidth - words.clientWidth)).toBe(0);
    await panel()
      .getByRole('button', { name: /^Acknowledge/ })
      .click();
    await page.locator('.toast', { hasText: 'INTERNAL_ERROR acknowledged.' }).waitFor();
    await page.keyboard.press('z');
    const newest = panel().locator('.group-history li').first();
    await expect.poll(() => newest.innerText()).toContain('Reopened by local');
    expect(await newest.locator('svg.bad').count()).toBe(0);
    await expect.poll(() => panel().innerText()).toContain('Regressed in 2.1.0, reopened automatically');
    await visit(page, '/');
    const news = page.getByRole('table', { name: 'New and regressed error groups' });
    const group = news.getByRole('row', { name: /INTERNAL_ERROR/ });
    await expect.poll(() => group.getByRole('cell').last().innerText()).toBe('2.1.0');
  });

  test('is one of the tabs, with its count', async () => {
    const { page } = desk.seat;
    await visit(page, '/errors');
    const tabs = page.getByRole('group', { name: 'State' });
    await expect
      .poll(() => tabs.innerText())
      .toMatch(/All 3\s*Open 3\s*Acknowledged 0\s*Resolved 0\s*Muted 0/);
    await tabs.getByRole('button', { name: 'Resolved' }).click();
    await expect.poll(() => page.getByText('No resolved error groups').isVisible()).toBe(true);
    await expect.poll(() => page.url()).toContain('state=resolved');
  });
});

describe('several groups', () => {
  test('are changed together from a bar that does not move the rows', async () => {
    const { page } = desk.seat;
    await visit(page, '/errors');
    await expect.poll(() => rows().count()).toBe(3);
    const before = await rows().first().boundingBox();
    await row('INTERNAL_ERROR').getByRole('checkbox').check();
    await row('VALIDATION_MISSING_PARAM').getByRole('checkbox').check();
    await expect.poll(() => page.locator('.errors-bulk').innerText()).toMatch(/2 selected\s+4 failures/);
    expect(await rows().first().boundingBox()).toEqual(before);
    await page.locator('.errors-bulk').getByRole('button', { name: 'Acknowledge' }).click();
    await expect.poll(states).toEqual({
      INTERNAL_ERROR: 'acknowledged',
      VALIDATION_MISSING_PARAM: 'acknowledged',
      NOT_FOUND_RESOURCE: 'open',
    });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => new Set(Object.values(await states()))).toEqual(new Set(['open']));
  });

  test('leave the focus on their bar, also if they leave the list, and an undo leaves it on the page', async () => {
    const { page } = desk.seat;
    await visit(page, '/errors?state=open');
    const bar = page.getByRole('region', { name: 'Selected groups' });
    const focused = () => page.evaluate(() => document.activeElement?.ariaLabel);
    await row('INTERNAL_ERROR').getByRole('checkbox').check();
    await bar.getByRole('button', { name: /^Clear/ }).press('Enter');
    await bar.getByText('None selected').waitFor();
    expect(await focused()).toBe('Selected groups');
    await row('INTERNAL_ERROR').getByRole('checkbox').check();
    await bar.getByRole('button', { name: 'Resolve' }).press('Enter');
    await row('INTERNAL_ERROR').waitFor({ state: 'detached' });
    await bar.getByText('None selected').waitFor();
    expect(await focused()).toBe('Selected groups');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Select all groups');
    const undo = page.getByRole('button', { name: 'Undo' });
    await undo.press('Enter');
    await row('INTERNAL_ERROR').waitFor();
    expect(await undo.count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    // Muting is a menu, which would return the focus to its button, and that goes with the bar.
    await row('NOT_FOUND_RESOURCE').getByRole('checkbox').check();
    await bar.getByRole('button', { name: 'Mute' }).press('Enter');
    await page.getByRole('button', { name: 'Until reopened' }).press('Enter');
    await row('NOT_FOUND_RESOURCE').waitFor({ state: 'detached' });
    expect(await focused()).toBe('Selected groups');
  });
});

test('without groups there is nothing to select, and the last that leaves the list leaves the focus on the page', async () => {
  const { page } = desk.seat;
  await visit(page, '/errors?code=INTERNAL_ERROR&state=open');
  const bar = page.getByRole('region', { name: 'Selected groups' });
  await row('INTERNAL_ERROR').getByRole('checkbox').check();
  await bar.getByRole('button', { name: 'Resolve' }).press('Enter');
  await page.getByText('No open error groups').waitFor();
  expect(await bar.count()).toBe(0);
  await expect.poll(() => hasFocus(page.getByRole('main'))).toBe(true);
});

test('the link from one group to the next keeps the focus, also at the end', async () => {
  const { page } = desk.seat;
  await visit(page, '/errors');
  await rows().first().getByRole('link').press('Enter');
  const next = panel().getByLabel('Next group');
  await next.focus();
  for (const at of [1, 2]) {
    await page.keyboard.press('Enter');
    await expect.poll(() => rows().nth(at).getAttribute('aria-current')).toBe('true');
    await panel().getByRole('heading', { name: 'Samples' }).waitFor();
    expect(await hasFocus(next)).toBe(true);
  }
  expect(await next.isDisabled()).toBe(true);
  expect(await panel().locator('[aria-current]').count()).toBe(0);
});

test('a group leads to its failures in the log, also of batch members and of prose that names a code', async () => {
  const results = [
    { index: 0, operation: 'first_op', result: { success: true, data: 1 } },
    {
      index: 1,
      operation: 'second_op',
      result: { success: false, error: { code: 'CONFLICT_LOCKED', message: 'locked' } },
    },
  ];
  const summary = { total: 2, succeeded: 1, failed: 1 };
  const prose = 'MCP error -32602: Invalid arguments for tool read_file';
  await deliver(desk.served, [
    success({ operation: 'batch', response: carried({ success: true, results, summary }) }),
    {
      server: 'files',
      tool: 'read_file',
      response: { content: [{ type: 'text', text: prose }], isError: true },
    },
  ]);
  const { page } = desk.seat;
  for (const [code, link, shown] of [
    ['CONFLICT_LOCKED', '1 failure', 'CONFLICT_LOCKED'],
    ['read_file', 'Failures like these', 'read_file'],
  ] as const) {
    await visit(page, '/errors');
    await row(code).getByRole('link').click();
    await panel().getByRole('link', { name: link }).click();
    await expect.poll(() => page.locator('a.log-row').count()).toBe(1);
    expect(await page.locator('a.log-row').innerText()).toContain(shown);
    // And back to it, in the same filter.
    const asked = () =>
      new URL(page.url()).searchParams.get('operation') ?? new URL(page.url()).searchParams.get('server');
    const before = asked();
    expect(before).not.toBeNull();
    await page.locator('a.log-row').click();
    // Near its code, not below a JSON of any length.
    await page.locator('.response-head').getByRole('link', { name: 'Open error group' }).click();
    await panel().waitFor();
    expect(asked()).toBe(before);
  }
});

test.each([
  ['Enter', /^Resolve e/],
  ['e', /^Resolve e/],
  ['a', /^Acknowledge a/],
])('the key %s that removes the button with the focus leaves it on the open group', async (key, name) => {
  const { page } = desk.seat;
  await visit(page, '/errors');
  await row('INTERNAL_ERROR').getByRole('link').click();
  const button = panel().getByRole('button', { name });
  await button.press(key);
  await panel().getByRole('button', { name: 'Reopen' }).waitFor();
  expect(await button.count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Error group');
});

test('the open group covers nothing of the list beside it, at any width', async () => {
  const { page } = desk.seat;
  await visit(page, '/errors');
  await row('INTERNAL_ERROR').getByRole('link').click();
  await panel().getByRole('heading', { name: 'Samples' }).waitFor();
  for (const width of [961, 1000, 1200, 1240]) {
    await resize(page, width);
    const list = await page.getByRole('region', { name: 'Error groups' }).boundingBox();
    const beside = await panel().boundingBox();
    if (list === null || beside === null)
      throw new Error(`the list or the group is not shown at ${width} px`);
    expect(list.x + list.width, `${width} px`).toBeLessThanOrEqual(beside.x);
    expect(list.width, `${width} px`).toBeGreaterThan(500);
    expect(await overflow(page), `${width} px`).toBe(0);
  }
});

test('with reduced motion, an open group has its place in the first frame', async () => {
  const { page } = desk.seat;
  await visit(page, '/errors');
  const moving = await page.evaluateHandle(() => {
    const properties: string[] = [];
    document.addEventListener('transitionrun', (event) => properties.push(event.propertyName));
    return properties;
  });
  await row('INTERNAL_ERROR').getByRole('link').click();
  await panel().getByRole('heading', { name: 'Samples' }).waitFor();
  await panel().getByRole('link', { name: 'Close' }).click();
  await panel().waitFor({ state: 'detached' });
  expect(await moving.jsonValue()).toEqual([]);
});

test('a key that is pressed again before the answer changes nothing, and one that is held down only one group', async () => {
  const { page } = desk.seat;
  await visit(page, '/errors?state=open');
  await rows().first().waitFor();
  const held = await holdRequests(page, /error-groups\?/);
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await held.held;
  await page.keyboard.press('e');
  await held.release();
  await row('INTERNAL_ERROR').waitFor({ state: 'detached' });
  // It may wait for the script of the page's foot.
  await page.locator('.toast', { hasText: 'INTERNAL_ERROR resolved.' }).waitFor();
  await page.keyboard.press('z');
  await row('INTERNAL_ERROR').waitFor();
  expect((await states()).INTERNAL_ERROR).toBe('open');
  await page.keyboard.press('k');
  for (let times = 0; times < 3; times++) {
    await page.keyboard.down('a');
    await expect.poll(() => rows().count()).toBe(2);
  }
  await page.keyboard.up('a');
  expect(Object.values(await states()).filter((state) => state === 'acknowledged')).toHaveLength(1);
});

test('a group that left the list with its tick comes back without it', async () => {
  const { page } = desk.seat;
  await visit(page, '/errors?state=open');
  await row('INTERNAL_ERROR').getByRole('checkbox').check();
  await page.keyboard.press('e');
  await row('INTERNAL_ERROR').waitFor({ state: 'detached' });
  await deliver(
    desk.served,
    failure(BROKEN, { client: 'cli', server_version: '2.0.0', operation: 'put_parcel' }),
  );
  await row('INTERNAL_ERROR').waitFor();
  expect(await row('INTERNAL_ERROR').getByRole('checkbox').isChecked()).toBe(false);
});

test('triage by keyboard alone: move, open, acknowledge, select, mute, resolve, close', async () => {
  const { page } = desk.seat;
  await visit(page, '/errors');
  const press = (...keys: string[]) =>
    keys.reduce<Promise<void>>((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve());
  await press('j', 'j', 'k', 'Enter');
  await expect.poll(() => panel().getByRole('heading', { level: 2 }).innerText()).toBe('INTERNAL_ERROR');
  await press('a');
  await expect.poll(async () => (await states()).INTERNAL_ERROR).toBe('acknowledged');
  await press('j');
  await expect.poll(() => panel().getByRole('heading', { level: 2 }).innerText()).toBe('NOT_FOUND_RESOURCE');
  await press('x');
  await expect.poll(() => row('NOT_FOUND_RESOURCE').getByRole('checkbox').isChecked()).toBe(true);
  await press('m');
  await expect.poll(async () => (await states()).NOT_FOUND_RESOURCE).toBe('muted');
  await press('e');
  await expect.poll(async () => (await states()).NOT_FOUND_RESOURCE).toBe('resolved');
  await press('Escape');
  await expect.poll(() => page.locator('.errors-bulk').innerText()).toContain('None selected');
  await press('Escape');
  await expect.poll(() => new URL(page.url()).pathname).toBe('/errors');
  await expect.poll(() => rows().count()).toBe(3);
});

test('keys act on the group whose panel shows them, whatever else is ticked, and one step of Back closes it', async () => {
  const { page } = desk.seat;
  await visit(page, '/errors');
  await row('NOT_FOUND_RESOURCE').getByRole('checkbox').check();
  await row('INTERNAL_ERROR').getByRole('link').click();
  await panel().getByRole('heading', { name: 'Samples' }).waitFor();
  await page.keyboard.press('a');
  await expect.poll(async () => (await states()).INTERNAL_ERROR).toBe('acknowledged');
  expect((await states()).NOT_FOUND_RESOURCE).toBe('open');
  await page.keyboard.press('j');
  await expect.poll(() => panel().getByRole('heading', { level: 2 }).innerText()).toBe('NOT_FOUND_RESOURCE');
  await page.keyboard.press('k');
  await expect.poll(() => panel().getByRole('heading', { level: 2 }).innerText()).toBe('INTERNAL_ERROR');
  await page.goBack();
  await panel().waitFor({ state: 'detached' });
});

test('triage by keyboard goes on from the place of a row that its action removed', async () => {
  const { page } = desk.seat;
  await visit(page, '/errors?state=open');
  await expect.poll(() => rows().count()).toBe(3);
  const focused = () => page.evaluate(() => document.activeElement?.closest('li')?.innerText);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect.poll(focused).toContain('NOT_FOUND_RESOURCE');
  await page.keyboard.press('e');
  await expect.poll(focused).toContain('VALIDATION_MISSING_PARAM');
  await page.keyboard.press('a');
  await expect.poll(focused).toContain('INTERNAL_ERROR');
  expect(await states()).toEqual({
    INTERNAL_ERROR: 'open',
    NOT_FOUND_RESOURCE: 'resolved',
    VALIDATION_MISSING_PARAM: 'acknowledged',
  });
  // The live stream may take the row away before the change is answered.
  await page.locator('.toast', { hasText: 'VALIDATION_MISSING_PARAM acknowledged.' }).waitFor();
  await page.keyboard.press('z');
  await expect.poll(() => rows().count()).toBe(2);
  expect((await states()).VALIDATION_MISSING_PARAM).toBe('open');
});

test('a change that fails is named with its reason, and can be tried again', async () => {
  const { page } = desk.seat;
  // Before the page is there: a request right after the first route of a page might pass it by.
  await page.route('**/api/v1/error-groups/*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await visit(page, '/errors');
  await row('NOT_FOUND_RESOURCE').getByRole('link').click();
  await panel().getByRole('heading', { name: 'NOT_FOUND_RESOURCE' }).waitFor();
  // It can be tried again before the list is there again.
  const { release } = await holdRequests(page, '**/api/v1/error-groups?*');
  await page.keyboard.press('a');
  const toast = page.locator('.toast', { hasText: 'NOT_FOUND_RESOURCE not acknowledged. ' });
  await toast.waitFor();
  await page.unroute('**/api/v1/error-groups/*');
  await toast.getByRole('button', { name: 'Retry' }).click();
  await page.locator('.toast', { hasText: 'NOT_FOUND_RESOURCE acknowledged.' }).waitFor();
  await release();
  await page.keyboard.press('z');
  await page.locator('.toast', { hasText: 'Undone.' }).waitFor();
});

test('a change can be undone before the list is there again', async () => {
  const { page } = desk.seat;
  await visit(page, '/errors?state=open');
  await expect.poll(() => rows().count()).toBe(3);
  const { release } = await holdRequests(page, '**/api/v1/error-groups?*');
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await page.locator('.toast', { hasText: 'INTERNAL_ERROR resolved.' }).waitFor();
  expect(await rows().count()).toBe(3);
  await page.keyboard.press('z');
  await expect.poll(async () => (await states()).INTERNAL_ERROR).toBe('open');
  await release();
  await page.locator('.toast', { hasText: 'Undone.' }).waitFor();
  await expect.poll(() => rows().count()).toBe(3);
});

test('a key acts on the row that has the focus, also if Tab led to it', async () => {
  const { page } = desk.seat;
  await visit(page, '/errors?state=open');
  await expect.poll(() => rows().count()).toBe(3);
  await page.keyboard.press('j');
  const inRow = () => page.evaluate(() => document.activeElement?.closest('li')?.innerText ?? '');
  await expect.poll(inRow).toContain('INTERNAL_ERROR');
  await expect
    .poll(async () => {
      await page.keyboard.press('Tab');
      return inRow();
    })
    .toContain('NOT_FOUND_RESOURCE');
  await expect.poll(() => page.locator('li.group.cursor').innerText()).toContain('NOT_FOUND_RESOURCE');
  await page.keyboard.press('a');
  await expect.poll(async () => (await states()).NOT_FOUND_RESOURCE).toBe('acknowledged');
  expect((await states()).INTERNAL_ERROR).toBe('open');
});

test('Enter on the row of the open group moves into it', async () => {
  const { page } = desk.seat;
  await visit(page, '/errors');
  await expect.poll(() => rows().count()).toBe(3);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await panel().getByRole('heading', { level: 2 }).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => hasFocus(panel())).toBe(true);
});

test('more groups are shown with the focus on the last of those before', async () => {
  const { page } = desk.seat;
  const body = Array.from({ length: 120 }, (_, n) => failure(NOT_FOUND, { operation: `op_${n}` }));
  await deliver(desk.served, body);
  await visit(page, '/errors?code=NOT_FOUND_RESOURCE');
  await page.getByRole('button', { name: 'Show more' }).press('Enter');
  await expect.poll(() => rows().count()).toBe(121);
  const last = rows().nth(99);
  expect(await last.evaluate((one) => one.contains(document.activeElement))).toBe(true);
});

test('a group that falls back to the next page before that is shown stands once, as it is by then', async () => {
  const { page } = desk.seat;
  const body = Array.from({ length: 120 }, (_, n) => failure(NOT_FOUND, { operation: `op_${n}` }));
  const again = [1, 2].map(() => failure(NOT_FOUND, { operation: 'op_119' }));
  await deliver(desk.served, [...body, ...again]);
  const query = 'operation=op_119';
  const [fallen] = (await dataOf(desk.served, 'GET /api/v1/error-groups', { query })).items;
  await page.route(/error-groups\?.*cursor=/, async (route) => {
    const answer = await route.fetch();
    const { data } = await answer.json();
    await route.fulfill({
      json: { success: true, data: { ...data, items: [{ ...fallen, count: 2 }, ...data.items] } },
    });
  });
  await visit(page, '/errors?code=NOT_FOUND_RESOURCE');
  const its = rows().filter({ hasText: 'op_119' });
  await its.locator('.group-count', { hasText: '3' }).waitFor();
  await page.getByRole('button', { name: 'Show more' }).click();
  await rows().filter({ hasText: 'op_118' }).waitFor();
  expect(await rows().count()).toBe(121);
  expect(await its.locator('.group-count').allTextContents()).toEqual(['2']);
});

test('a row says its state where there is no room for the word', async () => {
  const { page } = await desk.sit({ width: 1024 });
  await visit(page, '/errors');
  expect(await row('NOT_FOUND_RESOURCE', page).getByRole('link').getAttribute('title')).toBe(
    'New: Resource <*> not found: <*>',
  );
});

test('the longest age has room in its column', async () => {
  const served = await desk.emptied();
  await deliver(served, failure(MISSING, { observed_at: ago(118.5 * MINUTE) }));
  const { page } = await desk.sit({}, served.url);
  await visit(page, '/errors');
  const age = page.locator('li .group-first');
  await expect.poll(() => age.innerText()).toMatch(/^118\smin$/);
  expect(await age.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0);
});

test('every category is on paper', async () => {
  const { page } = await desk.sit({ width: 718 });
  await visit(page, '/errors');
  await page.emulateMedia({ media: 'print' });
  const ends = await page
    .locator('.errors-category .num')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
  expect(ends.length).toBeGreaterThan(9);
  expect(Math.max(...ends)).toBeLessThanOrEqual(718);
});

test('an open group is printed alone, and keeps its colours if the system forces others', async () => {
  const { page } = await desk.sit({ width: 1032 });
  await visit(page, '/errors');
  await row('INTERNAL_ERROR', page).getByRole('link').click();
  await panel(page).getByRole('heading', { name: 'Samples' }).waitFor();
  const swatch = () =>
    row('INTERNAL_ERROR', page)
      .locator('.swatch')
      .evaluate((one) => getComputedStyle(one).backgroundColor);
  const colour = await swatch();
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await swatch()).toBe(colour);
  await page.emulateMedia({ forcedColors: 'none', media: 'print' });
  expect(await page.locator('.errors-list').isVisible()).toBe(false);
  expect((await panel(page).boundingBox())?.width).toBe(1032);
});

describe('at every width', () => {
  const WIDTHS = [1440, 1024, 768, 390];

  test('axe finds nothing in either theme and nothing overflows', async () => {
    const { page, complaints } = desk.seat;
    await visit(page, '/errors');
    expect(await flaws(page, WIDTHS)).toEqual([]);
    await resize(page, 1440);
    await row('INTERNAL_ERROR', page).getByRole('checkbox').check();
    expect(await flaws(page, WIDTHS)).toEqual([]);
    await row('INTERNAL_ERROR', page).getByRole('link').click();
    await panel(page).getByRole('heading', { name: 'Samples' }).waitFor();
    expect(await flaws(page, WIDTHS)).toEqual([]);
    for (const width of WIDTHS) {
      await resize(page, width);
      expect([width, await page.locator('.errors-list').isVisible()]).toEqual([width, width > 960]);
      expect(await page.getByRole('heading', { level: 1, name: 'Errors' }).count()).toBe(1);
    }
    await visit(page, '/errors?server=nobody');
    await page.getByRole('button', { name: 'Clear filters' }).waitFor();
    expect(await flaws(page, WIDTHS)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
