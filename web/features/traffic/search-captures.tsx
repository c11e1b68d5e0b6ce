import { useNavigate } from '@tanstack/react-router';
import { changed } from '../../lib/filter.ts';
import { focusMain } from '../../lib/focus.ts';
import { useFilter } from '../../lib/use-filter.ts';

/** Offers to look for the words that are searched for in all that was captured: they are found in messages only. */
export function SearchCaptures() {
  const { q } = useFilter();
  const navigate = useNavigate();
  if (q === undefined) return null;
  return (
    <span className="sm muted">
      in messages.{' '}
      <button
        type="button"
        className="link"
        onClick={() => {
          focusMain();
          void navigate({
            to: '.',
            search: (held) => ({ ...changed(held, { q: undefined }), contains: q }),
            resetScroll: false,
          });
        }}
      >
        Search all text
      </button>
    </span>
  );
}
