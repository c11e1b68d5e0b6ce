import { Link } from '@tanstack/react-router';
import type { RuleDetail } from '../../../shared/api/rules.ts';
import { count } from '../../lib/format.ts';
import { Sparkline } from '../../ui/sparkline.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { RelativeTime } from '../../ui/time.tsx';

type Row = RuleDetail['offenders'][number];

const COLUMNS: readonly Column<Row>[] = [
  {
    key: 'server',
    head: 'Server, operation',
    cell: (row) => (
      <>
        <b>{row.server}</b> <code className="muted">{row.operation}</code>
        <span className="sub break">{row.message}</span>
      </>
    ),
    sort: (row) => row.server,
    wide: true,
    full: true,
  },
  { key: 'pointer', head: 'Place', cell: (row) => <code>{row.pointer || '/'}</code>, label: 'Place' },
  {
    key: 'count',
    head: 'Violations',
    cell: (row) => <b>{count(row.count)}</b>,
    num: true,
    sort: (row) => row.count,
    label: 'Violations',
  },
  {
    key: 'responses',
    head: 'Responses',
    cell: (row) => count(row.responses),
    num: true,
    sort: (row) => row.responses,
    label: 'Responses',
  },
  {
    key: 'trend',
    head: 'Trend',
    cell: (row) => <Sparkline values={row.sparkline} width={84} height={20} />,
    hide: 's',
  },
  {
    key: 'since',
    head: 'Since',
    cell: (row) => (
      <span className="muted">{row.since_version ?? <RelativeTime at={row.first_seen} ago />}</span>
    ),
    num: true,
    hide: 'm',
  },
  {
    key: 'last',
    head: 'Last',
    cell: (row) =>
      row.response === null ? (
        <RelativeTime at={row.last_seen} />
      ) : (
        <Link className="link" to="/traffic/$response" params={{ response: row.response }} search={true}>
          <RelativeTime at={row.last_seen} />
        </Link>
      ),
    num: true,
    sort: (row) => row.last_seen,
    label: 'Last',
  },
];

/** Who breaks the rule, where, and since when. */
export function Offenders({ rows }: { rows: readonly Row[] }) {
  return (
    <Table
      caption="Offenders"
      className="two"
      columns={COLUMNS}
      rows={rows}
      rowKey={(row) => `${row.server} ${row.operation} ${row.pointer}`}
      initialSort={{ key: 'count', down: true }}
    />
  );
}
