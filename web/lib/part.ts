import { lazyRouteComponent } from '@tanstack/react-router';
import { basePath } from './base-path.ts';

/** Interval between two checks whether the server is back, ms. */
const LOOK_MS = 2000;
/** Minimum time between two reloads of the page, ms. */
const ONCE_MS = 10_000;
const RELOADED = 'mailroom reloaded';

/**
 * Loads a part of the page. Waits while the server is away. If the server was updated and no longer has the
 * part, reloads the page; if that was just done, rejects as `load` did.
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
        if (isReloaded()) throw error;
        location.reload();
      }
      await new Promise((done) => setTimeout(done, LOOK_MS));
    }
  }
}

/** Whether the page was just reloaded, which it now is; true if that cannot be known. */
function isReloaded(): boolean {
  try {
    const since = Date.now() - Number(sessionStorage.getItem(RELOADED) ?? 0);
    if (since >= ONCE_MS) sessionStorage.setItem(RELOADED, String(Date.now()));
    return since < ONCE_MS;
  } catch {
    return true;
  }
}

const parts: (() => Promise<unknown>)[] = [];

/** The component of that name in a part of the page, loaded when first shown, or earlier by its `preload`. */
export const lazyPart: typeof lazyRouteComponent = (load, name) => {
  parts.push(load);
  return lazyRouteComponent(() => part(load), name);
};

/** Loads every part, one after another, so that they can be shown while the server is away. */
export async function loadParts(): Promise<void> {
  // A part that fails is loaded when it is shown.
  for (const load of parts) await load().catch(() => undefined);
}
