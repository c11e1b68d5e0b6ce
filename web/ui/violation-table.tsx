import type { ViolationRow } from '../../shared/api/violations.ts';
import { LEVELS } from '../../shared/verdict.ts';
import { Captured } from './captured.tsx';
import { countColumn, newestColumn, responsesColumn, SINCE, trendColumn } from './columns.tsx';
import { LevelMark } from './mark.tsx';
import { RuleName } from './rule-name.tsx';
import { type Column, Table, useShownRows } from './table.tsx';

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
    cell: (row) => <RuleName id={row.rule} title={row.title} />,
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
  newestColumn(({ rule }) => `breaks ${rule}`),
];

type Rows = readonly ViolationRow[];

/** The violations that count in a score, or those of unproven servers: each has a table of its own. */
const tableOf = (all: Rows, proven: boolean) => ({
  name: proven ? 'violations' : 'unproven',
  caption: proven ? 'Violations by rule and server' : 'Violations by unproven servers',
  columns: COLUMNS,
  rows: all.filter((row) => row.proven === proven),
  initialSort: { key: 'level', down: false },
});

/** Violations by rule and server, the most serious and most frequent first: of proven servers or of the others. */
export function ViolationTable({ all, proven }: { all: Rows; proven: boolean }) {
  return <Table {...tableOf(all, proven)} rowKey={(row) => `${row.rule} ${row.server}`} />;
}

/** The rules that are broken, in the order in which the tables show them. */
export function useBrokenRules(all: Rows): readonly string[] {
  const proven = useShownRows(tableOf(all, true));
  const unproven = useShownRows(tableOf(all, false));
  return [...new Set([...proven, ...unproven].map(({ rule }) => rule))];
}
