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

function typing(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
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

export interface ListKeys {
  readonly count: number;
  /** Row with the cursor; −1 if none. */
  readonly at: number;
  readonly move: (to: number) => void;
  /** The link of the row with the cursor; null if it is not rendered yet. */
  readonly link: () => HTMLElement | null;
  /** Further keys, such as `Enter`, `Escape`, `e`, `a`, `m`, `x`. */
  readonly keys?: Shortcuts;
}

/** Moves the cursor and the focus through a list with j and k; the further keys act on the current row. */
export function useListKeys({ count, at, move, link, keys = {} }: ListKeys): void {
  const moved = useRef(false);
  // In a virtual list, the row is rendered a little after the move.
  useEffect(() => {
    const row = moved.current ? link() : null;
    if (row === null) return;
    moved.current = false;
    row.focus({ preventScroll: true });
  });
  const to = (index: number) => {
    if (count === 0) return;
    const next = Math.max(0, Math.min(count - 1, index));
    // If the cursor stays, nothing is rendered again.
    if (next === at) link()?.focus();
    else moved.current = true;
    move(next);
  };
  useShortcuts({ j: () => to(at + 1), k: () => to(at < 0 ? 0 : at - 1), ...keys });
}
