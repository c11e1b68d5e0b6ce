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

/** Whether all failures examined have one value of the details: there is nothing to compare. */
const isSame = ({ dimension, examined, values }: BreakdownData) =>
  !DIMENSION_NAMES.has(dimension) && values[0]?.count === examined;

/** How a group's newest failures split by client, server version and details, and which details they share. */
export function Breakdowns({ group }: { group: ErrorGroupDetail }) {
  const told = group.breakdowns.filter(says);
  return (
    <>
      {told
        .filter((breakdown) => !isSame(breakdown))
        .map((breakdown) => (
          <Breakdown key={breakdown.dimension} {...breakdown} group={group} />
        ))}
      <Shared breakdowns={told.filter(isSame)} group={group} />
    </>
  );
}

interface OfGroup {
  readonly group: ErrorGroupDetail;
}

/** `of the newest 50`, or `of 12` if these are all. */
function Examined({ many, group }: OfGroup & { many: number }) {
  return (
    <>
      of {many < group.count && 'the newest '}
      {count(many)}
    </>
  );
}

/** The details that all failures have alike, a line each. */
function Shared({ breakdowns, group }: OfGroup & { breakdowns: readonly BreakdownData[] }) {
  const [first] = breakdowns;
  if (first === undefined) return null;
  return (
    <section>
      <h3 className="row">
        The same in all
        <span>
          <Examined many={first.examined} group={group} />
        </span>
      </h3>
      <ul>
        {breakdowns.map(({ dimension, values }) => (
          <li key={dimension} className="row">
            <code className="ell muted">
              <Captured text={dimension} />
            </code>
            {values.map(({ value }) => (
              <span key={value} className="ell end">
                <Captured text={value} />
              </span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Breakdown({ dimension, examined, count: had, values, group }: BreakdownData & OfGroup) {
  const name = DIMENSION_NAMES.get(dimension);
  return (
    <section>
      <h3 className="row">
        {name ?? (
          <code className="ell">
            <Captured text={dimension} />
          </code>
        )}
        <span>
          {had < examined && `in ${count(had)} `}
          <Examined many={examined} group={group} />
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
