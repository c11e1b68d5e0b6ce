import type { DeprecationDetail } from '../../../shared/api/deprecations.ts';
import { csvOf } from '../../../shared/text/csv.ts';
import { clientName } from '../../lib/client-name.ts';
import { change, count } from '../../lib/numbers.ts';
import { Captured } from '../../ui/captured.tsx';
import { countColumn, NONE, newestColumn } from '../../ui/columns.tsx';
import { SaveButton } from '../../ui/save-button.tsx';
import { type Column, Table, useShownRows } from '../../ui/table.tsx';

type Caller = DeprecationDetail['callers'][number];

const COLUMNS: readonly Column<Caller>[] = [
  {
    key: 'client',
    head: 'Client',
    cell: ({ client, version }) => (
      <span className="row">
        <span className={client === null ? 'ell muted' : 'ell'}>
          <Captured text={clientName(client)} />
        </span>{' '}
        <span className="ell muted" style={{ flex: 'none', maxWidth: '60%' }}>
          <Captured text={version} />
        </span>
      </span>
    ),
    sort: ({ client }) => client ?? '',
    wide: true,
  },
  countColumn('sessions', 'Sessions'),
  countColumn('count', 'Uses', { strong: true }),
  {
    key: 'before',
    head: 'Previous',
    cell: ({ previous_count: n }) => (n === null ? NONE : <span className="muted">{count(n)}</span>),
    num: true,
  },
  {
    key: 'change',
    head: 'Change',
    cell: ({ count: n, previous_count }) => change(n, previous_count) ?? NONE,
    num: true,
  },
  newestColumn(() => 'uses it'),
];

/** Columns of the callers as CSV: what they have to change, and then who they are. */
const SAVED = [
  'server',
  'deprecated_item',
  'type',
  'replacement',
  'migration_guide',
  'removal_date',
  'client',
  'version',
  'sessions',
  'count',
  'previous_count',
  'last_seen',
] as const;

/** Who still calls it, with a link to the newest use; the unidentified client has its own row. */
export function Callers({ item }: { item: DeprecationDetail }) {
  const unidentified = item.callers.some(({ client }) => client === null);
  const table = {
    name: 'callers',
    columns: COLUMNS,
    rows: item.callers,
    initialSort: { key: 'count', down: true },
  };
  const shown = useShownRows(table);
  const file = () =>
    [
      `${item.deprecated_item} callers.csv`,
      csvOf(
        SAVED,
        shown.map((caller) => ({ ...item, ...caller })),
      ),
    ] as const;
  return (
    <>
      <h3 className="row">
        Callers
        <span className="row no-print" style={{ marginBlock: -4 }}>
          <SaveButton title="Callers" csv={shown.length === 0 ? undefined : file} />
        </span>
      </h3>
      <Table {...table} caption="Callers" rowKey={({ client, version }) => `${client} ${version}`} />
      {!unidentified && item.callers.length > 0 && (
        <p className="sm muted deprecations-note">No unidentified clients.</p>
      )}
      {item.callers.length === 0 && (
        <p className="sm muted deprecations-note">No callers in this range or the previous one.</p>
      )}
    </>
  );
}
