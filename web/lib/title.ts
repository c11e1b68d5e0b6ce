import { useEffect } from 'react';
import { createStore } from './store.ts';

/** What the page shows one of, as the window's title names it before the page. */
export const shownOne = createStore<string | undefined>(undefined);

/** Names in the window's title the one thing that is shown, as long as it is known. */
export function useShownOne(name: string | undefined): void {
  useEffect(() => {
    shownOne.set(name);
    return () => shownOne.set(undefined);
  }, [name]);
}
