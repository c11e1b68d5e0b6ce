import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { focusMain, isFocusLost } from '../lib/focus.ts';
import './popover.css';

/**
 * A modal dialog on the platform's own element: it traps focus, and closes on Esc and on a click outside.
 * `data-autofocus` marks the element that gets the focus.
 */
export function Dialog({
  label,
  onClose,
  children,
}: {
  label: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pressed = useRef<EventTarget>(undefined);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    shown?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      // Closing returns the focus to where it was; removing does not. A menu has closed with what was in it.
      shown?.close();
      if (isFocusLost()) focusMain();
    };
  }, []);
  return (
    // The backdrop is the dialog's own box: only a click outside its content has the dialog as target. One that began
    // inside, as when text is selected, has it, too.
    <dialog
      ref={dialog}
      className="dialog"
      aria-label={label}
      onClose={() => {
        // The event comes later: another dialog may be in its place, or strict mode may have opened it again.
        if (dialog.current?.open === false) onClose();
      }}
      onPointerDown={({ target }) => {
        pressed.current = target;
      }}
      onClick={({ target }) => {
        if (target === dialog.current && pressed.current === target) dialog.current.close();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.stopPropagation();
      }}
    >
      {children}
    </dialog>
  );
}
