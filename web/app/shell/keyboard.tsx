import { useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { sharedFilter } from '../../lib/filter.ts';
import { lazyPart } from '../../lib/part.ts';
import { type Shortcuts, useShortcuts } from '../../lib/shortcuts.ts';
import { useStore } from '../../lib/store.ts';
import { useChosenFilter } from '../../lib/use-filter.ts';
import { PAGES } from '../pages.ts';
import { openDialog, typedEarly } from './dialogs.ts';

const Palette = lazyPart(() => import('./palette.tsx'), 'Palette');
const Help = lazyPart(() => import('./help.tsx'), 'Help');

/** Keeps what is typed while the palette loads. */
function KeepTyped() {
  useEffect(() => {
    const keep = (event: KeyboardEvent) => {
      if (event.key.length > 1 || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      typedEarly.set(typedEarly.get() + event.key);
    };
    addEventListener('keydown', keep, true);
    return () => removeEventListener('keydown', keep, true);
  }, []);
  return null;
}

/** Focuses the page's own search field or, if it has none, opens the palette. */
function search(): void {
  const field = document.querySelector<HTMLInputElement>('[data-search]');
  if (field === null) openDialog.set('palette');
  else field.select();
}

/** The shortcuts that work on every page, and the dialogs they open. */
export function Keyboard() {
  const navigate = useNavigate();
  const filter = sharedFilter(useChosenFilter());
  const open = useStore(openDialog);
  const go: Shortcuts = Object.fromEntries(
    PAGES.map(({ key, to }) => [`g ${key}`, () => void navigate({ to, search: filter })]),
  );
  useShortcuts({
    ...go,
    '/': search,
    '?': () => openDialog.set('help'),
    'mod+k': () => openDialog.set('palette'),
  });
  const close = () => openDialog.set(null);
  return (
    <Suspense fallback={open === 'palette' && <KeepTyped />}>
      {open === 'palette' && <Palette onClose={close} />}
      {open === 'help' && <Help onClose={close} />}
    </Suspense>
  );
}
