import { createStore } from '../../lib/store.ts';

/** Which of the two keyboard dialogs is open. */
export const openDialog = createStore<'palette' | 'help' | null>(null);

/** What was typed after ⌘K before the palette was loaded. */
export const typedEarly = createStore('');
