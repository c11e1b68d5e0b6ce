import { Link } from '@tanstack/react-router';
import type { Data } from '../../../shared/api/index.ts';
import type { Quota } from '../../../shared/api/quotas.ts';
import { defined } from '../../../shared/collections/defined.ts';
import { MINUTE } from '../../../shared/time/units.ts';
import { useNow } from '../../lib/now.ts';
import { useZone } from '../../lib/preferences.ts';
import { isOver, quotaFigure, worstFirst } from '../../lib/quota.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { useView } from '../../lib/use-view.ts';
import { readable, useWarned } from '../../lib/warned.ts';
import { Captured } from '../../ui/captured.tsx';
import { type Answer, DataPanel } from '../../ui/data-panel.tsx';
import { QUOTA_MARKS } from '../../ui/looks.ts';
import { Mark } from '../../ui/mark.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { forecastWords } from './quota-forecast.ts';
import { QuotaGauge } from './quota-gauge.tsx';

const SHOWN = 3;
/** The choice in the URL that shows all quotas. */
const ALL = 'all';

function Forecast({ quota }: { quota: Quota }) {
  const zone = useZone();
  const now = useNow(MINUTE);
  return (
    <p className="sm row wrap overview-forecast">
      {!isOver(quota, now) && <Mark {...QUOTA_MARKS[quota.state]} bare={quota.state === 'ok'} />}
      <span className="muted">{forecastWords(quota, zone, now)}</span>
    </p>
  );
}

/** Headroom of each quota, and when its trend reaches warn, pause and hard stop. */
export function Quotas({ query }: { query: Answer<Data<'GET /api/v1/quotas'>> }) {
  const now = useNow(MINUTE);
  const [view, setView] = useView('quotas');
  const showsAll = view.includes(ALL);
  const warned = useWarned('RATE_LIMIT_QUOTA_WARNING');
  const { from, to, server, not_server, ...others } = useFilter();
  return (
    <DataPanel
      title={<span id="quotas">Quota headroom</span>}
      note={Object.keys(defined(others)).length > 0 ? 'of whole servers' : undefined}
      actions={
        query.data?.items.length !== 0 && (
          <span className="row sm muted overview-key hide-s" aria-hidden="true">
            <i className="forecast" /> forecast <i className="tick" />
            <i className="tick" /> warn, pause <i className="tick stop" /> stop
          </span>
        )
      }
      padded
      query={query}
      height={230}
      skeleton={<SkeletonRows rows={3} height={72} />}
      goodWhenEmpty={!warned}
      empty={({ items }) => (items.length > 0 ? undefined : readable('quota warnings', warned))}
      footer={({ items }) =>
        items.length > SHOWN ? (
          <button
            type="button"
            className="link"
            aria-expanded={showsAll}
            onClick={() => setView(showsAll ? [] : [ALL])}
          >
            {showsAll ? 'Show fewer' : `Show ${items.length - SHOWN} more`}
          </button>
        ) : null
      }
    >
      {({ items }) => (
        <ul className="overview-quotas">
          {worstFirst(items, now)
            .slice(0, showsAll ? undefined : SHOWN)
            .map((quota) => (
              <li key={`${quota.server} ${quota.metric}`}>
                <p className="row wrap" style={{ rowGap: 0 }}>
                  {/* Whoever uses it up is there: all of its clients, whatever the filter. */}
                  <Link
                    className="b ell"
                    to="/servers"
                    search={defined({ from, to, server: [quota.server] })}
                  >
                    <Captured text={quota.server} />
                  </Link>
                  <code className="muted ell">
                    <Captured text={quota.metric} />
                  </code>
                  <span className="end nowrap">
                    <b>{quotaFigure(quota.current)}</b>{' '}
                    <span className="muted">of {quotaFigure(quota.quota)}</span>
                  </span>
                </p>
                <QuotaGauge quota={quota} over={isOver(quota, now)} />
                <Forecast quota={quota} />
              </li>
            ))}
        </ul>
      )}
    </DataPanel>
  );
}
