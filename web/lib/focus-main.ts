/** Moves the focus to where the page's content begins, for what is about to remove the control that has it. */
export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true });
}
