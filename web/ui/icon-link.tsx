import { Link, type LinkProps } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import { Button, type ButtonKind, buttonClass } from './button.tsx';

/**
 * A link that looks like a square button, to another item of a list or back to the list, which stays where it
 * is; disabled if there is nowhere to go.
 */
export function IconLink({
  to,
  name,
  Sign,
  kind,
  className = '',
}: {
  to: LinkProps | undefined;
  name: string;
  Sign: LucideIcon;
  kind?: ButtonKind;
  className?: string;
}) {
  const sign = <Sign size={14} aria-hidden="true" />;
  if (to === undefined)
    return (
      <Button kind={kind} icon className={className} disabled aria-label={name}>
        {sign}
      </Button>
    );
  return (
    <Link
      {...to}
      resetScroll={false}
      className={`${buttonClass({ kind, icon: true })} ${className}`}
      aria-label={name}
    >
      {sign}
    </Link>
  );
}
