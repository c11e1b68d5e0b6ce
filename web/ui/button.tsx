import type { ComponentProps, ReactNode } from 'react';
import './button.css';

export type ButtonKind = 'plain' | 'primary' | 'ghost';

interface ButtonLook {
  readonly kind?: ButtonKind | undefined;
  /** Square, for a lone icon; give it an aria-label. */
  readonly icon?: boolean | undefined;
}

/** Class name of a button, for a link that looks like one. */
export function buttonClass({ kind = 'plain', icon = false }: ButtonLook = {}): string {
  return `btn ${kind}${icon ? ' icon' : ''}`;
}

export function Button({ kind, icon, className = '', ...rest }: ComponentProps<'button'> & ButtonLook) {
  return <button type="button" className={`${buttonClass({ kind, icon })} ${className}`} {...rest} />;
}

export interface Choice<T extends string | number> {
  readonly value: T;
  readonly label: ReactNode;
}

/** A few mutually exclusive choices, side by side. */
export function Segments<T extends string | number>({
  label,
  value,
  choices,
  onChoose,
}: {
  label: string;
  value: T;
  choices: readonly Choice<T>[];
  onChoose: (value: T) => void;
}) {
  return (
    <fieldset className="segments" aria-label={label}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          onClick={() => onChoose(choice.value)}
        >
          {choice.label}
        </button>
      ))}
    </fieldset>
  );
}
