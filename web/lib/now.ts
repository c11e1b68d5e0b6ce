import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    if (!document.hidden) for (const one of listeners) one();
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

/** How far the server's clock is ahead of the browser's, ms. */
let ahead = 0;
/** Smaller differences count as none, ms: a `Date` header has whole seconds, and an answer takes time. */
const ALIKE_MS = 5_000;

/** Sets the server's time from the `Date` header of an answer. */
export function setServerTime(date: string | null): void {
  const difference = Date.parse(date ?? '') - Date.now();
  ahead = Math.abs(difference) > ALIKE_MS ? difference : 0;
}

/** The server's time at a moment of the browser's clock, both epoch ms. */
export function onServer(at: number): number {
  return at + ahead;
}

/** The server's time, epoch ms. Relative times are relative to its clock, whatever the browser's says. */
export function serverNow(): number {
  return onServer(Date.now());
}

/** The server's time in epoch ms, rounded down to `step` ms; rerenders only when that changes. */
export function useNow(step = 10_000): number {
  return useSyncExternalStore(subscribe, () => Math.floor(serverNow() / step) * step);
}
