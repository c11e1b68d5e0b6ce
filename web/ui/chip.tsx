import type { ReactNode } from 'react';
import type { ErrorGroup } from '../../shared/api/error-groups.ts';
import './chip.css';
import { groupLook, type MarkName, type Tone } from './looks.ts';
import { Icon } from './mark.tsx';

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

/** Says of a response that it claims success although it failed. */
export function MaskedChip() {
  return (
    <Chip tone="bad" mark="high">
      Hides a failure
    </Chip>
  );
}

/** The state of an error group, or what happened to it. */
export function GroupChip({ group }: { group: ErrorGroup }) {
  const { name, tone, word } = groupLook(group);
  return (
    <Chip tone={tone} mark={name}>
      {word}
    </Chip>
  );
}
