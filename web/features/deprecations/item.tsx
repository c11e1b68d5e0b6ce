import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { DeprecationDetail } from '../../../shared/api/deprecations.ts';
import { SEVERITY_WORDS } from '../../../shared/severity.ts';
import { count, date, ms, percent } from '../../lib/format.ts';
import { useNow } from '../../lib/now.ts';
import { useZone } from '../../lib/preferences.ts';
import { rangeOf } from '../../lib/range.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Chart } from '../../ui/chart/chart.tsx';
import { Legend } from '../../ui/chart/legend.tsx';
import { type ChartData, visible } from '../../ui/chart/model.ts';
import { DataBody } from '../../ui/data-panel.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { Callers } from './callers.tsx';
import { itemQuestion } from './queries.ts';
import { DaysLeft, VerdictChip } from './verdict-chip.tsx';
import { clientName } from './words.ts';

const CLIENT_COLORS = ['var(--series-1)', 'var(--series-2)', 'var(--series-3)'];

/** One deprecated item: may it go, who still calls it, and how use falls. */
export function Item({ id }: { id: string }) {
  const query = useQuery(itemQuestion(id, useFilter(), useSearch({ from: '/deprecations' })));
  return (
    <Panel
      title={
        query.data === undefined ? 'Deprecated item' : <code className="b">{query.data.deprecated_item}</code>
      }
      note={
        query.data && (
          <>
            {query.data.type} on {query.data.server}
            {query.data.replacement !== null && (
              <>
                , use <code>{query.data.replacement}</code>
              </>
            )}
          </>
        )
      }
      flush
      actions={
        <Link
          to="/deprecations"
          search={true}
          resetScroll={false}
          className={`${buttonClass({ kind: 'ghost', icon: true })} no-print`}
          aria-label="Close"
        >
          <X size={14} aria-hidden="true" />
        </Link>
      }
    >
      <DataBody query={query} height={300} skeleton={<SkeletonRows rows={8} />}>
        {(item) => (
          <div className="deprecations-item">
            <MayItGo item={item} />
            <BurnDown item={item} />
            <div>
              <h3>Callers</h3>
              <Callers item={item} />
            </div>
          </div>
        )}
      </DataBody>
    </Panel>
  );
}

function MayItGo({ item }: { item: DeprecationDetail }) {
  const zone = useZone();
  const { severity } = item;
  return (
    <div>
      <h3>May it go?</h3>
      <p>
        <VerdictChip item={item} />
      </p>
      <p className="break">{item.evidence}</p>
      <dl className="kv">
        <dt>Uses</dt>
        <dd>
          <b>{count(item.count)}</b> now, {count(item.previous_count)} before
        </dd>
        <dt>Share</dt>
        <dd>
          <b>{percent(item.share)}</b> of {count(item.responses)} responses
        </dd>
        <dt>Removal</dt>
        <dd>
          <DaysLeft item={item} />
        </dd>
        {item.zero_at !== null && (
          <>
            <dt>Zero</dt>
            <dd>about {date(item.zero_at, zone)} at this pace</dd>
          </>
        )}
        <dt>Warned</dt>
        <dd>since {date(item.first_seen, zone)}</dd>
        {severity !== null && (
          <>
            <dt>Severity</dt>
            <dd>{SEVERITY_WORDS[severity] ?? severity}</dd>
          </>
        )}
        <dt>Rule</dt>
        <dd className="muted">
          safe after {count(item.window_days)} days with at most {count(item.threshold)} uses and traffic on
          the server
        </dd>
        {item.migration_guide !== null && (
          <>
            <dt>Guide</dt>
            <dd className="mono break">{item.migration_guide}</dd>
          </>
        )}
      </dl>
    </div>
  );
}

function BurnDown({ item }: { item: DeprecationDetail }) {
  const filter = useFilter();
  const now = useNow(60_000);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const { from, to } = rangeOf(filter, now);
  const data = useMemo(
    (): ChartData => ({
      name: `${item.deprecated_item} by client`,
      from,
      to,
      bucketMs: item.bucket_ms,
      lanes: [
        {
          key: 'uses',
          height: 200,
          series: item.burn_down.map(({ client, points }, index) => ({
            key: client ?? '',
            label: clientName(client),
            color: CLIENT_COLORS[index] ?? 'var(--chart-base)',
            kind: 'area',
            points,
          })),
        },
      ],
      markers:
        item.zero_at === null || ms(item.zero_at) > to ? [] : [{ at: ms(item.zero_at), label: 'zero' }],
    }),
    [item, from, to],
  );
  return (
    <div>
      <h3>Burn-down by client</h3>
      <Chart data={visible(data, hidden)} />
      <Legend data={data} hidden={hidden} onChange={setHidden} />
    </div>
  );
}
