import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { GroupPatch } from '../../../shared/api/error-groups.ts';
import type { GroupState } from '../../../shared/group-state.ts';
import { ApiFailure, send } from '../../lib/api.ts';
import { counted } from '../../lib/format.ts';
import { toast } from '../../ui/toast.tsx';

/** A group as far as a change of it needs to know. */
export interface Changed {
  readonly id: string;
  readonly state: GroupState;
  readonly muted_until: string | null;
  readonly muted_until_count: number | null;
}

const DONE: Readonly<Record<GroupState, string>> = {
  open: 'open again',
  acknowledged: 'acknowledged',
  resolved: 'resolved',
  muted: 'muted',
};

/** The change that brings a group back to where it is now. */
function undoOf({ state, muted_until, muted_until_count }: Changed): GroupPatch {
  return {
    state,
    ...(state === 'muted' && muted_until !== null && { until: muted_until }),
    ...(state === 'muted' && muted_until_count !== null && { until_count: muted_until_count }),
  };
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
