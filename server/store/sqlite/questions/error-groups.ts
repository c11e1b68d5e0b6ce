import type { ErrorGroups } from '../../../../shared/api/error-groups.ts';
import { CursorUnreadable, type Filter, type GroupsAsk } from '../../store.ts';
import { sparklineOver, tierFor } from '../cells/segments.ts';
import type { Connection } from '../file/connection.ts';
import { noteOver, planOf } from '../plan/plan.ts';
import { stateAt } from '../rows/group-states.ts';
import { keyOf, publicId } from '../rows/ids.ts';
import { clientsOf, countGroups, errorGroupRow, type GroupRow, rowOf } from './group-rows.ts';

/** What chooses and sorts groups: one is read of each, and the whole row of those that are shown. */
type Sorted = Pick<GroupRow, 'id' | 'state' | 'until' | 'first_seen' | 'last_seen' | 'regressed'>;

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
  const failures = [...counted.values()].reduce((sum, { count }) => sum + count, 0);
  const rows = connection.all<Sorted>(
    `SELECT id, state, until, first_seen, last_seen, regressed FROM groups
     WHERE id IN (SELECT value FROM json_each(?))`,
    JSON.stringify([...counted.keys()]),
  );
  const states = { open: 0, acknowledged: 0, resolved: 0, muted: 0 };
  for (const row of rows) states[stateAt(row, now)]++;
  const isNew = (row: Sorted) => row.first_seen >= filter.from && row.first_seen < filter.to;
  const sortValue = (row: Sorted) =>
    ask.sort === 'count'
      ? (counted.get(row.id)?.count ?? 0)
      : ask.sort === 'first_seen'
        ? row.first_seen
        : row.last_seen;
  const sorted = rows
    .filter((row) => ask.state === undefined || ask.state.includes(stateAt(row, now)))
    .filter((row) => !ask.news || isNew(row) || row.regressed === 1)
    .sort((a, b) => sortValue(b) - sortValue(a) || a.id - b.id);
  const after = cursorOf(ask.cursor);
  const rest =
    after === undefined
      ? sorted
      : sorted.filter((row) => {
          const value = sortValue(row);
          return value < after.value || (value === after.value && row.id > after.id);
        });
  const page = rest.slice(0, ask.limit);
  const last = page.at(-1);
  const clients = clientsOf(
    connection,
    plan,
    page.map(({ id }) => id),
  );
  return {
    states,
    failures,
    total: sorted.length,
    items: page.flatMap(({ id }) => {
      const row = rowOf(connection, id);
      return row === undefined
        ? []
        : [errorGroupRow(row, grid, now, failures, counted.get(id), clients.get(id) ?? 0)];
    }),
    next_cursor:
      last !== undefined && rest.length > page.length ? `${sortValue(last)}.${publicId(last.id)}` : null,
    ...noteOver(connection, filter),
  };
}

function cursorOf(cursor: string | undefined): { readonly value: number; readonly id: number } | undefined {
  if (cursor === undefined) return undefined;
  const [, value, id] = /^(\d{1,16})\.([0-9a-z]+)$/.exec(cursor) ?? [];
  const key = id === undefined ? undefined : keyOf(id);
  if (key === undefined) throw new CursorUnreadable(cursor);
  return { value: Number(value), id: key };
}
