import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ErrorGroup, GroupPatch } from '../../../shared/api/error-groups.ts';
import type { GroupState } from '../../../shared/group-state.ts';
import { ApiFailure, send } from '../../lib/api.ts';
import { counted, ms } from '../../lib/format.ts';
import { serverNow } from '../../lib/now.ts';
import { toast } from '../../ui/toast.tsx';

/** A group as far as a change of it needs to know. */
export type Changed = Pick<
  ErrorGroup,
  'id' | 'state' | 'regressed' | 'regressed_in' | 'resolved_in' | 'muted_until' | 'muted_until_count'
>;

const DONE: Readonly<Record<GroupState, string>> = {
  open: 'open again',
  acknowledged: 'acknowledged',
  resolved: 'resolved',
  muted: 'muted',
};

/** The change that brings a group back to where it is now. A mute that has run out by then has left it open. */
function undoOf(group: Changed): GroupPatch {
  const { state, regressed, regressed_in, resolved_in, muted_until, muted_until_count } = group;
  switch (state) {
    case 'resolved':
      return { state, ...(resolved_in !== null && { version: resolved_in }) };
    case 'muted':
      if (muted_until !== null && ms(muted_until) <= serverNow()) return { state: 'open' };
      return {
        state,
        ...(muted_until !== null && { until: muted_until }),
        ...(muted_until_count !== null && { until_count: muted_until_count }),
      };
    case 'open':
      return {
        state,
        ...(regressed && { regressed, ...(regressed_in !== null && { version: regressed_in }) }),
      };
    case 'acknowledged':
      return { state };
  }
}

/** Changes the state of groups; what was done is said with its undo, what failed with its reason. */
export function useChangeGroups(): {
  readonly change: (groups: readonly Changed[], patch: GroupPatch) => Promise<void>;
  readonly busy: boolean;
} {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);

  const apply = async (changes: readonly { id: string; patch: GroupPatch }[]): Promise<string[]> => {
    setBusy(true);
    const results = await Promise.allSettled(
      changes.map(({ id, patch }) => send('PATCH /api/v1/error-groups/:id', { params: { id }, body: patch })),
    );
    await client.invalidateQueries({
      predicate: ({ queryKey }) => String(queryKey[0]).includes('/error-groups'),
    });
    setBusy(false);
    return results.flatMap((result) =>
      result.status === 'fulfilled'
        ? []
        : [result.reason instanceof ApiFailure ? result.reason.message : String(result.reason)],
    );
  };

  const say = (message: string, failures: readonly string[], undo?: () => void) => {
    toast({
      message:
        failures.length === 0 ? message : `${counted(failures.length, 'change')} failed: ${failures[0]}`,
      ...(undo !== undefined && { action: { label: 'Undo', run: undo } }),
    });
  };

  const change = async (groups: readonly Changed[], patch: GroupPatch) => {
    const failures = await apply(groups.map(({ id }) => ({ id, patch })));
    say(`${counted(groups.length, 'group')} ${DONE[patch.state]}.`, failures, () => {
      void apply(groups.map((group) => ({ id: group.id, patch: undoOf(group) }))).then((failed) =>
        say('Undone.', failed),
      );
    });
  };
  return { change, busy };
}
