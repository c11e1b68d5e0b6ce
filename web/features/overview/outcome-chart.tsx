import { useCallback } from 'react';
import type { Overview } from '../../../shared/api/overview.ts';
import { cut } from '../../../shared/text/cut.ts';
import { DAY } from '../../../shared/time/units.ts';
import { serverNow } from '../../lib/now.ts';
import { count } from '../../lib/numbers.ts';
import { useZone } from '../../lib/preferences.ts';
import { rangeSpan } from '../../lib/range.ts';
import { clock, clockOrDay, dateTime, ms, type Zone } from '../../lib/times.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { spelled } from '../../ui/captured.tsx';
import { CATEGORY_NAMES, categoryColor } from '../../ui/category.ts';
import { ChartPanel } from '../../ui/chart/chart-panel.tsx';
import { type ChartData, type ChartSeries, type Marker, type Points, total } from '../../ui/chart/model.ts';
import type { Answer } from '../../ui/data-panel.tsx';

/** Number of first sightings of versions to mark: more would hide the bars. */
const MARKERS = 2;

/** Characters of a name in a marker, whose time must remain. */
const LONGEST_SHOWN = 24;
const short = (name: string) => (name.length > LONGEST_SHOWN ? `${cut(name, LONGEST_SHOWN)}…` : name);

const HEIGHT = 296;

function markersOf({ from, to, bucket_ms, versions, incident }: Overview, zone: Zone): Marker[] {
  const told = versions.filter(
    ({ server, version }) => server === incident?.server && version === incident.version,
  );
  // In a range of more than a day, a clock time alone says nothing. Both ends of a day are extended to whole buckets.
  const near = ms(to) - ms(from) > DAY + 2 * bucket_ms ? dateTime : clock;
  return (told.length > 0 ? told : versions.slice(-MARKERS)).map(({ server, version, first_seen }) => ({
    at: ms(first_seen),
    label: `${spelled(`${short(server)} ${short(version)}`)} first seen ${clockOrDay(first_seen, zone, ms(to), near)}`,
  }));
}

/** Failures have their own lane: on the scale of all responses they would be invisible. */
function chartOf(data: Overview, zone: Zone, span: string): ChartData {
  const { from, to, bucket_ms: bucketMs, series } = data;
  const previous = (points: Points): ChartSeries[] =>
    points.length === 0
      ? []
      : [
          {
            key: 'previous',
            label: `Previous ${span}`,
            color: 'var(--chart-prev)',
            kind: 'line',
            points,
            previous: true,
          },
        ];
  const ordered = series.categories.toSorted((a, b) => total(b.points) - total(a.points));
  return {
    name: 'Outcomes over time',
    from: ms(from),
    to: ms(to),
    bucketMs,
    markers: markersOf(data, zone),
    lanes: [
      {
        key: 'failures',
        title: 'Failures by category',
        height: 160,
        series: [
          ...ordered.map(
            ({ key, points }): ChartSeries => ({
              key,
              label: CATEGORY_NAMES[key],
              color: categoryColor(key),
              kind: 'bar',
              points,
            }),
          ),
          ...previous(series.previous_failures),
        ],
      },
      {
        key: 'responses',
        title: 'All responses',
        keyed: true,
        height: 74,
        series: [
          { key: 'failed', label: 'Failed', color: 'var(--bad)', kind: 'bar', points: series.failures },
          {
            key: 'unknown_outcome',
            label: 'Unknown',
            color: 'var(--text-3)',
            kind: 'bar',
            points: series.unknown,
          },
          {
            key: 'succeeded',
            label: 'Succeeded',
            color: 'var(--chart-base)',
            kind: 'bar',
            points: series.successes,
          },
          ...previous(series.previous_responses),
        ],
      },
    ],
  };
}

/** Failures by category above all responses, compared with the previous period. */
export function OutcomeChart({ query }: { query: Answer<Overview> }) {
  const zone = useZone();
  // As requested: the server extends both ends to whole steps.
  const span = rangeSpan(useFilter(), serverNow());
  const chart = useCallback((data: Overview) => chartOf(data, zone, span), [zone, span]);
  return (
    <ChartPanel
      title="Outcomes over time"
      name="outcome"
      note={({ totals }) =>
        `${count(totals.successes)} succeeded · ${count(totals.failures)} failed · ${count(totals.unknown)} unknown`
      }
      query={query}
      height={HEIGHT}
      empty={({ totals }) => (totals.responses === 0 ? 'responses' : undefined)}
      chart={chart}
    />
  );
}
