import { X } from 'lucide-react';
import { focusMain } from '../lib/focus-main.ts';
import { createStore, useStore } from '../lib/store.ts';
import { Button } from './button.tsx';
import { seen } from './captured.tsx';
import './toast.css';

interface Toast {
  readonly message: string;
  /** What the user can do about it, such as Undo. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

const SHOWN_MS = 8000;
const toasts = createStore<readonly (Toast & { readonly id: number })[]>([]);
let next = 1;

function close(id: number): void {
  toasts.set(toasts.get().filter((one) => one.id !== id));
}

/** Closes the toast whose button was pressed. */
function leave(id: number): void {
  focusMain();
  close(id);
}

/** Closes the toast after its time, unless the user points at or has focused the toasts. */
function closeLater(id: number): void {
  setTimeout(() => {
    const held = document.querySelector('.toasts:is(:hover, :focus-within)') !== null;
    (held ? closeLater : close)(id);
  }, SHOWN_MS);
}

/** Shows a message in the corner and announces it to screen readers; at most three at once. */
export function toast(said: Toast): void {
  const id = next++;
  toasts.set([...toasts.get().slice(-2), { ...said, id }]);
  closeLater(id);
}

/** The place where toasts appear, once in the shell. */
export function Toasts() {
  const shown = useStore(toasts);
  return (
    <div className="toasts no-print" role="status" aria-live="polite">
      {shown.map(({ id, message, action }) => (
        <div key={id} className="toast">
          <span className="grow">{seen(message)}</span>
          {action !== undefined && (
            <button
              type="button"
              className="link"
              onClick={() => {
                action.run();
                leave(id);
              }}
            >
              {action.label}
            </button>
          )}
          <Button kind="ghost" icon aria-label="Close" onClick={() => leave(id)}>
            <X size={14} aria-hidden="true" />
          </Button>
        </div>
      ))}
    </div>
  );
}
