import { useLocation } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { CLEARED } from '../../lib/filter.ts';
import { focusMain } from '../../lib/focus.ts';
import { useChosenFilter, useSetSearch } from '../../lib/use-filter.ts';
import { BarNote } from '../../ui/bar-note.tsx';
import { misreadIn } from './misread.ts';

/** Says which filters of the address are ignored, until they are removed: the figures are not narrowed by them. */
export function MisreadFilter() {
  const misread = useLocation({ select: ({ searchStr }) => misreadIn(searchStr).join(', ') });
  const understood = useChosenFilter();
  const setSearch = useSetSearch();
  if (misread === '') return null;
  return (
    <BarNote>
      <span role="status">
        <button
          type="button"
          className="btn warn filter"
          title={`${misread}: remove from the address`}
          onClick={() => {
            focusMain();
            setSearch({ ...CLEARED, ...understood });
          }}
        >
          <span className="ell">Ignored: {misread}</span>
          <X size={12} aria-hidden="true" />
        </button>
      </span>
    </BarNote>
  );
}
