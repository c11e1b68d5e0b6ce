import type { GroupChange } from '../../../../shared/api/error-groups.ts';
import { type Change, ranOut, toldChange } from '../../answers/group-state.ts';
import type { Connection } from '../file/connection.ts';
import { groupStateOf } from '../file/words.ts';
import { standingOf } from '../rows/group-states.ts';
import type { GroupRow } from './group-rows.ts';

/** Changes of a group's state, newest first. */
export function historyOf(connection: Connection, row: GroupRow, now: number): GroupChange[] {
  const changes = connection
    .all<{
      at: number;
      by: string;
      from_state: number;
      to_state: number;
      regressed: number;
      until: number | null;
      until_count: number | null;
      version: string | null;
    }>('SELECT * FROM group_history WHERE group_id = ? ORDER BY id DESC', row.id)
    .map(
      (change): Change => ({
        at: change.at,
        by: change.by,
        from: groupStateOf(change.from_state),
        to: groupStateOf(change.to_state),
        regressed: change.regressed === 1,
        until: change.until,
        untilCount: change.until_count,
        version: change.version,
      }),
    );
  // A mute that ran out is stored only at the group's next change.
  const ended = ranOut(standingOf(row), now);
  return (ended === undefined ? changes : [ended, ...changes]).map(toldChange);
}
