import type { Severity } from '../../../shared/severity.ts';
import { sharedFilter, THRESHOLD_WORDS } from '../../lib/filter.ts';
import { change, count, duration, durationParts, percent, signed } from '../../lib/format.ts';
import { useFilter } from '../../lib/use-filter.ts';
import type { Answer } from '../../ui/data-panel.tsx';
import { KeyFigure, KeyFigureSkeleton, KeyFigures } from '../../ui/key-figure.tsx';
import { condensed } from '../../ui/sparkline.tsx';
import { Failure } from '../../ui/states.tsx';
import type { OverviewData } from './queries.ts';

type Totals = OverviewData['totals'];
type Points = OverviewData['series']['responses'];

/** A rise of the error rate by less than this many points is not news. */
const RATE_NEWS_PT = 0.1;

const rate = ({ failures, responses }: Totals) => (responses === 0 ? 0 : failures / responses);
const values = (points: Points) => condensed(points.map(([, value]) => value));

function warningsLabel(threshold: number | undefined): string {
  return threshold === 0 || threshold === 1
    ? `Warnings, ${THRESHOLD_WORDS[threshold satisfies Severity]}`
    : 'Warnings';
}

function changeInWords(now: number, before: number): { words: string; bad: boolean } | null {
  const words = change(now, before);
  return words === null ? null : { words, bad: false };
}

/** The five figures of the page with their change against the period before. */
export function Figures({ query }: { query: Answer<OverviewData> }) {
  const filter = useFilter();
  const label = warningsLabel(filter.severity_max);
  const { data, error } = query;
  if (data === undefined) {
    if (error !== null) return <Failure error={error} retry={() => void query.refetch()} height={95} />;
    return (
      <KeyFigures>
        {['Responses', 'Error rate', label, 'MUST violations', 'Duration, p95'].map((name) => (
          <KeyFigureSkeleton key={name} label={name} />
        ))}
      </KeyFigures>
    );
  }
  const { totals: now, previous: before, series } = data;
  const search = sharedFilter(filter);
  const points = (rate(now) - rate(before)) * 100;
  const must = now.must_violations - before.must_violations;
  const p95 = now.duration_p95 === null ? undefined : durationParts(now.duration_p95);
  const slower =
    now.duration_p95 === null || before.duration_p95 === null ? null : now.duration_p95 - before.duration_p95;
  return (
    <KeyFigures>
      <KeyFigure
        label="Responses"
        value={count(now.responses)}
        change={changeInWords(now.responses, before.responses)}
        of={`against ${count(before.responses)}`}
        spark={{ values: values(series.responses) }}
        to={{ to: '/traffic', search }}
      />
      <KeyFigure
        label="Error rate"
        value={now.responses === 0 ? '–' : percent(rate(now)).slice(0, -2)}
        {...(now.responses === 0 ? {} : { unit: '%' })}
        change={
          now.responses === 0 || before.responses === 0
            ? null
            : points >= RATE_NEWS_PT
              ? { words: `${points.toFixed(2)} pt`, bad: true }
              : { words: `${signed(points, (n) => n.toFixed(2))} pt`, bad: false }
        }
        of={`${count(now.failures)} of ${count(now.responses)}${before.responses === 0 ? '' : `, was ${percent(rate(before))}`}`}
        spark={{ values: values(series.failures), color: 'var(--bad)' }}
        to={{ to: '/errors', search }}
      />
      <KeyFigure
        label={label}
        value={count(now.warnings)}
        change={changeInWords(now.warnings, before.warnings)}
        of={`in ${count(now.warned)} of ${count(now.responses)}, was ${count(before.warnings)}`}
        spark={{ values: values(series.warnings), color: 'var(--warn)' }}
        to={{
          to: '/warnings',
          search:
            filter.severity_max === undefined ? search : { ...search, severity_max: filter.severity_max },
        }}
      />
      <KeyFigure
        label="MUST violations"
        value={count(now.must_violations)}
        change={
          must === 0
            ? null
            : { words: must > 0 ? `${count(must)} more` : `${count(-must)} fewer`, bad: must > 0 }
        }
        of={`in ${count(now.broken)} of ${count(now.responses)}, was ${count(before.must_violations)}`}
        spark={{ values: values(series.must_violations), color: 'var(--bad)' }}
        to={{ to: '/conformance', search }}
      />
      <KeyFigure
        label="Duration, p95"
        value={p95?.value ?? '–'}
        {...(p95 === undefined ? {} : { unit: p95.unit })}
        change={
          slower === null ? null : { words: `${signed(slower, (n) => duration(Math.round(n)))}`, bad: false }
        }
        of={
          now.timed === 0
            ? 'no response is timed'
            : `over ${count(now.timed)} timed${before.duration_p95 === null ? '' : `, was ${duration(Math.round(before.duration_p95))}`}`
        }
        spark={{
          values: condensed(
            series.duration_p95.map(([, value]) => value),
            48,
            'mean',
          ),
          kind: 'line',
        }}
        to={{ to: '/servers', search }}
      />
    </KeyFigures>
  );
}
