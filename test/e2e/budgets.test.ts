import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { deliver } from '../helpers/ask.ts';
import { firstAsked, visit } from '../helpers/browser.ts';
import { mixedCaptures } from '../helpers/captures.ts';
import { openRoom } from '../helpers/desk.ts';

const ASSETS = fileURLToPath(new URL('../../dist/web/assets', import.meta.url));
const kB = 1000;

/** Returns the contents of the assets whose name matches. Throws if none does. */
function assets(name: RegExp): Buffer[] {
  const files = readdirSync(ASSETS).filter((file) => name.test(file));
  if (files.length === 0) throw new Error(`the build has no asset named ${name}`);
  return files.map((file) => readFileSync(join(ASSETS, file)));
}

/** Returns the total size of the assets whose name matches, gzipped one by one, bytes. */
const gzipped = (name: RegExp) => assets(name).reduce((sum, file) => sum + gzipSync(file).length, 0);

describe('the built dashboard', () => {
  test('has an entry of at most 120 kB', () =>
    expect(gzipped(/^index-.*\.js$/)).toBeLessThanOrEqual(120 * kB));
  test('has at most 10 kB of styles', () => expect(gzipped(/\.css$/)).toBeLessThanOrEqual(10 * kB));
  test('has at most 125 kB of charts, in a separate chunk', () =>
    expect(gzipped(/^plot-.*\.js$/)).toBeLessThanOrEqual(125 * kB));
  test('has no page but the overview that loads the overview', () => {
    const loads = assets(/^page-.*\.js$/).filter((page) => page.includes('overview-'));
    expect(loads.map(String)).toEqual([]);
  });
});

describe('a first visit', () => {
  const room = openRoom((served) => deliver(served, mixedCaptures()));

  test('loads at most 12 files, all from this server, including the chart library, and sends its first requests meanwhile, each of them once', async () => {
    const { page, complaints } = await room.sit();
    const files: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (!pathname.startsWith('/api/')) files.push(pathname);
    });
    await visit(page, '/');
    expect(await firstAsked(page)).toEqual(['link', 'link']);
    await page.locator('.chart path').first().waitFor({ state: 'attached' });
    expect(files.length).toBeLessThanOrEqual(12);
    expect(files.some((file) => file.includes('/plot-'))).toBe(true);
    expect(complaints).toEqual([]);
  });

  test('of another page loads neither the overview nor the chart library with the entry', async () => {
    const namedBy = async (path: string) => {
      const html = await (await fetch(`${room.served.url}${path}`)).text();
      return ['/parts-', '/overview-', '/plot-'].filter((part) => html.includes(part));
    };
    expect(await namedBy('/?server=shop')).toEqual(['/parts-', '/overview-', '/plot-']);
    expect(await namedBy('/traffic')).toEqual(['/parts-']);
  });

  test.each([
    [1440, ['/']],
    [390, ['/', '/errors', '/deprecations', '/conformance', '/rules/ENV-03', '/traffic', '/servers']],
  ])('does not shift its layout at %i px, however slow the answers', async (width, paths) => {
    const { page } = await room.sit({ width });
    const isQuestion = ({ pathname }: URL) => /^\/api\/v1\/(?!live)/.test(pathname);
    await page.route(isQuestion, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if ('value' in entry) shifts.push(Number(entry.value));
      }).observe({ type: 'layout-shift', buffered: true });
    });
    for (const path of paths) {
      await visit(page, path);
      if (path === '/') await page.locator('.chart path').first().waitFor({ state: 'attached' });
      const shifts: unknown = await page.evaluate('shifts');
      const total = Array.isArray(shifts)
        ? shifts.reduce<number>((sum, shift) => sum + Number(shift), 0)
        : Number.NaN;
      expect(total, path).toBeLessThan(0.02);
    }
  });
});
