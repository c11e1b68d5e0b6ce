import { createStore } from '../lib/store.ts';

/** Whether `/` is the screen that teaches how to begin; undefined until it is known that nothing was ever stored. */
export const teaching = createStore<boolean | undefined>(undefined);
