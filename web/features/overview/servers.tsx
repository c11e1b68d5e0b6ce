import { Link } from '@tanstack/react-router';
import type { Overview } from '../../../shared/api/overview.ts';
import type { ServerRow } from '../../../shared/api/servers.ts';
import { MINUTE } from '../../../shared/time/units.ts';
import { whyUnscored } from '../../../shared/unscored.ts';
import { type Filter, sharedFilter } from '../../lib/filter.ts';
import { useNow } from '../../lib/now.ts';
import { count, counted, percent } from '../../lib/numbers.ts';
import { rangeSpan } from '../../lib/range.ts';
import { duration } from '../../lib/times.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { Captured } from '../../ui/captured.tsx';
import { Count, NONE } from '../../ui/columns.tsx';
import { type Answer, DataPanel } from '../../ui/data-panel.tsx';
import { Health } from '../../ui/health.tsx';
import { condensed, Sparkline } from '../../ui/sparkline.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { RelativeTime } from '../../ui/time.tsx';

const SHOWN = 12;

/** Columns for a range of this `length`; links keep the `search`. */
const columns = (search: Filter, length: string): readonly Column<ServerRow>[] => [
  {
    key: 'health',
    head: 'Health',
    cell: ({ health }) => <Health health={health} />,
    label: null,
  },
  {
    key: 'server',
    head: 'Server',
    wide: true,
    cell: ({ name, version }) => (
      <span className="row">
        <Link className="ell m" to="/servers" search={{ ...search, server: [name] }}>
          <Captured text={name} />
        </Link>
        {version !== null && (
          <span className="muted ell">
            <Captured text={version} />
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'dialect',
    head: 'Dialect',
    hide: 'm',
    cell: (row) => (
      <span className="muted">{[row.dialect, whyUnscored(row)].filter(Boolean).join(', ')}</span>
    ),
  },
  {
    key: 'responses',
    head: 'Responses',
    num: true,
    cell: ({ responses }) => count(responses),
  },
  {
    key: 'errors',
    head: 'Error rate',
    num: true,
    label: 'Errors',
    cell: ({ responses, error_rate, failures, previous_error_rate }) =>
      responses === 0 ? (
        NONE
      ) : (
        <span
          title={`${counted(failures, 'failure')}${previous_error_rate === null ? '' : `, was ${percent(previous_error_rate)}`}`}
        >
          <b className={error_rate === 0 ? 'faint' : undefined}>{percent(error_rate)}</b>
        </span>
      ),
  },
  {
    key: 'trend',
    head: `Failures, ${length}`,
    hide: 's',
    cell: ({ failure_sparkline }) => (
      <Sparkline values={condensed(failure_sparkline, 32)} color="var(--bad)" height={20} />
    ),
  },
  {
    key: 'warnings',
    head: 'Warnings',
    num: true,
    cell: ({ warnings }) => <Count n={warnings} />,
  },
  {
    key: 'must',
    head: 'MUST',
    num: true,
    cell: ({ must_violations }) => <Count n={must_violations} />,
  },
  {
    key: 'p95',
    head: 'p95',
    num: true,
    cell: ({ duration_p95 }) => (duration_p95 === null ? NONE : duration(duration_p95)),
  },
  {
    key: 'last',
    head: 'Last seen',
    num: true,
    hide: 's',
    cell: ({ last_seen }) => (
      <span className="muted">
        <RelativeTime at={last_seen} />
      </span>
    ),
  },
];

/** One row per server with its health, worst first. */
export function Servers({ query }: { query: Answer<Overview> }) {
  const filter = useFilter();
  const search = sharedFilter(filter);
  const now = useNow(MINUTE);
  return (
    <DataPanel
      title="Servers"
      note={({ servers }) =>
        `${counted(servers.length, 'server')}${servers.length > 1 ? ', worst first' : ''}`
      }
      actions={
        <Link className="link" to="/servers" search={search}>
          All servers and clients
        </Link>
      }
      query={query}
      height={224}
      skeleton={<SkeletonRows rows={7} />}
      empty={({ servers }) => (servers.length === 0 ? 'servers' : undefined)}
      footer={({ servers }) =>
        servers.length > SHOWN ? `Showing the worst ${SHOWN} of ${count(servers.length)}` : null
      }
    >
      {({ servers }) => (
        <Table
          name="servers"
          caption="Servers by health, worst first"
          columns={columns(search, rangeSpan(filter, now))}
          rows={servers.slice(0, SHOWN)}
          rowKey={({ name }) => name}
        />
      )}
    </DataPanel>
  );
}
