import { Link } from '@tanstack/react-router';
import type { Warnings } from '../../../shared/api/warnings.ts';
import { SEVERITY_WORDS, type Severity } from '../../../shared/severity.ts';
import { count, percent } from '../../lib/format.ts';
import { Icon } from '../../ui/mark.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { RelativeTime } from '../../ui/time.tsx';

type Row = Warnings['codes'][number];

const TONES = ['bad', 'warn', 'low'] as const;

/** How many of a severity, under its mark; the head says the word. */
function severityColumn(severity: Severity): Column<Row> {
  const word = SEVERITY_WORDS[severity];
  return {
    key: word,
    head: (
      <span className="mark">
        <Icon name={word} tone={TONES[severity]} /> {word}
      </span>
    ),
    cell: (row) => {
      const n = row.by_severity[severity];
      return n === 0 ? <span className="faint">0</span> : count(n);
    },
    num: true,
    sort: (row) => row.by_severity[severity],
    label: word,
  };
}

const COLUMNS: readonly Column<Row>[] = [
  {
    key: 'code',
    head: 'Code',
    cell: (row) => (
      <Link
        to="/traffic"
        search={(held) => (row.code === null ? held : { ...held, code: [row.code] })}
        className="mono b"
      >
        {row.code ?? 'no code'}
      </Link>
    ),
    sort: (row) => row.code ?? '',
    wide: true,
    full: true,
  },
  {
    key: 'class',
    head: 'Class',
    cell: (row) => (
      <span className="muted">
        {row.class.replaceAll('_', ' ')}
        {!row.standard && ', not standard'}
      </span>
    ),
    hide: 'm',
    label: 'Class',
  },
  {
    key: 'count',
    head: 'Count',
    cell: (row) => <b>{count(row.count)}</b>,
    num: true,
    sort: (row) => row.count,
    label: 'Count',
  },
  {
    key: 'share',
    head: 'Share',
    cell: (row) => <span className="muted">{percent(row.share)}</span>,
    num: true,
    hide: 's',
  },
  severityColumn(0),
  severityColumn(1),
  severityColumn(2),
  {
    key: 'defaulted',
    head: <span title="No valid severity was declared, so it counts as medium">of it default</span>,
    cell: (row) => (row.defaulted === 0 ? <span className="faint">0</span> : count(row.defaulted)),
    num: true,
    sort: (row) => row.defaulted,
    label: 'medium by default',
  },
  {
    key: 'responses',
    head: 'Responses',
    cell: (row) => count(row.responses),
    num: true,
    sort: (row) => row.responses,
    hide: 'm',
  },
  {
    key: 'servers',
    head: 'Servers',
    cell: (row) => count(row.servers),
    num: true,
    sort: (row) => row.servers,
    hide: 'm',
  },
  {
    key: 'trend',
    head: 'Trend',
    cell: (row) => <Sparkline values={row.sparkline} width={84} height={20} />,
    hide: 's',
  },
  {
    key: 'last',
    head: 'Last',
    cell: (row) => (
      <span className="muted">
        <RelativeTime at={row.last_seen} />
      </span>
    ),
    num: true,
    sort: (row) => row.last_seen,
    label: 'Last',
  },
];

/** One row a warning code. */
export function Codes({ rows }: { rows: readonly Row[] }) {
  return (
    <Table
      caption="Warnings by code"
      columns={COLUMNS}
      rows={rows}
      rowKey={(row) => row.code ?? ''}
      initialSort={{ key: 'count', down: true }}
    />
  );
}
