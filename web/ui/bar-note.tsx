import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { createStore, useStore } from '../lib/store.ts';

const place = createStore<HTMLElement | null>(null);

/** The one place in the filter bar where a page's words appear. */
export function BarNotePlace() {
  return <span className="sm muted" ref={place.set} />;
}

/** Puts a few words into the filter bar, such as the width of a bucket. */
export function BarNote({ children }: { children: ReactNode }) {
  const target = useStore(place);
  return target === null ? null : createPortal(children, target);
}
