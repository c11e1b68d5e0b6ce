import { Link } from '@tanstack/react-router';
import type { ServerRow } from '../../../shared/api/servers.ts';
import { OVERFLOW } from '../../../shared/overflow.ts';
import { sharedFilter } from '../../lib/filter.ts';
import { clockOrDay, count, counted, ms, percent, span } from '../../lib/format.ts';
import { useNow } from '../../lib/now.ts';
import { useZone } from '../../lib/preferences.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { buttonClass } from '../../ui/button.tsx';
import type { Answer } from '../../ui/data-panel.tsx';
import { Icon } from '../../ui/mark.tsx';
import { Skeleton } from '../../ui/states.tsx';
import type { OverviewData } from './queries.ts';

/** The entry of the servers beyond the store's cap is no server. */
function Fails({ server }: { server: string }) {
  if (server === OVERFLOW) return 'Servers beyond those named are failing.';
  return (
    <>
      <span>{server}</span> is failing.
    </>
  );
}

function Broken({ incident }: { incident: NonNullable<OverviewData['incident']> }) {
  const filter = sharedFilter(useFilter());
  const zone = useZone();
  const now = useNow();
  const { server, code, operation, since, count: failed, failures, clients, all_clients, version } = incident;
  return (
    <>
      <Icon name="high" tone="bad" size={18} />
      <p className="break">
        <b className="b">
          <Fails server={server} />
        </b>{' '}
        <code>{code ?? 'No code'}</code>
        {operation !== null && (
          <>
            {' '}
            on <code>{operation}</code>
          </>
        )}{' '}
        since {clockOrDay(since, zone, now)}, {span(now - ms(since))} ago: {count(failed)} of{' '}
        {counted(failures, 'failure')}, {count(clients)} of {counted(all_clients, 'client')}.
        {version !== null && ` Began with version ${version}.`}
      </p>
      <span className="row">
        <Link
          className={buttonClass()}
          to="/traffic/$response"
          params={{ response: incident.first_response }}
          search={filter}
        >
          First bad response
        </Link>
        <Link
          className={buttonClass()}
          to="/errors/$group"
          params={{ group: incident.group }}
          search={filter}
        >
          Open group
        </Link>
      </span>
    </>
  );
}

/** Servers fail, but no one cause of it stands out. */
function Failing({ servers }: { servers: readonly [ServerRow, ...ServerRow[]] }) {
  const filter = sharedFilter(useFilter());
  const [worst] = servers;
  return (
    <>
      <Icon name="high" tone="bad" size={18} />
      <p className="break">
        <b className="b">
          {servers.length === 1 ? (
            <Fails server={worst.name} />
          ) : (
            `${count(servers.length)} servers are failing.`
          )}
        </b>{' '}
        {servers.length > 1 && `${worst.name} is the worst: `}
        {percent(worst.error_rate)} of {counted(worst.responses, 'response')} failed; no one cause stands out.
      </p>
      <span className="row">
        <Link className={buttonClass()} to="/errors" search={{ ...filter, server: [worst.name] }}>
          Its errors
        </Link>
      </span>
    </>
  );
}

function Calm({ data }: { data: OverviewData }) {
  const { responses, failures } = data.totals;
  if (responses === 0) {
    return (
      <>
        <Icon name="dashes" tone="muted" size={16} />
        <p className="muted">No response in this range.</p>
      </>
    );
  }
  return (
    <>
      <Icon name="tick" tone="ok" size={16} />
      <p>
        <b className="b">Nothing is failing now.</b>{' '}
        <span className="muted">
          {counted(failures, 'failure')} in {counted(responses, 'response')}, {percent(failures / responses)}.
        </span>
      </p>
    </>
  );
}

/** The page in one sentence: what is broken, where, since when, for whom and since which version, or that nothing is. */
export function AnswerLine({ query: { data, error } }: { query: Answer<OverviewData> }) {
  if (data === undefined) {
    if (error !== null) return null;
    return (
      <div className="panel answer">
        <Skeleton height={16} width="52%" />
      </div>
    );
  }
  const [worst, ...others] = data.servers.filter(({ health }) => health === 'failing');
  return (
    <div className={worst === undefined ? 'panel answer' : 'panel answer broken'} role="status">
      {data.incident !== null ? (
        <Broken incident={data.incident} />
      ) : worst !== undefined ? (
        <Failing servers={[worst, ...others]} />
      ) : (
        <Calm data={data} />
      )}
    </div>
  );
}
