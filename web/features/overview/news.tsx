import { Link } from '@tanstack/react-router';
import type { ErrorGroup, ErrorGroups } from '../../../shared/api/error-groups.ts';
import { GROUP_STATES } from '../../../shared/group-state.ts';
import { MINUTE } from '../../../shared/time/units.ts';
import { sharedFilter } from '../../lib/filter.ts';
import { useNow } from '../../lib/now.ts';
import { allOf, count, counted } from '../../lib/numbers.ts';
import { rangeSpan } from '../../lib/range.ts';
import { clockOrDay } from '../../lib/times.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { Captured } from '../../ui/captured.tsx';
import { CATEGORY_NAMES, categoryColor } from '../../ui/category.ts';
import { GroupChip } from '../../ui/chip.tsx';
import { type Answer, DataPanel } from '../../ui/data-panel.tsx';
import { condensed, Sparkline } from '../../ui/sparkline.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { Swatch } from '../../ui/swatch.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { ClockTime } from '../../ui/time.tsx';

/** Whether a code says what happened, which a JSON-RPC number does not. */
const isTelling = (code: string | null) => code !== null && !/^-?\d+$/.test(code);

function GroupName({ group }: { group: ErrorGroup }) {
  const search = sharedFilter(useFilter());
  return (
    <div className="grow">
      <Link to="/errors/$group" params={{ group: group.id }} search={search} className="ell">
        {group.code !== null && (
          <code className="m">
            <Captured text={group.code} />
          </code>
        )}
        {!isTelling(group.code) && (
          <span className="m">
            {' '}
            <Captured text={group.message ?? 'no code'} />
          </span>
        )}
      </Link>
      <span className="sub">
        <Swatch color={categoryColor(group.category)} />
        <span className="ell">
          {CATEGORY_NAMES[group.category]}
          {group.operation !== null && (
            <>
              ,{' '}
              <code>
                <Captured text={group.operation} />
              </code>
            </>
          )}{' '}
          on <Captured text={group.server} />
        </span>
      </span>
    </div>
  );
}

/** Groups that are new in the range or regressed: what has changed for the worse. */
export function News({ query }: { query: Answer<ErrorGroups> }) {
  const filter = useFilter();
  const now = useNow(MINUTE);
  const columns: readonly Column<ErrorGroup>[] = [
    { key: 'state', head: 'State', cell: (group) => <GroupChip group={group} />, label: null },
    { key: 'group', head: 'Group', wide: true, cell: (group) => <GroupName group={group} /> },
    {
      key: 'count',
      head: 'Failures',
      num: true,
      cell: (group) => <b>{count(group.count)}</b>,
    },
    {
      key: 'trend',
      head: rangeSpan(filter, now),
      hide: 's',
      cell: (group) => (
        <Sparkline
          values={condensed(group.sparkline, 24)}
          color={categoryColor(group.category)}
          width={56}
          height={22}
        />
      ),
    },
    {
      key: 'since',
      head: 'Since',
      num: true,
      cell: (group) => (
        <span className="muted">
          {group.regressed ? (
            <Captured text={group.regressed_in ?? 'this range'} />
          ) : (
            <ClockTime at={group.first_seen} format={(at, zone) => clockOrDay(at, zone, now)} />
          )}
        </span>
      ),
    },
  ];
  return (
    <DataPanel
      title="New and regressed"
      note={({ items: { length: shown }, total }) =>
        shown === 0
          ? null
          : `${shown < total ? `${count(shown)} of ` : ''}${counted(total, 'group')} in ${rangeSpan(filter, now)}`
      }
      actions={({ states }) => {
        const all = GROUP_STATES.reduce((sum, state) => sum + states[state], 0);
        return (
          all > 0 && (
            <Link className="link" to="/errors" search={filter}>
              {allOf(all, 'group')}
            </Link>
          )
        );
      }}
      query={query}
      height={230}
      skeleton={<SkeletonRows rows={4} height={56} />}
      goodWhenEmpty
      empty={({ items }) => (items.length === 0 ? 'new or regressed groups' : undefined)}
    >
      {({ items }) => (
        <Table
          name="news"
          caption="New and regressed error groups"
          className="two"
          columns={columns}
          rows={items}
          rowKey={({ id }) => id}
        />
      )}
    </DataPanel>
  );
}
