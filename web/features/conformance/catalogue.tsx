import type { RuleRow } from '../../../shared/api/rules.ts';
import { LEVELS } from '../../../shared/verdict.ts';
import { countColumn } from '../../ui/columns.tsx';
import { LevelMark } from '../../ui/mark.tsx';
import { RuleName } from '../../ui/rule-name.tsx';
import { type Column, Table } from '../../ui/table.tsx';

const COLUMNS: readonly Column<RuleRow>[] = [
  {
    key: 'level',
    head: 'Level',
    cell: (row) => (row.off ? <span className="faint">off</span> : <LevelMark level={row.level} />),
    sort: (row) => LEVELS.indexOf(row.level),
    label: null,
  },
  {
    key: 'rule',
    head: 'Rule',
    cell: (row) => <RuleName id={row.id} title={row.title} />,
    sort: (row) => row.id,
    wide: true,
  },
  {
    key: 'dialects',
    head: 'Dialects',
    cell: (row) => <span className="muted">{row.dialects.join(', ')}</span>,
    hide: 'm',
  },
  countColumn('count', 'Violations', { strong: true }),
];

/** Every rule, in reading order. */
export function Catalogue({ rows }: { rows: readonly RuleRow[] }) {
  return <Table name="rules" caption="All rules" columns={COLUMNS} rows={rows} rowKey={(row) => row.id} />;
}
