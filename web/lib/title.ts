import { useEffect } from 'react';
import { createStore, useStore } from './store.ts';

const shownOne = createStore<string | undefined>(undefined);

/** Titles the window: the one thing shown, if any, and the page. */
export function useWindowTitle(page: string | undefined): void {
  const one = useStore(shownOne);
  useEffect(() => {
    document.title = [one, page, 'Mailroom'].filter(Boolean).join(' · ');
  }, [one, page]);
}

/** Puts the name of the one thing that the page shows into the window title; undefined while it is not known. */
export function useShownOne(name: string | undefined): void {
  useEffect(() => {
    shownOne.set(name);
    return () => shownOne.set(undefined);
  }, [name]);
}
