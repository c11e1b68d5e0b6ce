import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '../../shared/time/units.ts';
import { dataOf, deliver } from '../helpers/ask.ts';
import {
  barriers,
  clipboard,
  flaws,
  hasFocus,
  holdRequests,
  live,
  overflow,
  refuse,
  resize,
  saved,
  settled,
  sitDown,
  startBrowser,
  visit,
} from '../helpers/browser.ts';
import {
  ago,
  carried,
  failure,
  NOT_FOUND,
  type SentCapture,
  success,
  WARNINGS,
} from '../helpers/captures.ts';
import { openDesk } from '../helpers/desk.ts';
import { type Served, serve } from '../helpers/server.ts';

const MARKUP = `<img src=x onerror="document.title='run'"><script>document.title='run'</script>`;

const start = Date.now() - 30 * MINUTE;
const at = (minute: number) => new Date(start + minute * MINUTE).toISOString();

const captures: readonly SentCapture[] = [
  success({ observed_at: at(1), client: 'cli', session: 's1', request_id: 'r1', duration_ms: 12 }),
  failure(NOT_FOUND, {
    observed_at: at(2),
    client: 'cli',
    session: 's1',
    request_id: 'r2',
    duration_ms: 2040,
  }),
  success({
    observed_at: at(3),
    client: 'editor',
    session: 's1',
    server: 'inventory',
    operation: 'search_items',
    response: carried({ success: true, items: [1, 2], warnings: [WARNINGS.truncation] }),
    params: {
      name: 'mcp_aql_read',
      arguments: { operation: 'search_items', params: { token: 'x'.repeat(40) } },
    },
  }),
  success({
    observed_at: at(4),
    client: 'cli',
    session: 's1',
    warnings: [{ ...WARNINGS.quota, severity: 'high' }],
  }),
  {
    observed_at: at(5),
    server: 'notes',
    tool: 'read_note',
    response: { content: [{ type: 'text', text: 'plain words' }] },
  },
];

const hostile: readonly SentCapture[] = [
  failure(
    { code: MARKUP, message: MARKUP, details: { [MARKUP]: MARKUP } },
    { server: MARKUP, client: MARKUP, operation: MARKUP, session: MARKUP, server_version: MARKUP },
  ),
  failure(
    { code: 'LONG_'.repeat(60), message: 'L'.repeat(4000) },
    { server: 's'.repeat(190), operation: 'o'.repeat(190) },
  ),
  failure(
    { code: 'مرحبا\u202eabc', message: 'שלום '.repeat(90) },
    { server: 'مرحبا\u202eabc', client: 'שלום' },
  ),
  success({
    response: carried({ success: true, data: Array.from({ length: 40 }).reduce((inner) => [inner], 1) }),
  }),
  success({
    operation: '__proto__',
    response: carried({
      success: true,
      data: { rows: Array.from({ length: 900 }, (_, i) => ({ i, s: 'v'.repeat(i % 90) })) },
      warnings: Array.from({ length: 90 }, (_, i) => ({ code: `W${i}`, severity: 'HIGH' })),
    }),
  }),
];

const desk = openDesk((served) => deliver(served, captures));

const rows = (page: Page) => page.locator('a.log-row');
const detail = (page: Page) => page.getByRole('article', { name: 'Response' });
const search = async (page: Page, text: string) => {
  await page.getByRole('combobox', { name: 'Search responses' }).fill(text);
  await page.keyboard.press('Enter');
};
const open = async (page: Page, operation: string) => {
  await rows(page).filter({ hasText: operation }).first().click();
  await detail(page).getByRole('heading', { level: 2 }).waitFor();
  await settled(page);
};

