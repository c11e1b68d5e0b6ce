import { ArrowUpToLine } from 'lucide-react';
import { liveState } from '../../lib/live-state.ts';
import { prefer, usePreference } from '../../lib/preferences.ts';
import { isOpenEnded } from '../../lib/range.ts';
import { useStore } from '../../lib/store.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { Button } from '../../ui/button.tsx';

/** Toggles whether arrivals are inserted by themselves while nobody reads or points at the rows. */
export function FollowButton() {
  const follow = usePreference('follow');
  const endsNow = isOpenEnded(useFilter());
  const live = useStore(liveState) !== 'off';
  if (!live || !endsNow) return null;
  return (
    <Button
      kind="ghost"
      className={follow ? 'on' : ''}
      aria-pressed={follow}
      aria-label="Follow new responses"
      title={
        follow ? 'New responses appear at the top automatically' : 'New responses wait until you show them'
      }
      onClick={() => prefer({ follow: !follow })}
    >
      <ArrowUpToLine size={14} aria-hidden="true" />{' '}
      <span className="log-word">{follow ? 'Following' : 'Follow'}</span>
    </Button>
  );
}
