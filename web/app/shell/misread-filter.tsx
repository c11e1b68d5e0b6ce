import { useLocation } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { focusMain } from '../../lib/focus.ts';
import { useFilter, useSetSearch } from '../../lib/use-filter.ts';
import { BarNote } from '../../ui/bar-note.tsx';
import { misreadIn } from './misread.ts';

/** Scrolls a bar that is too narrow until the note is in its middle: the counts that arrive later move it a little. */
function showNote(note: HTMLElement | null): void {
  note?.scrollIntoView({ block: 'nearest', inline: 'center' });
}

/** Says what of the address is ignored, until it is removed: the figures are not narrowed by it. */
export function MisreadFilter() {
  const search = useLocation({ select: ({ searchStr }) => searchStr });
  const { from: _from, to: _to, ...applied } = useFilter();
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
