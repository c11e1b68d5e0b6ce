import { type ReactNode, useId, useRef, useState } from 'react';
import './popover.css';

export interface PopoverProps {
  /** What the button shows. */
  readonly label: ReactNode;
  readonly className?: string;
  readonly name?: string;
  /** The inside, made when it opens; `close` shuts it. */
  readonly children: (close: () => void) => ReactNode;
}

/** A button that opens a panel beneath itself; Esc and a click elsewhere close it (the platform's popover). */
export function Popover({ label, className = 'btn', name, children }: PopoverProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const place = () => {
    const from = button.current?.getBoundingClientRect();
    if (from === undefined || panel.current === null) return;
    const left = Math.max(8, Math.min(from.left, innerWidth - panel.current.offsetWidth - 8));
    const below = innerHeight - from.bottom - 12;
    panel.current.style.left = `${left}px`;
    panel.current.style.top = `${from.bottom + 4}px`;
    panel.current.style.maxHeight = `${Math.max(200, below)}px`;
  };
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
        onToggle={(event) => {
          setOpen(event.newState === 'open');
          if (event.newState === 'open') {
            requestAnimationFrame(() => {
              place();
              panel.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
            });
          }
        }}
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
