import { Link } from '@tanstack/react-router';
import type { ErrorGroupDetail } from '../../../shared/api/error-groups.ts';
import { MINUTE } from '../../../shared/time/units.ts';
import { changed, type FilterChange } from '../../lib/filter.ts';
import { useNow } from '../../lib/now.ts';
import { allOf } from '../../lib/numbers.ts';
import { useZone } from '../../lib/preferences.ts';
import { clockSeconds, date, dateTimeOrDate } from '../../lib/times.ts';
import { Captured } from '../../ui/captured.tsx';
import { ClockTime, RelativeTime } from '../../ui/time.tsx';

/**
 * The filter closest to a group: by code, those are its failures. A JSON-RPC code may stand in prose only, and responses
 * of prose have no code; then by category, and others of the operation are among them.
 */
function likeIt({ server, operation, category, code }: ErrorGroupDetail): FilterChange {
  const isByCode = code !== null && !/^-\d+$/.test(code);
  return {
    server: [server],
    operation: operation === null ? undefined : [operation],
    category: isByCode ? undefined : [category],
    code: isByCode ? [code] : undefined,
    outcome: undefined,
  };
}

/** A group's newest failures and its first one, each a link to the response. */
export function Samples({ group }: { group: ErrorGroupDetail }) {
  const zone = useZone();
  const now = useNow(MINUTE);
  const onDay = (at: string | number) => dateTimeOrDate(at, zone, now);
  const like = likeIt(group);
  const firstWords = group.regressed ? 'first since reopened' : 'first failure';
  return (
    <section>
      <h3 className="row">
        Samples
        {group.count === 0 ? (
          <span>from before this range</span>
        ) : (
          <Link className="link" to="/traffic" search={(held) => changed(held, like)}>
            {like.code === undefined || like.operation === undefined
              ? 'Failures like these'
              : allOf(group.count, 'failure')}
          </Link>
        )}
      </h3>
      <ul className="kv">
        {group.samples.map((sample) => (
          <li key={sample.id}>
            <Link
              className="group-sample"
              to="/traffic/$response"
              params={{ response: sample.id }}
              search={true}
            >
              <time dateTime={sample.observed_at}>
                {date(sample.observed_at, zone) === date(now, zone)
                  ? clockSeconds(sample.observed_at, zone)
                  : onDay(sample.observed_at)}
              </time>
              <span className="row">
                <span className="ell grow">
                  {sample.message === null ? 'no message' : <Captured text={sample.message} />}
                </span>
                {sample.first && <span className="sm muted nowrap">{firstWords}</span>}
                {!sample.first && sample.request_id !== null && (
                  <span className="sm muted mono ell">
                    <Captured text={sample.request_id} />
                  </span>
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="sm muted">
        First seen <ClockTime at={group.first_seen} format={onDay} /> (
        <RelativeTime at={group.first_seen} ago />
        ), last seen <ClockTime at={group.last_seen} format={onDay} /> (
        <RelativeTime at={group.last_seen} ago />
        ).
      </p>
    </section>
  );
}
