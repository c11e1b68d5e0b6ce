import { describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../shared/time/units.ts';
import { dataOf, deliver } from '../helpers/ask.ts';
import { barriers, settled, visit } from '../helpers/browser.ts';
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
import type { Served } from '../helpers/server.ts';

const times = <T>(n: number, make: (index: number) => T) =>
  Array.from({ length: n }, (_, index) => make(index));

/** A failure every 20 minutes for two days: many, but at the usual rate, so no incident. */
const unceasing = (server: string, codes: readonly string[]) =>
  times(144, (index) =>
    failure(
      { code: codes[index % codes.length] ?? '', message: 'It failed' },
      { server, observed_at: ago(index * 20 * MINUTE + MINUTE) },
    ),
  );

/** 40 responses of a day, `failures` of which fail. */
const limping = (server: string, failures: number) =>
  times(40, (index) => {
    const members = { server, observed_at: ago(((index * 7) % 40) * 0.55 * HOUR + MINUTE) };
    return index < failures ? failure(NOT_FOUND, members) : success(members);
  });

const deprecated = (item: string, observed_at: string, removal_date: string | null): SentCapture =>
  success({
    server: 'old',
    observed_at,
    warnings: [
      {
        ...WARNINGS.deprecation,
        details: { type: 'operation', deprecated_item: item, replacement: null, removal_date },
      },
    ],
  });

const quota = (server: string, details: unknown) =>
  success({ server, warnings: [{ ...WARNINGS.quota, details }] });

const captures = () => [
  ...unceasing('steady', ['INTERNAL_ERROR']),
  ...['torn', 'split'].flatMap((server) => [
    ...unceasing(server, ['INTERNAL_ERROR', 'CONFLICT_LOCKED', 'TOKEN_EXPIRED']),
    success({ server, observed_at: ago(HOUR) }),
  ]),
  ...unceasing('batching', ['INTERNAL_ERROR', 'CONFLICT_LOCKED', 'TOKEN_EXPIRED']),
  ...times(72, (index) => ({
    ...success({ server: 'batching', observed_at: ago(index * 40 * MINUTE + 2 * MINUTE) }),
    operation: 'batch',
    response: carried({
      success: true,
      data: null,
      results: times(9, (member) => ({
        index: member,
        operation: 'get_parcel',
        result: { success: false, error: NOT_FOUND },
      })),
      summary: { total: 9, succeeded: 0, failed: 9 },
    }),
  })),
  ...times(30, (index) =>
    failure(
      { code: 'INTERNAL_UPSTREAM', message: 'It broke' },
      { server: 'burst', observed_at: ago((index + 1) * MINUTE) },
    ),
  ),
  success({ server: 'outburst', observed_at: ago(72 * HOUR) }),
  ...times(60, (index) =>
    failure(
      { code: 'INTERNAL_UPSTREAM', message: 'It broke' },
      { server: 'outburst', observed_at: ago(index * 30_000 + 15_000) },
    ),
  ),
  ...times(100, (index) => success({ server: 'lapsing', observed_at: ago(((index % 20) + 1) * HOUR) })),
  ...times(12, (index) =>
    failure(
      { code: `LAPSE_${index % 6}`, message: 'It lapsed' },
      { server: 'lapsing', observed_at: ago(index * 1000) },
    ),
  ),
  ...times(200, (index) => success({ server: 'gone', observed_at: ago(5 * HOUR + (index + 1) * MINUTE) })),
  ...times(8, (index) =>
    failure(
      { code: `GONE_${index % 6}`, message: 'It went' },
      { server: 'gone', observed_at: ago(5 * HOUR + index * 1000) },
    ),
  ),
  ...limping('limping', 10),
  ...limping('faltering', 6),
  ...times(60, (index) => success({ server: 'over', observed_at: ago(index * 20 * MINUTE + MINUTE) })),
  ...times(8, (index) =>
    failure(
      { code: 'INTERNAL_DISK', message: index === 0 ? 'It was full' : 'It is full' },
      { server: 'over', observed_at: ago(10 * HOUR + (index + 1) * MINUTE) },
    ),
  ),
  ...times(18, (index) =>
    success({
      server: 'breaker',
      observed_at: ago((index + 1) * HOUR),
      ...(index < 8 && { response: carried({ success: true }) }),
    }),
  ),
  ...times(2, (index) =>
    failure(
      { code: 'INTERNAL_UPSTREAM', message: 'It broke' },
      { server: 'breaker', observed_at: ago((index + 19) * HOUR) },
    ),
  ),
  success({ server: 'calm', observed_at: ago(3 * DAY) }),
  ...times(20, (index) =>
    success({ server: 'calm', duration_ms: 100, observed_at: ago(DAY + (index + 1) * HOUR) }),
  ),
  ...times(20, (index) =>
    success({ server: 'calm', duration_ms: 300, observed_at: ago((index + 1) * HOUR) }),
  ),
  ...times(8, (index) =>
    failure(
      { code: `CONFLICT_${'ABCDEFGH'[index]}`, message: 'It clashes' },
      { server: 'many', observed_at: ago((index + 2) * HOUR) },
    ),
  ),
  ...times(5, (index) => quota('meter', { ...WARNINGS.quota.details, metric: `calls_${index}` })),
  quota('vague', {}),
  success({
    server: 'hazy',
    observed_at: ago(5 * HOUR),
    warnings: [WARNINGS.deprecation, WARNINGS.slow, WARNINGS.truncation].map(({ code, message }) => ({
      code,
      message,
    })),
  }),
  deprecated('was_due', ago(5 * HOUR), ago(10 * DAY).slice(0, 10)),
  deprecated('seen_once', ago(3 * DAY), null),
  ...[HOUR, 3 * DAY].map((since) => ({
    ...deprecated('going', ago(since), ago(-20 * DAY).slice(0, 10)),
    server: 'ageing',
  })),
];

const desk = openDesk((served: Served) => deliver(served, captures()));
const answer = () => desk.seat.page.locator('.answer').innerText();
const search = () => new URL(desk.seat.page.url()).searchParams;
const panel = (title: string) =>
  desk.seat.page
    .locator('section.panel')
    .filter({ has: desk.seat.page.getByRole('heading', { name: title, exact: true }) });
const look = (query: string) => visit(desk.seat.page, `/?${query}`);

describe('what fails', () => {
  test('is named with the group of most failures, however old that is', async () => {
    await look('server=steady');
    await expect
      .poll(answer)
      .toMatch(
        /^steady is failing\. 100\s% of 7\d responses failed, most with INTERNAL_ERROR on get_parcel, the last one \d+\smin ago \(\d\d:\d\d\)\./,
      );
    await desk.seat.page.locator('.answer').getByRole('link', { name: 'Open group' }).click();
    await expect.poll(() => desk.seat.page.url()).toMatch(/\/errors\/\w+/);
  });

  test('is named without a cause if no group has most failures', async () => {
    await look('server=torn');
    await expect
      .poll(answer)
      .toMatch(
        /^torn is failing\. 98\.\d\s% of 7\d responses failed, the last one .* ago \(.*\)\.\s+View errors$/,
      );
  });

  test('is named without a cause if most with it were members of batches that succeeded', async () => {
    await look('server=batching');
    await expect
      .poll(answer)
      .toMatch(
        /^batching is failing\. 66\.\d\s% of 1\d\d responses failed, the last one .* ago \(.*\)\.\s+View errors$/,
      );
  });

  test('can be more than one server: the others are linked next to the worst, and next to an incident', async () => {
    const { page } = desk.seat;
    await look('server=steady&server=torn&server=split');
    await expect.poll(answer).toMatch(/^steady is failing\..* Also failing: 2 servers\./);
    // Whatever the width, they stay on one line.
    const lines = await page.getByRole('link', { name: '2 servers' }).evaluate((link) =>
      Array.from({ length: 40 }, (_, step) => {
        link.parentElement?.setAttribute('style', `max-width: ${300 + step * 10}px`);
        return link.getClientRects().length;
      }),
    );
    expect(new Set(lines)).toEqual(new Set([1]));
    await look('server=burst&server=torn&server=calm');
    await expect
      .poll(answer)
      .toMatch(/^burst is failing\. INTERNAL_UPSTREAM on get_parcel since .* Also failing: torn\./);
    await page.locator('.answer').getByRole('link', { name: 'torn', exact: true }).click();
    await expect
      .poll(() => `${new URL(page.url()).pathname} ${search().getAll('server')}`)
      .toBe('/errors torn');
  });

  test('is counted from where the range begins, or from its own beginning if that was before', async () => {
    await look('server=outburst&server=calm&from=-6h');
    await expect.poll(answer).toMatch(/: 60 of 60 failures in 6\sh, 1 of 1 client\./);
    await look('server=outburst&server=calm&from=-15m');
    await expect.poll(answer).toMatch(/ since .*: 60 of 60 failures since then, 1 of 1 client\./);
  });

  test('is failing by its newest responses, whatever share of all they are', async () => {
    await look('server=lapsing');
    await expect
      .poll(answer)
      .toMatch(/^lapsing is failing\. 10\.7\s% of 112 responses failed, 25\s% or more of the newest, /);
    await look('server=lapsing&from=-30d');
    await expect.poll(answer).toMatch(/^lapsing is failing\. /);
  });

  test('is failing by what it answered last, however long ago that is', async () => {
    await look('server=gone');
    await expect
      .poll(answer)
      .toMatch(
        /^gone is failing\. 3\.85\s% of 208 responses failed, 25\s% or more of the newest, the last one 5\sh ago/,
      );
  });

  test('is said to be muted if it is', async () => {
    const { items } = await dataOf(desk.served, 'GET /api/v1/error-groups', { query: 'server=outburst' });
    const set = (state: 'muted' | 'open') =>
      dataOf(desk.served, 'PATCH /api/v1/error-groups/:id', {
        params: { id: items[0]?.id ?? '' },
        body: { state },
      });
    await set('muted');
    await look('server=outburst&server=calm');
    await expect.poll(answer).toMatch(/^outburst is failing\..* This group is muted\./);
    await set('open');
    await expect.poll(answer).not.toMatch(/muted/);
  });

  test('is failing in a range of minutes, too', async () => {
    await look('server=burst&from=-15m');
    await expect.poll(answer).toMatch(/^burst is failing\. 100\s% of 1?\d responses failed, most with/);
  });

  test('is in the past tense if the range has ended', async () => {
    const past = `from=${ago(30 * HOUR)}&to=${ago(2 * HOUR)}`;
    await look(`server=steady&server=torn&${past}`);
    await expect.poll(answer).toMatch(/^steady was failing\..* Also failing: torn\./);
    await look(`server=calm&${past}`);
    await expect.poll(answer).toMatch(/^No servers were failing\./);
    await look(`server=burst&from=${ago(30 * HOUR)}&to=${ago(0)}`);
    await expect
      .poll(answer)
      .toMatch(/^burst was failing\. INTERNAL_UPSTREAM on get_parcel since .*: (?:29|30) of 30 failures/);
  });
});

describe('what is degraded', () => {
  test('is not called calm: the worst is named with its share, and its errors are one click away', async () => {
    const { page } = desk.seat;
    await look('server=limping&server=faltering&server=calm');
    await expect
      .poll(answer)
      .toMatch(
        /^2 servers are degraded\. limping is the worst: 25\.0\s% of 40 responses failed, most with NOT_FOUND_RESOURCE on get_parcel, the last one \d+\s(?:s|min) ago \(/,
      );
    expect(await page.locator('.answer svg.warn').count()).toBe(1);
    await page.locator('.answer').getByRole('link', { name: 'View errors' }).click();
    await expect.poll(() => search().getAll('server')).toEqual(['limping']);
    await look('server=faltering');
    await expect.poll(answer).toMatch(/^faltering is degraded\. 15\.0\s% of 40 responses failed, /);
  });

  test('says when it last failed, one click away, since an outage in the range may be over', async () => {
    const { page } = desk.seat;
    const failed =
      '^over is degraded\\. 11\\.8\\s% of 68 responses failed, most with INTERNAL_DISK on get_parcel';
    await look('server=over');
    await expect
      .poll(answer)
      .toMatch(new RegExp(`${failed}, the last one 10\\sh ago \\(\\d\\d:\\d\\d\\)\\.`));
    await page
      .locator('.answer')
      .getByRole('link', { name: /^10\sh ago/ })
      .click();
    await page.getByRole('article', { name: 'Response' }).getByText('It was full').first().waitFor();
    await look(`server=over&from=${ago(22 * HOUR)}&to=${ago(MINUTE / 2)}`);
    await expect
      .poll(answer)
      .toMatch(
        /^over was degraded\. .*, the last one on \d+ \w{3,4} \d\d:\d\d\.\s+Open group\s+View errors$/,
      );
  });

  test('because of broken rules links to these', async () => {
    await look('server=breaker');
    await expect.poll(answer).toMatch(/^breaker is degraded\. 8 MUST violations in 20 responses\./);
    await desk.seat.page.getByRole('link', { name: 'View violations' }).click();
    await expect.poll(() => new URL(desk.seat.page.url()).pathname).toBe('/conformance');
  });

  test('cannot be told among failures alone', async () => {
    const { page } = desk.seat;
    await look('server=faltering&server=calm&code=NOT_FOUND_*');
    await expect
      .poll(answer)
      .toMatch(/^6 failures in 6 responses, 100\s%\. Among these alone, health cannot be told\.$/);
    const healths = async () => {
      const rows = await page.getByRole('table', { name: 'Servers' }).getByRole('row').allInnerTexts();
      return rows.slice(1).map((row) => row.split(/\s/)[0]);
    };
    expect(await healths()).toEqual(['–', '–']);
    await visit(page, '/servers?server=faltering&category=not_found');
    const row = page.getByRole('row', { name: /^faltering/ });
    expect(await row.innerText()).toMatch(/^faltering\s+–\s/);
  });

  test('is accessible', async () => {
    const { page } = await desk.sit({ width: 390 });
    for (const query of ['server=limping', 'server=steady&server=torn']) {
      await visit(page, `/?${query}`);
      expect(await barriers(page)).toEqual([]);
    }
  });
});

test('a figure that got much worse says so: a p95 three times as high', async () => {
  await look('server=calm');
  const slower = desk.seat.page.locator('a.figure', { hasText: 'p95 duration' }).locator('b.bad');
  await expect.poll(() => slower.innerText()).toMatch(/^worse:\s+20\d\sms$/);
});

test('a p95 below a millisecond is the same on every page, and not zero', async () => {
  const body = times(3, () => success({ server: 'quick', duration_ms: 0.4 }));
  await deliver(desk.served, body);
  const { page } = desk.seat;
  await look('server=quick');
  // Its trend is where these responses are, at the end of the range.
  const newest = page.locator('a.figure', { hasText: 'p95 duration' }).locator('circle');
  await expect.poll(async () => Number(await newest.getAttribute('cx'))).toBeGreaterThan(78);
  const cell = page.getByRole('row', { name: /quick/ }).getByRole('cell', { name: /^0\.\d+\sms$/ });
  await cell.waitFor();
  const shown = await cell.innerText();
  await visit(page, '/servers?server=quick');
  await expect.poll(() => cell.innerText()).toBe(shown);
});

test('the trend of the error rate shows the rate, not the count', async () => {
  await look('server=steady');
  const bars = desk.seat.page
    .locator('a.figure', { hasText: 'Error rate' })
    .locator('path[fill="var(--bad)"]');
  const heights = async () => new Set((await bars.getAttribute('d'))?.match(/v-[\d.]+/g));
  await expect.poll(async () => [...(await heights())]).toEqual(['v-25.00']);
});

test('new groups are counted beyond those shown, without acknowledged ones', async () => {
  await look('server=many');
  await expect.poll(() => panel('New and regressed').innerText()).toMatch(/5 of 8 groups in 24\sh/);
  const { items } = await dataOf(desk.served, 'GET /api/v1/error-groups', { query: 'server=many' });
  await dataOf(desk.served, 'PATCH /api/v1/error-groups/:id', {
    params: { id: items[0]?.id ?? '' },
    body: { state: 'acknowledged' },
  });
  await desk.seat.page.reload();
  await settled(desk.seat.page);
  await expect.poll(() => panel('New and regressed').innerText()).toMatch(/5 of 7 groups in 24\sh/);
});

test('deprecated items are announced with the count of their own page, whatever the filter', async () => {
  await look('server=calm&from=-1h');
  await desk.seat.page.getByText('3 deprecated items are still in use.').waitFor();
});

test('once deprecated items are announced, no page but those that show them asks for them', async () => {
  const { page } = desk.seat;
  await visit(page, '/servers');
  await page.getByText('3 deprecated items are still in use.').waitFor();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await deliver(desk.served, success({ server: 'calm' }));
  await expect.poll(() => asked).toContain('/api/v1/servers');
  expect(asked).not.toContain('/api/v1/deprecations');
});

test('an item past its date has its verdict even if it was not used lately', async () => {
  await look('server=old&from=-1h');
  await expect
    .poll(() => panel('Upcoming removals').getByRole('listitem').innerText())
    .toMatch(/was_due\s+1[01] days overdue[\s\S]*· still used$/);
});

test('an item has as many uses here as where it leads, which has a longer range of its own', async () => {
  const { page } = desk.seat;
  await look('server=ageing');
  const item = panel('Upcoming removals').getByRole('listitem');
  await expect.poll(() => item.innerText()).toMatch(/· 1 use$/);
  await item.getByRole('link').click();
  await page.getByRole('link', { name: '1 use', exact: true }).waitFor();
});

test('all quotas can be shown, and the choice is kept in the URL', async () => {
  const { page } = desk.seat;
  await look('server=meter');
  const quotas = panel('Quota headroom');
  await expect.poll(() => quotas.getByRole('listitem').count()).toBe(3);
  const more = quotas.getByRole('button', { name: 'Show 2 more' });
  expect(await more.getAttribute('aria-expanded')).toBe('false');
  await more.press('Enter');
  await expect.poll(() => quotas.getByRole('listitem').count()).toBe(5);
  await page.reload();
  await expect.poll(() => quotas.getByRole('listitem').count()).toBe(5);
  const fewer = quotas.getByRole('button', { name: 'Show fewer' });
  expect(await fewer.getAttribute('aria-expanded')).toBe('true');
  await fewer.press('Enter');
  await expect.poll(() => quotas.getByRole('listitem').count()).toBe(3);
});

describe('nothing there', () => {
  const ticks = () => desk.seat.page.locator('.note svg.ok').count();

  test('is good if there were responses', async () => {
    await look('server=calm');
    await expect.poll(() => panel('Errors by category').innerText()).toContain('No failures');
    await expect.poll(ticks).toBe(4);
    await visit(desk.seat.page, '/warnings?server=calm');
    await expect.poll(() => panel('Slow operations').innerText()).toContain('No slow operations');
    // Once, where it says that there are no warnings.
    expect(await panel('Warnings over time').locator('.note svg.ok').count()).toBe(1);
    expect(await ticks()).toBe(1);
  });

  test.each(['/', '/deprecations', '/warnings', '/conformance', '/rules/ENV-03'])(
    'is not good on %s if there were no responses',
    async (path) => {
      const { page } = desk.seat;
      await visit(page, `${path}?server=nosuch`);
      await expect.poll(() => page.locator('.note').getByText('No responses').count()).toBeGreaterThan(0);
      await settled(page);
      expect(await ticks()).toBe(0);
    },
  );

  test('is not said about quotas if a warning had unreadable figures', async () => {
    await look('server=vague');
    await expect
      .poll(() => panel('Quota headroom').innerText())
      .toContain('No quota warnings with readable details');
    expect(await panel('Quota headroom').locator('svg.ok').count()).toBe(0);
  });

  test('is not said about deprecations, slow operations and truncations whose warnings had unreadable details', async () => {
    const { page } = desk.seat;
    for (const [path, words] of [
      ['/?', ['No upcoming removals with readable details']],
      ['/deprecations?', ['No deprecation warnings with readable details']],
      ['/warnings?', ['No slow operations with readable details', 'No truncations with readable details']],
      ['/warnings?severity_max=0&', ['No slow operations with readable details']],
    ] as const) {
      await visit(page, `${path}server=hazy`);
      for (const some of words) {
        const note = page.locator('.note', { hasText: some });
        await note.waitFor();
        expect(await note.locator('svg.ok').count()).toBe(0);
      }
    }
  });

  test('beside deprecated items, warnings with unreadable details are counted and led to', async () => {
    const { page } = desk.seat;
    await visit(page, '/deprecations');
    await page.getByRole('link', { name: 'was_due' }).waitFor();
    await page.getByRole('link', { name: '1 warning names no item' }).click();
    await expect.poll(() => page.locator('a.log-row').allInnerTexts()).toHaveLength(1);
    expect(await page.locator('a.log-row').innerText()).toContain('hazy');
  });

  test('takes little space at 390 px', async () => {
    const seat = await desk.sit({ width: 390 });
    await visit(seat.page, '/?server=calm');
    const box = await seat.page.locator('section.panel', { hasText: 'No quota warnings' }).boundingBox();
    expect(box?.height).toBeLessThan(160);
  });
});
