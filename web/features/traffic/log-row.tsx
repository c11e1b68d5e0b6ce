import { memo } from 'react';
import type { ResponseRow } from '../../../shared/api/responses.ts';
import { UNIDENTIFIED } from '../../../shared/unidentified.ts';
import { basePath } from '../../lib/base-path.ts';
import { count, counted } from '../../lib/numbers.ts';
import { clockSeconds, date, dateTimeOrDate, day, duration, exact, type Zone } from '../../lib/times.ts';
import { Captured } from '../../ui/captured.tsx';
import { LEVEL_MARKS, type MarkName, SEVERITY_MARKS, type Tone } from '../../ui/looks.ts';
import { Icon, OutcomeMark } from '../../ui/mark.tsx';

/** A number of findings, with its mark; nothing if there are none. */
function MarkedCount({ name, tone, n, words }: { name: MarkName; tone: Tone; n: number; words: string }) {
  if (n === 0) return null;
  return (
    <span className={`mark ${tone}`} title={words}>
      <Icon name={name} size={13} />
      <span aria-hidden="true">{count(n)}</span>
      <span className="vh">{words}</span>
    </span>
  );
}

/** The warnings of a response, with the mark of the most severe. */
function Warnings({ row: { warnings, severity } }: { row: ResponseRow }) {
  if (severity === null) return null;
  const look = SEVERITY_MARKS[severity];
  const words = `${counted(warnings, 'warning')}, most severe: ${look.word}`;
  return <MarkedCount {...look} n={warnings} words={words} />;
}

/** `18 Nov 13:42:07` */
const daySeconds = (time: string | number, zone: Zone) => `${day(time, zone)} ${clockSeconds(time, zone)}`;

interface LogRowProps {
  readonly row: ResponseRow;
  /** Whether Tab leads to it: to one row of the log, and from there to what follows the log. */
  readonly isTabStop: boolean;
  readonly selected: boolean;
  readonly cursor: boolean;
  readonly zone: Zone;
  /** The current time, epoch ms, to the minute. */
  readonly now: number;
  /** The page's query string, kept when a response opens. */
  readonly search: string;
  readonly open: (id: string) => void;
}

/**
 * One line of the log: failures show their code, successes their findings. It is rendered fifty times, and
 * again at each step of scrolling, so it is a bare link without subscriptions.
 */
export const LogRow = memo(({ row, isTabStop, selected, cursor, zone, now, search, open }: LogRowProps) => {
  const failed = row.outcome === 'failure';
  const isToday = date(row.observed_at, zone) === date(now, zone);
  return (
    <a
      href={`${basePath}/traffic/${row.id}${search}`}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        open(row.id);
      }}
      className={`log-row${failed ? ' failed' : ''}${cursor ? ' cursor' : ''}`}
      aria-current={selected ? 'true' : undefined}
      tabIndex={isTabStop ? 0 : -1}
      data-response={row.id}
    >
      <time className="muted nowrap" dateTime={row.observed_at} title={exact(row.observed_at, zone)}>
        {isToday
          ? clockSeconds(row.observed_at, zone)
          : dateTimeOrDate(row.observed_at, zone, now, daySeconds)}
      </time>
      <OutcomeMark outcome={row.outcome} bare />
      <span className="log-what">
        <span className="mono ell log-operation">
          <Captured text={row.operation ?? row.tool ?? 'no operation'} />
        </span>
        <span className="muted ell log-server">
          <Captured text={row.server} />
        </span>
        <span className="muted ell break log-said">
          {failed && (
            <span className="mono">
              <Captured text={row.code ?? (row.message === null ? 'no code' : null)} />
            </span>
          )}{' '}
          <span className={row.code === null ? undefined : 'log-message'}>
            <Captured text={row.message} />
          </span>
          {row.members > 0 && `batch of ${row.members}`}
        </span>
      </span>
      <span className="muted ell log-client">
        <Captured text={row.client ?? UNIDENTIFIED} />
      </span>
      <span className="log-tallies">
        {row.masked && (
          <span className="mark bad" title="Claims success but hides a failure">
            masked
          </span>
        )}
        <MarkedCount {...LEVEL_MARKS.must} n={row.must} words={`${count(row.must)} MUST`} />
        {!failed && <Warnings row={row} />}
      </span>
      <span className="num muted">{row.duration_ms === null ? '' : duration(row.duration_ms)}</span>
    </a>
  );
});

/** The heads of the columns, if the log is wide enough for them. */
export function ColumnHeads() {
  return (
    <div className="log-row log-heads heads" aria-hidden="true">
      <span>Time</span>
      <span />
      <span className="log-what">
        <span>Operation</span>
        <span>Server</span>
        <span>Code, message</span>
      </span>
      <span>Client</span>
      <span className="log-tallies">Findings</span>
      <span className="num">Duration</span>
    </div>
  );
}
