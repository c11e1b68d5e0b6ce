import { useLocation } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { parseSearch, readFilter } from '../../lib/filter.ts';
import { focusMain } from '../../lib/focus.ts';
import { useApplicable, useSetSearch } from '../../lib/use-filter.ts';
import { BarNote } from '../../ui/bar-note.tsx';
import { misreadIn } from './misread.ts';

/** Scrolls a bar that is too narrow until the note is in its middle: the counts that arrive later move it a little. */
function showNote(note: HTMLElement | null): void {
  note?.scrollIntoView({ block: 'nearest', inline: 'center' });
}

/** Says what of the address is ignored, until it is removed: the figures are not narrowed by it. */
export function MisreadFilter() {
  const search = useLocation({ select: ({ searchStr }) => searchStr });
  // Not the filter of what is shown, which follows the address only once the page has loaded.
  const { from: _from, to: _to, ...applied } = useApplicable()(readFilter(parseSearch(search)));
  const setSearch = useSetSearch();
  const misread = misreadIn(search, applied);
  if (misread.length === 0) return null;
  const words = misread.map((one) => one.join('=')).join(', ');
  return (
    <BarNote>
      <span role="status" ref={showNote}>
        <button
          type="button"
          className="btn warn filter"
          title={`${words}: remove from the address`}
          onClick={() => {
            focusMain();
            setSearch({ ...Object.fromEntries(misread.map(([name]) => [name, undefined])), ...applied });
          }}
        >
          <span className="ell">Ignored: {words}</span>
          <X size={12} aria-hidden="true" />
        </button>
      </span>
    </BarNote>
  );
}
