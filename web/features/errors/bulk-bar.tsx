import { useEffect } from 'react';
import type { ErrorGroup } from '../../../shared/api/error-groups.ts';
import { focusAround, focusMain, isFocusLost } from '../../lib/focus.ts';
import { count, counted } from '../../lib/numbers.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checks.tsx';
import { GroupActions } from './actions.tsx';

/** Actions on the selected groups; its space is reserved while there are none, so that rows do not move. */
export function BulkBar({
  groups,
  chosen,
  choose,
}: {
  groups: readonly ErrorGroup[];
  chosen: readonly ErrorGroup[];
  choose: (ids: readonly string[]) => void;
}) {
  // It goes with the last group.
  useEffect(
    () => () => {
      if (isFocusLost()) focusMain();
    },
    [],
  );
  const failures = chosen.reduce((sum, group) => sum + group.count, 0);
  const all = chosen.length > 0 && chosen.length === groups.length;
  return (
    <section
      className={`errors-bulk no-print${chosen.length > 0 ? ' on' : ''}`}
      aria-label="Selected groups"
      tabIndex={-1}
    >
      <label className="group-check" htmlFor="pick-all">
        <Checkbox
          id="pick-all"
          aria-label="Select all groups"
          checked={all}
          mixed={chosen.length > 0 && !all}
          disabled={groups.length === 0}
          onChange={() => choose(chosen.length > 0 ? [] : groups.map(({ id }) => id))}
        />
      </label>
      {chosen.length === 0 ? (
        <span className="sm muted">
          None selected<span className="hide-s">. Tick groups or press x to change several at once.</span>
        </span>
      ) : (
        <>
          <b>{count(chosen.length)} selected</b>
          <span className="muted hide-s">{counted(failures, 'failure')}</span>
          <GroupActions groups={chosen} />
          <Button
            kind="ghost"
            className="end"
            onClick={({ currentTarget }) => {
              focusAround(currentTarget);
              choose([]);
            }}
          >
            Clear <kbd>Esc</kbd>
          </Button>
        </>
      )}
    </section>
  );
}
