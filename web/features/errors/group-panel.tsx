import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { ErrorGroupDetail } from '../../../shared/api/error-groups.ts';
import { defined } from '../../lib/filter.ts';
import { clockOrDay, clockSeconds, count, counted, ms, percent, span } from '../../lib/format.ts';
import { useNow } from '../../lib/now.ts';
import { useZone } from '../../lib/preferences.ts';
import { useShownOne } from '../../lib/title.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { Bar } from '../../ui/bar.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Captured, spelled } from '../../ui/captured.tsx';
import { categoryColor } from '../../ui/category.ts';
import { ChartButtons, ChartOrTable } from '../../ui/chart/chart-or-table.tsx';
import type { ChartData } from '../../ui/chart/model.ts';
import { Chip } from '../../ui/chip.tsx';
import { DataBody, StaleMark } from '../../ui/data-panel.tsx';
import { GROUP_MARKS, groupShown } from '../../ui/mark.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { CategoryName } from '../../ui/swatch.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { GroupActions } from './actions.tsx';
import { History } from './history.tsx';
import { groupQuestion } from './queries.ts';
import { useGroups } from './use-groups.ts';
import './group-panel.css';

/** Categories on which the server's owner must act. */
const SERVER_OWNER_ACTS: ReadonlySet<ErrorGroupDetail['category']> = new Set([
  'internal',
  'schema',
  'unknown',
]);

/** One error group next to the list: who must act, what can be done, since when, for whom, and samples. */
export function GroupPanel({ id }: { id: string }) {
  const query = useQuery(groupQuestion(id, useFilter()));
  useShownOne(query.data && `${query.data.code ?? 'no code'} on ${query.data.server}`);
  return (
    <aside className="group-panel" aria-label="Error group">
      {query.isLoadingError && (
        <section className="row">
          <span className="end">
            <Close />
          </span>
        </section>
      )}
      <DataBody query={query} height={480} skeleton={<SkeletonRows rows={12} />}>
        {(group) => (
          <>
            <Head group={group} stale={<StaleMark query={query} />} />
            <Trend group={group} />
            {group.breakdowns.filter(says).map((breakdown) => (
              <Breakdown key={breakdown.dimension} {...breakdown} total={group.count} />
            ))}
            <Samples group={group} />
            <History group={group} />
          </>
        )}
      </DataBody>
    </aside>
  );
}

const DIMENSION_NAMES = new Map([
  ['client', 'Client'],
  ['server_version', 'Server version'],
]);

/** A member of the details that differs in every failure, such as a request id, says nothing of the group. */
const says = ({ dimension, values }: ErrorGroupDetail['breakdowns'][number]) =>
  DIMENSION_NAMES.has(dimension) || values.some((value) => value.count > 1);

function Head({ group, stale }: { group: ErrorGroupDetail; stale: ReactNode }) {
  const shown = GROUP_MARKS[groupShown(group)];
  const newest = group.versions[0]?.version;
  return (
    <section>
      <div className="row wrap">
        <Chip tone={shown.tone} mark={shown.name}>
          {shown.word}
        </Chip>
        <Chip>
          <CategoryName category={group.category} />
        </Chip>
        {stale}
        <Neighbours id={group.id} />
        <Close />
      </div>
      <h2 className="mono break">{group.code === null ? 'no code' : <Captured text={group.code} />}</h2>
      {group.message !== null && (
        <p className="muted clamp">
          <Captured text={group.message} />
        </p>
      )}
      <p className="sm muted break">
        {group.operation !== null && (
          <code>
            <Captured text={group.operation} />
          </code>
        )}{' '}
        on <Captured text={group.server} /> {newest !== undefined && <Captured text={newest} />}
      </p>
      <p>
        {SERVER_OWNER_ACTS.has(group.category) ? (
          <>
            <b>Fix in the server.</b> <span className="muted">Clients: {group.guidance}.</span>
          </>
        ) : (
          <>
            <b>Fix in the client:</b> <span className="muted">{group.guidance}.</span>
          </>
        )}
      </p>
      {!group.registered && group.code !== null && group.dialect === 'mcp-aql' && (
        <p className="sm muted">This code is not in the MCP-AQL registry.</p>
      )}
      <GroupActions groups={[group]} versions={group.versions.map(({ version }) => version)} keys />
    </section>
  );
}

