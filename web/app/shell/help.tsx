import { X } from 'lucide-react';
import { prefer, usePreference } from '../../lib/preferences.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checks.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PAGES } from '../pages.ts';

const KEYS: readonly { title: string; keys: readonly (readonly [string, string])[] }[] = [
  { title: 'Go to', keys: PAGES.map(({ key, name }) => [`g ${key}`, name] as const) },
  {
    title: 'Everywhere',
    keys: [
      ['/', 'Search'],
      [/^(?:Mac|iP)/.test(navigator.platform) ? '⌘ k' : 'Ctrl k', 'Command palette'],
      ['?', 'Keyboard shortcuts'],
      ['Esc', 'Close'],
    ],
  },
  {
    title: 'In a list',
    keys: [
      ['j k', 'Next, previous'],
      ['Enter', 'Open, go to what is open'],
      ['x', 'Select'],
      ['e', 'Resolve'],
      ['a', 'Acknowledge'],
      ['m', 'Mute'],
      ['z', 'Undo'],
    ],
  },
  {
    title: 'In a response',
    keys: [
      ['↓ ↑', 'Next, previous line'],
      ['p', 'Copy the line’s pointer'],
      ['y', 'Copy as JSON'],
      ['u', 'Copy as curl'],
      ['f', 'Copy as test fixture'],
      ['l', 'Copy link'],
    ],
  },
];

/** The list of keyboard shortcuts and the switch that turns them off. */
export function Help({ onClose }: { onClose: () => void }) {
  const on = usePreference('shortcuts');
  return (
    <Dialog label="Keyboard shortcuts" onClose={onClose}>
      <div className="keys">
        <form method="dialog" className="row">
          <h2>Keyboard shortcuts</h2>
          <Button type="submit" kind="ghost" icon className="end" aria-label="Close">
            <X size={14} aria-hidden="true" />
          </Button>
        </form>
        <div className="columns">
          {KEYS.map(({ title, keys }) => (
            <section key={title}>
              <h3>{title}</h3>
              <dl className="kv">
                {keys.map(([key, what]) => (
                  <div key={key}>
                    <dt className="row" style={{ minWidth: 60 }}>
                      {key.split(' ').map((one) => (
                        <kbd key={one}>{one}</kbd>
                      ))}
                    </dt>
                    <dd>{what}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
        <label className="row" style={{ minHeight: 28 }} htmlFor="shortcuts">
          <Checkbox id="shortcuts" checked={on} onChange={() => prefer({ shortcuts: !on })} />
          Enable single-key shortcuts
        </label>
      </div>
    </Dialog>
  );
}
