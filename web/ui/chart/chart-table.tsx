import { csvLine } from '../../../shared/text/csv.ts';
import { iso } from '../../../shared/time/instant.ts';
import { decimal } from '../../lib/numbers.ts';
import { useZone } from '../../lib/preferences.ts';
import { useSetSearch } from '../../lib/use-filter.ts';
import { Captured } from '../captured.tsx';
import { timeIn } from './geometry.ts';
import { type ChartData, endOf, incomplete, rowsOf, valueKey } from './model.ts';

/** A column for each series; `head` has the lane's title only if two series have the same label. */
function columnsOf(data: ChartData) {
  const labels = data.lanes.flatMap(({ series }) => series.map(({ label }) => label));
  const twice = new Set(labels.filter((label, index) => labels.indexOf(label) !== index));
  return data.lanes.flatMap((lane) =>
    lane.series.map((series) => ({
      key: valueKey(lane, series),
      label: series.label,
      head: twice.has(series.label)
        ? `${series.label} (${(lane.title ?? lane.key).toLowerCase()})`
        : series.label,
    })),
  );
}

/** The chart's figures as CSV: one line per bucket, times in UTC. */
export function chartCsv(data: ChartData): string {
  const columns = columnsOf(data);
  const lines = rowsOf(data).map((row) =>
    csvLine([iso(row.t), iso(endOf(row, data)), ...columns.map(({ key }) => row.values.get(key))]),
  );
  return csvLine(['from', 'to', ...columns.map(({ head }) => head)]) + lines.join('');
}

/** The file of a chart's figures: its name and content. */
export const chartFile = (data: ChartData) => [`${data.name}.csv`, chartCsv(data)] as const;

/** The chart as a table, newest bucket first; the time of a bucket zooms to it. */
export function ChartTable({ data, height }: { data: ChartData; height: number }) {
  const zone = useZone();
  const setSearch = useSetSearch();
  const columns = columnsOf(data);
  const lanes = data.lanes.filter(({ series }) => series.length > 0);
  const titled = lanes.length > 1;
  return (
    // A scrolling region must be reachable by keyboard.
    <section className="chart-table" aria-label={`${data.name}, table`} tabIndex={0} style={{ height }}>
      <table className="table grid">
        <thead>
          {titled && (
            <tr>
              <th scope="col" rowSpan={2}>
                From
              </th>
              {lanes.map((lane) => (
                <th key={lane.key} scope="colgroup" colSpan={lane.series.length}>
                  {lane.title ?? lane.key}
                </th>
              ))}
            </tr>
          )}
          <tr>
            {!titled && <th scope="col">From</th>}
            {columns.map(({ key, label }) => (
              <th key={key} scope="col" className="num">
                <Captured text={label} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rowsOf(data)
            .toReversed()
            .map((row) => (
              <tr key={row.t}>
                <td>
                  <button
                    type="button"
                    className="link"
                    title="Zoom to this bucket"
                    onClick={() =>
                      setSearch({
                        from: iso(row.t),
                        to: iso(row.t + data.bucketMs),
                      })
                    }
                  >
                    {timeIn(data, row.t, zone)}
                  </button>
                  {incomplete(row, data) && <span className="muted"> incomplete</span>}
                </td>
                {columns.map(({ key }) => {
                  const value = row.values.get(key);
                  return (
                    <td key={key} className={value === 0 ? 'num faint' : 'num'}>
                      {value === undefined ? '–' : decimal(value)}
                    </td>
                  );
                })}
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  );
}
