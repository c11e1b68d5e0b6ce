import { useView } from '../../lib/use-view.ts';
import { Captured } from '../captured.tsx';
import { Swatch } from '../swatch.tsx';
import { type ChartData, type ChartSeries, incomplete, rowsOf } from './model.ts';

/** Keys of the hidden series of a chart, which the URL keeps under its name, and the change to others. */
export const useHidden = (name: string) => useView(`${name}-hidden`);

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

/** The legend: each series is a button that shows or hides it. */
export function Legend({ name, data }: { name: string; data: ChartData }) {
  const [hidden, setHidden] = useHidden(name);
  const isCut = rowsOf(data).some((row) => incomplete(row, data));
  const flip = (key: string) =>
    setHidden(hidden.includes(key) ? hidden.filter((one) => one !== key) : [...hidden, key]);
  return (
    <fieldset className="legend" aria-label={`Series of ${data.name}`}>
      {seriesOf(data).map((series) => (
        <button
          key={series.key}
          type="button"
          aria-pressed={!hidden.includes(series.key)}
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
