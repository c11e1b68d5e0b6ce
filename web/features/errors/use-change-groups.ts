import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type {
  ChangedGroup,
  ErrorGroup,
  GroupChange,
  GroupPatch,
  GroupStanding,
} from '../../../shared/api/error-groups.ts';
import { isObject, member } from '../../../shared/json/value.ts';
import { cut } from '../../../shared/text/cut.ts';
import { errorMessage } from '../../../shared/text/words.ts';
import { ApiFailure, send } from '../../lib/api.ts';
import { fetchAgain } from '../../lib/fetch-again.ts';
import { serverNow } from '../../lib/now.ts';
import { counted } from '../../lib/numbers.ts';
import { useZone } from '../../lib/preferences.ts';
import { dateTime, ms, type Zone } from '../../lib/times.ts';
import { toast } from '../../ui/toast.tsx';
import { changeWords } from './history.tsx';

/**
 * The change that restores a group's previous state, of which only what belongs to it is not null; if its mute has ended
 * by then, the group is opened.
 */
function undoOf(before: GroupStanding): GroupPatch {
  const { state, regressed, muted_until: until, muted_until_count: until_count } = before;
  const version = before.resolved_in ?? before.regressed_in;
  if (until !== null && ms(until) <= serverNow()) return { state: 'open' };
  return {
    state,
    ...(regressed && { regressed }),
    ...(version !== null && { version }),
    ...(until !== null && { until }),
    ...(until_count !== null && { until_count }),
  };
}

/** What was changed since, if an undo was refused because of that; else why a change failed. */
function whyRefused(error: unknown): string {
  const details = error instanceof ApiFailure && error.status === 409 ? error.details : undefined;
  const newest = isObject(details) && member(details, 'newest');
  // The server is of the same build as this page, so the contract guarantees the shape.
  return isObject(newest) ? `Changed since: ${changeWords(newest as GroupChange)}.` : errorMessage(error);
}

type Changing = Pick<ErrorGroup, 'id' | 'code'>;

/** `INTERNAL_ERROR`, or how many groups if there are several. */
function namesOf(groups: readonly Changing[]): string {
  const [first] = groups;
  return groups.length === 1 && first?.code ? cut(first.code, 60) : counted(groups.length, 'group');
}

/** What a change did: `muted until 27 Nov 17:48`, `resolved in 4.2.1`. */
function doneWords({ state, until, until_count, version }: GroupPatch, zone: Zone): string {
  const done = state === 'open' ? 'reopened' : state;
  if (until !== undefined) return `${done} until ${dateTime(until, zone)}`;
  if (until_count !== undefined) return `${done} until ${counted(until_count, 'more failure')}`;
  return version === undefined ? done : `${done} in ${cut(version, 60)}`;
}

interface Change {
  readonly id: string;
  readonly patch: GroupPatch;
}

interface Applied {
  readonly changed: readonly ChangedGroup[];
  /** The others, and why each of them was not changed. */
  readonly failures: readonly { readonly id: string; readonly why: string }[];
}

/**
 * Changes the state of groups. Reports what was done with its undo, and what failed with its reason. Whoever
 * presses a button means it, even if somebody else was faster: the last change wins. An undo reverts only its
 * own change, nothing that came after it.
 */
export function useChangeGroups(): {
  readonly change: (groups: readonly Changing[], patch: GroupPatch) => Promise<void>;
  readonly busy: boolean;
} {
  const client = useQueryClient();
  const zone = useZone();
  /** How many requests are under way. */
  const [sending, setSending] = useState(0);
  /** What was sent last for each group, until it is answered and shown. */
  const coming = useRef(new Map<string, Change>());
  const settle = (change: Change) => {
    if (coming.current.get(change.id) === change) coming.current.delete(change.id);
  };

  /** Sends the changes and reports them, before what they made wrong is fetched: the undo is there when rows go. */
  const apply = async (changes: readonly Change[], report: (applied: Applied) => void) => {
    setSending((before) => before + 1);
    for (const change of changes) coming.current.set(change.id, change);
    const results = await Promise.allSettled(
      changes.map(({ id, patch }) => send('PATCH /api/v1/error-groups/:id', { params: { id }, body: patch })),
    );
    const failures = changes.flatMap((change, nth) => {
      const result = results[nth];
      if (result?.status !== 'rejected') return [];
      // It can be tried again at once.
      settle(change);
      return [{ id: change.id, why: whyRefused(result.reason) }];
    });
    report({
      changed: results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])),
      failures,
    });
    await fetchAgain(client, {
      predicate: ({ queryKey }) => String(queryKey[0]).includes('/error-groups'),
    });
    changes.forEach(settle);
    setSending((before) => before - 1);
  };

  const undo = (done: readonly ChangedGroup[]) =>
    apply(
      done.map(({ id, before, changes }) => ({ id, patch: { ...undoOf(before), changes } })),
      ({ failures }) => {
        const [reason] = failures;
        const kept = `Couldn’t undo${done.length === 1 ? '' : ` ${counted(failures.length, 'group')}`}`;
        toast({ message: reason === undefined ? 'Undone.' : `${kept}. ${reason.why}` });
      },
    );

  const change = async (asked: readonly Changing[], patch: GroupPatch): Promise<void> => {
    const done = doneWords(patch, zone);
    // Sent twice, it would have an undo that undoes nothing.
    const groups = asked.filter(({ id }) => {
      const sent = coming.current.get(id);
      return sent === undefined || doneWords(sent.patch, zone) !== done;
    });
    if (groups.length === 0) return;
    await apply(
      groups.map(({ id }) => ({ id, patch })),
      ({ changed, failures }) => {
        const [failure] = failures;
        const left = groups.filter(({ id }) => failures.some((one) => one.id === id));
        toast({
          message:
            failure === undefined
              ? `${namesOf(groups)} ${done}.`
              : `${namesOf(left)} not ${done}. ${failure.why}`,
          action:
            changed.length > 0
              ? {
                  label: 'Undo',
                  key: 'z',
                  about: changed.map(({ id }) => id),
                  run: (about) => void undo(changed.filter(({ id }) => about.includes(id))),
                }
              : { label: 'Retry', about: left.map(({ id }) => id), run: () => void change(left, patch) },
        });
      },
    );
  };
  return { change, busy: sending > 0 };
}