describe('the log', () => {
  test('shows failures with their code, successes with their findings, newest first', async () => {
    const { page, complaints } = desk.seat;
    await visit(page, '/traffic');
    await expect.poll(() => rows(page).count()).toBe(5);
    const lines = (await rows(page).allInnerTexts()).map((line) => line.replace(/\s+/g, ' '));
    expect(lines[0]).toMatch(/Success read_note notes unidentified/);
    expect(lines[1]).toMatch(/Success get_parcel shop cli .*1 warning, most severe: high/);
    expect(lines[2]).toMatch(/search_items inventory editor .*1 MUST.*1 warning, most severe: low/);
    expect(lines[3]).toMatch(
      /Failure get_parcel shop NOT_FOUND_RESOURCE Resource 'parcel' not found: 'p1' cli 2,040 ms/,
    );
    expect(complaints).toEqual([]);
  });

  test('can be narrowed to a code of warnings, chosen among those that were seen', async () => {
    const { page } = desk.seat;
    await visit(page, '/traffic');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('button', { name: 'Warning', exact: true }).press('Enter');
    const codes = page.getByRole('checkbox', { name: /_WARNING/ });
    await expect.poll(() => codes.count()).toBe(2);
    await page.getByRole('checkbox', { name: 'VALIDATION_TRUNCATED_WARNING' }).press('Space');
    await expect.poll(() => rows(page).allInnerTexts()).toEqual([expect.stringContaining('search_items')]);
  });

  test('offers the filter of a name that is searched for as a word', async () => {
    const { page } = desk.seat;
    await visit(page, '/traffic?q=nothing');
    const also = page.getByText('is also');
    const here = () => new URL(page.url()).search;
    for (const [name, what, n] of [
      ['SEARCH_ITEMS', 'search_items is also an operation.', 1],
      ['shop', 'shop is also a server.', 3],
      ['editor', 'editor is also a client.', 1],
      ['not_found_resource', 'NOT_FOUND_RESOURCE is also a code.', 1],
      ['rate_limit_quota_warning', 'RATE_LIMIT_QUOTA_WARNING is also a warning.', 1],
    ] as const) {
      await search(page, name);
      await expect.poll(() => also.innerText()).toContain(what);
      await also.getByRole('button', { name: 'Show its responses' }).click();
      await expect.poll(() => rows(page).count()).toBe(n);
      expect(here()).not.toContain('q=');
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
      expect(await also.count()).toBe(0);
    }
  });

  test('offers the response whose id is searched for as a word', async () => {
    const { page } = desk.seat;
    const { items } = await dataOf(desk.served, 'GET /api/v1/responses', { query: 'operation=search_items' });
    const { id = '' } = items[0] ?? {};
    await visit(page, '/traffic');
    await search(page, `server:inventory ${id.toUpperCase()}`);
    const also = page.getByText(`${id} is also a response.`);
    await also.getByRole('link', { name: 'Open it' }).click();
    await detail(page).getByRole('heading', { name: 'search_items' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/traffic/${id}`);
    expect(new URL(page.url()).search).toBe('?server=inventory');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    expect(await also.count()).toBe(0);
  });

  test('is searched in one box, also after a reload', async () => {
    const { page } = desk.seat;
    const shows = async (text: string, n: number) => {
      const count = () => page.locator('.log-head [aria-live]').innerText();
      await expect.poll(count, { message: text }).toMatch(new RegExp(`^${n}\\s`));
      await expect.poll(() => rows(page).count(), { message: text }).toBe(n);
    };
    await visit(page, '/traffic');
    for (const [text, n] of [
      ['code:NOT_FOUND_*', 1],
      ['-client:cli', 2],
      ['server:shop -client:cli', 0],
      ['sev<=0', 1],
      ['is:failure server:shop', 1],
      ['rule:env-03', 1],
      ['-client:cli -server:notes', 1],
      ['"not found"', 1],
    ] as const) {
      await page.keyboard.press('/');
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
      await shows(text, n);
      await page.reload();
      await shows(text, n);
    }
  });

  test('says in the box what the filter is, also after Back', async () => {
    const { page } = desk.seat;
    const box = page.getByRole('combobox', { name: 'Search responses' });
    await visit(page, '/traffic');
    await search(page, 'is:failure server:shop');
    await expect.poll(() => rows(page).count()).toBe(1);
    await page.goBack();
    await expect.poll(() => box.inputValue()).toBe('');
    await page.goForward();
    await expect.poll(() => box.inputValue()).toBe('server:shop outcome:failure');
    // Ids of rules are upper case, however they are typed.
    await visit(page, '/traffic');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('button', { name: 'Rule', exact: true }).click();
    await page.locator(':popover-open').getByRole('textbox').fill('env-03');
    await page.keyboard.press('Enter');
    await expect.poll(() => rows(page).count()).toBe(1);
    expect(await box.inputValue()).toBe('rule:ENV-03');
  });

  test('suggests in the box the values that the filter bar offers', async () => {
    const { page } = desk.seat;
    await visit(page, '/traffic');
    const suggested = page.locator('datalist option');
    expect(await suggested.count()).toBe(0);
    await page.getByRole('combobox', { name: 'Search responses' }).fill('is:failure code:not_');
    await expect
      .poll(() => suggested.evaluateAll((all) => all.map((one) => one.getAttribute('value'))))
      .toEqual(['is:failure code:NOT_FOUND_RESOURCE']);
    expect(await barriers(page)).toEqual([]);
  });

  test('lets Enter tick the value of a filter that has the focus, whatever row has the cursor', async () => {
    const { page } = desk.seat;
    await visit(page, '/traffic?outcome=failure');
    await page.keyboard.press('j');
    await expect.poll(() => page.locator('.log-row.cursor').count()).toBe(1);
    await page.getByRole('button', { name: /^Outcome/ }).click();
    await page.getByRole('checkbox', { name: 'unknown' }).focus();
    await page.keyboard.press('Enter');
    const outcomes = () => new URL(page.url()).searchParams.getAll('outcome');
    await expect.poll(outcomes).toEqual(['failure', 'unknown']);
    expect(new URL(page.url()).pathname).toBe('/traffic');
  });

  test('says what is wrong with a search and leaves the log as it is', async () => {
    const { page } = desk.seat;
    await visit(page, '/traffic');
    await search(page, 'nope:1 outcome:bad');
    await expect
      .poll(() => page.getByRole('search').or(page.locator('.log-search')).getByRole('status').innerText())
      .toBe(
        'nope is not a filter; to search for it as text, put it in quotes. outcome:bad: outcome must be one of success, failure, unknown',
      );
    await expect.poll(() => rows(page).count()).toBe(5);
    expect(await barriers(page)).toEqual([]);
  });

  test('is searched for a text that no message has, in all that was captured', async () => {
    const { page } = desk.seat;
    await visit(page, '/traffic');
    await search(page, 'words');
    await page.getByText('No responses with “words” in the message').waitFor();
    await page.getByRole('button', { name: 'Search all text' }).click();
    await expect.poll(() => rows(page).allInnerTexts()).toEqual([expect.stringContaining('read_note')]);
    expect(new URL(page.url()).search).toBe('?contains=words');
    await search(page, 'contains:"\\"TOKEN\\"" server:inventory');
    await expect.poll(() => rows(page).allInnerTexts()).toEqual([expect.stringContaining('search_items')]);
    await page.reload();
    expect(await page.getByRole('combobox').inputValue()).toBe('server:inventory contains:"\\"TOKEN\\""');
    await page.getByRole('button', { name: 'Export' }).click();
    const link = await page.getByRole('link', { name: 'Export as CSV' }).getAttribute('href');
    expect(new URL(link ?? '', page.url()).searchParams.get('contains')).toBe('"TOKEN"');
    // Open, the menu takes the focus with its first frame.
    await page.keyboard.press('Escape');
    await search(page, 'contains:nowhere');
    await page.getByText('No responses that contain “nowhere”').waitFor();
  });

  test('is exported with its filter', async () => {
    const { page } = desk.seat;
    await visit(page, '/traffic?outcome=failure');
    for (const [format, file, lines] of [
      ['as CSV', 'responses.csv', 2],
      ['as NDJSON', 'responses.ndjson', 1],
      ['as JSON', 'responses.json', 3],
      ['captures', 'captures.ndjson', 1],
    ] as const) {
      await page.getByRole('button', { name: 'Export' }).click();
      const { name, text } = await saved(
        page,
        page.getByRole('link', { name: `Export ${format}`, exact: true }).click(),
      );
      expect(name).toBe(file);
      expect(text.split('\n')).toHaveLength(lines);
      expect(text).toContain('NOT_FOUND_RESOURCE');
      if (format === 'as JSON') expect(JSON.parse(text)).toMatchObject([{ code: 'NOT_FOUND_RESOURCE' }]);
    }
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('link', { name: 'Export as CSV' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('link', { name: 'Export as CSV' }).count()).toBe(0);
  });
});

describe('a response', () => {
  test('shows its JSON as it was captured, with each violation marked in its place, a missing member as a ghost', async () => {
    const { page } = desk.seat;
    await visit(page, '/traffic?server=inventory&level=must');
    await open(page, 'search_items');
    // Ligatures would show something else.
    const ligatures = page.evaluate(() => [
      ...new Set(
        Array.from(document.querySelectorAll('*'), (one) => getComputedStyle(one).fontVariantLigatures),
      ),
    ]);
    expect(await ligatures).toEqual(['none']);
    const json = page.getByRole('region', { name: 'Envelope' });
    const ghost = json.locator('[data-pointer="/data"]');
    await expect.poll(() => ghost.innerText()).toMatch(/^\+\s+MUST ENV-03\s+"data": …/);
    await expect.poll(() => json.locator('[data-pointer="/items"].on-low').count()).toBe(1);
    await expect
      .poll(() => json.locator('[data-pointer="/warnings/0/code"]').innerText())
      .toMatch(/warning, low, 5 of 15 items lost/);
    const findings = page.getByRole('list', { name: 'Findings' });
    await expect
      .poll(() => findings.getByRole('listitem').first().innerText())
      .toMatch(/MUST\s+ENV-03\s+\/data/);
    expect(await findings.getByRole('link', { name: 'ENV-03' }).getAttribute('href')).toBe(
      '/rules/ENV-03?server=inventory',
    );
    await findings.getByRole('button', { name: '/warnings/0/code' }).click();
    await expect.poll(() => json.locator('.flash').getAttribute('data-pointer')).toBe('/warnings/0/code');
    await page.getByRole('button', { name: 'As captured' }).click();
    await expect.poll(() => page.getByRole('region', { name: 'Capture' }).innerText()).toContain('"content"');
    await expect
      .poll(() => page.getByRole('complementary', { name: 'Context' }).innerText())
      .toMatch(/Params/);
  });

  test('shows a validation warning with the data that it is about, too', async () => {
    const own = await desk.emptied();
    const details = { field: 'items', original_count: 15, truncated_count: 1, limit: 1 };
    const warning = {
      code: 'VALIDATION_TRUNCATED_WARNING',
      message: 'Response truncated to 1 items',
      details,
    };
    const response = carried({ success: true, data: { items: [1] }, warnings: [warning] });
    await deliver(own, [success({ operation: 'list_parcels', response })]);
    const { page } = await desk.sit({}, own.url);
    await visit(page, '/traffic');
    await open(page, 'list_parcels');
    const json = page.getByRole('region', { name: 'Envelope' });
    for (const pointer of ['/data/items', '/warnings/0/code'])
      await expect
        .poll(() => json.locator(`[data-pointer="${pointer}"]`).innerText())
        .toMatch(/warning, medium, default severity, 14 of 15 items lost/);
  });

  test('has the pointer of each line to copy, by mouse and by arrow keys', async () => {
    const { page } = desk.seat;
    await visit(page, '/traffic');
    await open(page, 'search_items');
    const json = page.getByRole('region', { name: 'Envelope' });
    await json.getByRole('button', { name: 'Line 2, /success' }).click();
    await expect.poll(() => page.locator('.verdict-pointer').innerText()).toBe('/success');
    const described = await page.locator(':focus').getAttribute('aria-describedby');
    expect(await page.locator(`[id="${described}"]`).innerText()).toBe('"success": true,');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.locator('.verdict-pointer').innerText()).toBe('/items');
    await page.keyboard.press('p');
    await expect.poll(() => clipboard(page)).toBe('/items');
    const said = page.getByRole('status').locator('.toast', { hasText: 'Copied the pointer.' });
    await said.getByRole('button', { name: 'Close' }).click();
    await said.waitFor({ state: 'detached' });
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await page.getByRole('button', { name: 'Copy this line’s pointer' }).click();
    await expect.poll(() => clipboard(page)).toBe('/items');
    await said.waitFor();
    expect(await barriers(page)).toEqual([]);
  });

  test('links to the other responses of its server that break the same rule', async () => {
    const { page } = desk.seat;
    await visit(page, '/traffic');
    await open(page, 'search_items');
    const context = page.getByRole('complementary', { name: 'Context' });
    await expect
      .poll(() => context.innerText())
      .toMatch(/Responses that break the same rules\s.*ENV-03.*1 response/s);
    await context.getByRole('link', { name: 'ENV-03' }).click();
    await expect
      .poll(() => decodeURIComponent(new URL(page.url()).search))
      .toBe('?server=inventory&rule=ENV-03');
    await expect.poll(() => rows(page).count()).toBe(1);
  });

  test('is counted with those of its own server alone that break its rules', async () => {
    const own = await desk.emptied();
    const response = { success: true, warnings: [] };
    await deliver(own, [
      { server: 'shop', response },
      { server: 'desk', response },
    ]);
    const { page } = await desk.sit({}, own.url);
    await visit(page, '/traffic');
    await rows(page).first().click();
    const context = page.getByRole('complementary', { name: 'Context' });
    await expect.poll(() => context.innerText()).toMatch(/break the same rules\s.*ENV-03/s);
    expect(await context.getByRole('link', { name: 'ENV-03' }).count()).toBe(1);
  });

  test('opened by a link is shown in the log, however far down', async () => {
    const own = await desk.emptied();
    const operations = Array.from({ length: 700 }, (_, i) => `op_${i}`);
    await deliver(
      own,
      operations.map((operation, i) => success({ operation, observed_at: start + i * 1000 })),
    );
    const { page } = await desk.sit({}, own.url);
    const find = page.getByRole('link', { name: 'Find the open response' });
    const shown = page.locator('.log-row[aria-current]');
    const visitResponse = async (operation: string, query = '') => {
      const { items } = await dataOf(own, 'GET /api/v1/responses', { query: `operation=${operation}` });
      await visit(page, `/traffic/${items[0]?.id}${query}`);
    };
    // On the first page, and on the second.
    for (const operation of ['op_650', 'op_150']) {
      await visitResponse(operation);
      await expect.poll(() => shown.innerText()).toContain(operation);
      expect(await find.count()).toBe(0);
    }
    for (const query of ['', '?operation=op_9']) {
      await visitResponse('op_5', query);
      await find.press('Enter');
      await expect.poll(() => shown.innerText()).toContain('op_5');
      expect(await page.locator('.log-row:not(.log-heads)').first().innerText()).toContain('op_5');
      expect(await find.count()).toBe(0);
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    }
  });

  test('leads through its session by links that keep the focus, also at the ends, and is closed by one', async () => {
    const { page } = desk.seat;
    await visit(page, '/traffic?server=shop');
    await open(page, 'NOT_FOUND_RESOURCE');
    const place = (words: string) => detail(page).getByText(`${words} in session`, { exact: true }).waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.ariaLabel);
    await place('2 of 3');
    await detail(page).getByRole('link', { name: 'Next in session' }).press('Enter');
    await place('3 of 3');
    expect(await focused()).toBe('Next in session');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Shift+Tab');
    for (const words of ['2 of 3', '1 of 3']) {
      expect(await focused()).toBe('Previous in session');
      await page.keyboard.press('Enter');
      await place(words);
    }
    expect(await focused()).toBe('Previous in session');
    await page.keyboard.press('k');
    await place('2 of 3');
    expect(await focused()).toBeNull();
    await detail(page).getByRole('link', { name: 'Close' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/traffic');
  });

  test('moves on in its session as others arrive', async () => {
    const own = await desk.emptied();
    const { page } = await desk.sit({}, own.url);
    const send = (operation: string) => deliver(own, success({ operation, session: 's1' }));
    await send('first_op');
    await visit(page, '/traffic');
    await open(page, 'first_op');
    await expect.poll(() => detail(page).innerText()).toMatch(/1 of 1 in session/);
    const next = detail(page).getByRole('link', { name: 'Next in session' });
    expect(await next.count()).toBe(0);
    await detail(page).getByRole('button', { name: 'Next in session', disabled: true }).focus();
    await live(page);
    await send('second_op');
    await expect.poll(() => detail(page).innerText()).toMatch(/1 of 2 in session/);
    expect(await hasFocus(next)).toBe(true);
    await next.press('Enter');
    await expect.poll(() => detail(page).getByRole('heading', { level: 2 }).innerText()).toMatch(/second_op/);
    // The list does not have it yet.
    await page.getByRole('link', { name: 'Find the open response' }).waitFor();
    await send('third_op');
    await expect.poll(() => detail(page).innerText()).toMatch(/2 of 3 in session/);
  });

  test('is shown as captured if the URL says so: after a reload, and until Back', async () => {
    const { page } = desk.seat;
    const view = () => new URL(page.url()).searchParams.getAll('view');
    const envelope = page.getByRole('region', { name: 'Envelope' });
    const capture = page.getByRole('region', { name: 'Capture' });
    await visit(page, '/traffic');
    await open(page, 'search_items');
    await envelope.waitFor();
    expect(view()).toEqual([]);
    await page.getByRole('button', { name: 'As captured' }).click();
    await capture.waitFor();
    await expect.poll(view).toEqual(['json.whole']);
    await page.reload();
    await capture.waitFor();
    expect(await envelope.count()).toBe(0);
    // A finding leads to its line wherever that is.
    const findings = page.getByRole('list', { name: 'Findings' });
    await findings.getByRole('button', { name: '/warnings/0/code' }).click();
    await expect.poll(() => envelope.locator('.flash').getAttribute('data-pointer')).toBe('/warnings/0/code');
    expect(view()).toEqual([]);
    await page.goBack();
    await capture.waitFor();
    expect(await page.locator('.verdict-pointer').count()).toBe(0);
    await page.getByRole('button', { name: 'Envelope', exact: true }).click();
    await envelope.waitFor();
    expect(view()).toEqual([]);
  });

  test('of a batch lists its members, which link back to it', async () => {
    const own = await desk.emptied();
    const results = [
      {
        index: 0,
        operation: 'first_op',
        result: { success: true, data: 1, warnings: [WARNINGS.deprecation] },
      },
      { index: 1, operation: 'second_op', result: { success: false, error: NOT_FOUND } },
    ];
    const summary = { total: 2, succeeded: 1, failed: 1 };
    await deliver(
      own,
      success({
        operation: 'batch',
        response: carried({ success: true, results, summary, warnings: [WARNINGS.slow] }),
      }),
    );
    const { page } = await desk.sit({}, own.url);
    await visit(page, '/traffic');
    await expect.poll(() => rows(page).count()).toBe(1);
    await open(page, 'batch');
    // Its warnings are those of the batch and of its members, each in its place.
    const warnings = () =>
      detail(page)
        .getByRole('list', { name: 'Findings' })
        .getByRole('button', { name: /\/warnings\// })
        .allInnerTexts();
    await detail(page).getByText('2 warnings').waitFor();
    const ofFirst = '/results/0/result/warnings/0/code';
    expect(await warnings()).toEqual(['/warnings/0/code', ofFirst]);
    const marked = page.locator(`[data-pointer="${ofFirst}"] .json-note`);
    await expect.poll(() => marked.count()).toBe(1);
    const context = page.getByRole('complementary', { name: 'Context' });
    await context.getByRole('link', { name: /first_op/ }).click();
    await expect.poll(warnings).toEqual([ofFirst]);
    await expect.poll(() => marked.count()).toBe(1);
    await context.getByRole('link', { name: 'Parent batch' }).click();
    await context.getByRole('link', { name: /second_op\s+NOT_FOUND_RESOURCE/ }).click();
    await expect
      .poll(() => detail(page).getByRole('heading', { level: 2 }).innerText())
      .toContain('second_op');
    await context.getByRole('link', { name: 'Parent batch' }).click();
    await expect.poll(() => detail(page).getByRole('heading', { level: 2 }).innerText()).toContain('batch');
  });

  test('is never another one that was open before, while it loads', async () => {
    const { page } = desk.seat;
    await visit(page, '/traffic?server=shop');
    await open(page, 'NOT_FOUND_RESOURCE');
    const { release } = await holdRequests(page, /\/api\/v1\/responses\/\w+$/);
    await rows(page).first().click();
    const loading = detail(page).getByText('Loading');
    await loading.waitFor({ state: 'attached' });
    expect(await detail(page).getByRole('heading', { level: 2 }).count()).toBe(0);
    await release();
    await detail(page).getByRole('heading', { level: 2 }).waitFor();
  });

  test('can be copied as bytes, as curl and as a fixture, by menu and by key', async () => {
    const { page } = desk.seat;
    await visit(page, '/traffic?outcome=failure');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await detail(page).getByRole('heading', { level: 2 }).waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const { raw, verdict } = await dataOf(desk.served, 'GET /api/v1/responses/:id', { params: { id } });
    const copied = () => clipboard(page);
    await page.keyboard.press('y');
    await expect.poll(copied).toBe(raw);
    await page.keyboard.press('f');
    await expect
      .poll(async () => JSON.parse(await copied()))
      .toMatchObject({
        ...JSON.parse(raw),
        expect: { dialect: verdict.dialect, outcome: 'failure', code: 'NOT_FOUND_RESOURCE' },
      });
    await detail(page).getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: /curl command/ }).click();
    await expect.poll(copied).toContain(`curl -sS ${desk.served.url}/api/v1/responses`);
    await page.keyboard.press('l');
    await expect.poll(copied).toContain(`${desk.served.url}/traffic/${id}?outcome=failure&from=`);
    await page.goto(await copied());
    await page.locator(`.log-row[aria-current][href*="${id}"]`).waitFor();
    expect(await page.getByRole('button', { name: /^Time/ }).innerText()).not.toContain('Last');
    await page.keyboard.press('Escape');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/traffic');
  });
});

describe('live', () => {
  test('counts what arrives and shows it on request; until then no row moves', async () => {
    const own = await desk.emptied();
    await deliver(own, captures);
    const { page } = await desk.sit({}, own.url);
    await visit(page, '/traffic');
    await live(page);
    const before = await rows(page).first().getAttribute('data-response');
    await deliver(
      own,
      Array.from({ length: 3 }, (_, i) => success({ operation: `arrived_${i}` })),
    );
    const pill = page.getByRole('button', { name: '3 new' });
    await pill.waitFor();
    expect(await rows(page).first().getAttribute('data-response')).toBe(before);
    await pill.click();
    await expect.poll(() => rows(page).count()).toBe(8);
    expect(await page.locator('.log-head [aria-live]').innerText()).toMatch(/^8\s/);
    await expect.poll(() => rows(page).first().innerText()).toContain('arrived_');
    await expect.poll(() => pill.count()).toBe(0);
    const order = () => rows(page).evaluateAll((all) => all.map((row) => row.getAttribute('data-response')));
    const shown = await order();
    await visit(page, '/traffic');
    expect(await order()).toEqual(shown);
  });

  test('counts nothing that arrived in another filter', async () => {
    const own = await desk.emptied();
    await deliver(own, success({ server: 'shop' }));
    const { page } = await desk.sit({}, own.url);
    await visit(page, '/traffic');
    await live(page);
    await deliver(own, success({ server: 'desk' }));
    const pill = page.getByRole('button', { name: '1 new' });
    await pill.waitFor();
    await page.getByRole('combobox').fill('server:shop');
    await page.keyboard.press('Enter');
    await expect.poll(() => pill.count()).toBe(0);
    await expect.poll(() => rows(page).count()).toBe(1);
  });

  test('searches all text again on request, once something has arrived', async () => {
    const own = await desk.emptied();
    const word = () => success({ server: 'shop', response: carried({ success: true, data: 'needle' }) });
    await deliver(own, [word()]);
    const { page } = await desk.sit({}, own.url);
    await visit(page, '/traffic?contains=needle');
    await expect.poll(() => rows(page).count()).toBe(1);
    await deliver(own, [word(), success()]);
    await page.getByRole('button', { name: 'Search again' }).click();
    await expect.poll(() => rows(page).count()).toBe(2);
    expect(await page.getByRole('button', { name: 'Search again' }).count()).toBe(0);
  });

  test('does not count as new what the list already has', async () => {
    const own = await desk.emptied();
    await deliver(own, captures);
    const { page } = await desk.sit({}, own.url);
    const arrive = (operation: string) => deliver(own, success({ operation }));
    await page.route('**/api/v1/responses?*', async (route) => {
      await arrive('listed');
      await route.continue();
    });
    await visit(page, '/traffic');
    await expect.poll(() => rows(page).first().innerText()).toContain('listed');
    await page.unroute('**/api/v1/responses?*');
    await arrive('told');
    await page.getByRole('button', { name: '1 new' }).click();
    await expect.poll(() => rows(page).first().innerText()).toContain('told');
    await expect.poll(() => rows(page).count()).toBe(7);
  });

  test('links to the responses with an untrusted time, and back', async () => {
    const own = await desk.emptied();
    const odd = success({ operation: 'too_soon', observed_at: '2093-01-01T00:00:00.000Z' });
    await deliver(own, [...captures, odd]);
    const { page } = await desk.sit({ width: 390 }, own.url);
    await visit(page, '/traffic');
    await page.getByRole('link', { name: '1 more with an untrusted time' }).click();
    await expect.poll(() => rows(page).count()).toBe(1);
    expect(await rows(page).first().innerText()).toContain('1 Jan 2093');
    await rows(page).first().click();
    await page.getByText('too_soon').first().waitFor();
    await page.goBack();
    expect(await overflow(page)).toBe(0);
    await page.getByRole('link', { name: 'Back to the log' }).click();
    await expect.poll(() => rows(page).count()).toBe(5);
  });

  test('is what empty pages lead to if all that arrived has an untrusted time', async () => {
    const own = await desk.emptied();
    await deliver(own, success({ observed_at: '2093-01-01T00:00:00.000Z' }));
    const { page } = await desk.sit({}, own.url);
    await visit(page, '/');
    await page.getByRole('link', { name: '1 response has an untrusted time' }).first().click();
    await expect.poll(() => rows(page).count()).toBe(1);
  });

  test('says that something is new only if it was observed in the range, however long that is', async () => {
    const own = await desk.emptied();
    await deliver(own, success());
    const { page } = await desk.sit({}, own.url);
    const arrives = (operation: string, hours: number) =>
      deliver(own, success({ operation, observed_at: ago(hours * HOUR) }));
    await visit(page, '/traffic?from=-15m');
    await live(page);
    await arrives('earlier', 2);
    await arrives('in_range', 0);
    await page.getByRole('button', { name: '1 new' }).click();
    await expect.poll(() => rows(page).allInnerTexts()).toHaveLength(2);
    expect(await rows(page).first().innerText()).toContain('in_range');
    await visit(page, '/traffic?from=-30d');
    await live(page);
    await arrives('days_ago', 72);
    await page.getByRole('button', { name: '1 new' }).waitFor();
  });

  test('adds no row by itself as the range moves on, wherever it belongs', async () => {
    const own = await desk.emptied();
    const observed = (operation: string, minutes: number) =>
      deliver(own, success({ operation, observed_at: ago(minutes * MINUTE) }));
    await observed('there', 1);
    const { page } = await desk.sit({}, own.url);
    await page.clock.install();
    await visit(page, '/traffic?from=-1h');
    await live(page);
    const renewed = page.waitForResponse('**/api/v1/responses?*');
    await observed('late', 30);
    // Before the stream tells: it sends once a second.
    await page.clock.fastForward(MINUTE);
    await renewed;
    await page.getByRole('button', { name: '1 new' }).click();
    await expect.poll(() => rows(page).first().innerText()).toContain('late');
  });

  test('follows on request, but never under the pointer', async () => {
    const own = await desk.emptied();
    await deliver(own, captures);
    const { page } = await desk.sit({}, own.url);
    await visit(page, '/traffic');
    await page.getByRole('button', { name: 'Follow new responses' }).click();
    await deliver(own, success({ operation: 'by_itself' }));
    await expect.poll(() => rows(page).first().innerText()).toContain('by_itself');
    await rows(page).nth(2).hover();
    await deliver(own, success({ operation: 'held_back' }));
    await page.getByRole('button', { name: '1 new' }).waitFor();
    await expect.poll(() => rows(page).first().innerText()).toContain('by_itself');
    await page.getByRole('combobox', { name: 'Search responses' }).hover();
    await expect.poll(() => rows(page).first().innerText()).toContain('held_back');
  });

  test('has what arrived while another page was shown', async () => {
    const own = await desk.emptied();
    await deliver(own, success());
    const { page } = await desk.sit({}, own.url);
    // What was answered a moment ago counts as up to date.
    await page.clock.setFixedTime(Date.now());
    await visit(page, '/traffic');
    await live(page);
    await page.getByRole('link', { name: 'Servers', exact: true }).click();
    const clients = page.getByRole('table', { name: 'Clients' });
    await clients.waitFor();
    await deliver(own, success({ operation: 'unseen', client: 'newcomer' }));
    await clients.getByText('newcomer').waitFor();
    await page.goBack();
    await expect.poll(() => rows(page).first().innerText()).toContain('unseen');
    expect(await page.locator('.log-head [aria-live]').innerText()).toMatch(/^2\s/);
  });

  test('has everywhere what arrived just before the filter changed', async () => {
    const own = await desk.emptied();
    await deliver(own, captures);
    const { page } = await desk.sit({}, own.url);
    await page.clock.install();
    await visit(page, '/traffic');
    await live(page);
    await page.getByText('Stored 5 responses').waitFor();
    await page.getByRole('button', { name: /^Server all/ }).click();
    const server = page.getByRole('checkbox').first();
    await server.waitFor();
    // The refresh does not come before the change.
    await page.clock.pauseAt(Date.now() + 5000);
    await deliver(own, success());
    await page.getByRole('button', { name: '1 new' }).waitFor();
    const changed = page.waitForRequest(/\/live\?.*server=/);
    await server.check();
    await changed;
    await page.clock.resume();
    await page.getByText('Stored 6 responses').waitFor();
  });

  test('keeps an arrival even if a page requested earlier comes later', async () => {
    const own = await desk.emptied();
    const send = (operation: string, count: number) =>
      deliver(
        own,
        Array.from({ length: count }, (_, i) => success({ operation: `${operation}_${i}` })),
      );
    await send('first', 300);
    const { page } = await desk.sit({}, own.url);
    const { release } = await holdRequests(page, '**/api/v1/responses?*cursor=*');
    const asked = page.waitForRequest(/cursor=/);
    await visit(page, '/traffic');
    await live(page);
    await asked;
    await send('arrived', 2);
    await page.getByRole('button', { name: '2 new' }).click();
    await release();
    const told = page.locator('.log-head [aria-live]');
    await expect.poll(() => told.innerText()).toMatch(/^302\s/);
    await expect.poll(() => rows(page).first().innerText()).toContain('arrived_');
    await page.getByRole('region', { name: 'Responses, newest first' }).focus();
    // The next page may still be loading when the end of the first is reached.
    const end = async () => {
      await page.keyboard.press('End');
      return rows(page).last().innerText();
    };
    await expect.poll(end).toContain('first_0');
    expect(await told.innerText()).toMatch(/^302\s/);
  });

  test('says at least how many arrived in the filter if not all were sent', async () => {
    const own = await desk.emptied();
    const send = (server: string, many: number) =>
      deliver(
        own,
        Array.from({ length: many }, (_, i) => success({ server, operation: `op_${i}` })),
      );
    await send('own', 5);
    const { page, complaints } = await desk.sit({}, own.url);
    await visit(page, '/traffic?server=own');
    await live(page);
    await send('own', 200);
    await send('other', 700);
    await page.getByRole('button', { name: /^200\+? new$/ }).waitFor();
    await send('own', 300);
    await page.getByRole('button', { name: '400+ new' }).click();
    await expect.poll(() => page.locator('.log-head [aria-live]').innerText()).toMatch(/^505\s/);
    expect(complaints).toEqual([]);
  });

  test('the cursor stays on its response while others arrive, and moves to the one that is opened', async () => {
    const own = await desk.emptied();
    await deliver(
      own,
      Array.from({ length: 6 }, (_, n) => failure(NOT_FOUND, { operation: `op_${n}`, observed_at: at(n) })),
    );
    const { page } = await desk.sit({}, own.url);
    await visit(page, '/traffic');
    await live(page);
    const cursor = page.locator('[data-response].cursor');
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('j');
    await expect.poll(() => cursor.innerText()).toContain('op_3');
    await deliver(own, [success({ operation: 'later' })]);
    await page.getByRole('button', { name: '1 new' }).click();
    await page.getByText('later').first().waitFor();
    expect(await cursor.innerText()).toContain('op_3');
    await page.locator('[data-response]', { hasText: 'op_1' }).click();
    await expect.poll(() => cursor.innerText()).toContain('op_1');
    await page.keyboard.press('j');
    await expect.poll(() => cursor.innerText()).toContain('op_0');
  });

  test('requests the newest again if more arrived than it can hold', async () => {
    const own = await desk.emptied();
    await deliver(own, captures);
    const { page, complaints } = await desk.sit({}, own.url);
    await visit(page, '/traffic');
    await live(page);
    await deliver(
      own,
      Array.from({ length: 900 }, (_, i) => success({ operation: `many_${i}` })),
    );
    const pill = page.getByRole('button', { name: '900 new' });
    await pill.click();
    await expect.poll(() => page.locator('.log-head [aria-live]').innerText()).toMatch(/^905\s/);
    await expect.poll(() => rows(page).first().innerText()).toContain('many_');

    // More than the server lists one by one.
    await page.getByRole('button', { name: 'Live' }).click();
    for (let sent = 0; sent < 11_000; sent += 1000) {
      const body = Array.from({ length: 1000 }, (_, i) => success({ operation: `more_${i}` }));
      await deliver(own, body);
    }
    await page.getByRole('button', { name: 'Paused' }).click();
    await page.getByRole('button', { name: '11,000 new' }).click();
    await expect.poll(() => page.locator('.log-head [aria-live]').innerText()).toMatch(/^11,905\s/);
    expect(complaints).toEqual([]);
  });
});

test('of a large batch, the members that failed come first and the others on request, by keyboard too', async () => {
  const own = await desk.emptied();
  const results = Array.from({ length: 150 }, (_, index) => ({
    index,
    operation: 'get_parcel',
    result:
      index === 149
        ? { success: false, error: { code: 'INTERNAL_ERROR', message: 'boom' } }
        : { success: true, data: index },
  }));
  const response = { success: true, results, summary: { total: 150, succeeded: 149, failed: 1 } };
  await deliver(own, success({ response }));
  const { page } = await desk.sit({}, own.url);
  await visit(page, '/traffic');
  await rows(page).click();
  const members = page.locator('.context section').filter({ hasText: 'Batch' }).locator('li');
  await expect.poll(() => members.count()).toBe(100);
  expect(await members.first().innerText()).toContain('149 get_parcel INTERNAL_ERROR');
  await page.getByRole('button', { name: 'Show 50 more' }).press('Enter');
  await expect.poll(() => members.count()).toBe(150);
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('99 get_parcel');
});

describe('thousands of rows and hostile data', () => {
  let many: Served;
  beforeAll(async () => {
    many = await serve();
    for (let from = 0; from < 3000; from += 1000) {
      const body = Array.from({ length: 1000 }, (_, i) =>
        success({ server: `server-${from + i}`, operation: `op_${from + i}`, observed_at: start + from + i }),
      );
      await deliver(many, body);
    }
    await deliver(many, hostile);
  });
  afterAll(() => many.stop());

  test('only rows on screen are rendered, and the end is reached by scrolling', async () => {
    const { page } = await desk.sit({}, many.url);
    await visit(page, '/traffic');
    await expect.poll(() => page.locator('.log-head [aria-live]').innerText()).toMatch(/^3,005/);
    const frame = page.getByRole('region', { name: 'Responses, newest first' });
    await frame.hover();
    await expect
      .poll(
        async () => {
          await frame.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
          return rows(page).last().innerText();
        },
        { timeout: 50_000 },
      )
      .toContain('op_0');
    expect(await rows(page).count()).toBeLessThan(80);
  });

  test('more that could not be loaded is asked for again by a button at the end', async () => {
    const { page } = await desk.sit({}, many.url);
    await page.route(/\/responses\?.*cursor=/, (route) => refuse(route, 429, 'The disk is full.'));
    await visit(page, '/traffic');
    await page.getByRole('region', { name: 'Responses, newest first' }).press('End');
    const again = page.getByRole('button', { name: 'Couldn’t load more. Retry' });
    await again.waitFor();
    const last = await rows(page).last().getAttribute('data-response');
    await page.unroute(/\/responses\?.*cursor=/);
    await again.press('Enter');
    await again.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Responses, newest first');
    await page.keyboard.press('End');
    await expect.poll(() => rows(page).last().getAttribute('data-response')).not.toBe(last);
  });

  test.each(['End', 'PageDown', ' ', 'ArrowDown'])(
    'the focus goes with the rows that %j shows, and back with Home',
    async (key) => {
      const { page } = await desk.sit({}, many.url);
      await visit(page, '/traffic');
      await rows(page).nth(1).focus();
      const focused = () =>
        page.evaluate(() => {
          const { activeElement: row } = document;
          const [inner, outer] = [row, row?.closest('.log-rows')].map((one) => one?.getBoundingClientRect());
          const isShown = inner && outer && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
          return isShown ? Number(row?.closest<HTMLElement>('.slot')?.dataset.index) : undefined;
        });
      expect(await focused()).toBe(1);
      const enough = { End: 99, PageDown: 90, ' ': 90, ArrowDown: 70 }[key] ?? 0;
      await expect
        .poll(
          async () => {
            await page.keyboard.press(key);
            return focused();
          },
          { interval: 0 },
        )
        .toBeGreaterThanOrEqual(enough);
      // The cursor of j and k is there too.
      const at = await focused();
      await page.keyboard.press('k');
      await expect.poll(focused).toBe(Number(at) - 1);
      await page.keyboard.press('PageUp');
      await expect.poll(focused).toBeLessThan(Number(at) - 10);
      await page.keyboard.press('Home');
      await expect.poll(focused).toBe(0);
      await page.keyboard.press('Enter');
      await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/traffic\/\w+/);
    },
  );

  test('the focus goes with the cursor, also if a key is pressed just as rows are rendered', async () => {
    const { page } = await desk.sit({}, many.url);
    await visit(page, '/traffic');
    await rows(page).nth(1).focus();
    const focused = () => page.locator('.slot:focus-within').getAttribute('data-index');
    expect(await focused()).toBe('1');
    await page
      .locator('.slot')
      .nth(3)
      .evaluate((row) => {
        // Called once the rows are rendered, but before the effects of that.
        const watch = new MutationObserver(() => {
          watch.disconnect();
          document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }));
        });
        if (row.parentElement) watch.observe(row.parentElement, { attributeFilter: ['style'] });
        row.insertAdjacentHTML('beforeend', '<p>A row becomes taller.</p>');
      });
    await expect.poll(focused).toBe('2');
  });

  test.each([
    ['row of the log', 'Responses, newest first'],
    ['line of a long response', 'Envelope'],
  ])('a %s that is scrolled away keeps the focus, and the keys go on from it', async (_, name) => {
    const { page } = await desk.sit({}, many.url);
    await visit(page, '/traffic');
    if (name === 'Envelope') await rows(page).first().click();
    const frame = page.getByRole('region', { name });
    const slots = frame.locator('.slot');
    await slots.nth(1).locator('a, button').first().focus();
    const focused = () => frame.locator('.slot:focus-within').getAttribute('data-index', { timeout: 1000 });
    expect(await focused()).toBe('1');
    await frame.evaluate((element) => element.scrollTo({ top: 2500 }));
    await expect.poll(() => slots.nth(1).getAttribute('data-index').then(Number)).toBeGreaterThan(30);
    expect(await focused()).toBe('1');
    await page.keyboard.press('ArrowDown');
    await expect.poll(focused).toBe('2');
    await expect.poll(() => frame.evaluate((element) => element.scrollTop)).toBeLessThan(200);
  });

  test('the focus goes with the lines of a long response', async () => {
    const { page } = await desk.sit({}, many.url);
    await visit(page, '/traffic');
    await rows(page).first().click();
    const pointer = page.locator('.verdict-pointer');
    await page.getByRole('button', { name: 'Line 2, /success' }).click();
    await expect.poll(() => pointer.innerText()).toBe('/success');
    for (const [key, to] of [
      ['End', /^root$/],
      ['PageUp', /^\/warnings\/\d/],
      ['Home', /^root$/],
      ['ArrowDown', /^\/success$/],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(() => pointer.innerText()).toMatch(to);
    }
  });

  test('are all there when a browser copies the page right after it says that it prints', async () => {
    const { page } = await desk.sit({}, many.url);
    await visit(page, '/traffic');
    const [before, during] = await page.evaluate(() => {
      const shown = () => document.querySelectorAll('a.log-row').length;
      const shownBefore = shown();
      dispatchEvent(new Event('beforeprint'));
      return [shownBefore, shown()];
    });
    expect(before).toBeLessThan(100);
    expect(during).toBeGreaterThanOrEqual(100);
  });

  test('are printed as a table of many rows, in the light theme and without controls', async () => {
    const { page } = await desk.sit({ theme: 'dark', width: 1031 }, many.url);
    await visit(page, '/traffic');
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => rows(page).count()).toBeGreaterThanOrEqual(100);
    const beneath = await page.evaluate(() =>
      [...document.querySelectorAll('a.log-row')].map((row) => row.getBoundingClientRect().top),
    );
    expect(beneath).toEqual(beneath.toSorted((a, b) => a - b));
    expect(new Set(beneath).size).toBe(beneath.length);
    // More may be loading.
    const saysHowMany = () =>
      page.evaluate(() => {
        const { length } = document.querySelectorAll('a.log-row');
        return document.body.innerText.includes(`the first ${length} are printed`);
      });
    await expect.poll(saysHowMany).toBe(true);
    await expect.poll(() => page.getByRole('navigation').isVisible()).toBe(false);
    await expect.poll(() => page.getByRole('button', { name: 'Export' }).isVisible()).toBe(false);
    const ground = await page.evaluate(
      () => getComputedStyle(document.querySelector('.traffic') ?? document.body).backgroundColor,
    );
    expect(ground).toBe('rgb(255, 255, 255)');
  });

  test('captured text is never markup and breaks no layout', async () => {
    const { page, complaints } = await desk.sit({}, many.url);
    const looked = async () => {
      for (const width of [1440, 390]) {
        await resize(page, width);
        expect(await overflow(page)).toBe(0);
      }
      expect(await page.locator('main img, main script').count()).toBe(0);
      expect(await page.title()).not.toBe('run');
    };
    const { items } = await dataOf(many, 'GET /api/v1/responses', { query: 'limit=5' });
    for (const { id } of items) {
      await visit(page, `/traffic/${id}`);
      await detail(page).getByRole('heading', { level: 2 }).waitFor();
      await looked();
    }
    await visit(page, '/errors');
    const groups = await page
      .locator('li.group a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(groups.length).toBeGreaterThan(0);
    for (const href of groups) {
      await visit(page, href ?? '');
      await looked();
    }
    expect(complaints).toEqual([]);
  });
});

describe('at every width', () => {
  test('axe finds nothing in either theme and nothing overflows', async () => {
    const { page, complaints } = desk.seat;
    await visit(page, '/traffic');
    expect(await flaws(page)).toEqual([]);
    await resize(page, 1440);
    await open(page, 'search_items');
    expect(await flaws(page)).toEqual([]);
    await detail(page).getByRole('button', { name: 'Copy' }).click();
    expect(await flaws(page)).toEqual([]);
    expect(await page.getByRole('button', { name: /curl command/ }).isVisible()).toBe(true);
    await visit(page, '/traffic?server=nobody');
    await page.getByRole('button', { name: 'Clear filters' }).waitFor();
    expect(await flaws(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

test('an invalid search says so without moving the log, and is cleared by a button', async () => {
  const { page } = desk.seat;
  await visit(page, '/traffic');
  const place = async () => (await page.locator('.log-rows').boundingBox())?.y;
  const before = await place();
  await search(page, 'foo:bar');
  await page.getByText('foo is not a filter').waitFor();
  expect(await place()).toBe(before);
  await page.getByRole('button', { name: 'Clear search' }).click();
  const field = page.getByRole('combobox', { name: 'Search responses' });
  expect(await field.inputValue()).toBe('');
  expect(await hasFocus(field)).toBe(true);
});

test('a search that is cleared by its button no longer narrows the log', async () => {
  const { page } = desk.seat;
  await visit(page, '/traffic?code=NOT_FOUND_RESOURCE');
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await expect.poll(() => rows(page).count()).toBeGreaterThan(2);
});

test('the log is one stop of Tab, before the open response, into which Enter on its row leads', async () => {
  const { page } = desk.seat;
  await visit(page, '/traffic');
  await rows(page).first().waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 2 }).first().waitFor();
  const response = page.getByRole('article', { name: 'Response' });
  await page.keyboard.press('Tab');
  expect(await response.evaluate((one) => one.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Shift+Tab');
  expect(await page.evaluate(() => document.activeElement?.className)).toContain('cursor');
  await page.keyboard.press('Enter');
  await expect.poll(() => hasFocus(response)).toBe(true);
});

test('where a response stands below the log, it is scrolled to when it opens', async () => {
  const { page } = await desk.sit({ width: 640, height: 450 });
  await visit(page, '/traffic');
  await rows(page).first().click();
  const top = async () => (await page.locator('.response-head').boundingBox())?.y;
  await expect.poll(top).toBeLessThan(200);
});

test('at 768 px the row of a failure has its server and message', async () => {
  const { page } = await desk.sit({ width: 768 });
  await visit(page, '/traffic?outcome=failure');
  const row = rows(page).first();
  for (const words of ['shop', 'NOT_FOUND_RESOURCE', /^Resource/])
    expect(await row.getByText(words).first().isVisible()).toBe(true);
});

test('at 768 px a long message is cut, and not the name of its server', async () => {
  const own = await desk.emptied();
  await deliver(own, failure({ ...NOT_FOUND, message: 'No such parcel. '.repeat(8) }, { server: 'notes' }));
  const { page } = await desk.sit({ width: 768 }, own.url);
  await visit(page, '/traffic');
  /** By how many pixels a text is wider than its place; a pixel costs three characters. */
  const beyond = (part: string) =>
    page.locator(part).evaluate((element) => {
      const text = document.createRange();
      text.selectNodeContents(element);
      return text.getBoundingClientRect().width - element.getBoundingClientRect().width;
    });
  expect(await beyond('a .log-said')).toBeGreaterThan(9);
  expect(await beyond('a .log-server')).toBeLessThan(0.1);
});

/** Returns the texts of rows that are cut. */
const cutIn = (page: Page) =>
  rows(page).evaluateAll((all) =>
    all.flatMap((row) =>
      [...row.querySelectorAll<HTMLElement>('time, .ell')]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ innerText }) => innerText),
    ),
  );

test('beside an open response a row has its whole operation with its server or code, also with a date', async () => {
  const own = await desk.emptied();
  const members = { server: 'payments-api', duration_ms: 2040 };
  const error = { code: 'INTERNAL_ERROR', message: 'Internal error' };
  const charged = { ...members, operation: 'create_charge', warnings: [WARNINGS.slow] };
  const body = [0, -3 * 24 * 60].flatMap((minutes) => [
    success({ ...charged, observed_at: at(minutes) }),
    failure(error, { ...members, operation: 'create_refund', observed_at: at(minutes) }),
  ]);
  await deliver(own, body);
  const { page } = await desk.sit({}, own.url);
  await visit(page, '/traffic?from=-7d');
  await rows(page).first().click();
  await detail(page)
    .getByText(/as captured$/)
    .waitFor();
  expect(await rows(page).count()).toBe(4);
  expect(await cutIn(page)).toEqual([]);
});

test('at 390 px the row of a failure has its server and duration, and all violations are visible without scrolling', async () => {
  const { page } = await desk.sit({ width: 390 });
  await visit(page, '/traffic?outcome=failure');
  const row = rows(page).first();
  for (const words of ['shop', /^2,040\sms$/, 'NOT_FOUND_RESOURCE'])
    expect(await row.getByText(words).first().isVisible()).toBe(true);
  await visit(page, '/traffic?server=inventory');
  await rows(page).first().click();
  const findings = page.getByRole('list', { name: 'Findings' });
  await findings.waitFor();
  expect(await findings.evaluate((list) => getComputedStyle(list).maxHeight)).toBe('none');
  await detail(page).locator('.verdict-bar').waitFor();
});

test('a response without an envelope has no choice of one view', async () => {
  const own = await desk.emptied();
  await deliver(own, { server: 'plain', tool: 'shout', response: 'HEY' });
  const { page } = await desk.sit({}, own.url);
  await visit(page, '/traffic');
  await rows(page).first().click();
  const bar = detail(page).locator('.verdict-bar');
  await expect.poll(() => bar.innerText()).toMatch(/^\d+\sB as captured\s+Open in Playground$/);
});

test('at 390 px what was redacted and the link to the Playground are on one line, as is the time', async () => {
  const own = await desk.emptied();
  const params = { password: 'hunter2', token: 'abcdef' };
  await deliver(own, success({ server: 'parcels-and-letters', params }));
  const { page } = await desk.sit({ width: 390 }, own.url);
  await visit(page, '/traffic');
  await rows(page).first().click();
  const bar = detail(page).locator('.verdict-bar');
  await expect.poll(() => bar.innerText()).toMatch(/^Envelope\s+As captured\s+2 redacted\s+Playground$/);
  expect((await bar.boundingBox())?.height).toBeLessThan(50);
  const time = detail(page).locator('.response-title time');
  expect(await time.evaluate((one) => one.getClientRects().length)).toBe(1);
});

test('beside an open response, each row of the log has two lines, also that of a failure with a long code', async () => {
  const own = await desk.emptied();
  const error = { code: 'PERMISSION_TRUST_LEVEL_INSUFFICIENT', message: 'Not trusted' };
  await deliver(own, [failure(error), failure(NOT_FOUND), success()]);
  const { page } = await desk.sit({ width: 1024 }, own.url);
  await visit(page, '/traffic');
  await rows(page).first().click();
  await detail(page).locator('.verdict-bar').waitFor();
  const heights = await rows(page).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  expect(heights).toEqual([45, 45, 45]);
});

test('at 390 px the row of a failure has its whole code beside the name of its server, also with a date, or else below it', async () => {
  const own = await desk.emptied();
  const error = { code: 'INTERNAL_ERROR', message: 'Internal error' };
  const long = { code: 'RATE_LIMIT_QUOTA_EXHAUSTED', message: 'No calls left' };
  const members = { server: 'payments-api', duration_ms: 2040 };
  await deliver(own, [
    failure(long, { ...members, observed_at: at(1) }),
    failure(error, { ...members, observed_at: at(0) }),
    failure(error, { ...members, observed_at: at(-3 * 24 * 60) }),
  ]);
  const { page } = await desk.sit({ width: 390 }, own.url);
  await visit(page, '/traffic?from=-7d');
  await expect.poll(() => rows(page).count()).toBe(3);
  expect(await cutIn(page)).toEqual([]);
  // Without findings above it, a duration stands in the middle of its row.
  const beside = await rows(page).evaluateAll((all) =>
    all.map((row) => {
      const middles = [row, row.lastElementChild ?? row].map((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return (top + bottom) / 2;
      });
      return Math.abs((middles[0] ?? 0) - (middles[1] ?? 0));
    }),
  );
  expect(Math.max(...beside)).toBeLessThanOrEqual(1);
  const places = await rows(page).evaluateAll((all) =>
    all.map((row) => {
      const [server, code] = ['.log-server', '.log-said'].map((part) =>
        row.querySelector(part)?.getBoundingClientRect(),
      );
      return server && code && (code.top < server.bottom ? 'beside' : 'below');
    }),
  );
  expect(places).toEqual(['below', 'beside', 'beside']);
});

test('at 390 px a response that does not exist is reported right below its close button', async () => {
  const { page } = await desk.sit({ width: 390 });
  await visit(page, '/traffic/nothing');
  const shut = await detail(page).getByRole('link', { name: 'Close' }).boundingBox();
  const told = await page.getByText('Not found', { exact: true }).boundingBox();
  const below = (told?.y ?? Number.NaN) - (shut?.y ?? Number.NaN);
  expect(below).toBeGreaterThan(0);
  expect(below).toBeLessThan(100);
});

test('with scroll bars that take up space, headings align with columns, and a closing message moves nothing', async () => {
  const browser = await startBrowser({ scrollBars: true });
  const served = await serve();
  const { page } = await sitDown(browser, served.url, { height: 600 });
  try {
    const deprecated = success({ server: 'old', warnings: [WARNINGS.deprecation] });
    const body = [deprecated, ...Array.from({ length: 40 }, () => success({ client: 'cli' }))];
    await deliver(served, body);
    await visit(page, '/traffic');
    // It stays while the pointer is over it.
    await page.locator('.toast').hover();
    const left = (text: string) =>
      page
        .locator('.log')
        .getByText(text, { exact: true })
        .first()
        .evaluate((cell) => cell.getBoundingClientRect().left);
    expect(await left('cli')).toBe(await left('Client'));
    const room = () => page.evaluate(() => [document.documentElement.clientWidth, innerWidth]);
    expect(await room()).toEqual([1440, 1440]);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.locator('.toast').waitFor({ state: 'detached' });
    expect(await room()).toEqual([1440, 1440]);
  } finally {
    await browser.close();
    await served.stop();
  }
});
