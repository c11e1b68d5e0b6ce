import { Link } from '@tanstack/react-router';
import type { Warnings } from '../../../shared/api/warnings.ts';
import { times } from '../../lib/numbers.ts';
import { duration } from '../../lib/times.ts';
import { Captured } from '../../ui/captured.tsx';
import { countColumn, lastSeenColumn } from '../../ui/columns.tsx';
import { type Column, Table } from '../../ui/table.tsx';

type Row = Warnings['slow'][number];

const COLUMNS: readonly Column<Row>[] = [
  {
    key: 'operation',
    head: 'Operation',
    cell: (row) => (
      <>
        <Link className="mono b" to="/traffic/$response" params={{ response: row.response }} search={true}>
          <Captured text={row.operation} />
        </Link>{' '}
        <span className="muted">
          <Captured text={row.server} />
        </span>
      </>
    ),
    wide: true,
  },
  {
    key: 'duration',
    head: 'Duration',
    cell: (row) => duration(row.duration_ms),
    num: true,
    sort: (row) => row.duration_ms,
  },
  {
    key: 'threshold',
    head: 'Threshold',
    cell: (row) => <span className="muted">{duration(row.threshold_ms)}</span>,
    num: true,
  },
  {
    key: 'times',
    head: 'Ratio',
    cell: (row) => <b>{times(row.times)}</b>,
    num: true,
    sort: (row) => row.times,
  },
  {
    key: 'worst',
    head: 'Worst',
    cell: (row) => times(row.worst_times),
    num: true,
    sort: (row) => row.worst_times,
  },
  countColumn('count', 'Count'),
  lastSeenColumn('Last', { hide: 's' }),
];

/** Slow operations with their newest duration against its threshold. */
export function Slow({ rows }: { rows: readonly Row[] }) {
  return (
    <Table
      name="slow"
      caption="Slow operations"
      columns={COLUMNS}
      rows={rows}
      rowKey={(row) => `${row.server} ${row.operation}`}
      initialSort={{ key: 'times', down: true }}
    />
  );
}
