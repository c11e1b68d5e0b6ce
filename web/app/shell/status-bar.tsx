import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Status } from '../../../shared/api/status.ts';
import { MINUTE } from '../../../shared/time/units.ts';
import { sharedFilter } from '../../lib/filter.ts';
import { useNow } from '../../lib/now.ts';
import { bytes, short, times } from '../../lib/numbers.ts';
import { useZone } from '../../lib/preferences.ts';
import { statusQuestion, warningsQuestion } from '../../lib/questions.ts';
import { clockSeconds, duration, ms, span, zoneName } from '../../lib/times.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { Captured } from '../../ui/captured.tsx';
import { Icon } from '../../ui/mark.tsx';
import { logOut } from './log-out.ts';

/** How recent a slow operation must be to be slow now. */
const SLOW_NOW = '-1h';
const SHOWN = 3;
/** A shorter stored history is not worth stating, ms. */
const SHORTEST_SPAN_MS = MINUTE;

function SlowNow() {
  const { to: _, ...origin } = sharedFilter(useFilter());
  const { data } = useQuery(warningsQuestion({ ...origin, from: SLOW_NOW }));
  if (data === undefined) return null;
  const slow = data.slow.slice(0, SHOWN);
  if (slow.length === 0) return <span>No slow operations in the last hour</span>;
  return (
    <>
      <span className="row">
        <Icon name="medium" tone="warn" size={13} />
        Slow now
      </span>
      {slow.map(({ server, operation, duration_ms, threshold_ms, times: ratio, response }) => (
        <Link
          key={`${server} ${operation}`}
          to="/traffic/$response"
          params={{ response }}
          search={origin}
          title={`${operation} on ${server}`}
          className="ell"
        >
          <code>
            <Captured text={operation} />
          </code>{' '}
          {duration(duration_ms)}, {times(ratio)} its threshold of {duration(threshold_ms)}
        </Link>
      ))}
    </>
  );
}

function Stored() {
  const { data } = useQuery(statusQuestion());
  if (data === undefined) return null;
  const { responses, bytes: size, oldest, newest } = data.stored;
  const { keep_ms, max_bytes } = data.retention;
  const kept = oldest === null || newest === null ? 0 : ms(newest) - ms(oldest);
  return (
    <span className="row">
      <span title={limitsOf(data)}>
        Stored {short(responses)} {responses === 1 ? 'response' : 'responses'}
        {kept >= SHORTEST_SPAN_MS && `, ${span(kept)}${keep_ms === null ? '' : ` of ${span(keep_ms)}`}`},{' '}
        {bytes(size)}
        {max_bytes !== null && ` of ${bytes(max_bytes)}`}
      </span>
      <span aria-hidden="true">·</span>
    </span>
  );
}

/** What limits the responses kept, in words; undefined if nothing does. */
function limitsOf({ retention: { keep_ms, max_bytes } }: Status): string | undefined {
  const limits = [
    ...(keep_ms === null ? [] : [`for ${span(keep_ms)}`]),
    ...(max_bytes === null ? [] : [`within ${bytes(max_bytes)}`]),
  ];
  if (limits.length === 0) return undefined;
  return `Responses are kept ${limits.join(' and ')}. Counts and trends stay.`;
}

function LoggedIn() {
  const { data } = useQuery(statusQuestion());
  if (data?.token_required !== true) return null;
  return (
    <span className="row">
      <span>
        {data.by !== 'token' && `${data.by}: `}
        <button type="button" className="link" onClick={logOut}>
          Log out
        </button>
      </span>
      <span aria-hidden="true">·</span>
    </span>
  );
}

function Clock() {
  const zone = useZone();
  const now = useNow(1000);
  return (
    <span>
      {clockSeconds(now, zone)} {zoneName(zone)}
    </span>
  );
}

/** Performance warnings (warnings.md 5.3), what is stored, and the time. */
export function StatusBar() {
  return (
    <footer className="status no-print">
      <span className="slow grow">
        <SlowNow />
      </span>
      <span className="row end num">
        <Stored />
        <LoggedIn />
        <Clock />
      </span>
    </footer>
  );
}
