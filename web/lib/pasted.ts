import { createStore } from './store.ts';

/** What the Playground judges, in this window only; undefined until something is put there. */
export const pasted = createStore<string | undefined>(undefined);
