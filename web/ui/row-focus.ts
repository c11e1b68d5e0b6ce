import { defaultRangeExtractor, type Range, type Virtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';

/** How many rows down a key leads, where a page has so many. */
function stepOf({ key, shiftKey, target }: KeyboardEvent, page: number): number {
  if (key === 'ArrowDown') return 1;
  if (key === 'ArrowUp') return -1;
  if (key === 'Home') return -Infinity;
  if (key === 'End') return Infinity;
  // Space presses a button.
  const isSpace = key === ' ' && target instanceof HTMLAnchorElement;
  if (key === 'PageUp' || (isSpace && shiftKey)) return -page;
  return key === 'PageDown' || isSpace ? page : 0;
}

/** The row of `VirtualRows` in `frame` that has the focus; undefined if none. */
function focusedRow(frame: Element | null): number | undefined {
  const slot = frame?.querySelector<HTMLElement>('.slot:focus-within');
  return slot ? Number(slot.dataset.index) : undefined;
}

/**
 * Returns the virtualizer's choice of the rows to render, which includes the one that has the focus: of a row
 * that is scrolled away and removed, the focus would be lost, and the keys with it.
 */
export function withFocusedRow(frame: RefObject<Element | null>): (range: Range) => number[] {
  return (range) => {
    const near = defaultRangeExtractor(range);
    const focused = focusedRow(frame.current);
    if (focused === undefined || focused >= range.count || near.includes(focused)) return near;
    return [...near, focused].sort((a, b) => a - b);
  };
}

/**
 * Handles the keys of `VirtualRows`: those that would scroll a row away, and the focus with it, move the focus
 * to the row that they show. Takes the element that scrolls and the virtualizer.
 */
export function useRowFocus<F extends Element>(
  frame: RefObject<F | null>,
  lines: Virtualizer<F, Element>,
): (event: KeyboardEvent) => void {
  const sought = useRef<number>(undefined);
  const focus = () => {
    const slot = frame.current?.querySelector(`[data-index="${sought.current}"]`);
    if (!slot) return;
    sought.current = undefined;
    slot.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true });
  };
  // A row further away is rendered a little after the key.
  useEffect(focus);
  return (event) => {
    const { startIndex = 0, endIndex = 0 } = lines.range ?? {};
    const step = stepOf(event, Math.max(1, endIndex - startIndex));
    const focused = focusedRow(frame.current);
    if (step === 0 || focused === undefined || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const to = Math.max(0, Math.min(lines.options.count - 1, focused + step));
    sought.current = to;
    lines.scrollToIndex(to);
    focus();
  };
}
