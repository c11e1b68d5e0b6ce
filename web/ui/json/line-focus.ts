/** The number, if it is a button, of the line that is `step` lines after a control's. */
export function numberNear(control: Element, step: number): HTMLElement | null | undefined {
  const line = control.closest<HTMLElement>('[data-row]');
  const near = `[data-row="${Number(line?.dataset.row) + step}"] button.json-no`;
  return line?.closest('.json')?.querySelector<HTMLElement>(near);
}

/** Moves the focus from a control that goes to the number of a line or, if that is no button, to what is around the lines. */
export function focusLine(control: Element, step: number): void {
  (numberNear(control, step) ?? control.closest<HTMLElement>('.json'))?.focus({ preventScroll: true });
}
