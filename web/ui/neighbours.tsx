import type { LinkProps } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconLink } from './icon-link.tsx';

/** Links to what comes before and after place `at` of a list, if it is not null; there is nothing next to a place below 0. */
export function Neighbours<T>({
  what,
  items,
  at,
  to,
}: {
  what: string;
  items: readonly (T | null)[];
  at: number;
  to: (item: T) => LinkProps;
}) {
  const sides = [
    { name: `Previous ${what}`, item: at < 0 ? null : items[at - 1], Sign: ChevronLeft },
    { name: `Next ${what}`, item: at < 0 ? null : items[at + 1], Sign: ChevronRight },
  ];
  return sides.map(({ name, item, Sign }) => (
    <IconLink key={name} to={item == null ? undefined : to(item)} name={name} Sign={Sign} />
  ));
}
