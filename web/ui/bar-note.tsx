import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { createStore, useStore } from '../lib/store.ts';

const place = createStore<HTMLElement | null>(null);

/** Where a page's words for the filter bar appear; the bar has the one. */
export function BarNotePlace() {
  return <span className="barnote sm muted" ref={place.set} />;
}

/** Puts a few words into the filter bar, such as the width of a bucket. */
export function BarNote({ children }: { children: ReactNode }) {
  const target = useStore(place);
  return target === null ? null : createPortal(children, target);
}
