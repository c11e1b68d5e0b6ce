import type { ErrorGroups } from '../../../../shared/api/error-groups.ts';
import { sum } from '../../../../shared/collections/sum.ts';
import { groupPage, type Listed, type Position } from '../../answers/group-list.ts';
import { CursorUnreadable } from '../../faults.ts';
import type { Filter, GroupsAsk } from '../../store.ts';
import { sparklineOver, tierFor } from '../cells/segments.ts';
import type { Connection } from '../file/connection.ts';
import { LIST, list } from '../file/sql.ts';
import { groupStateOf } from '../file/words.ts';
import { coverageOver, planOf } from '../plan/plan.ts';
import { keyOf, publicId } from '../rows/ids.ts';
import {
  clientsOf,
  countGroups,
  errorGroupRow,
  type GroupRow,
  type GroupSum,
  storedGroup,
} from './group-rows.ts';

/** Groups with a failure in the filter. */
export function errorGroups(
  connection: Connection,
  filter: Filter,
  ask: GroupsAsk,
  now: number,
): ErrorGroups {
  const grid = sparklineOver(connection, filter);
  const plan = planOf(connection, filter, 'failures', { coarsest: tierFor(grid) });
  const counted = countGroups(connection, plan, grid);
  const failures = sum([...counted.values()].map(({ count }) => count));
  const page = groupPage(listed(connection, counted), ask, filter, now, positionOf(ask.cursor));
  const clients = clientsOf(connection, plan, page.ids);
  return {
    states: page.states,
    failures,
    total: page.total,
    items: page.ids.flatMap((id) => {
      const row = storedGroup(connection, id);
      return row === undefined
        ? []
        : [errorGroupRow(row, grid, now, failures, counted.get(id), clients.get(id) ?? 0)];
    }),
    next_cursor: page.next === undefined ? null : `${page.next.value}.${publicId(page.next.id)}`,
    ...coverageOver(connection, filter),
  };
}

/** What selects and sorts groups is read for all of them, the whole row only for those that are shown. */
function listed(connection: Connection, counted: ReadonlyMap<number, GroupSum>): readonly Listed[] {
  type Row = Pick<GroupRow, 'id' | 'state' | 'state_at' | 'until' | 'first_seen' | 'last_seen' | 'regressed'>;
  return connection
    .all<Row>(
      `SELECT id, state, state_at, until, first_seen, last_seen, regressed FROM groups
       WHERE id IN ${LIST}`,
      list(counted.keys()),
    )
    .map(({ id, state, state_at, until, first_seen, last_seen, regressed }) => ({
      id,
      state: groupStateOf(state),
      since: state_at,
      until,
      firstSeen: first_seen,
      lastSeen: last_seen,
      regressed: regressed === 1,
      count: counted.get(id)?.count ?? 0,
    }));
}

function positionOf(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  const [, value, id] = /^(\d{1,16})\.([0-9a-z]+)$/.exec(cursor) ?? [];
  const key = id === undefined ? undefined : keyOf(id);
  if (key === undefined) throw new CursorUnreadable(cursor);
  return { value: Number(value), id: key };
}
