import { Link } from '@tanstack/react-router';
import type { Warnings } from '../../../shared/api/warnings.ts';
import type { Severity } from '../../../shared/severity.ts';
import { percent } from '../../lib/numbers.ts';
import { Captured } from '../../ui/captured.tsx';
import { Count, countColumn, lastSeenColumn, trendColumn } from '../../ui/columns.tsx';
import { SEVERITY_MARKS } from '../../ui/looks.ts';
import { Icon } from '../../ui/mark.tsx';
import { type Column, Table } from '../../ui/table.tsx';

type Row = Warnings['codes'][number];

const HEADS = ['High', 'Medium', 'Low'] as const;
const SEVERITIES = [0, 1, 2] as const;

/** Count of a severity, under its mark; the head has the word. */
function severityColumn(severity: Severity): Column<Row> {
  const { name, tone, word } = SEVERITY_MARKS[severity];
  return {
    key: word,
    head: (
      <span className="mark">
        <Icon name={name} tone={tone} /> {HEADS[severity]}
      </span>
    ),
    cell: (row) => <Count n={row.by_severity[severity]} />,
    num: true,
    sort: (row) => row.by_severity[severity],
    label: HEADS[severity],
  };
}

/** The columns under a threshold: severities below it are not counted, so they have none. */
const columns = (threshold: Severity): readonly Column<Row>[] => [
  {
    key: 'code',
    head: 'Code',
    cell: ({ code }) =>
      code === null ? (
        <span className="muted">no code</span>
      ) : (
        <Link to="/traffic" search={(held) => ({ ...held, warning: [code] })} className="mono b">
          <Captured text={code} />
        </Link>
      ),
    sort: (row) => row.code ?? '',
    wide: true,
  },
  {
    key: 'class',
    head: 'Class',
    cell: (row) => (
      <span className="muted">
        {row.class.replaceAll('_', ' ')}
        {!row.standard && ', non-standard'}
      </span>
    ),
    hide: 'm',
  },
  countColumn('count', 'Count', { strong: true }),
  {
    key: 'share',
    head: 'Share',
    cell: (row) => <span className="muted">{percent(row.share)}</span>,
    num: true,
    hide: 's',
  },
  ...SEVERITIES.filter((severity) => severity <= threshold).map(severityColumn),
  {
    key: 'defaulted',
    head: <span title="Had no valid severity, so counted as medium">Defaulted</span>,
    cell: (row) => <Count n={row.defaulted} />,
    num: true,
    sort: (row) => row.defaulted,
    label: 'Defaulted',
  },
  countColumn('responses', 'Responses', { hide: 'm' }),
  countColumn('servers', 'Servers', { hide: 'm' }),
  trendColumn('Trend'),
  lastSeenColumn('Last ever'),
];

/** One row per warning code, with the severities up to the threshold. */
export function Codes({ rows, threshold }: { rows: readonly Row[]; threshold: Severity }) {
  return (
    <Table
      name="codes"
      caption="Warnings by code"
      columns={columns(threshold)}
      rows={rows}
      rowKey={(row) => row.code ?? ''}
      initialSort={{ key: 'count', down: true }}
    />
  );
}
