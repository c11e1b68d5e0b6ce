import { Link } from '@tanstack/react-router';
import type { Deprecation } from '../../../shared/api/deprecations.ts';
import { DEPRECATION_VERDICTS } from '../../../shared/deprecation-verdict.ts';
import { count, percent } from '../../lib/numbers.ts';
import { Bar } from '../../ui/bar.tsx';
import { Captured } from '../../ui/captured.tsx';
import { countColumn, lastSeenColumn } from '../../ui/columns.tsx';
import { DaysLeft, ItemName, removalDay } from '../../ui/removal.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { VerdictChip } from './verdict-chip.tsx';

/** Columns for a range of this `length`; `fullShare` is the share of a full bar. */
const columns = (length: string, fullShare: number): readonly Column<Deprecation>[] => [
  {
    key: 'item',
    head: 'Item',
    cell: (item) => (
      <>
        <Link
          to="/deprecations/$item"
          params={{ item: item.id }}
          search={true}
          resetScroll={false}
          className="mono b"
        >
          <ItemName item={item} />
        </Link>
        <span className="sub ell">
          {item.type} on <Captured text={item.server} />
        </span>
      </>
    ),
    sort: (item) => item.deprecated_item,
    wide: true,
  },
  {
    key: 'replacement',
    head: 'Replacement',
    cell: (item) => (
      <>
        {item.replacement === null ? (
          <span className="faint">none</span>
        ) : (
          <code className="ell" style={{ maxWidth: 200 }}>
            <Captured text={item.replacement} />
          </code>
        )}
        {item.replacement_deprecated && (
          <span className="sub">
            <span className="warn">also deprecated</span>
          </span>
        )}
      </>
    ),
    label: 'Use',
  },
  {
    key: 'removal',
    head: 'Removal',
    cell: (item) => (
      <>
        <DaysLeft item={item} />
        {item.removal_date !== null && (
          <span className="sub ell">
            <Captured text={removalDay(item.removal_date)} />
          </span>
        )}
      </>
    ),
    sort: (item) => item.days_left,
    label: null,
  },
  countColumn('callers', 'Callers'),
  {
    key: 'uses',
    head: `Uses, ${length}`,
    cell: (item) => (
      <>
        <b>{count(item.count)}</b>
        {item.previous_count !== null && <span className="sub">was {count(item.previous_count)}</span>}
      </>
    ),
    num: true,
    sort: (item) => item.count,
    label: 'Uses',
  },
  {
    key: 'share',
    head: 'Share of traffic',
    cell: (item) => (
      <span className="deprecations-share sm">
        <span>{percent(item.share)}</span>
        <span className="muted">of {count(item.responses)}</span>
        <Bar share={fullShare === 0 ? 0 : item.share / fullShare} />
      </span>
    ),
    sort: (item) => item.share,
    hide: 'm',
  },
  {
    key: 'trend',
    head: 'Trend',
    cell: (item) => <Sparkline kind="line" values={item.sparkline} />,
    hide: 'm',
  },
  lastSeenColumn('Last seen', { hide: 'm' }),
  {
    key: 'verdict',
    head: 'Verdict',
    cell: (item) => (
      <>
        <VerdictChip item={item} />
        <span className="sub">{item.evidence}</span>
      </>
    ),
    sort: (item) => -DEPRECATION_VERDICTS.indexOf(item.verdict),
    label: null,
  },
];

/** The table of the items for a range of this `length`. */
export const itemsTable = (rows: readonly Deprecation[], length: string) => ({
  name: 'items',
  columns: columns(length, Math.max(0, ...rows.map(({ share }) => share))),
  rows,
  initialSort: { key: 'verdict', down: true },
});

/** One row per deprecated item. */
export function Items({ table, open }: { table: ReturnType<typeof itemsTable>; open: string | undefined }) {
  return (
    <Table
      {...table}
      caption="Deprecated items"
      className="two deprecations-table"
      rowKey={(item) => item.id}
      selected={open}
    />
  );
}
