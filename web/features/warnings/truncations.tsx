import { Link } from '@tanstack/react-router';
import type { Warnings } from '../../../shared/api/warnings.ts';
import { count, percent } from '../../lib/numbers.ts';
import { Bar } from '../../ui/bar.tsx';
import { Captured } from '../../ui/captured.tsx';
import { countColumn, lastSeenColumn } from '../../ui/columns.tsx';
import { type Column, Table } from '../../ui/table.tsx';

type Row = Warnings['truncations'][number];

const COLUMNS: readonly Column<Row>[] = [
  {
    key: 'operation',
    head: 'Operation, field',
    cell: (row) => (
      <>
        <Link className="mono b" to="/traffic/$response" params={{ response: row.response }} search={true}>
          <Captured text={row.operation ?? 'no operation'} />
        </Link>{' '}
        <code className="muted">
          <Captured text={row.field} />
        </code>{' '}
        <span className="muted">
          <Captured text={row.server} />
        </span>
      </>
    ),
    wide: true,
  },
  {
    key: 'kept',
    head: 'Kept',
    cell: (row) => (
      <>
        {count(row.truncated_count)} <span className="muted">of {count(row.original_count)}</span>
      </>
    ),
    num: true,
  },
  {
    key: 'lost',
    head: 'Lost',
    cell: (row) => (
      <span className="warnings-lost">
        <Bar share={row.lost} />
        <b>{percent(row.lost)}</b>
      </span>
    ),
    num: true,
    sort: (row) => row.lost,
  },
  {
    key: 'worst',
    head: 'Worst',
    cell: (row) => percent(row.worst_lost),
    num: true,
    sort: (row) => row.worst_lost,
    hide: 's',
  },
  countColumn('count', 'Count'),
  lastSeenColumn('Last', { hide: 's' }),
];

/** Truncated answers with the share that was lost. */
export function Truncations({ rows }: { rows: readonly Row[] }) {
  return (
    <Table
      name="truncations"
      caption="Truncations"
      columns={COLUMNS}
      rows={rows}
      rowKey={(row) => `${row.server} ${row.operation} ${row.field}`}
      initialSort={{ key: 'lost', down: true }}
    />
  );
}
