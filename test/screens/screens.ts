import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { dataOf, deliver } from '../helpers/ask.ts';
import { live, overflow, sitDown, startBrowser, THEMES, type Theme } from '../helpers/browser.ts';
import { mixedCaptures } from '../helpers/captures.ts';
import { type Served, serve } from '../helpers/server.ts';
import { crowdLines, hostileLines } from './hostile.ts';

const FOLDER = fileURLToPath(new URL('../../test-results/screens', import.meta.url));
/** 320 is 1280 px at 400 % zoom. */
const WIDTHS = [1440, 1024, 768, 390, 320] as const;

/** The dashboard's data: a month of story, a little of everything, nothing, or what tries to break it. */
type Data = 'demo' | 'little' | 'none' | 'hostile';

interface Scene {
  readonly name: string;
  readonly data: Data;
  readonly path: string;
  /** Done before the picture is taken. */
  readonly act?: (page: Page) => Promise<unknown>;
  /** What the API does instead of answering: nothing at all, or refuse connections. */
  readonly api?: 'silent' | 'gone';
  /** True for a picture of the whole page; by default that of the window. */
  readonly whole?: true;
}

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
const press = (keys: string) => (page: Page) => page.keyboard.press(keys);
const PAGES = [
  ['overview', '/'],
  ['errors', '/errors'],
  ['warnings', '/warnings'],
  ['deprecations', '/deprecations'],
  ['conformance', '/conformance'],
  ['rule', '/rules/ENV-03'],
  ['traffic', '/traffic'],
  ['servers', '/servers'],
  ['playground', '/playground'],
  ['connect', '/connect'],
] as const;

/** Every page with every kind of data, while waiting, and without the API. */
function pageScenes(): Scene[] {
  return PAGES.flatMap(([name, path]): Scene[] => [
    { name: `${name}-demo`, data: 'demo', path, whole: true },
    { name: `${name}-little`, data: 'little', path },
    { name: `${name}-none`, data: 'none', path },
    { name: `${name}-hostile`, data: 'hostile', path },
    { name: `${name}-waiting`, data: 'little', path, api: 'silent' },
    { name: `${name}-failed`, data: 'little', path, api: 'gone' },
    { name: `${name}-nothing-left`, data: 'little', path: `${path}?server=nobody` },
  ]);
}

/** Popups, and states that appear only with certain data. */
async function stateScenes(served: Readonly<Record<Data, Served>>): Promise<Scene[]> {
  const first = async (data: Data, query: string) =>
    (await dataOf(served[data], 'GET /api/v1/responses', { query: `from=-30d&limit=1&${query}` })).items[0]
      ?.id ?? 'none';
  const { items: groups } = await dataOf(served.demo, 'GET /api/v1/error-groups', { query: 'from=-30d' });
  const { items: deprecated } = await dataOf(served.demo, 'GET /api/v1/deprecations', { query: 'from=-30d' });
  const { items: tried } = await dataOf(served.hostile, 'GET /api/v1/responses', {
    query: 'server=shop&server=plain&limit=50',
  });
  const response = (name: string, id: string, data: Data = 'demo'): Scene => ({
    name: `response-${name}`,
    data,
    path: `/traffic/${id}`,
  });
  return [
    { name: 'palette', data: 'demo', path: '/', act: press('Control+k') },
    {
      name: 'palette-typed',
      data: 'demo',
      path: '/',
      act: async (page) => {
        await page.keyboard.press('Control+k');
        await page.keyboard.type('not found');
      },
    },
    {
      name: 'palette-hostile',
      data: 'hostile',
      path: '/',
      act: async (page) => {
        await page.keyboard.press('Control+k');
        await page.keyboard.type('a');
      },
    },
    { name: 'keyboard', data: 'demo', path: '/', act: press('?') },
    { name: 'time', data: 'demo', path: '/traffic', act: button(/^Time/) },
    { name: 'filter', data: 'demo', path: '/traffic', act: button(/^Server/) },
    { name: 'filter-hostile', data: 'hostile', path: '/traffic', act: button(/^Operation/) },
    { name: 'add-filter', data: 'demo', path: '/traffic', act: button('Filter') },
    { name: 'export', data: 'demo', path: '/traffic', act: button('Export') },
    {
      name: 'filtered',
      data: 'demo',
      path: '/traffic?from=-7d&outcome=failure&code=VALIDATION_*&severity_max=1',
    },
    { name: 'search-problem', data: 'demo', path: '/traffic', act: searchFor('nope:1 outcome:bad') },
    { name: 'live', data: 'demo', path: '/traffic', act: (page) => arrive(page, served.demo) },
    response('violations', await first('demo', 'level=must')),
    response('failure', await first('demo', 'outcome=failure&dialect=mcp-aql')),
    response('warnings', await first('demo', 'severity_max=0')),
    response('masked', await first('demo', 'rule=TRN-06')),
    response('plain', await first('demo', 'dialect=plain')),
    { ...response('copy', await first('demo', 'outcome=failure')), act: button('Copy') },
    response('unknown', 'nosuchid'),
    ...tried.map(({ id, operation }) => response(`hostile-${operation ?? id}`.slice(0, 40), id, 'hostile')),
    { name: 'error-group', data: 'demo', path: `/errors/${groups[0]?.id ?? ''}` },
    { name: 'deprecation', data: 'demo', path: `/deprecations/${deprecated[0]?.id ?? ''}?from=-30d` },
    { name: 'no-such-page', data: 'demo', path: '/nowhere' },
  ];
}

