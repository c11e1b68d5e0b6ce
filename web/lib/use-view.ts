import { rootRouteId, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';

type Choices = readonly string[];

/**
 * The choices for one part of the page and a function that changes them. They are in the URL, so that reload,
 * Back and a shared link show the same. An empty list is the part's default.
 */
export function useView(part: string): readonly [chosen: Choices, choose: (choices: Choices) => void] {
  const view = useSearch({ from: rootRouteId, select: (search) => search.view });
  const navigate = useNavigate();
  const start = `${part}.`;
  const chosen = useMemo(
    () => (view ?? []).filter((one) => one.startsWith(start)).map((one) => one.slice(start.length)),
    [view, start],
  );
  const choose = (choices: Choices) => {
    const mine = choices.map((choice) => start + choice);
    void navigate({
      to: '.',
      search: ({ view: held = [], ...search }) => {
        const all = [...held.filter((one) => !one.startsWith(start)), ...mine];
        return all.length === 0 ? search : { ...search, view: all };
      },
      resetScroll: false,
    });
  };
  return [chosen, choose];
}
