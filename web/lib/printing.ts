import { useSyncExternalStore } from 'react';

const paper = matchMedia('print');

function subscribe(listener: () => void): () => void {
  paper.addEventListener('change', listener);
  return () => paper.removeEventListener('change', listener);
}

/** True while the page is laid out for paper, where nothing scrolls and every row must be rendered. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => paper.matches);
}
