import { Captured } from '../captured.tsx';
import { Swatch } from '../swatch.tsx';
import { type ChartData, type ChartSeries, incomplete, rowsOf } from './model.ts';
import { useHidden } from './use-hidden.ts';

/** The distinct series of a chart, whichever lanes they are in; the previous period comes last. */
function seriesOf(data: ChartData): ChartSeries[] {
  return [
    ...new Map(
      data.lanes
        .flatMap(({ series, keyed }) => series.filter(({ previous }) => keyed !== true || previous === true))
        .map((one) => [one.key, one]),
    ).values(),
  ];
}

/** The sign of a series: dashed for the previous period, else its colour. */
export function SeriesSign({ series }: { series: ChartSeries }) {
  if (series.previous !== true) return <Swatch color={series.color} />;
  return (
    <svg width="18" height="2" aria-hidden="true">
      <path d="M0 1h18" stroke={series.color} strokeWidth="1.5" strokeDasharray="4 3" />
    </svg>
  );
}

/** The legend: each series is a button that shows or hides it, which the URL keeps under the chart's name. */
export function Legend({ name, data }: { name: string; data: ChartData }) {
  const [hidden, setHidden] = useHidden(name);
  const isCut = rowsOf(data).some((row) => incomplete(row, data));
  const flip = (key: string) => {
    const next = new Set(hidden);
    if (!next.delete(key)) next.add(key);
    setHidden(next);
  };
  return (
    <fieldset className="legend" aria-label={`Series of ${data.name}`}>
      {seriesOf(data).map((series) => (
        <button
          key={series.key}
          type="button"
          aria-pressed={!hidden.has(series.key)}
          onClick={() => flip(series.key)}
        >
          <SeriesSign series={series} />
          <span className="ell">
            <Captured text={series.label} />
          </span>
        </button>
      ))}
      {isCut && (
        <span>
          <i className="swatch hatched" aria-hidden="true" />
          Incomplete
        </span>
      )}
    </fieldset>
  );
}
