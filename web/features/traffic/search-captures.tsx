import { focusMain } from '../../lib/focus.ts';
import { useFilter, useSetSearch } from '../../lib/use-filter.ts';

/** Offers to look for the words that are searched for in all that was captured: they are found in messages only. */
export function SearchCaptures() {
  const { q } = useFilter();
  const setSearch = useSetSearch();
  if (q === undefined) return null;
  return (
    <span className="sm muted">
      in messages.{' '}
      <button
        type="button"
        className="link"
        onClick={() => {
          focusMain();
          setSearch({ q: undefined, contains: q });
        }}
      >
        Search all text
      </button>
    </span>
  );
}
