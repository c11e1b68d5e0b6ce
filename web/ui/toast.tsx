import { X } from 'lucide-react';
import { focusMain } from '../lib/focus.ts';
import { useShortcuts } from '../lib/shortcuts.ts';
import { createStore, useStore } from '../lib/store.ts';
import { Button } from './button.tsx';
import { seen } from './captured.tsx';
import './toast.css';

interface Toast {
  readonly message: string;
  /**
   * What the user can do, such as Undo, for each of the things that it is about, by their ids. What a later
   * toast is about is no longer offered by an earlier one.
   */
  readonly action?: {
    readonly label: string;
    /** The key that does it, too. */
    readonly key?: string;
    readonly about?: readonly string[];
    readonly run: (about: readonly string[]) => void;
  };
}

const SHOWN_MS = 8000;
interface Shown extends Toast {
  readonly id: number;
}
const toasts = createStore<readonly Shown[]>([]);
let next = 1;

function close(id: number): void {
  toasts.set(toasts.get().filter((one) => one.id !== id));
}

/** Closes the toast whose button was pressed. */
function leave(id: number): void {
  focusMain();
  close(id);
}

/** Does what a toast offers, and closes it. */
function act({ id, action }: Pick<Shown, 'id' | 'action'>): void {
  action?.run(action.about ?? []);
  close(id);
}

/** Closes the toast after its time, unless the user points at or has focused the toasts. */
function closeLater(id: number): void {
  setTimeout(() => {
    const held = document.querySelector('.toasts:is(:hover, :focus-within)') !== null;
    (held ? closeLater : close)(id);
  }, SHOWN_MS);
}

/** What is left of a toast once another says the same or is about some of the same; none if that is all of it. */
function left<T extends Toast>(earlier: T, { message, action }: Toast): readonly T[] {
  if (earlier.action === undefined && earlier.message === message) return [];
  if (earlier.action?.about === undefined || action?.about === undefined) return [earlier];
  const later = new Set(action.about);
  const about = earlier.action.about.filter((id) => !later.has(id));
  return about.length === 0 ? [] : [{ ...earlier, action: { ...earlier.action, about } }];
}

/** Shows a message in the corner and announces it to screen readers; at most three at once. */
export function toast(said: Toast): void {
  const id = next++;
  const earlier = toasts.get().flatMap((one) => left(one, said));
  toasts.set([...earlier.slice(-2), { ...said, id }]);
  closeLater(id);
}

/** The place where toasts appear, once in the shell. */
export function Toasts() {
  const shown = useStore(toasts);
  const newest = shown.findLast(({ action }) => action?.key !== undefined);
  useShortcuts(newest?.action?.key === undefined ? {} : { [newest.action.key]: () => act(newest) });
  return (
    <div className="toasts no-print" role="status" aria-live="polite">
      {shown.map(({ id, message, action }) => (
        <div key={id} className="toast break">
          <span className="grow">{seen(message)}</span>
          {action !== undefined && (
            <Button
              kind="ghost"
              className="link"
              onClick={() => {
                focusMain();
                act({ id, action });
              }}
            >
              {action.label} {action.key !== undefined && <kbd>{action.key}</kbd>}
            </Button>
          )}
          <Button kind="ghost" icon aria-label="Close" onClick={() => leave(id)}>
            <X size={14} aria-hidden="true" />
          </Button>
        </div>
      ))}
    </div>
  );
}
