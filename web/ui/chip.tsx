import type { ReactNode } from 'react';
import './chip.css';
import { Icon, type MarkName, type Tone } from './mark.tsx';

/** A short state or label in a border. */
export function Chip({
  tone = 'muted',
  mark,
  children,
}: {
  tone?: Tone;
  mark?: MarkName;
  children: ReactNode;
}) {
  return (
    <span className={`chip tint ${tone}`}>
      {mark !== undefined && <Icon name={mark} size={12} />}
      {children}
    </span>
  );
}
