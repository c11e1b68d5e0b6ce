/** Moves the focus to what can have it around a control, for what is about to remove the control. */
export function focusAround(control: Element | null): void {
  control?.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true });
}
