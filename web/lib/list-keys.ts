import { useEffect, useRef } from 'react';
import { focusMain, isFocusLost } from './focus.ts';
import { type Shortcuts, useShortcuts } from './shortcuts.ts';

interface ListKeys {
  /** What the list is of: its filter and order. */
  readonly list: string;
  readonly count: number;
  /** Row with the cursor; −1 if none. */
  readonly at: number;
  readonly move: (to: number) => void;
  /** The link of the row with the cursor; null if it is not rendered yet. */
  readonly link: () => HTMLElement | null;
  /** Id of what is open next to the list; once it closes, its row has the focus if it had, or the start of the page. */
  readonly opened: string | undefined;
  /** Opens the row with the cursor. */
  readonly open: () => void;
  /** What is open next to the list. */
  readonly pane: () => HTMLElement | null;
  /** Further keys, such as `Escape`, `e`, `a`, `m`, `x`. */
  readonly keys: Shortcuts;
}

/**
 * Moves the cursor and the focus through a list with j and k. If the row with the focus leaves the list, such as one
 * that was resolved, the row that takes its place has it. Enter presses what has the focus, or else opens the row
 * with the cursor, on which the further keys act; on the row that is open it moves the focus into what is open.
 */
export function useListKeys({ list, count, at, move, link, opened, open, pane, keys }: ListKeys): void {
  const place = useRef({ list, at: 0, isLeft: true });
  /** Where the cursor left for a row that is to have the focus. */
  const movedFrom = useRef<number>(undefined);
  // In a virtual list, the row is rendered a little after the move, and effects of what was rendered before it may be due.
  useEffect(() => {
    const row = movedFrom.current === undefined || movedFrom.current === at ? null : link();
    if (row === null) return;
    movedFrom.current = undefined;
    row.focus({ preventScroll: true });
  });
  const before = useRef(opened);
  useEffect(() => {
    const closed = opened === undefined && before.current !== undefined;
    before.current = opened;
    if (!closed || !isFocusLost()) return;
    link()?.focus();
    // What was open need not be in the list.
    if (isFocusLost()) focusMain();
  });
  const to = (index: number) => {
    if (count === 0) return;
    const next = Math.max(0, Math.min(count - 1, index));
    // If the cursor stays, nothing is rendered again.
    if (next === at) link()?.focus();
    else movedFrom.current = at;
    move(next);
  };
  useEffect(() => {
    const last = place.current;
    if (at >= 0) place.current = { list, at, isLeft: false };
    else if (last.list === list && !last.isLeft) {
      place.current = { ...last, isLeft: true };
      if (!isFocusLost()) return;
      if (opened === undefined) to(last.at);
      else pane()?.focus();
    }
  });
  const enter = () => {
    const focused = document.activeElement;
    if (opened !== undefined && focused !== null && focused === link()) pane()?.focus();
    else if (focused instanceof HTMLElement && focused.matches('a,button,input')) focused.click();
    else if (at >= 0) open();
  };
  const left = () => (place.current.list === list ? place.current.at : 0);
  useShortcuts({
    j: () => to(at < 0 ? left() : at + 1),
    k: () => to((at < 0 ? left() : at) - 1),
    Enter: enter,
    ...keys,
  });
}
