import { Link } from '@tanstack/react-router';
import type { ViolationRow } from '../../../shared/api/violations.ts';
import { LEVELS } from '../../../shared/verdict.ts';
import { sharedFilter } from '../../lib/filter.ts';
import { Captured } from '../../ui/captured.tsx';
import { countColumn, newestColumn, responsesColumn, SINCE, trendColumn } from '../../ui/columns.tsx';
import { LevelMark } from '../../ui/mark.tsx';
import { Prose } from '../../ui/prose.tsx';
import { type Column, Table, type TableProps } from '../../ui/table.tsx';

const COLUMNS: readonly Column<ViolationRow>[] = [
  {
    key: 'level',
    head: 'Level',
    cell: (row) => <LevelMark level={row.level} />,
    sort: (row) => LEVELS.indexOf(row.level),
    label: null,
  },
  {
    key: 'rule',
    head: 'Rule',
    cell: (row) => (
      <>
        <Link className="link mono nowrap" to="/rules/$id" params={{ id: row.rule }} search={sharedFilter}>
          {row.rule}
        </Link>{' '}
        <Prose text={row.title} />
      </>
    ),
    sort: (row) => row.rule,
    wide: true,
  },
  {
    key: 'server',
    head: 'Server',
    cell: (row) => <Captured text={row.server} />,
    sort: (row) => row.server,
  },
  countColumn('count', 'Violations', { strong: true }),
  responsesColumn(({ server, rule }) => ({ server: [server], rule: [rule] })),
  trendColumn('Trend'),
  SINCE,
  newestColumn('Last', ({ rule }) => `breaks ${rule}`),
];

/** Violations by rule and server, the most serious and most frequent first. */
export function ViolationTable(table: Pick<TableProps<ViolationRow>, 'name' | 'caption' | 'rows'>) {
  return <Table {...table} columns={COLUMNS} rowKey={(row) => `${row.rule} ${row.server}`} />;
}
