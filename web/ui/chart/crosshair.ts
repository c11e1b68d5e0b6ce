import { createStore } from '../../lib/store.ts';

/** The moment that is pointed at, and on which chart: every chart on the page marks it, one tells its figures. */
export const crosshair = createStore<{ readonly t: number; readonly owner: string } | null>(null);
