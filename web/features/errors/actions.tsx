import { useRef } from 'react';
import type { ErrorGroup, GroupPatch } from '../../../shared/api/error-groups.ts';
import { focusAround } from '../../lib/focus.ts';
import { Button } from '../../ui/button.tsx';
import { Mute } from './mute.tsx';
import { ResolveIn } from './resolve-in.tsx';
import { useChangeGroups } from './use-change-groups.ts';

/**
 * Actions on groups; one that would change nothing is not offered. What is around them can have the focus, and
 * gets it with each action.
 */
export function GroupActions({
  groups,
  newest,
  keys = false,
}: {
  groups: readonly ErrorGroup[];
  /** The newest version in which the only group failed. */
  newest?: string | undefined;
  keys?: boolean;
}) {
  const { change, busy } = useChangeGroups();
  const all = (state: ErrorGroup['state']) => groups.every((group) => group.state === state);
  const look = keys ? 'primary' : 'plain';
  const buttons = useRef<HTMLSpanElement>(null);
  const act = (patch: GroupPatch) => {
    // The button goes, and all of them do with the bar of groups that leave the list; what is around them stays.
    if (buttons.current !== null) focusAround(buttons.current);
    void change(groups, patch);
  };
  return (
    <span ref={buttons} className="row wrap no-print">
      {!all('resolved') && (
        <span className="actions-resolve">
          <Button kind={look} disabled={busy} onClick={() => act({ state: 'resolved' })}>
            Resolve {keys && <kbd>e</kbd>}
          </Button>
          {newest !== undefined && (
            <ResolveIn
              newest={newest}
              kind={look}
              onChoose={(version) => act({ state: 'resolved', version })}
            />
          )}
        </span>
      )}
      {!all('acknowledged') && !all('resolved') && (
        <Button disabled={busy} onClick={() => act({ state: 'acknowledged' })}>
          Acknowledge {keys && <kbd>a</kbd>}
        </Button>
      )}
      {!all('open') && (
        <Button disabled={busy} onClick={() => act({ state: 'open' })}>
          Reopen
        </Button>
      )}
      <Mute act={act} keys={keys} />
    </span>
  );
}
