import { createStore } from '../lib/store.ts';

/** Whether `/` is the getting-started screen; undefined until it is known whether anything was stored. */
export const teaching = createStore<boolean | undefined>(undefined);
