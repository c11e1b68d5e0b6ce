import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, type TestContext } from 'vitest';
import { forgetAll } from './ask.ts';
import { atEnd } from './at-end.ts';
import { type Seat, type SeatOptions, sitDown, startBrowser } from './browser.ts';
import { type Served, type ServeOptions, serve } from './server.ts';

/** The browser and the program shared by the tests of a file or a `describe`. */
export interface Room {
  readonly served: Served;
  /** Another program without responses, for tests that fill it themselves, one after another. */
  emptied(): Promise<Served>;
  /** Starts another program, which ends with the test. */
  serve(options?: ServeOptions): Promise<Served>;
  /** Opens a new page for the room's program, or the one at `url`. It is closed with the test. */
  sit(options?: SeatOptions, url?: string): Promise<Seat>;
}

/** A room with a page for each test. */
export interface Desk extends Room {
  readonly seat: Seat;
}

/** Starts both before the tests and ends them afterwards. `stock` fills the store once. */
export function openRoom(
  stock: (served: Served) => Promise<unknown> = async () => {},
  options: ServeOptions = {},
): Room & { readonly browser: Browser } {
  let started: readonly [Browser, Served] | undefined;
  let other: Served | undefined;
  const both = () => {
    if (started === undefined) throw new Error('the room opens when the tests begin');
    return started;
  };
  beforeAll(async () => {
    started = await Promise.all([startBrowser(), serve(options)]);
    await stock(started[1]);
  });
  afterAll(() => {
    const [browser, served] = both();
    return Promise.all([browser.close(), served.stop(), other?.stop()]);
  });
  return {
    get browser() {
      return both()[0];
    },
    get served() {
      return both()[1];
    },
    emptied: async () => {
      other ??= await serve();
      await forgetAll(other);
      return other;
    },
    serve: async (asked) => {
      const started = await serve(asked);
      atEnd(() => started.stop());
      return started;
    },
    sit: async (asked, url = both()[1].url) => {
      const seat = await sitDown(both()[0], url, asked);
      onTestFinished((context) => leave(seat, context));
      return seat;
    },
  };
}

let pictures = 0;

/**
 * Closes the page; if its test failed, saves what it showed, which explains failures that only slow machines have.
 * Fails the test for complaints, unless it took them out or they are of requests that failed, as many tests have some.
 */
async function leave({ page, complaints, close }: Seat, { task }: Pick<TestContext, 'task'>): Promise<void> {
  if (task.result?.state === 'fail') {
    const picture = join('test-results', 'failures', `${task.id}-${pictures++}.png`);
    await page.screenshot({ path: picture });
    const focus = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
    console.error([`${page.url()} is in ${picture}`, `focus: ${focus}`, ...complaints].join('\n'));
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await close();
  expect(complaints.filter((one) => !one.startsWith('Failed to load resource: '))).toEqual([]);
}

/**
 * Opens a room with a new page for each test, or with the one that the test before it did not use. `stock` fills
 * the store once, `lay` runs before each test.
 */
export function openDesk(
  stock?: (served: Served) => Promise<unknown>,
  lay: (served: Served) => Promise<unknown> = async () => {},
): Desk {
  const shared = openRoom(stock);
  let seat: Seat | undefined;
  let isUsed = false;
  beforeEach(async () => {
    await lay(shared.served);
    seat ??= await sitDown(shared.browser, shared.served.url);
  });
  afterEach(async (context) => {
    if (seat === undefined || !isUsed) return;
    const used = seat;
    seat = undefined;
    isUsed = false;
    await leave(used, context);
  });
  return {
    get served() {
      return shared.served;
    },
    get seat() {
      if (seat === undefined) throw new Error('a test sits at the desk when it begins');
      isUsed = true;
      return seat;
    },
    emptied: shared.emptied,
    serve: shared.serve,
    sit: shared.sit,
  };
}
