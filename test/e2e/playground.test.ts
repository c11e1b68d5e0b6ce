import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { dataOf, deliver } from '../helpers/ask.ts';
import { barriers, clipboard, flaws, hasFocus, resize, roundTrip, visit } from '../helpers/browser.ts';
import { carried, mixedCaptures, success } from '../helpers/captures.ts';
import { openDesk } from '../helpers/desk.ts';
import { newFolder } from '../helpers/folder.ts';

const desk = openDesk();

const box = (page: Page) => page.getByRole('textbox', { name: 'JSON to check' });

/** Returns the verdict that the page copies. */
async function copied(page: Page): Promise<string> {
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await page.getByRole('button', { name: /^(Copy as JSON|Copied)$/ }).click();
  await page.waitForFunction(async () => (await navigator.clipboard.readText()) !== '');
  return clipboard(page);
}

/** Returns `data` of the server's reply, as written. */
async function inspected(text: string, url = desk.served.url): Promise<string> {
  const reply = await fetch(`${url}/api/v1/inspect`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: text,
  });
  const envelope: unknown = JSON.parse(await reply.text());
  return JSON.stringify(Reflect.get(Object(envelope), 'data'), null, 2);
}

test('judges in the browser exactly as the server does', async () => {
  const { page, complaints } = desk.seat;
  await visit(page, '/playground');
  const samples = page.getByRole('combobox', { name: 'Start from a sample' });
  const names = (await samples.locator('option').allInnerTexts()).slice(1);
  const texts: string[] = [];
  for (const name of names) {
    await box(page).fill('');
    await samples.selectOption(name);
    await expect.poll(() => box(page).inputValue()).not.toBe('');
    texts.push(await box(page).inputValue());
  }
  texts.push(...mixedCaptures().map((capture) => JSON.stringify(capture)));
  texts.push(
    JSON.stringify({ response: carried({ success: true, data: { constructor: 1 }, warnings: [{}] }) }),
  );
  texts.push(
    '{"response":{"success":false,"error":{"code":"\\ud800","message":"1e400","details":{"n":1e400}}}}',
  );
  for (const text of texts) {
    await box(page).fill(text);
    await expect.poll(() => copied(page)).toBe(await inspected(text));
  }
  expect(complaints).toEqual([]);
});

test("judges by the server's configuration", async () => {
  const config = join(newFolder(), 'config.json');
  const settings = { rules: { 'ENV-03': 'info', 'CODE-03': 'off' }, secret_keys: ['^x-tenant$'] };
  writeFileSync(config, JSON.stringify(settings));
  const served = await desk.serve({ flags: ['--config', config] });
  const { page } = await desk.sit({}, served.url);
  await visit(page, '/playground');
  await page.getByText('with this server’s configuration').waitFor();
  const error = { code: 'NOT_FOUND_X', message: 'no {"X-Tenant":"acme"}' };
  for (const response of [{ success: true }, { success: false, error }]) {
    const text = JSON.stringify({ tool: 'mcp_aql_read', response });
    await box(page).fill(text);
    await expect.poll(() => copied(page)).toBe(await inspected(text, served.url));
    expect(await copied(page)).not.toMatch(/CODE-03|acme|"level": "must"/);
  }
});

test('judges each of several captures pasted together', async () => {
  const { page } = desk.seat;
  await visit(page, '/playground');
  const captures = mixedCaptures();
  const facts = page.locator('.playground-facts');
  for (const text of [
    JSON.stringify(captures, null, 2),
    captures.map((capture) => JSON.stringify(capture)).join('\n'),
  ]) {
    await box(page).fill(text);
    const which = page.getByRole('combobox', { name: `${captures.length} found` });
    await which.selectOption({ index: 3 });
    await expect.poll(() => facts.innerText()).toContain('NOT_FOUND_RESOURCE');
    await which.selectOption({ index: 6 });
    await expect.poll(() => facts.innerText()).toContain('plain');
  }
  await box(page).fill('[1, 2]');
  await page.getByRole('combobox', { name: /found/ }).waitFor({ state: 'detached' });
});

