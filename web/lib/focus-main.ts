/** Whether nothing has the focus, as when what had it was removed. */
export function isFocusLost(): boolean {
  return document.activeElement === document.body;
}

/** Moves the focus to where the page's content begins, for what is about to remove the control that has it. */
export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true });
}
