/** Whether nothing in the page has the focus, as when what had it was removed. */
export function isFocusLost(): boolean {
  return document.activeElement === document.body || document.activeElement?.id === 'main';
}

/** Moves the focus to where the page's content begins, for what is about to remove the control that has it. */
export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true });
}

/** Moves the focus to what can have it around a control, which is about to go, or to where the page begins. */
export function focusAround(control: Element): void {
  const around = control.closest<HTMLElement>('[tabindex]');
  if (around === null) focusMain();
  else around.focus({ preventScroll: true });
}

/** A ref for what may go by itself: the focus, if it is there, then moves to what is around it. */
export function leavesFocus(element: HTMLElement | null): (() => void) | undefined {
  if (element === null) return undefined;
  return () => {
    if (element.contains(document.activeElement)) focusAround(element);
  };
}

/** Moves the focus from a button for more rows, which may go, to the last row of the list or table before its paragraph. */
export function focusLast(button: Element): void {
  const list = button.closest('p')?.previousElementSibling;
  list
    ?.querySelector<HTMLElement>(
      ':scope > li:last-child :is(a, button), :scope > tbody > tr:last-child :is(a, button)',
    )
    ?.focus();
}