test('shows first which of several has a violation, and says so of each', async () => {
  const { page } = desk.seat;
  await visit(page, '/playground');
  const broken = '{"tool": "mcp_aql_read", "response": {"success": true}}';
  const texts = ['{"success": true, "data": 1}', broken, '{"success": '];
  await box(page).fill(texts.join('\n'));
  const which = page.getByRole('combobox', { name: '3 found, 1 with violations' });
  await expect
    .poll(() => which.locator('option').allInnerTexts())
    .toEqual(['line 1', 'line 2: 1 violation', 'line 3: unreadable']);
  const facts = page.locator('.playground-facts');
  await expect.poll(() => facts.innerText()).toContain('1 MUST');
  await page.getByRole('button', { name: 'Line 2, /success' }).click();
  const pointer = page.getByRole('button', { name: 'Copy this line’s pointer' });
  await pointer.waitFor();
  await which.selectOption({ index: 0 });
  await expect.poll(() => facts.innerText()).toContain('0 MUST');
  // The line was chosen in another one.
  expect(await pointer.count()).toBe(0);
  await page.getByRole('button', { name: 'Line 2, /success' }).click();
  await pointer.waitFor();
  await page.getByRole('combobox', { name: 'Start from a sample' }).selectOption({ index: 1 });
  await pointer.waitFor({ state: 'detached' });
});

test('judges a log as the linter does: replies with their requests, and nothing else', async () => {
  const { page, complaints } = desk.seat;
  await visit(page, '/playground');
  const message = (dir: string, msg: object) =>
    JSON.stringify({ dir, msg: { jsonrpc: '2.0', id: 1, ...msg } });
  const params = { name: 'mcp_aql_read', arguments: { operation: 'list_stock' } };
  const asked = message('client->server', { method: 'tools/call', params });
  const result = carried({ success: true });
  const answered = message('server->client', { result });
  const facts = page.locator('.playground-facts');
  for (const [text, shown] of [
    [`${asked}\n${answered}\n`, /list_stock[\s\S]*1 MUST/],
    [answered, /0 MUST/],
    [`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id: 1, result })}\n\n`, /0 MUST/],
  ] as const) {
    await box(page).fill(text);
    await expect.poll(() => facts.innerText()).toMatch(shown);
  }
  await box(page).fill(`${asked}\n${answered}\n`);
  await page.getByRole('button', { name: 'With its request' }).click();
  expect(await page.getByRole('region', { name: 'Capture' }).innerText()).toContain('list_stock');
  await box(page).fill(asked);
  const why = 'Nothing to judge in a JSON-RPC request';
  await page.locator('p', { hasText: why }).waitFor();
  expect(await page.locator('.playground [aria-live="polite"].vh').textContent()).toBe(why);
  expect(complaints).toEqual([]);
});

test('the number of a rule stays on one line of a note, however wide that is', async () => {
  const { page } = desk.seat;
  await visit(page, '/playground');
  const numbers = page.locator('.json-note a');
  await numbers.first().waitFor();
  for (const width of [1500, 1470, 1440, 1410, 1380, 390]) {
    await resize(page, width);
    const lines = await numbers.evaluateAll((all) => all.map((link) => link.getClientRects().length));
    expect([width, ...new Set(lines)]).toEqual([width, 1]);
  }
});

test("a rule's example opens in the Playground, and stays there", async () => {
  const { page } = desk.seat;
  await visit(page, '/rules/ENV-03');
  await page.getByRole('link', { name: 'Open in Playground' }).first().click();
  await expect.poll(() => box(page).inputValue()).toContain('"response"');
  const text = await box(page).inputValue();
  await page.getByText('ENV-03').first().waitFor();
  await page.getByRole('link', { name: 'Errors', exact: true }).click();
  await page.goBack();
  await expect.poll(() => box(page).inputValue()).toBe(text);
});

test('the filter is the same after a way through the Playground', async () => {
  const { page } = desk.seat;
  await deliver(desk.served, success());
  const { items } = await dataOf(desk.served, 'GET /api/v1/responses', { query: 'limit=1' });
  const filter = `?from=-7d&server=${items[0]?.server}`;
  const search = () => new URL(page.url()).search;
  await visit(page, `/traffic/${items[0]?.id}${filter}`);
  await page.getByRole('link', { name: 'Open in Playground' }).click();
  await expect.poll(search).toBe(`${filter}&response=${items[0]?.id}`);
  await page.getByRole('link', { name: / on / }).click();
  await expect.poll(search).toBe(filter);
  await page.goBack();
  await page.getByRole('combobox', { name: 'Start from a sample' }).selectOption('Plain');
  await expect.poll(search).toBe(filter);
  await visit(page, `/rules/ENV-03${filter}`);
  await page.getByRole('link', { name: 'Open in Playground' }).first().click();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/playground');
  expect(search()).toBe(filter);
});

