import { Link } from '@tanstack/react-router';
import type { Servers } from '../../../shared/api/servers.ts';
import { HEALTHS } from '../../../shared/health.ts';
import { duration } from '../../lib/times.ts';
import { Captured } from '../../ui/captured.tsx';
import { countColumn, ERROR_RATE, lastSeenColumn, NONE } from '../../ui/columns.tsx';
import { Health } from '../../ui/health.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Forget } from './forget.tsx';
import { Pin } from './pin.tsx';
import { Versions } from './versions.tsx';

type Row = Servers['items'][number];

const COLUMNS: readonly Column<Row>[] = [
  {
    key: 'name',
    head: 'Server',
    cell: (row) => (
      <Link className="b" to="/" search={(held) => ({ ...held, server: [row.name] })}>
        <Captured text={row.name} />
      </Link>
    ),
    sort: (row) => row.name,
    wide: true,
  },
  {
    key: 'health',
    head: 'Health',
    cell: (row) => <Health health={row.health} />,
    sort: ({ health }) => (health === null ? -1 : HEALTHS.indexOf(health)),
    label: null,
  },
  {
    key: 'versions',
    head: 'Versions',
    cell: (row) => <Versions of={row} />,
  },
  {
    key: 'dialect',
    head: 'Dialect',
    cell: (row) => (row.forgetting ? row.dialect : <Pin server={row} />),
    sort: (row) => row.dialect,
  },
  countColumn('responses', 'Responses'),
  ERROR_RATE,
  { ...countColumn('must_violations', 'MUST', { hide: 'm' }), key: 'must' },
  {
    key: 'p95',
    head: 'p95',
    cell: (row) => (row.duration_p95 === null ? NONE : duration(row.duration_p95)),
    num: true,
    sort: (row) => row.duration_p95,
    hide: 'm',
  },
  countColumn('clients', 'Clients', { hide: 'm' }),
  countColumn('operations', 'Operations', { hide: 'm' }),
  {
    key: 'trend',
    head: 'Failures',
    cell: (row) => <Sparkline values={row.failure_sparkline} color="var(--bad)" height={20} />,
    hide: 's',
  },
  lastSeenColumn('Last seen'),
  {
    key: 'forget',
    head: <span className="vh">Forget</span>,
    cell: ({ name, forgetting }) => !forgetting && <Forget name={name} />,
    corner: true,
  },
];

/** One row per server, worst first. */
export function ServerTable({ rows }: { rows: readonly Row[] }) {
  return (
    <Table
      name="servers"
      caption="Servers"
      columns={COLUMNS}
      rows={rows}
      rowKey={(row) => row.name}
      initialSort={{ key: 'health', down: false }}
    />
  );
}
