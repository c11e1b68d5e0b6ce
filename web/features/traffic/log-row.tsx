import { Link } from '@tanstack/react-router';
import type { ResponseRow } from '../../../shared/api/responses.ts';
import { clockSeconds, dateTime, day, duration, exact, ms } from '../../lib/format.ts';
import { useNow } from '../../lib/now.ts';
import { useZone } from '../../lib/preferences.ts';
import { Icon, LEVEL_MARKS, OutcomeMark } from '../../ui/mark.tsx';

/** How many findings, with their mark; nothing where there is none. */
function Tally({
  name,
  tone,
  n,
  word,
}: {
  name: 'high' | 'medium' | 'low';
  tone: 'bad' | 'warn' | 'low';
  n: number;
  word: string;
}) {
  if (n === 0) return null;
  return (
    <span className={`tally ${tone}`} title={`${n} ${word}`}>
      <Icon name={name} size={13} />
      {n}
      <span className="vh"> {word}</span>
    </span>
  );
}

/** One line of the log: failures show their code, successes their findings. */
export function LogRow({ row, selected, cursor }: { row: ResponseRow; selected: boolean; cursor: boolean }) {
  const zone = useZone();
  const today = day(useNow(60_000), zone);
  const failed = row.outcome === 'failure';
  const sameDay = day(row.observed_at, zone) === today;
  const { must } = LEVEL_MARKS;
  return (
    <Link
      to="/traffic/$response"
      params={{ response: row.id }}
      search={true}
      resetScroll={false}
      className={`log-row${cursor ? ' cursor' : ''}`}
      aria-current={selected ? 'true' : undefined}
      data-response={row.id}
    >
      <time className="log-time" dateTime={row.observed_at} title={exact(ms(row.observed_at), zone)}>
        {(sameDay ? clockSeconds : dateTime)(row.observed_at, zone)}
      </time>
      <OutcomeMark outcome={row.outcome} bare />
      <span className="log-what">
        <span className="mono log-operation">{row.operation ?? row.tool ?? 'no operation'}</span>
        <span className="muted log-server">{row.server}</span>
        {failed && <span className="mono muted log-code">{row.code ?? row.message ?? 'no code'}</span>}
      </span>
      <span className="log-tallies">
        {row.masked && (
          <span className="tally bad" title="A claimed success that hides a failure">
            masked
          </span>
        )}
        <Tally name="high" tone={must.tone === 'bad' ? 'bad' : 'low'} n={row.must} word="MUST" />
        {!failed && (
          <Tally
            name="medium"
            tone="warn"
            n={row.warnings}
            word={row.warnings === 1 ? 'warning' : 'warnings'}
          />
        )}
      </span>
      <span className="log-duration muted">{row.duration_ms === null ? '' : duration(row.duration_ms)}</span>
    </Link>
  );
}
