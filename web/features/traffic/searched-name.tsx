import { useQuery } from '@tanstack/react-query';
import { focusMain } from '../../lib/focus.ts';
import { facetsQuestion } from '../../lib/questions.ts';
import { useFilter, useSetFilter } from '../../lib/use-filter.ts';
import { Captured } from '../../ui/captured.tsx';

/** Dimensions whose values may be searched for as if they were words, and what such a value is. */
const NAMED = [
  ['operation', 'operations', 'an operation'],
  ['server', 'servers', 'a server'],
  ['client', 'clients', 'a client'],
  ['code', 'codes', 'a code'],
  ['warning', 'warnings', 'a warning'],
] as const;

/** Offers the filter of a name that is searched for as a word: words are found in messages only. */
export function SearchedName() {
  const filter = useFilter();
  const setFilter = useSetFilter();
  const { q } = filter;
  const { data: facets } = useQuery({ ...facetsQuestion(filter), enabled: q !== undefined });
  if (q === undefined || facets === undefined) return null;
  const words = q.toLowerCase();
  for (const [dimension, facet, what] of NAMED) {
    const name = facets[facet].find(({ value }) => value.toLowerCase() === words)?.value;
    if (name !== undefined)
      return (
        <span className="sm">
          <Captured text={name} /> is also {what}.{' '}
          <button
            type="button"
            className="link"
            onClick={() => {
              focusMain();
              setFilter({ q: undefined, [dimension]: [name] });
            }}
          >
            Show its responses
          </button>
        </span>
      );
  }
  return null;
}
