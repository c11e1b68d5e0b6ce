import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import './popover.css';

export interface PopoverProps {
  /** Content of the button. */
  readonly label: ReactNode;
  readonly className?: string;
  readonly name?: string;
  /** Open and focused as soon as it is rendered. */
  readonly startsOpen?: boolean;
  /** The content, rendered while open; `close` closes it. `data-autofocus` marks what gets the focus. */
  readonly children: (close: () => void) => ReactNode;
}

/** Distance of the panel from the window's edge and from its button, and both of its borders, px. */
const EDGE = 8;
const GAP = 4;
const BORDERS = 2;

/**
 * A button that opens a panel below itself, or above if there is more room. The platform's popover closes it
 * on Esc and on a click elsewhere.
 */
export function Popover({ label, className = 'btn', name, startsOpen = false, children }: PopoverProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [startedOpen] = useState(startsOpen);
  useEffect(() => {
    // Strict mode runs this twice, and a second click would close it.
    if (!startedOpen || panel.current?.matches(':popover-open')) return;
    button.current?.focus();
    // Only its button makes Tab lead from there into the panel.
    button.current?.click();
  }, [startedOpen]);
  useEffect(() => {
    const inside = panel.current;
    if (!open || inside === null) return;
    const place = () => {
      const from = button.current?.getBoundingClientRect();
      if (from === undefined) return;
      const below = innerHeight - from.bottom - GAP - EDGE;
      const above = from.top - GAP - EDGE;
      const height = inside.scrollHeight + BORDERS;
      const opensUp = height > below && above > below;
      inside.style.left = `${Math.max(EDGE, Math.min(from.left, innerWidth - inside.offsetWidth - EDGE))}px`;
      inside.style.top = `${opensUp ? Math.max(EDGE, from.top - GAP - height) : from.bottom + GAP}px`;
      inside.style.maxHeight = `${opensUp ? above : below}px`;
    };
    // Its content may load later, and with it its width.
    const observer = new ResizeObserver(place);
    observer.observe(inside);
    addEventListener('resize', place);
    addEventListener('scroll', place, true);
    inside.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      observer.disconnect();
      removeEventListener('resize', place);
      removeEventListener('scroll', place, true);
    };
  }, [open]);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        popoverTarget={id}
        aria-label={name}
        aria-expanded={open}
      >
        {label}
      </button>
      {createPortal(
        <div
          ref={panel}
          id={id}
          popover="auto"
          className="popover"
          onToggle={(event) => setOpen(event.newState === 'open')}
        >
          {open && children(() => panel.current?.hidePopover())}
        </div>,
        // Not beside the button: a table that is sorted anew moves its rows, and a browser closes a popover that moves.
        document.body,
      )}
    </>
  );
}

/** A menu item. */
export function MenuItem({
  onChoose,
  hint,
  current,
  children,
}: {
  onChoose: () => void;
  hint?: ReactNode;
  current?: boolean;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      className="menu-item"
      aria-current={current === true ? 'true' : undefined}
      onClick={onChoose}
    >
      <span className="ell">{children}</span>
      {hint !== undefined && <span className="muted nowrap">{hint}</span>}
    </button>
  );
}
