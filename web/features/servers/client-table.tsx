import { Link } from '@tanstack/react-router';
import type { Clients } from '../../../shared/api/clients.ts';
import { UNIDENTIFIED } from '../../../shared/unidentified.ts';
import { clientName } from '../../lib/client-name.ts';
import { Captured } from '../../ui/captured.tsx';
import { countColumn, ERROR_RATE, lastSeenColumn, trendColumn } from '../../ui/columns.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Versions } from './versions.tsx';

type Row = Clients['items'][number];

const COLUMNS: readonly Column<Row>[] = [
  {
    key: 'name',
    head: 'Client',
    cell: (row) => (
      <Link
        className={row.name === null ? 'muted' : 'b'}
        to="/"
        search={(held) => ({ ...held, client: [row.name ?? UNIDENTIFIED] })}
      >
        <Captured text={clientName(row.name)} />
      </Link>
    ),
    sort: (row) => row.name ?? '',
    wide: true,
  },
  {
    key: 'versions',
    head: 'Versions',
    cell: (row) => <Versions of={row} />,
  },
  countColumn('servers', 'Servers'),
  countColumn('responses', 'Responses'),
  ERROR_RATE,
  trendColumn('Traffic'),
  lastSeenColumn('Last seen'),
];

/** One row per client, including the unidentified one, busiest first. */
export function ClientTable({ rows }: { rows: readonly Row[] }) {
  return (
    <Table
      name="clients"
      caption="Clients"
      columns={COLUMNS}
      rows={rows}
      rowKey={(row) => row.name ?? ''}
      initialSort={{ key: 'responses', down: true }}
    />
  );
}
