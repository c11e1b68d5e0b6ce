import { type KeyboardEvent, type ReactNode, useId } from 'react';
import type { Choice } from './button.tsx';
import './panel.css';
import './tabs.css';

/** Tabs over one panel; arrow keys move between them. */
export function Tabs<T extends string>({
  label,
  value,
  tabs,
  onChoose,
  children,
}: {
  label: string;
  value: T;
  tabs: readonly Choice<T>[];
  onChoose: (value: T) => void;
  children: ReactNode;
}) {
  const id = useId();
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    // With a modifier, arrows are the browser's: Back and Forward.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const at = tabs.findIndex((tab) => tab.value === value);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (step === 0 || next === undefined) return;
    event.preventDefault();
    onChoose(next.value);
    document.getElementById(`${id}-${next.value}`)?.focus();
  };
  return (
    <div className="panel">
      <div className="tabs" role="tablist" aria-label={label} onKeyDown={onKey}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            id={`${id}-${tab.value}`}
            type="button"
            role="tab"
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChoose(tab.value)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </div>
  );
}
