import { createStore } from '../../lib/store.ts';

/** Which of the two dialogs of the keyboard is open. */
export const asked = createStore<'palette' | 'help' | null>(null);

/** What was typed after ⌘K before the palette was there to take it. */
export const typedEarly = createStore('');
