import type { RuleDetail } from '../../../shared/api/rules.ts';
import { count } from '../../lib/numbers.ts';
import { Captured } from '../../ui/captured.tsx';
import { countColumn, NONE, newestColumn, responsesColumn, SINCE, trendColumn } from '../../ui/columns.tsx';
import { type Column, Table } from '../../ui/table.tsx';

type Row = RuleDetail['offenders'][number];

const columnsOf = (rule: string): readonly Column<Row>[] => [
  {
    key: 'server',
    head: 'Server, operations',
    cell: (row) => (
      <>
        <b>
          <Captured text={row.server} />
        </b>{' '}
        <code className="muted">
          <Captured
            text={row.operations
              .map(({ operation, count: n }) => `${operation ?? 'no operation'} ${count(n)}`)
              .join(', ')}
          />
        </code>
        {row.message !== null && (
          <span className="sub break">
            <Captured text={row.message} sentence />
          </span>
        )}
      </>
    ),
    sort: (row) => row.server,
    wide: true,
  },
  {
    key: 'pointer',
    head: 'Location',
    cell: ({ pointer }) =>
      pointer === null ? (
        NONE
      ) : (
        <code>
          <Captured text={pointer || 'root'} />
        </code>
      ),
  },
  countColumn('count', 'Violations', { strong: true }),
  responsesColumn(({ server }) => ({ server: [server], rule: [rule], level: undefined })),
  trendColumn('Trend'),
  SINCE,
  newestColumn(({ server }) => `breaks ${rule} on ${server}`),
];

/** Who breaks the rule, where, and since when. */
export function Offenders({ rule, rows }: { rule: string; rows: readonly Row[] }) {
  return (
    <Table
      name="offenders"
      caption="Offenders"
      className="two"
      columns={columnsOf(rule)}
      rows={rows}
      rowKey={(row) => row.server}
      initialSort={{ key: 'count', down: true }}
    />
  );
}
