import { lazyRouteComponent } from '@tanstack/react-router';
import { basePath } from './base-path.ts';

/** Between two looks whether the server is there again, ms. */
const LOOK_MS = 2000;
/** Within this time the page is not loaded anew again, ms. */
const ONCE_MS = 10_000;
const RELOADED = 'mailroom reloaded';

/**
 * Loads a part of the page. Where the server is gone it is waited for; where it was updated under the open page, and no
 * longer has the part, the page follows, but not for ever: rejects as `load` did where that was just done.
 */
export async function part<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      const isThere = await fetch(`${basePath}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isThere) {
        if (Date.now() - Number(sessionStorage.getItem(RELOADED) ?? 0) < ONCE_MS) throw error;
        sessionStorage.setItem(RELOADED, String(Date.now()));
        location.reload();
      }
      await new Promise((done) => setTimeout(done, LOOK_MS));
    }
  }
}

const parts: (() => Promise<unknown>)[] = [];

/** The component of that name in a part of the page, loaded when it is first shown, or before by its `preload`. */
export const lazyPart: typeof lazyRouteComponent = (load, name) => {
  parts.push(load);
  return lazyRouteComponent(() => part(load), name);
};

/** Loads every part, one after another, so that it can be shown while the server is away. */
export async function loadParts(): Promise<void> {
  // One that fails is loaded when it is shown.
  for (const load of parts) await load().catch(() => undefined);
}
