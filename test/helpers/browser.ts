import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import { type Browser, chromium, type Locator, type Page, type Route } from 'playwright-core';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const CHROMIUM = '/usr/bin/chromium';
/** Chromium's engine without the interface around its pages: a file of browser tests takes a fifth less. */
const SHELL = '/usr/bin/chromium-headless-shell';

/** Without V8's optimizing compilers, a file of browser tests takes a fifth less. */
const THRIFTY = ['--js-flags=--no-opt --no-maglev'];

/**
 * Starts CHROMIUM, or the installed headless shell, or the installed Chromium, with or without scroll bars that take
 * up space, as on most desktops. If something is to be `measured` in it, it is Chromium and as fast as a user's. If
 * there is none, throws instructions for getting one.
 */
export async function startBrowser({ scrollBars = false, measured = false } = {}): Promise<Browser> {
  const installed = measured || !existsSync(SHELL) ? CHROMIUM : SHELL;
  const executablePath = process.env.CHROMIUM ?? installed;
  if (!existsSync(executablePath)) {
    throw new Error(
      `no Chromium at ${executablePath}: \`apt-get install chromium\`, or set CHROMIUM to its path`,
    );
  }
  return chromium.launch({
    executablePath,
    ignoreDefaultArgs: scrollBars ? ['--hide-scrollbars'] : [],
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      ...(measured ? [] : THRIFTY),
    ],
  });
}

export interface Seat {
  readonly page: Page;
  /** Errors of scripts and of the console, and requests to anywhere but the server. */
  readonly complaints: string[];
  close(): Promise<void>;
}

export interface SeatOptions {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: Theme;
  /** IANA name; the machine's by default. */
  readonly timezone?: string;
}

/** A phone's or a desktop's, px. */
const heightOf = (width: number) => (width < 720 ? 844 : 1000);

/** Opens an isolated page for the dashboard at `url`, with access to the clipboard. */
export async function sitDown(
  browser: Browser,
  url: string,
  { width = 1440, height = heightOf(width), theme = 'light', timezone }: SeatOptions = {},
): Promise<Seat> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    colorScheme: theme,
    ...(timezone !== undefined && { timezoneId: timezone }),
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !/^(?:data|blob):/.test(request.url()))
      complaints.push(`asked for ${request.url()}`);
  });
  return { page, complaints, close: () => context.close() };
}

/** Resolves when the page shows its answers and nothing in it is busy. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
}

/** Goes to a path of the dashboard and waits until the page shows its answers. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await settled(page);
}

/** Puts the page's clock forward, ms, once it has its answers: a request under way would time out. */
export async function putForward(page: Page, ms: number): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.clock.fastForward(ms);
}

/** Answers a question of the page as Mailroom does if something of its own fails. */
export const refuse = (route: Route, status: number, message: string): Promise<void> =>
  route.fulfill({ status, json: { success: false, error: { code: 'INTERNAL_ERROR', message } } });

/** Returns the file that `action` has the browser save. */
export async function saved(page: Page, action: Promise<unknown>) {
  const [file] = await Promise.all([page.waitForEvent('download'), action]);
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8').trim() };
}

export const clipboard = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

export const hasFocus = (one: Locator): Promise<boolean> =>
  one.evaluate((element) => element === document.activeElement);

/** Resolves once the page has had an answer from its server: whatever it would have asked for before, it has. */
export async function roundTrip(page: Page): Promise<void> {
  await page.evaluate(() => fetch('/healthz').then((answer) => answer.text()));
}

export interface Held {
  /** Resolves once the server has answered. */
  readonly answered: Promise<void>;
  /** Lets the page have the answer; rejects if no request has asked for it. */
  release(): Promise<void>;
}

/** Resolves once the page's stream has begun; the first tick is sent at once. */
export async function live(page: Page): Promise<void> {
  // Its last class is the state: `connecting` and `lost` have the others, too.
  await page.locator('.btn[class$=" live live"]').waitFor();
}

