import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import './popover.css';

interface PopoverProps {
  /** Content of the button. */
  readonly label: ReactNode;
  readonly className?: string;
  /** Accessible name of the button, if its label does not say it all. */
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

const STOPS = ':is(a[href], button, input, select, textarea):not(:disabled)';
/** What arrow keys leave: in a time, they change it. */
const LEFT_BY_ARROWS = ':is(a, button, [type="checkbox"], input:not([type]))';

/**
 * A button that opens a panel of its name below itself, or above if there is more room, and moves the focus into it, where
 * arrow keys move it on. The platform's popover closes it on Esc and on a click elsewhere; Tab past either end does, too.
 */
export function Popover({ label, className = 'btn', name, startsOpen = false, children }: PopoverProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLElement>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    // Strict mode runs this twice, and a second click would close it.
    if (!startsOpen || panel.current?.matches(':popover-open')) return;
    button.current?.focus();
    button.current?.click();
  }, [startsOpen]);
  useEffect(() => {
    const [inside, opener] = [panel.current, button.current];
    if (!open || inside === null || opener === null) return;
    const placed = () => place(inside, opener);
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Tab') leaveByTab(event, inside, opener);
      else step(event, inside);
    };
    // Its content may load later, and with it its width and what can have the focus.
    const observer = new ResizeObserver(() => {
      placed();
      enter(inside);
    });
    observer.observe(inside);
    inside.addEventListener('keydown', onKey);
    addEventListener('resize', placed);
    addEventListener('scroll', placed, true);
    return () => {
      observer.disconnect();
      inside.removeEventListener('keydown', onKey);
      removeEventListener('resize', placed);
      removeEventListener('scroll', placed, true);
    };
  }, [open]);
  return (
    <>
      <button
        ref={button}
        id={`${id}-button`}
        type="button"
        className={className}
        popoverTarget={id}
        aria-label={name}
        aria-expanded={open}
      >
        {label}
      </button>
      {createPortal(
        <section
          ref={panel}
          id={id}
          popover="auto"
          className="popover"
          aria-labelledby={`${id}-button`}
          tabIndex={-1}
          onToggle={(event) => setOpen(event.newState === 'open')}
        >
          {open && children(() => panel.current?.hidePopover())}
        </section>,
        // Not beside the button: a table that is sorted anew moves its rows, and a browser closes a popover that moves.
        document.body,
      )}
    </>
  );
}

/** Places a panel below its button, or above it if there is more room. */
function place(panel: HTMLElement, button: HTMLElement): void {
  const from = button.getBoundingClientRect();
  const below = innerHeight - from.bottom - GAP - EDGE;
  const above = from.top - GAP - EDGE;
  const height = panel.scrollHeight + BORDERS;
  // Not innerWidth, which contains the scroll bar.
  const right = document.documentElement.clientWidth - EDGE;
  const opensUp = height > below && above > below;
  const width = panel.offsetWidth;
  const left = from.left + width > right ? from.right - width : from.left;
  panel.style.left = `${Math.max(EDGE, Math.min(left, right - width))}px`;
  panel.style.top = `${opensUp ? Math.max(EDGE, from.top - GAP - height) : from.bottom + GAP}px`;
  panel.style.maxHeight = `${opensUp ? above : below}px`;
}

/** Moves the focus into a panel, unless it is there: to the panel itself if it has only words. */
function enter(panel: HTMLElement): void {
  const { activeElement } = document;
  if (panel !== activeElement && panel.contains(activeElement)) return;
  const first =
    panel.querySelector<HTMLElement>('[data-autofocus]') ?? panel.querySelector<HTMLElement>(STOPS);
  (first ?? panel).focus();
}

/** Closes a panel where Tab passes either end: not every browser leads it from there to what follows the button. */
function leaveByTab(event: KeyboardEvent, panel: HTMLElement, button: HTMLElement): void {
  const stops = panel.querySelectorAll(STOPS);
  if (document.activeElement !== (stops[event.shiftKey ? 0 : stops.length - 1] ?? panel)) return;
  if (event.shiftKey) event.preventDefault();
  button.focus();
  panel.hidePopover();
}

/** Moves the focus on where an arrow key is pressed. */
function step(event: KeyboardEvent, panel: HTMLElement): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const at = document.activeElement;
  if (by === 0 || !(at instanceof HTMLElement) || !at.matches(LEFT_BY_ARROWS)) return;
  const stops = [...panel.querySelectorAll<HTMLElement>(STOPS)];
  event.preventDefault();
  stops[stops.indexOf(at) + by]?.focus();
}

/** An item of a menu, which closes when it is chosen. */
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
      onClick={({ currentTarget }) => {
        onChoose();
        currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
      }}
    >
      <span className="ell">{children}</span>
      {hint !== undefined && <span className="muted nowrap">{hint}</span>}
    </button>
  );
}
