import { createStore } from '../../lib/store.ts';

/** The time pointed at, and on which chart: every chart on the page marks it, only that one shows figures. */
export const crosshair = createStore<{ readonly t: number; readonly owner: string } | null>(null);