test('a response opens in the Playground with its verdict, and what is edited there is not lost', async () => {
  const { page, complaints } = desk.seat;
  const body = { server: 'shop', tool: 'mcp_aql_read', response: { success: true, items: ['x'.repeat(99)] } };
  await deliver(desk.served, body);
  const query = 'rule=ENV-03&limit=1';
  const { items } = await dataOf(desk.served, 'GET /api/v1/responses', { query });
  const id = items[0]?.id ?? '';
  const { raw, verdict } = await dataOf(desk.served, 'GET /api/v1/responses/:id', { params: { id } });
  await visit(page, `/traffic/${id}`);
  await page.getByRole('link', { name: 'Open in Playground' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe(`?response=${id}`);
  await expect.poll(() => box(page).inputValue()).toContain('\n  "response": {\n');
  const whole = await box(page).inputValue();
  expect(JSON.parse(whole)).toEqual(JSON.parse(raw));
  await expect
    .poll(() => copied(page).then((text) => Reflect.get(Object(JSON.parse(text)), 'violations')))
    .toEqual(verdict.violations);
  expect(await flaws(page)).toEqual([]);

  await box(page).focus();
  await page.keyboard.press('End');
  await page.keyboard.type('  ');
  const edited = await box(page).inputValue();
  expect(edited).not.toBe(whole);
  await page.getByRole('link', { name: / on / }).click();
  await page.getByRole('article', { name: 'Response' }).waitFor();
  await page.goBack();
  await expect.poll(() => box(page).inputValue()).toBe(edited);
  // Whoever opens it again wants the response.
  await page.goForward();
  await page.getByRole('link', { name: 'Open in Playground' }).click();
  await expect.poll(() => box(page).inputValue()).toBe(whole);
  await page.reload();
  await expect.poll(() => box(page).inputValue()).toBe(whole);

  const samples = page.getByRole('combobox', { name: 'Start from a sample' });
  await samples.focus();
  await samples.selectOption('Plain');
  await expect.poll(() => box(page).inputValue()).toContain('no such index');
  expect(new URL(page.url()).search).toBe('');
  expect(await samples.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(complaints).toEqual([]);
  await page.goBack();
  await expect.poll(() => box(page).inputValue()).toBe(whole);
});

test('a long response opens as it was captured, and is judged once typing pauses', async () => {
  const { page } = desk.seat;
  const long = 'x'.repeat(400_000);
  const body = { server: 'long', tool: 'mcp_aql_read', response: { success: true, data: { long } } };
  await deliver(desk.served, body);
  const { items } = await dataOf(desk.served, 'GET /api/v1/responses', { query: 'server=long' });
  const id = items[0]?.id ?? '';
  const { raw } = await dataOf(desk.served, 'GET /api/v1/responses/:id', { params: { id } });
  await page.clock.install();
  await visit(page, `/playground?response=${id}`);
  expect(await box(page).inputValue()).toBe(raw);
  const facts = page.locator('.playground-facts');
  await expect.poll(() => facts.innerText()).toContain('0 MUST');
  await page.clock.pauseAt(Date.now() + 60_000);
  await box(page).fill(raw.replace('"data"', '"date"'));
  await page.clock.runFor(300);
  await roundTrip(page);
  expect(await facts.innerText()).toContain('0 MUST');
  await page.clock.runFor(200);
  await expect.poll(() => facts.innerText()).toContain('1 MUST');
});

test('a response that is no longer stored leaves a way on', async () => {
  const { page } = desk.seat;
  await visit(page, '/playground?response=nosuchone');
  await page.getByText('Not found', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Use the defaults' }).click();
  await expect.poll(() => box(page).inputValue()).toContain('KB-1042');
});

test('says what it found, why and where, while typing', async () => {
  const { page } = desk.seat;
  await visit(page, '/playground');
  await page.keyboard.press('/');
  await expect.poll(() => hasFocus(box(page))).toBe(true);
  await box(page).fill('{"tool":"mcp_aql_read","response":{"success":true}}');
  const findings = page.getByRole('list', { name: 'Findings' });
  await expect.poll(() => findings.innerText()).toMatch(/MUST\s+ENV-03\s+\/data\s+data is missing/);
  // Whoever listens is told when there is time for it, not interrupted at every key.
  const told = page.locator('.playground [aria-live="polite"].vh');
  await expect.poll(() => told.textContent()).toMatch(/^mcp-aql, \d violations?$/);
  const why = page.locator('.playground-note .break');
  await box(page).fill('{"success": tru');
  await expect.poll(() => why.innerText()).not.toBe('');
  expect(await told.textContent()).toBe(await why.innerText());
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await barriers(page)).toEqual([]);
  await box(page).fill('');
  await expect.poll(() => page.getByText('Paste JSON to see its verdict.').isVisible()).toBe(true);
  await box(page).fill('[1,[2,'.repeat(700));
  await expect.poll(() => why.innerText()).not.toBe('');
});

test('shows as pasted, on the line of an embedded envelope, only what it breaks by now', async () => {
  const { page, complaints } = desk.seat;
  await visit(page, '/playground');
  const notes = page.getByRole('region', { name: 'Capture' }).locator('.json-note');
  for (const n of [1, 3, 2]) {
    const warnings = Array.from({ length: n }, () => ({ code: 'X', message: 'x', severity: 'HIGH' }));
    const response = carried({ success: true, data: null, warnings });
    await box(page).fill(JSON.stringify({ tool: 'mcp_aql_read', response }));
    if (n === 1) await page.getByRole('button', { name: 'As pasted' }).click();
    const broken = (await inspected(await box(page).inputValue())).match(/"rule":/g);
    await expect.poll(() => notes.count()).toBe(broken?.length);
  }
  expect(complaints).toEqual([]);
});

test('says of which rules there may be more violations', async () => {
  const { page } = desk.seat;
  await visit(page, '/playground');
  const findings = page.getByRole('list', { name: 'Findings' });
  for (const [n, more, ends] of [
    [999, '4,945', /more$/],
    [1_000, '4,950', /at most 1,000 violations of a rule: there may be more of WRN-10, WRN-13, WRN-14$/],
  ] as const) {
    const warnings = Array.from({ length: n }, () => ({ code: 'X', message: 'x', severity: 'HIGH' }));
    await box(page).fill(JSON.stringify({ success: true, data: null, warnings }));
    await findings.getByRole('button', { name: `Show ${more} more` }).waitFor();
    expect((await findings.innerText()).trim()).toMatch(ends);
  }
});

test('prints all of what was pasted', async () => {
  const { page } = desk.seat;
  await visit(page, '/playground');
  const lines = Array.from({ length: 200 }, (_, n) => `"line ${n}"`).join(',\n');
  await page.getByLabel('JSON to check').fill(`{ "success": true, "data": [${lines}] }`);
  // The sheets are counted before a browser says that the medium is paper.
  const printed = await page.evaluate(async () => {
    dispatchEvent(new Event('beforeprint'));
    await Promise.resolve();
    return document.querySelector('main pre')?.textContent;
  });
  expect(printed).toContain('"line 199"');
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByLabel('JSON to check').isVisible()).toBe(false);
  expect(await page.getByText('"line 199"').first().isVisible()).toBe(true);
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  expect(await page.getByLabel('JSON to check').isVisible()).toBe(true);
  await expect.poll(() => page.locator('main pre', { hasText: 'line 199' }).count()).toBe(0);
});

test('axe finds nothing in either theme and nothing overflows', async () => {
  const { page, complaints } = desk.seat;
  const present = page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current]');
  await visit(page, '/playground');
  for (const width of [1440, 1024, 390]) {
    await resize(page, width);
    await expect
      .poll(() => present.evaluate((link) => link.getBoundingClientRect().right))
      .toBeLessThanOrEqual(width);
  }
  expect(await flaws(page)).toEqual([]);
  await box(page).fill(
    JSON.stringify({
      success: false,
      error: { code: 'x<b>', message: '\u202e'.repeat(9) + 'L'.repeat(3000) },
    }),
  );
  await expect.poll(() => page.getByRole('list', { name: 'Findings' }).isVisible()).toBe(true);
  expect(await flaws(page)).toEqual([]);
  expect(complaints).toEqual([]);
});
