import { useEffect } from 'react';
import { createStore } from './store.ts';

/** Name of the one thing that the page shows; comes before the page's name in the window title. */
export const shownOne = createStore<string | undefined>(undefined);

/** Puts the name of the one thing shown into the window title; undefined while it is not known. */
export function useShownOne(name: string | undefined): void {
  useEffect(() => {
    shownOne.set(name);
    return () => shownOne.set(undefined);
  }, [name]);
}
