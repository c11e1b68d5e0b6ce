import { liveState } from '../../lib/live-state.ts';
import { prefer, usePreference } from '../../lib/preferences.ts';
import { isOpenEnded } from '../../lib/range.ts';
import { useStore } from '../../lib/store.ts';
import { useFilter, useSetSearch } from '../../lib/use-filter.ts';

/**
 * Follows new responses or holds the page still; a range that has ended cannot be followed. Its name is the
 * state and its tooltip what it does, so it is not a toggle button to screen readers.
 */
export function LiveSwitch() {
  const filter = useFilter();
  const setSearch = useSetSearch();
  const on = usePreference('live');
  const state = useStore(liveState);
  if (!isOpenEnded(filter)) {
    return (
      <button
        type="button"
        className="btn"
        title="The range has a fixed end. Follow new responses again"
        onClick={() => setSearch({ from: undefined, to: undefined })}
      >
        Back to now
      </button>
    );
  }
  const [words, look] = !on
    ? ['Paused', 'off']
    : state === 'lost'
      ? ['Reconnecting', 'warn']
      : ['Live', state];
  return (
    <button
      type="button"
      className={`btn live ${look}`}
      title={on ? 'Pause updates' : 'Resume updates'}
      onClick={() => prefer({ live: !on })}
    >
      {words}
    </button>
  );
}
