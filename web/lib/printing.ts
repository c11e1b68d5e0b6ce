import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

const paper = matchMedia('print');
/** Browsers count the sheets before they tell that the medium is paper, so what is printed must be there before. */
let isAbout = false;

function subscribe(listener: () => void): () => void {
  const about = ({ type }: Event) => {
    isAbout = type === 'beforeprint';
    // Firefox copies the page right after the event, before React would render by itself.
    flushSync(listener);
  };
  paper.addEventListener('change', listener);
  addEventListener('beforeprint', about);
  addEventListener('afterprint', about);
  return () => {
    paper.removeEventListener('change', listener);
    removeEventListener('beforeprint', about);
    removeEventListener('afterprint', about);
  };
}

/** True while the page is laid out for paper, where nothing scrolls and every row must be rendered. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isAbout || paper.matches);
}
