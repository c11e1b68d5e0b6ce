import { Link } from '@tanstack/react-router';
import type { ErrorGroup } from '../../../shared/api/error-groups.ts';
import type { ServerRow } from '../../../shared/api/servers.ts';
import { OVERFLOW } from '../../../shared/overflow.ts';
import { sharedFilter } from '../../lib/filter.ts';
import { count } from '../../lib/numbers.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Captured } from '../../ui/captured.tsx';

/** The failing servers other than the subject of the sentence. */
export function Others({ servers }: { servers: readonly ServerRow[] }) {
  const filter = sharedFilter(useFilter());
  const [one, ...more] = servers;
  if (one === undefined) return null;
  return (
    <>
      {' '}
      Also failing: {/* A name breaks only if it is longer than a line. */}
      <Link
        className="link"
        style={{ display: 'inline-block' }}
        to="/errors"
        search={{ ...filter, server: servers.map(({ name }) => name) }}
      >
        {more.length > 0 ? (
          `${count(servers.length)} servers`
        ) : one.name === OVERFLOW ? (
          'servers over the limit'
        ) : (
          <Captured text={one.name} />
        )}
      </Link>
      .
    </>
  );
}

/** Leads to the versions of a server, each with its error rate. */
export function BeganWith({ server, version }: { server: string; version: string }) {
  const filter = sharedFilter(useFilter());
  return (
    <>
      {' '}
      Began with{' '}
      <Link className="link" to="/servers" search={{ ...filter, server: [server] }}>
        version <Captured text={version} />
      </Link>
      .
    </>
  );
}

/** Leads to the group that is the cause, if one is, and to all errors of the server. */
export function CauseAndErrors({ cause, server }: { cause: ErrorGroup | undefined; server: ServerRow }) {
  const filter = sharedFilter(useFilter());
  return (
    <span className="row">
      {cause !== undefined && <OpenGroup group={cause.id} />}
      <Link className={buttonClass()} to="/errors" search={{ ...filter, server: [server.name] }}>
        View errors
      </Link>
    </span>
  );
}

export function OpenGroup({ group }: { group: string }) {
  return (
    <Link className={buttonClass()} to="/errors/$group" params={{ group }} search={sharedFilter(useFilter())}>
      Open group
    </Link>
  );
}
