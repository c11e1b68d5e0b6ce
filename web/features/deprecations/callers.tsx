import type { DeprecationDetail } from '../../../shared/api/deprecations.ts';
import { change, count } from '../../lib/numbers.ts';
import { Captured } from '../../ui/captured.tsx';
import { countColumn, newestColumn } from '../../ui/columns.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { clientName } from './words.ts';

type Caller = DeprecationDetail['callers'][number];

const COLUMNS: readonly Column<Caller>[] = [
  {
    key: 'client',
    head: 'Client',
    cell: ({ client, version }) => (
      <>
        <span className={client === null ? 'muted' : undefined}>
          <Captured text={clientName(client)} />
        </span>{' '}
        <span className="muted">
          <Captured text={version} />
        </span>
      </>
    ),
    sort: ({ client }) => client ?? '',
    wide: true,
  },
  countColumn('sessions', 'Sessions'),
  countColumn('count', 'Uses', { strong: true }),
  {
    key: 'before',
    head: 'Previous',
    cell: ({ previous_count: n }) => <span className="muted">{n === null ? '–' : count(n)}</span>,
    num: true,
  },
  {
    key: 'change',
    head: 'Change',
    cell: ({ count: n, previous_count }) => change(n, previous_count) ?? '–',
    num: true,
  },
  newestColumn('Last', () => 'uses it'),
];

/** Who still calls it, with a link to the newest use; the unidentified client has its own row. */
export function Callers({ item }: { item: DeprecationDetail }) {
  const unidentified = item.callers.some(({ client }) => client === null);
  return (
    <>
      <Table
        name="callers"
        caption="Callers"
        columns={COLUMNS}
        rows={item.callers}
        rowKey={({ client, version }) => `${client} ${version}`}
        initialSort={{ key: 'count', down: true }}
      />
      {!unidentified && item.callers.length > 0 && (
        <p className="sm muted deprecations-note">No unidentified clients.</p>
      )}
      {item.callers.length === 0 && (
        <p className="sm muted deprecations-note">No callers in this range or the previous one.</p>
      )}
    </>
  );
}
