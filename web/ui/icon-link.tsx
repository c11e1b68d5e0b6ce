import { Link, type LinkProps } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import { Button, buttonClass } from './button.tsx';

/** Name of the link that was removed while it had the focus, until something else has it. */
let left: string | null | undefined;
const forget = () => {
  left = undefined;
};

/** When an item takes another's place, the focus passes on to its link of the same name. */
function passFocus(link: HTMLElement | null): (() => void) | undefined {
  if (link === null) return undefined;
  if (link.ariaLabel === left) link.focus({ preventScroll: true });
  return () => {
    if (link !== document.activeElement) return;
    left = link.ariaLabel;
    addEventListener('focusin', forget, { once: true });
  };
}

/**
 * A link that looks like a square button, to another item of a list or back to the list, which stays where it
 * is; disabled if there is nowhere to go, though it can still have the focus.
 */
export function IconLink({
  to,
  name,
  Sign,
  className = '',
}: {
  to: LinkProps | undefined;
  name: string;
  Sign: LucideIcon;
  className?: string;
}) {
  const sign = <Sign size={14} aria-hidden="true" />;
  if (to === undefined)
    return (
      <Button ref={passFocus} kind="ghost" icon className={className} aria-disabled="true" aria-label={name}>
        {sign}
      </Button>
    );
  return (
    <Link
      {...to}
      ref={passFocus}
      resetScroll={false}
      // The list to which it leads back is not the page that is open.
      activeOptions={{ exact: true }}
      className={`${buttonClass({ kind: 'ghost', icon: true })} ${className}`}
      aria-label={name}
    >
      {sign}
    </Link>
  );
}
