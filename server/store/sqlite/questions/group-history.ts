import type { GroupChange } from '../../../../shared/api/error-groups.ts';
import { GROUP_STATES } from '../../../../shared/group-state.ts';
import type { Connection } from '../file/connection.ts';
import { iso, isoOrNull } from '../file/words.ts';
import { SYSTEM, stateAt, stateOf } from '../rows/group-states.ts';
import type { GroupRow } from './group-rows.ts';

/** Changes of a group's state, the newest first. */
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
    .map((change) => ({
      at: iso(change.at),
      by: change.by,
      from: stateOf(change.from_state),
      to: stateOf(change.to_state),
      regressed: change.regressed === 1,
      until: isoOrNull(change.until),
      until_count: change.until_count,
      version: change.version,
    }));
  // A mute that ran out is written down at the group's next change.
  if (GROUP_STATES[row.state] !== 'muted' || stateAt(row, now) === 'muted' || row.until === null)
    return changes;
  const ranOut = { regressed: false, until: null, until_count: null, version: null };
  return [{ at: iso(row.until), by: SYSTEM, from: 'muted', to: 'open', ...ranOut }, ...changes];
}
