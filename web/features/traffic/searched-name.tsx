import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { changed } from '../../lib/filter.ts';
import { focusMain } from '../../lib/focus.ts';
import { useNamedResponse } from '../../lib/named-response.ts';
import { facetsQuestion } from '../../lib/questions.ts';
import { useFilter, useSetSearch } from '../../lib/use-filter.ts';
import { Captured } from '../../ui/captured.tsx';

/** Dimensions whose values may be searched for as if they were words, and what such a value is. */
const NAMED = [
  ['operation', 'operations', 'an operation'],
  ['server', 'servers', 'a server'],
  ['client', 'clients', 'a client'],
  ['code', 'codes', 'a code'],
  ['warning', 'warnings', 'a warning'],
] as const;

/** Offers the filter of a name, or the response of an id, that is searched for as a word: words are found in messages only. */
export function SearchedName() {
  const filter = useFilter();
  const setSearch = useSetSearch();
  const { q } = filter;
  const { data: facets } = useQuery({ ...facetsQuestion(filter), enabled: q !== undefined });
  const words = q?.toLowerCase() ?? '';
  const response = useNamedResponse(words);
  if (q === undefined) return null;
  if (response !== undefined)
    return (
      <span className="sm">
        {response} is also a response.{' '}
        <Link
          className="link"
          to="/traffic/$response"
          params={{ response }}
          search={(held) => changed(held, { q: undefined })}
          onClick={focusMain}
        >
          Open it
        </Link>
      </span>
    );
  if (facets === undefined) return null;
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
              setSearch({ q: undefined, [dimension]: [name] });
            }}
          >
            Show its responses
          </button>
        </span>
      );
  }
  return null;
}
