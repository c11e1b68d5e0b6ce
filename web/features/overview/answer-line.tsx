import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Overview } from '../../../shared/api/overview.ts';
import type { ServerRow } from '../../../shared/api/servers.ts';
import { FAILING_RATE, failsOften } from '../../../shared/health.ts';
import { filterWords, sharedFilter } from '../../lib/filter.ts';
import { count, counted, percent } from '../../lib/numbers.ts';
import { statusQuestion } from '../../lib/questions.ts';
import { isOpenEnded } from '../../lib/range.ts';
import { ms } from '../../lib/times.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Captured } from '../../ui/captured.tsx';
import { type Answer, PartMark, StaleMark } from '../../ui/data-panel.tsx';
import { Icon } from '../../ui/mark.tsx';
import { ShowMore, Skeleton } from '../../ui/states.tsx';
import { BeganWith, CauseAndErrors, OpenGroup, Others } from './answer-links.tsx';
import { Announced, CountedIn, Last, Said, Since, useTense, What } from './answer-words.tsx';
import { largestGroupQuestion, lastFailureQuestion } from './queries.ts';

/** Worst first, at least one. */
type Servers = readonly [ServerRow, ...ServerRow[]];

/** A group with at least this share of a server's failures is named as the cause. */
const CAUSE_SHARE = 0.5;

function Broken({
  incident,
  from,
  others,
}: {
  incident: NonNullable<Overview['incident']>;
  from: string;
  others: readonly ServerRow[];
}) {
  const { server, state, since, count: failed, failures, clients, all_clients, version } = incident;
  return (
    <>
      <Icon name="high" tone="bad" size={18} />
      <p className="break">
        <b className="b">
          <Said server={server} how="failing" />
        </b>{' '}
        <What of={incident} /> <Since since={since} />: {count(failed)} of {counted(failures, 'failure')}{' '}
        <CountedIn since={since} from={from} />,{' '}
        {all_clients === null
          ? counted(clients, 'client')
          : `${count(clients)} of ${counted(all_clients, 'client')}`}
        .{version !== null && <BeganWith server={server} version={version} />}
        {state !== 'open' && ` This group is ${state}.`}
        <Others servers={others} />
      </p>
      <span className="row">
        <Link
          className={buttonClass()}
          to="/traffic/$response"
          params={{ response: incident.first_response }}
          search={sharedFilter(useFilter())}
        >
          First failure
        </Link>
        <OpenGroup group={incident.group} />
      </span>
    </>
  );
}

/** The group behind most of a server's failures, if any, and its last failure. */
function useFailures(server: ServerRow) {
  const filter = { ...sharedFilter(useFilter()), server: [server.name] };
  const largest = useQuery(largestGroupQuestion(filter));
  const newest = useQuery(lastFailureQuestion(filter));
  // While another server's answers are still shown, neither is named.
  const cause = largest.data?.items.find(
    (group) => group.server === server.name && group.count >= server.failures * CAUSE_SHARE,
  );
  const last = newest.data?.items.find((response) => response.server === server.name);
  return { cause, last, isPending: largest.isPending || newest.isPending };
}

/** What most failures are, and when the last one was. */
function MostAndLast({ cause, last }: Omit<ReturnType<typeof useFailures>, 'isPending'>) {
  const filter = sharedFilter(useFilter());
  return (
    <>
      {cause !== undefined && (
        <>
          , most with <What of={cause} />
        </>
      )}
      {last !== undefined && (
        <>
          , the last one{' '}
          <Link className="link" to="/traffic/$response" params={{ response: last.id }} search={filter}>
            <Last at={last.observed_at} />
          </Link>
        </>
      )}
      .
    </>
  );
}

/** Servers fail, none with an incident. */
function Failing({ servers: [worst, ...others] }: { servers: Servers }) {
  const { cause, last, isPending } = useFailures(worst);
  if (isPending) return <Skeleton height={16} width="52%" />;
  return (
    <>
      <Icon name="high" tone="bad" size={18} />
      <p className="break">
        <b className="b">
          <Said server={worst.name} how="failing" />
        </b>{' '}
        {percent(worst.error_rate)} of {counted(worst.responses, 'response')} failed
        {worst.error_rate < FAILING_RATE && `, ${FAILING_RATE * 100} % or more of the newest`}
        <MostAndLast cause={cause} last={last} />
        <Others servers={others} />
      </p>
      <CauseAndErrors cause={cause} server={worst} />
    </>
  );
}

/** Which servers are degraded, and the worst of several. */
function AreDegraded({ servers: [worst, ...others] }: { servers: Servers }) {
  const { is, are } = useTense();
  return (
    <>
      <b className="b">
        {others.length === 0 ? (
          <Said server={worst.name} how="degraded" />
        ) : (
          `${count(others.length + 1)} servers ${are} degraded.`
        )}
      </b>{' '}
      {others.length > 0 && (
        <>
          <span>
            <Captured text={worst.name} />
          </span>{' '}
          {is} the worst:{' '}
        </>
      )}
    </>
  );
}