const searchFor = (text: string) => async (page: Page) => {
  await page.getByRole('combobox').first().fill(text);
  await page.keyboard.press('Enter');
};

/** Sends responses while the log is open. */
async function arrive(page: Page, served: Served): Promise<void> {
  await live(page);
  await deliver(served, mixedCaptures());
  await page.locator('.pill').waitFor();
}

async function post(served: Served, lines: readonly string[]): Promise<Served> {
  await fetch(`${served.url}/api/v1/responses`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: lines.join('\n'),
  });
  return served;
}

async function serveAll(): Promise<Readonly<Record<Data, Served>>> {
  const [demo, little, none, hostile] = await Promise.all([
    serve({ command: 'demo' }),
    serve().then((served) =>
      post(
        served,
        mixedCaptures().map((capture) => JSON.stringify(capture)),
      ),
    ),
    serve(),
    serve().then((served) => post(served, [...hostileLines(), ...crowdLines(3000)])),
  ]);
  return { demo, little, none, hostile };
}

async function take(browser: Browser, { url }: Served, scene: Scene, theme: Theme, width: number) {
  const { page, close } = await sitDown(browser, url, { theme, width });
  if (scene.api !== undefined) {
    await page.route('**/api/**', (route) => (scene.api === 'gone' ? route.abort() : undefined));
  }
  try {
    await page.goto(scene.path);
    if (scene.api === undefined) {
      await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
      await page
        .locator('.chart path')
        .first()
        .waitFor({ state: 'attached', timeout: 1500 })
        .catch(() => {});
    } else await page.waitForTimeout(scene.api === 'gone' ? 2500 : 500);
    await scene.act?.(page);
    await page.waitForTimeout(300);
    await page.screenshot({
      path: join(FOLDER, `${scene.name}-${width}-${theme}.png`),
      fullPage: scene.whole === true,
    });
    const beyond = await overflow(page);
    if (beyond > 0) process.stdout.write(`${scene.name} ${width} ${theme}: ${beyond} px beyond the window\n`);
  } catch (error) {
    process.stdout.write(`${scene.name} ${width} ${theme}: ${String(error).slice(0, 300)}\n`);
  }
  await close();
}

/**
 * Takes a picture of every page and state, in both themes and at each width, into `test-results/screens`;
 * only those whose names match all of `words`, which are patterns.
 */
export async function takeScreens(words: readonly string[]): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const [browser, served] = await Promise.all([startBrowser(), serveAll()]);
  const scenes = [...pageScenes(), ...(await stateScenes(served))];
  const shots = scenes
    .flatMap((scene) => THEMES.flatMap((theme) => WIDTHS.map((width) => ({ scene, theme, width }))))
    .filter(({ scene, theme, width }) => {
      const name = `${scene.name}-${width}-${theme}`;
      return words.every((word) => new RegExp(word).test(name));
    });
  for (let at = 0; at < shots.length; at += 2) {
    await Promise.all(
      shots
        .slice(at, at + 2)
        .map(({ scene, theme, width }) => take(browser, served[scene.data], scene, theme, width)),
    );
  }
  process.stdout.write(`${shots.length} pictures in ${FOLDER}\n`);
  await Promise.all([browser.close(), ...Object.values(served).map((one) => one.stop())]);
}
