import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { forgetAll } from './ask.ts';
import { type Seat, type SeatOptions, sitDown, startBrowser } from './browser.ts';
import { type Served, serve } from './server.ts';

/** The browser and the program shared by the tests of a file or a `describe`. */
export interface Room {
  readonly served: Served;
  /** Another program without responses, for tests that fill it themselves, one after another. */
  emptied(): Promise<Served>;
  /** Opens a new page for the room's program, or the one at `url`. */
  sit(options?: SeatOptions, url?: string): Promise<Seat>;
}

/** A room with a page for each test. */
export interface Desk extends Room {
  readonly seat: Seat;
}

/** Starts both before the tests and ends them afterwards. `stock` fills the store once. */
export function openRoom(stock: (served: Served) => Promise<unknown> = async () => {}): Room {
  let started: readonly [Browser, Served] | undefined;
  let other: Served | undefined;
  const both = () => {
    if (started === undefined) throw new Error('the room opens when the tests begin');
    return started;
  };
  beforeAll(async () => {
    started = await Promise.all([startBrowser(), serve()]);
    await stock(started[1]);
  });
  afterAll(() => {
    const [browser, served] = both();
    return Promise.all([browser.close(), served.stop(), other?.stop()]);
  });
  return {
    get served() {
      return both()[1];
    },
    emptied: async () => {
      other ??= await serve();
      await forgetAll(other);
      return other;
    },
    sit: (options, url = both()[1].url) => sitDown(both()[0], url, options),
  };
}

/** Saves what the page showed, which explains failures that happen on slow machines only. */
async function keepEvidence({ page, complaints }: Seat, test: string): Promise<void> {
  const picture = join('test-results', 'failures', `${test}.png`);
  await page.screenshot({ path: picture });
  const focus = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
  console.error([`${page.url()} is in ${picture}`, `focus: ${focus}`, ...complaints].join('\n'));
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
    seat ??= await shared.sit();
  });
  afterEach(async ({ task }) => {
    if (seat === undefined || !isUsed) return;
    if (task.result?.state === 'fail') await keepEvidence(seat, task.id);
    await seat.close();
    seat = undefined;
    isUsed = false;
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
    sit: shared.sit,
  };
}