/** No server is failing, but the worst one fails more often than it should, or did until its last failure. */
function FailingOften({ servers }: { servers: Servers }) {
  const [worst] = servers;
  const { cause, last, isPending } = useFailures(worst);
  if (isPending) return <Skeleton height={16} width="52%" />;
  return (
    <>
      <Icon name="medium" tone="warn" size={18} />
      <p className="break">
        <AreDegraded servers={servers} />
        {percent(worst.error_rate)} of {counted(worst.responses, 'response')} failed
        <MostAndLast cause={cause} last={last} />
      </p>
      <CauseAndErrors cause={cause} server={worst} />
    </>
  );
}

/** No server is failing, and the worst one only breaks a MUST more often than it should. */
function Breaking({ servers }: { servers: Servers }) {
  const [worst] = servers;
  const filter = sharedFilter(useFilter());
  return (
    <>
      <Icon name="medium" tone="warn" size={18} />
      <p className="break">
        <AreDegraded servers={servers} />
        {counted(worst.must_violations, 'MUST violation')} in {counted(worst.responses, 'response')}.
      </p>
      <span className="row">
        <Link className={buttonClass()} to="/conformance" search={{ ...filter, server: [worst.name] }}>
          View violations
        </Link>
      </span>
    </>
  );
}

/** Since when nothing arrives at all, if what is stored is older than the range. */
function NewestStored({ before }: { before: string }) {
  const isNow = isOpenEnded(useFilter());
  const { data: status } = useQuery(statusQuestion());
  const newest = status?.stored.newest ?? null;
  if (!isNow || newest === null || ms(newest) >= ms(before)) return null;
  return (
    <>
      {' '}
      The newest stored is from <Last at={newest} />.
    </>
  );
}

function Calm({ data }: { data: Overview }) {
  const filter = useFilter();
  const isNow = isOpenEnded(filter);
  const { responses, failures } = data.totals;
  const isTold = data.servers.some(({ health }) => health !== null);
  if (responses === 0) {
    const named = filterWords(filter);
    return (
      <>
        <Icon name="dashes" tone="muted" size={16} />
        <p className="muted break">
          No responses in this range
          {named.length > 0 && (
            <>
              {' '}
              match <Captured text={named.join(', ')} />
            </>
          )}
          .
          <NewestStored before={data.from} />
        </p>
        <ShowMore />
      </>
    );
  }
  return (
    <>
      {isTold ? <Icon name="tick" tone="ok" size={16} /> : <Icon name="dashes" tone="muted" size={16} />}
      <p>
        {isTold && <b className="b">{isNow ? 'No servers are failing.' : 'No servers were failing.'}</b>}{' '}
        <span className="muted">
          {counted(failures, 'failure')} in {counted(responses, 'response')}, {percent(failures / responses)}.
          {!isTold && ' Among these alone, health cannot be told.'}
        </span>
      </p>
    </>
  );
}

function withHealth({ servers }: Overview, health: 'failing' | 'degraded'): Servers | undefined {
  const [first, ...rest] = servers.filter((server) => server.health === health);
  return first && [first, ...rest];
}

/**
 * The page in one sentence: what is broken, if anything; where, since when, for whom, since which version.
 */
export function AnswerLine({ query }: { query: Answer<Overview> }) {
  if (query.data === undefined) {
    if (query.error !== null) return null;
    return (
      <div className="panel answer">
        <Skeleton height={16} width="52%" />
      </div>
    );
  }
  return <Told data={query.data} stale={<StaleMark query={query} />} />;
}

function Told({ data, stale }: { data: Overview; stale: ReactNode }) {
  const { incident } = data;
  const failing = withHealth(data, 'failing');
  const degraded = withHealth(data, 'degraded');
  const tint = incident === null && failing === undefined ? degraded && 'tint warn' : 'tint bad';
  return (
    // Its marks are those of the figures below, too.
    <div className={`panel answer ${tint ?? ''}`}>
      <Announced
        server={incident?.server ?? failing?.[0].name ?? degraded?.[0].name}
        how={tint === 'tint bad' ? 'failing' : 'degraded'}
      />
      {incident !== null ? (
        <Broken
          incident={incident}
          from={data.from}
          others={(failing ?? []).filter(({ name }) => name !== incident.server)}
        />
      ) : failing !== undefined ? (
        <Failing servers={failing} />
      ) : degraded !== undefined ? (
        failsOften(degraded[0]) ? (
          <FailingOften servers={degraded} />
        ) : (
          <Breaking servers={degraded} />
        )
      ) : (
        <Calm data={data} />
      )}
      <PartMark data={data} />
      {stale}
    </div>
  );
}
