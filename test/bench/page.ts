import type { Browser, Page } from 'playwright-core';
import { dataOf } from '../helpers/ask.ts';
import { live, type Seat, sitDown, startBrowser } from '../helpers/browser.ts';
import { success } from '../helpers/captures.ts';
import { type Served, serve } from '../helpers/server.ts';
import { atMost, type Measured, quantile } from './measured.ts';

const ROUNDS = 3;
/** Has 288 points per series. */
const DENSE = '/warnings?from=-12d&bucket=1h';
const LIVE_ROWS = 20_000;
const LIVE_BATCH = 400;

/** Measures the dashboard's speed on a month of demo data, with an empty browser cache. */
export async function run(): Promise<readonly Measured[]> {
  const [browser, served] = await Promise.all([startBrowser({ measured: true }), serve({ command: 'demo' })]);
  try {
    const firsts = await inTurn(ROUNDS, () => seated(browser, served, firstVisit));
    const dense = await seated(browser, served, denseChart);
    const heap = await liveHeap(browser);
    const median = (of: (first: FirstVisit) => number) => quantile(firsts.map(of), 0.5);
    return [
      atMost(
        700,
        'largest paint of the overview, ms',
        median(({ largest }) => largest),
      ),
      atMost(
        1200,
        'its chart painted cold, ms',
        median(({ chart }) => chart),
      ),
      atMost(
        0.02,
        'shift of its layout',
        median(({ shift }) => shift),
      ),
      atMost(34, 'frame while the pointer crosses a chart of 288 points (p95), ms', dense.hover),
      atMost(150, 'that chart drawn anew, ms', dense.redraw),
      atMost(150, `heap of the log after ${LIVE_ROWS} live rows, MB`, heap),
    ];
  } finally {
    await browser.close();
    await served.stop();
  }
}

interface FirstVisit {
  /** Milliseconds from the start of navigation. */
  readonly largest: number;
  readonly chart: number;
  readonly shift: number;
}

async function firstVisit({ page }: Seat): Promise<FirstVisit> {
  await page.addInitScript(() => {
    const seen = { largest: 0, chart: 0, shift: 0 };
    Object.assign(globalThis, { seen });
    const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
    watch('largest-contentful-paint', ({ startTime }) => {
      seen.largest = startTime;
    });
    watch('layout-shift', (entry) => {
      if ('value' in entry) seen.shift += Number(entry.value);
    });
    const look = () => {
      if (document.querySelector('.chart path') === null) requestAnimationFrame(look);
      else
        requestAnimationFrame(() => {
          seen.chart = performance.now();
        });
    };
    look();
  });
  await page.goto('/');
  await page.waitForFunction(() => Reflect.get(Reflect.get(globalThis, 'seen'), 'chart') > 0);
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  return page.evaluate<FirstVisit>('seen');
}

async function denseChart({ page }: Seat): Promise<{ readonly hover: number; readonly redraw: number }> {
  await page.goto(DENSE);
  const chart = page.locator('.chart').first();
  await chart.locator('path').first().waitFor({ state: 'attached' });
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  const box = await chart.boundingBox();
  if (box === null) throw new Error(`${DENSE} shows no chart`);
  await page.evaluate(() => {
    const frames: number[] = [];
    Object.assign(globalThis, { frames });
    let last = performance.now();
    const frame = (now: number) => {
      frames.push(now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  for (let step = 0; step <= 100; step += 1) {
    await page.mouse.move(box.x + (box.width * step) / 100, box.y + box.height / 2);
  }
  const frames = await page.evaluate<number[]>('frames');
  const redraws = await inTurn(2 * ROUNDS + 1, () => redraw(page));
  return {
    hover: quantile(frames, 0.95),
    redraw: quantile(redraws, 0.5),
  };
}

/** Returns the time from a click in the legend until the chart is redrawn with or without that series, ms. */
function redraw(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const series = document.querySelector<HTMLElement>('.legend button');
    if (series === null) throw new Error('the chart has no legend');
    const start = performance.now();
    series.click();
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return performance.now() - start;
  });
}

/** Returns the heap of a log in live mode after a garbage collection, MB. */
async function liveHeap(browser: Browser): Promise<number> {
  const served = await serve();
  try {
    await postLive(served, 0);
    return await seated(browser, served, async ({ page }) => {
      await page.addInitScript(() => localStorage.setItem('mailroom', JSON.stringify({ follow: true })));
      await page.goto('/traffic');
      await live(page);
      for (let sent = LIVE_BATCH; sent < LIVE_ROWS; sent += LIVE_BATCH) await postLive(served, sent);
      await page.locator('.log-head').getByText(LIVE_ROWS.toLocaleString('en')).waitFor();
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('HeapProfiler.collectGarbage');
      return (await devtools.send('Runtime.getHeapUsage')).usedSize / 1e6;
    });
  } finally {
    await served.stop();
  }
}

async function postLive(served: Served, from: number): Promise<void> {
  const body = Array.from({ length: LIVE_BATCH }, (_, row) => success({ operation: `live_${from + row}` }));
  await dataOf(served, 'POST /api/v1/responses', { body });
}

async function seated<T>(browser: Browser, { url }: Served, use: (seat: Seat) => Promise<T>): Promise<T> {
  const seat = await sitDown(browser, url);
  try {
    return await use(seat);
  } finally {
    await seat.close();
  }
}

async function inTurn<T>(times: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let time = 0; time < times; time += 1) made.push(await make());
  return made;
}
