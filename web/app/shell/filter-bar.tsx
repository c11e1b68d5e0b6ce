import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ALL_DIMENSIONS, DIMENSIONS, type Dimension, type Filter, valuesOf } from '../../lib/filter.ts';
import { focusMain } from '../../lib/focus.ts';
import { prefer, useZone } from '../../lib/preferences.ts';
import { facetsQuestion } from '../../lib/questions.ts';
import { useFilter, useSetSearch } from '../../lib/use-filter.ts';
import { BarNotePlace } from '../../ui/bar-note.tsx';
import { Segments } from '../../ui/button.tsx';
import { Captured } from '../../ui/captured.tsx';
import { MenuItem, Popover } from '../../ui/popover.tsx';
import { ALWAYS, DimensionFilter } from './dimension-filter.tsx';
import { LiveSwitch } from './live-switch.tsx';
import { TimeFilter } from './time-filter.tsx';

/** What is left beside a filter that was scrolled to, px. */
const EDGE = 16;

/** Time and dimensions of the page, the zone and the live switch; all but the last two are in the URL. */
export function FilterBar({ dimensions }: { dimensions: readonly Dimension[] }) {
  const filter = useFilter();
  const setSearch = useSetSearch();
  const zone = useZone();
  const { data: facets } = useQuery(facetsQuestion(filter));
  const [added, setAdded] = useState<readonly Dimension[]>([]);
  const extra = ALL_DIMENSIONS.filter(
    (dimension) =>
      !ALWAYS.includes(dimension) && (added.includes(dimension) || valuesOf(filter, dimension).length > 0),
  );
  const left = dimensions.filter((dimension) => !extra.includes(dimension));
  return (
    <search
      className="filters no-print"
      aria-label="Filter"
      ref={useSetInSight(filter, facets !== undefined)}
    >
      <TimeFilter />
      {[...ALWAYS, ...extra].map((dimension) => (
        <DimensionFilter
          key={dimension}
          dimension={dimension}
          facets={facets}
          added={added.includes(dimension)}
        />
      ))}
      {filter.q !== undefined && (
        <button
          type="button"
          className="btn on filter"
          title="Clear text"
          onClick={({ currentTarget: { nextElementSibling: next } }) => {
            // Where there is no filter to add, what follows cannot have the focus.
            if (next instanceof HTMLButtonElement) next.focus();
            else focusMain();
            setSearch({ q: undefined });
          }}
        >
          <span className="k">Text</span>
          <b className="ell">
            <Captured text={filter.q} />
          </b>
          <X size={12} aria-hidden="true" />
        </button>
      )}
      {left.length > 0 && (
        <Popover
          className="btn ghost"
          label={
            <>
              <Plus size={13} aria-hidden="true" /> Filter
            </>
          }
        >
          {() =>
            left.map((dimension) => (
              <MenuItem key={dimension} onChoose={() => setAdded([...added, dimension])}>
                {DIMENSIONS[dimension]}
              </MenuItem>
            ))
          }
        </Popover>
      )}
      <span className="row end">
        <BarNotePlace />
        <Segments
          label="Time zone"
          value={zone}
          choices={[
            { value: 'utc', label: 'UTC' },
            { value: 'local', label: 'Local' },
          ]}
          onChoose={(value) => prefer({ zone: value })}
        />
        <LiveSwitch />
      </span>
    </search>
  );
}

/** Scrolls a bar that is too narrow for its filters to those that are set, unless someone is using it. `known` once their widths are. */
function useSetInSight(filter: Filter, known: boolean) {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const at = bar.current;
    const isUsed = at?.contains(document.activeElement) === true;
    if (at === null || isUsed || !known || Object.keys(filter).length === 0) return;
    const on = [...at.querySelectorAll('.filter.on, .filter:has(.on)')];
    const [first, last] = [on[0], on.at(-1)].map((one) => one?.getBoundingClientRect());
    if (first === undefined || last === undefined) return;
    const { left, right } = at.getBoundingClientRect();
    // To the end of the last one, if the start of the first then stays in sight.
    const by = Math.min(last.right - right + EDGE, first.left - left - EDGE);
    if (by > 0) at.scrollLeft += by;
  }, [filter, known]);
  return bar;
}
