import type { Overview, Totals } from '../../../shared/api/overview.ts';
import { defined } from '../../../shared/collections/defined.ts';
import type { Severity } from '../../../shared/severity.ts';
import { sharedFilter, THRESHOLD_WORDS } from '../../lib/filter.ts';
import { change, count, percent, percentFigure, short, signed } from '../../lib/numbers.ts';
import { duration, durationParts } from '../../lib/times.ts';
import { useFilter } from '../../lib/use-filter.ts';
import type { Answer } from '../../ui/data-panel.tsx';
import { KeyFigure, type KeyFigureProps, KeyFigureSkeleton } from '../../ui/key-figure.tsx';
import { averaged, condensed } from '../../ui/sparkline.tsx';
import { Failure } from '../../ui/states.tsx';

type Points = Overview['series']['responses'];

/** A smaller rise of the error rate, in percentage points, is not news. */
const RATE_NEWS_PT = 0.1;

/** A rise of the p95 by a smaller share or by fewer ms is not news. */
const SLOWER_NEWS = 0.25;
const SLOWER_NEWS_MS = 100;

/** From here on, counts are abbreviated. */
const LONG = 1e8;

const abbreviated = (n: number) => (n < LONG ? count(n) : short(n));
const rate = ({ failures, responses }: Totals) => (responses === 0 ? 0 : failures / responses);
const values = (points: Points) => condensed(points.map(([, value]) => value));

/** The failed share for each part of the range. */
function rates({ failures, responses }: Overview['series']): number[] {
  const all = values(responses);
  return values(failures).map((failed, part) => failed / (all[part] || 1));
}

/** The p95 in each part of the range; null where no response was timed. */
function p95s({ responses, duration_p95 }: Overview['series']): (number | null)[] {
  const timed = new Map(duration_p95);
  return averaged(
    responses.map(([at]) => timed.get(at) ?? null),
    48,
  );
}

function warningsLabel(threshold: Severity | undefined): string {
  return threshold === undefined || threshold === 2 ? 'Warnings' : `Warnings, ${THRESHOLD_WORDS[threshold]}`;
}

type Change = KeyFigureProps['change'];

function relative(now: number, before: number | null = null): Change {
  const words = change(now, before);
  return words === null ? null : { words, bad: false };
}

function rateChange(now: Totals, before: Totals | null): Change {
  if (before === null || now.responses === 0 || before.responses === 0) return null;
  const points = (rate(now) - rate(before)) * 100;
  return points >= RATE_NEWS_PT
    ? { words: `${points.toFixed(2)} pt`, bad: true }
    : { words: `${signed(points, (n) => n.toFixed(2))} pt`, bad: false };
}

function mustChange(now: Totals, before: Totals | null): Change {
  const more = before === null ? 0 : now.must_violations - before.must_violations;
  if (more === 0) return null;
  return more > 0
    ? { words: `${count(more)} more`, bad: true }
    : { words: `${count(-more)} fewer`, bad: false };
}

function slower(now: Totals, before: Totals | null): Change {
  if (now.duration_p95 === null || before === null || before.duration_p95 === null) return null;
  const more = now.duration_p95 - before.duration_p95;
  return more >= SLOWER_NEWS_MS && more >= SLOWER_NEWS * before.duration_p95
    ? { words: duration(more), bad: true }
    : { words: signed(more, duration), bad: false };
}

/** The five key figures of the page, with their change since the previous period. */
export function Figures({ query }: { query: Answer<Overview> }) {
  const filter = useFilter();
  const label = warningsLabel(filter.severity_max);
  const { data, error } = query;
  if (data === undefined) {
    if (error !== null) {
      return (
        <div className="panel">
          <Failure error={error} retry={() => void query.refetch()} height={95} />
        </div>
      );
    }
    return (
      <div className="figures">
        {['Responses', 'Error rate', label, 'MUST violations', 'p95 duration'].map((name) => (
          <KeyFigureSkeleton key={name} label={name} />
        ))}
      </div>
    );
  }
  const { totals: now, series } = data;
  const before = data.previous;
  const search = sharedFilter(filter);
  const p95 = now.duration_p95 === null ? undefined : durationParts(now.duration_p95);
  const was = (words: (totals: Totals) => string | null) => {
    const then = before === null ? null : words(before);
    return then === null ? '' : `, was ${then}`;
  };
  return (
    <div className="figures">
      <KeyFigure
        label="Responses"
        value={abbreviated(now.responses)}
        change={relative(now.responses, before?.responses)}
        of={before === null ? 'no full previous period' : `was ${count(before.responses)}`}
        spark={{ values: values(series.responses) }}
        to={{ to: '/traffic', search }}
      />
      <KeyFigure
        label="Error rate"
        value={now.responses === 0 ? '–' : percentFigure(rate(now))}
        unit={now.responses === 0 ? undefined : '%'}
        change={rateChange(now, before)}
        of={`${count(now.failures)} of ${count(now.responses)}${was((totals) => (totals.responses === 0 ? null : percent(rate(totals))))}`}
        spark={{ values: rates(series), color: 'var(--bad)' }}
        to={{ to: '/errors', search }}
      />
      <KeyFigure
        label={label}
        value={abbreviated(now.warnings)}
        change={relative(now.warnings, before?.warnings)}
        of={`in ${count(now.warned)} of ${count(now.responses)}${was(({ warnings }) => count(warnings))}`}
        spark={{ values: values(series.warnings), color: 'var(--warn)' }}
        to={{ to: '/warnings', search: defined({ ...search, severity_max: filter.severity_max }) }}
      />
      <KeyFigure
        label="MUST violations"
        value={abbreviated(now.must_violations)}
        change={mustChange(now, before)}
        of={`in ${count(now.broken)} of ${count(now.responses)}${was(({ must_violations }) => count(must_violations))}`}
        spark={{ values: values(series.must_violations), color: 'var(--bad)' }}
        to={{ to: '/conformance', search }}
      />
      <KeyFigure
        label="p95 duration"
        value={p95?.value ?? '–'}
        unit={p95?.unit}
        change={slower(now, before)}
        of={
          now.timed === 0
            ? 'no durations reported'
            : `${now.timed === now.responses ? 'all' : count(now.timed)} timed${was(({ duration_p95 }) => (duration_p95 === null ? null : duration(duration_p95)))}`
        }
        spark={{ values: p95s(series), kind: 'line' }}
        to={{ to: '/servers', search }}
      />
    </div>
  );
}
