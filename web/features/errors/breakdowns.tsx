import { Link } from '@tanstack/react-router';
import type { ErrorGroupDetail } from '../../../shared/api/error-groups.ts';
import { changed, sharedFilter } from '../../lib/filter.ts';
import { count, percent } from '../../lib/numbers.ts';
import { Bar } from '../../ui/bar.tsx';
import { Captured } from '../../ui/captured.tsx';

type BreakdownData = ErrorGroupDetail['breakdowns'][number];

const DIMENSION_NAMES = new Map([
  ['client', 'Client'],
  ['client_version', 'Client version'],
  ['server_version', 'Server version'],
]);

/** A member of the details that differs in every failure, such as a request id, says nothing of the group. */
const says = ({ dimension, values }: BreakdownData) =>
  DIMENSION_NAMES.has(dimension) || values.some((value) => value.count > 1);

/** How a group's newest failures split by client, server version and details. */
export function Breakdowns({ group }: { group: ErrorGroupDetail }) {
  return group.breakdowns
    .filter(says)
    .map((breakdown) => <Breakdown key={breakdown.dimension} {...breakdown} group={group} />);
}

function Breakdown({
  dimension,
  examined,
  count: had,
  values,
  group,
}: BreakdownData & { group: ErrorGroupDetail }) {
  const name = DIMENSION_NAMES.get(dimension);
  return (
    <section>
      <h3>
        {name ?? (
          <code className="ell">
            <Captured text={dimension} />
          </code>
        )}
        <span>
          {had < examined && `in ${count(had)} `}of {examined < group.count && 'the newest '}
          {count(examined)}
        </span>
      </h3>
      <ul>
        {values.map(({ value, count: many, share }) => (
          <li key={value} className="group-break">
            {dimension === 'client' ? (
              <OfClient name={value} />
            ) : dimension === 'server_version' ? (
              <OfVersion name={value} group={group} />
            ) : (
              <span className="ell" title={value}>
                <Captured text={value} />
              </span>
            )}
            <Bar share={share} />
            <span className="num">{count(many)}</span>
            <span className="num muted">{percent(share)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Leads to the same group for this client alone. */
function OfClient({ name }: { name: string }) {
  return (
    <Link
      className="link ell"
      title={name}
      to="."
      search={(held) => changed(held, { client: [name], not_client: undefined })}
      resetScroll={false}
    >
      <Captured text={name} />
    </Link>
  );
}

/** Leads to the error rates of the server's versions, in the group's operation: a busy version fails more often. */
function OfVersion({
  name,
  group: { server, operation },
}: {
  name: string;
  group: Pick<ErrorGroupDetail, 'server' | 'operation'>;
}) {
  return (
    <Link
      className="link ell"
      title={name}
      to="/servers"
      search={(held) => ({
        ...sharedFilter(held),
        server: [server],
        ...(operation !== null && { operation: [operation] }),
      })}
    >
      <Captured text={name} />
    </Link>
  );
}
