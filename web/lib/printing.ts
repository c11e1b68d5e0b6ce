import { useSyncExternalStore } from 'react';

const paper = matchMedia('print');

function subscribe(listener: () => void): () => void {
  paper.addEventListener('change', listener);
  return () => paper.removeEventListener('change', listener);
}

/** True while the page is laid out for paper, where there is nothing to scroll and every row must stand. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => paper.matches);
}
