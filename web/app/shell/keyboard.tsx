import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { sharedFilter } from '../../lib/filter.ts';
import { type Shortcuts, useShortcuts } from '../../lib/shortcuts.ts';
import { createStore, useStore } from '../../lib/store.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { PAGES } from '../pages.ts';

/** Which of the two dialogs of the keyboard is open. */
export const asked = createStore<'palette' | 'help' | null>(null);

const loadPalette = async () => ({ default: (await import('./palette.tsx')).Palette });
const Palette = lazy(loadPalette);
const Help = lazy(async () => ({ default: (await import('./help.tsx')).Help }));

/** The page's own search field, else the palette. */
function search(): void {
  const field = document.querySelector<HTMLInputElement>('[data-search]');
  if (field === null) asked.set('palette');
  else field.select();
}

/** The keys that hold on every page, and the dialogs they open. */
export function Keyboard() {
  const navigate = useNavigate();
  const filter = sharedFilter(useFilter());
  const open = useStore(asked);
  const go: Shortcuts = Object.fromEntries(
    PAGES.map(({ key, to }) => [`g ${key}`, () => void navigate({ to, search: filter })]),
  );
  useEffect(() => {
    // From the first half of ⌘K on, so that what is typed after it finds its field.
    const load = ({ key }: KeyboardEvent) => {
      if (key === 'Control' || key === 'Meta') void loadPalette();
    };
    addEventListener('keydown', load);
    return () => removeEventListener('keydown', load);
  }, []);
  useShortcuts({ ...go, '/': search, '?': () => asked.set('help'), 'mod+k': () => asked.set('palette') });
  const close = () => asked.set(null);
  return (
    <Suspense>
      {open === 'palette' && <Palette onClose={close} />}
      {open === 'help' && <Help onClose={close} />}
    </Suspense>
  );
}
