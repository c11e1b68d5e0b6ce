import { useEffect, useRef } from 'react';
import { preferences } from './preferences.ts';

/** Maps a key, or a sequence such as `g o`, to its action. Modified keys are written `mod+k`. */
export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>;

const layers: { current: Shortcuts }[] = [];
/**
 * The previous key, as the first of a pair. Only other input clears it: if it timed out, someone who
 * hesitates over `g e` would resolve a group.
 */
let prefix = '';
const forget = () => {
  prefix = '';
};

/** A field that was hidden has no text to take, though it keeps the focus until the next frame. */
function typing(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.checkVisibility() &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
    !(target instanceof HTMLInputElement && /^(checkbox|radio|button)$/.test(target.type))
  );
}

function find(key: string): ((event: KeyboardEvent) => void) | undefined {
  for (const layer of layers.toReversed()) {
    if (Object.hasOwn(layer.current, key)) return layer.current[key];
  }
  return undefined;
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const modified = event.metaKey || event.ctrlKey;
  if (!modified && (!preferences.get().shortcuts || event.altKey || typing(event.target))) return;
  if (document.querySelector('dialog[open]') !== null && !modified) return;
  // Escape closes an open menu first; the platform does that.
  if (event.key === 'Escape' && document.querySelector(':popover-open') !== null) return;
  const key = modified ? `mod+${event.key.toLowerCase()}` : event.key;
  const paired = prefix === '' ? undefined : find(`${prefix} ${key}`);
  prefix = modified || paired !== undefined ? '' : key;
  const run = paired ?? find(key);
  if (run === undefined) return;
  event.preventDefault();
  run(event);
}

/** Handles keys while the component is mounted; the newest layer wins. A preference can switch this off. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const layer = useRef(shortcuts);
  useEffect(() => {
    layer.current = shortcuts;
  });
  useEffect(() => {
    if (layers.length === 0) {
      addEventListener('keydown', onKey);
      addEventListener('pointerdown', forget);
    }
    layers.push(layer);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      if (layers.length > 0) return;
      removeEventListener('keydown', onKey);
      removeEventListener('pointerdown', forget);
    };
  }, []);
}
