import { useEffect, useRef } from 'react';
import { preferences } from './preferences.ts';

/** Key, or `g o` for one after the other → what it does. Modified keys are written `mod+k`. */
export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>;

const layers: { current: Shortcuts }[] = [];
/**
 * The key before, as the first of a pair. It waits for the second as long as nothing else is done: were it forgotten
 * meanwhile, who thinks about `g e` on a slow day would resolve a group.
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
  // Escape closes an open menu first, which the platform does.
  if (event.key === 'Escape' && document.querySelector(':popover-open') !== null) return;
  const key = modified ? `mod+${event.key.toLowerCase()}` : event.key;
  const paired = prefix === '' ? undefined : find(`${prefix} ${key}`);
  prefix = modified || paired !== undefined ? '' : key;
  const run = paired ?? find(key);
  if (run === undefined) return;
  event.preventDefault();
  run(event);
}

/** Listens to keys while the component is there; the newest layer wins. Can be switched off by preference. */
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
  /** Row that has the cursor, −1 for none. */
  readonly at: number;
  readonly move: (to: number) => void;
  /** The link of the row that has the cursor; null where it is not drawn yet. */
  readonly link: () => HTMLElement | null;
  /** Further keys, such as `Enter`, `Escape`, `e`, `a`, `m`, `x`. */
  readonly keys?: Shortcuts;
}

/** j and k move through a list, and the focus with it; the further keys act on the row they stop at. */
export function useListKeys({ count, at, move, link, keys = {} }: ListKeys): void {
  const moved = useRef(false);
  // Of a list that is drawn in part, the row comes a little after the move.
  useEffect(() => {
    const row = moved.current ? link() : null;
    if (row === null) return;
    moved.current = false;
    row.focus({ preventScroll: true });
  });
  const to = (index: number) => {
    if (count === 0) return;
    const next = Math.max(0, Math.min(count - 1, index));
    // Where it stays, nothing is drawn anew.
    if (next === at) link()?.focus();
    else moved.current = true;
    move(next);
  };
  useShortcuts({ j: () => to(at + 1), k: () => to(at < 0 ? 0 : at - 1), ...keys });
}
