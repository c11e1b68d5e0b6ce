import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import './popover.css';

export interface PopoverProps {
  /** What the button shows. */
  readonly label: ReactNode;
  readonly className?: string;
  readonly name?: string;
  /** It is open, and holds the keyboard, as soon as it is there. */
  readonly startsOpen?: boolean;
  /** The inside, made when it opens; `close` shuts it. `data-autofocus` says where the keyboard begins. */
  readonly children: (close: () => void) => ReactNode;
}

/** Between a panel and the window's edge, between it and its button, and both of its borders, px. */
const EDGE = 8;
const GAP = 4;
const BORDERS = 2;

/** A button that opens a panel beneath itself, or above where there is more room; Esc and a click elsewhere close it (the platform's popover). */
export function Popover({ label, className = 'btn', name, startsOpen = false, children }: PopoverProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [startedOpen] = useState(startsOpen);
  useEffect(() => {
    if (!startedOpen) return;
    button.current?.focus();
    panel.current?.showPopover();
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
    // Its inside may come later, and with it its width.
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
      <div
        ref={panel}
        id={id}
        popover="auto"
        className="popover"
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {open && children(() => panel.current?.hidePopover())}
      </div>
    </>
  );
}

/** A line of a menu that does one thing. */
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