/** Holds back the next answer to a request for `url`, by `method`; those after it pass, unless `rest` is `unanswered`. */
export async function holdAnswer(
  page: Page,
  url: RegExp,
  rest: 'pass' | 'unanswered' = 'pass',
  method = 'GET',
): Promise<Held> {
  const [answered, released, delivered] = [signal(), signal(), signal()];
  let isFirst = true;
  await page.route(url, async (route) => {
    if (!isFirst || route.request().method() !== method)
      return rest === 'pass' ? route.continue() : undefined;
    isFirst = false;
    const answer = await route.fetch();
    answered.give();
    await released.given;
    await route.fulfill({ response: answer });
    delivered.give();
  });
  return {
    answered: answered.given,
    release: async () => {
      if (isFirst) throw new Error(`no request for ${url} was held back`);
      released.give();
      await delivered.given;
    },
  };
}

/** Holds back GET requests whose address matches until `release` is called, which waits for the first. */
export async function holdRequests(
  page: Page,
  address: string | RegExp,
): Promise<{
  /** Resolves once the first is held back. */
  readonly held: Promise<void>;
  release(): Promise<void>;
}> {
  const [held, released] = [signal(), signal()];
  await page.route(address, async (route) => {
    if (route.request().method() === 'GET') {
      held.give();
      await released.given;
    }
    // The page may have cancelled it meanwhile.
    await route.continue().catch(() => {});
  });
  return {
    held: held.given,
    release: async () => {
      await held.given;
      released.give();
    },
  };
}

function signal(): { readonly given: Promise<void>; readonly give: () => void } {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

/** Returns what initiated each of the overview's first requests: `link` is the page's header. */
export function firstAsked(page: Page): Promise<unknown[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/api\/v1\/(?:status|overview)$/.test(name))
      .map((entry) => Reflect.get(entry, 'initiatorType')),
  );
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Those that depend on the theme. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * Returns axe's WCAG 2.2 AA findings in both themes, or in the page's `own` alone, one line per element; the page then
 * has its theme again. Skips table rows after the tenth, all alike.
 */
export async function barriers(page: Page, themes: 'both' | 'own' = 'both'): Promise<readonly string[]> {
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(AXE);
  const own = await page.evaluate(() =>
    matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  );
  const found = await findings(page, own, WCAG);
  if (themes === 'own') return found;
  const other = own === 'dark' ? 'light' : 'dark';
  await page.emulateMedia({ colorScheme: other });
  const ofColours = await findings(page, other, COLOURS);
  await page.emulateMedia({ colorScheme: own });
  return [...found, ...ofColours];
}

async function findings(page: Page, theme: Theme, rules: string[]): Promise<readonly string[]> {
  const violations = await page.evaluate(async (runOnly) => {
    const found = await window.axe?.run(
      { exclude: ['tbody tr:nth-child(n + 11)'] },
      // Only rules about media files and style sheets of other origins would need the sources.
      { runOnly, resultTypes: ['violations'], preload: false },
    );
    return found?.violations;
  }, rules);
  if (violations === undefined) throw new Error('axe was not there to look at the page');
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${theme}: ${id}: ${target.join(' ')}: ${failureSummary ?? ''}`,
    ),
  );
}

/** Returns by how many pixels the page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

/**
 * Returns what is wrong with the page at each width, one line each: axe's findings (see `barriers`), and by how many
 * pixels it is wider than its window. The colours of the other theme, half of the work, are looked at in the first
 * width only. The window keeps the last of the widths.
 */
export async function flaws(
  page: Page,
  widths: readonly number[] = [1440, 1024, 390],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await resize(page, width);
    const themes = width === widths[0] ? 'both' : 'own';
    found.push(...(await barriers(page, themes)).map((line) => `${width} px, ${line}`));
    const beyond = await overflow(page);
    if (beyond > 0) found.push(`${width} px: wider than its window by ${beyond}`);
  }
  return found;
}

/** Gives the window another width and the height that goes with it, and waits until the page has drawn itself anew. */
export async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: heightOf(width) });
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await settled(page);
}