function Close() {
  return (
    <Link
      to="/errors"
      search={true}
      resetScroll={false}
      className={`${buttonClass({ kind: 'ghost', icon: true })} no-print`}
      aria-label="Close"
    >
      <X size={14} aria-hidden="true" />
    </Link>
  );
}

/** Links to the previous and next group in the list. */
function Neighbours({ id }: { id: string }) {
  const { groups } = useGroups();
  const at = groups.findIndex((group) => group.id === id);
  const sides = [
    { name: 'Previous group', to: at < 0 ? undefined : groups[at - 1], Sign: ChevronLeft },
    { name: 'Next group', to: at < 0 ? undefined : groups[at + 1], Sign: ChevronRight },
  ];
  return (
    <span className="row end no-print">
      {sides.map(({ name, to, Sign }) =>
        to === undefined ? (
          <Button key={name} kind="ghost" icon disabled aria-label={name}>
            <Sign size={14} aria-hidden="true" />
          </Button>
        ) : (
          <Link
            key={name}
            to="/errors/$group"
            params={{ group: to.id }}
            search={true}
            resetScroll={false}
            className={buttonClass({ kind: 'ghost', icon: true })}
            aria-label={name}
          >
            <Sign size={14} aria-hidden="true" />
          </Link>
        ),
      )}
    </span>
  );
}

function Trend({ group }: { group: ErrorGroupDetail }) {
  const data = useMemo((): ChartData => {
    const [from, to] = [ms(group.from), ms(group.to)];
    return {
      name: `${group.code ?? 'group'} over time`,
      from,
      to,
      bucketMs: group.bucket_ms,
      lanes: [
        {
          key: 'failures',
          height: 96,
          series: [
            {
              key: 'failures',
              label: 'Failures',
              color: categoryColor(group.category),
              kind: 'bar',
              points: group.trend,
            },
          ],
        },
      ],
      markers: group.versions
        .map(({ version, first_seen }) => ({
          at: ms(first_seen),
          label: `${spelled(version)} first seen`,
        }))
        .filter(({ at }) => at > from && at < to),
    };
  }, [group]);
  return (
    <section>
      <h3 className="row">
        Trend
        <span className="row">
          <span>
            {count(group.count)}
            {group.previous_count !== null && `, was ${count(group.previous_count)}`} ·{' '}
            {span(group.bucket_ms)} buckets
          </span>
          <ChartButtons name="trend" title="Trend" data={data} />
        </span>
      </h3>
      <ChartOrTable name="trend" data={data} height={200} />
    </section>
  );
}

function Breakdown({
  dimension,
  count: had,
  values,
  total,
}: ErrorGroupDetail['breakdowns'][number] & { total: number }) {
  const name = DIMENSION_NAMES.get(dimension);
  return (
    <section>
      <h3>
        {name ?? <code className="ell">{dimension}</code>}
        <span>{had === total ? `of ${count(total)}` : `of ${count(had)} examined`}</span>
      </h3>
      <ul>
        {values.map(({ value, count: many, share }) => (
          <li key={value} className="group-break">
            <span className="ell" title={value}>
              <Captured text={value} />
            </span>
            <Bar share={share} />
            <span className="num">{count(many)}</span>
            <span className="num muted">{percent(share)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Samples({ group }: { group: ErrorGroupDetail }) {
  const zone = useZone();
  const now = useNow(60_000);
  return (
    <section>
      <h3>
        Samples
        {group.count === 0 ? (
          <span>from before this range</span>
        ) : (
          <Link
            className="link"
            to="/traffic"
            search={(held) =>
              defined({
                ...held,
                outcome: ['failure'],
                server: [group.server],
                operation: group.operation === null ? undefined : [group.operation],
                code: group.code === null ? undefined : [group.code],
              })
            }
          >
            All {counted(group.count, 'failure')}
          </Link>
        )}
      </h3>
      <ul>
        {group.samples.map((sample) => (
          <li key={sample.id}>
            <Link
              className="group-sample"
              to="/traffic/$response"
              params={{ response: sample.id }}
              search={true}
            >
              <time dateTime={sample.observed_at}>
                {clockOrDay(sample.observed_at, zone, now, clockSeconds)}
              </time>
              <span className="ell">
                {sample.message === null ? 'no message' : <Captured text={sample.message} />}
              </span>
              <span className="sm muted mono ell">{sample.first ? 'first failure' : sample.request_id}</span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="sm muted">
        First seen <RelativeTime at={group.first_seen} ago />, last seen{' '}
        <RelativeTime at={group.last_seen} ago />.
      </p>
    </section>
  );
}
