/** `[start of the bucket in epoch ms, value]`, ascending; a missing bucket is a gap. */
export type Points = readonly (readonly [number, number])[];

export const total = (points: Points): number => points.reduce((sum, [, value]) => sum + value, 0);

export interface ChartSeries {
  readonly key: string;
  readonly label: string;
  /** A colour token, such as `var(--cat-internal)`. */
  readonly color: string;
  /** Bars of a lane are stacked in the given order, the first at the bottom. */
  readonly kind: 'bar' | 'line';
  readonly points: Points;
  /** The previous period: a dashed line in ink, its points shifted to this range. */
  readonly previous?: boolean;
}

export interface Lane {
  readonly key: string;
  readonly title?: string;
  /** Lists its series next to its title instead of in the legend. */
  readonly keyed?: boolean;
  /** Height of the plot, px. */
  readonly height: number;
  readonly series: readonly ChartSeries[];
}

export interface Marker {
  readonly at: number;
  readonly label: string;
}

/** Everything that a chart shows; at most 300 buckets. Times in epoch ms. */
export interface ChartData {
  /** Names the chart, its table and its CSV file. */
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** Where the figures end, if a forecast goes on to the end of the chart; by default `to`. */
  readonly until?: number;
  readonly bucketMs: number;
  readonly lanes: readonly Lane[];
  readonly markers?: readonly Marker[];
}

/** One bucket: its start, and the value of each series by `lane/series`. */
export interface Row {
  readonly t: number;
  readonly values: ReadonlyMap<string, number>;
}

export const valueKey = (lane: Lane, series: ChartSeries): string => `${lane.key}/${series.key}`;

/** Every bucket of the range in order, including those without a value. */
export function rowsOf(data: ChartData): Row[] {
  const at = new Map<number, Map<string, number>>();
  const bucketOf = (t: number) => Math.floor(t / data.bucketMs) * data.bucketMs;
  for (let t = bucketOf(data.from); t < data.to; t += data.bucketMs) at.set(t, new Map());
  for (const lane of data.lanes) {
    for (const series of lane.series) {
      for (const [t, value] of series.points) at.get(bucketOf(t))?.set(valueKey(lane, series), value);
    }
  }
  return [...at].map(([t, values]) => ({ t, values }));
}

/** Highest value of a lane, with stacked bars summed; 0 if there is none. */
export function topOf(lane: Lane, rows: readonly Row[]): number {
  const valuesOf = (row: Row, kind: ChartSeries['kind']) =>
    lane.series.flatMap((series) =>
      series.kind === kind ? [row.values.get(valueKey(lane, series)) ?? 0] : [],
    );
  const stacked = (row: Row) => valuesOf(row, 'bar').reduce((sum, value) => sum + value, 0);
  return rows.reduce((top, row) => Math.max(top, stacked(row), ...valuesOf(row, 'line')), 0);
}

/** End of a bucket, or of the figures if that cuts it off. */
export function endOf({ t }: Row, { to, until = to, bucketMs }: ChartData): number {
  return t < until ? Math.min(t + bucketMs, until) : t + bucketMs;
}

/** Whether the end of the figures cuts off the bucket. */
export function incomplete(row: Row, data: ChartData): boolean {
  return endOf(row, data) < row.t + data.bucketMs;
}

/** The chart without the series that are hidden in the legend. */
export function visible(data: ChartData, hidden: readonly string[]): ChartData {
  if (hidden.length === 0) return data;
  const lanes = data.lanes.map((lane) => ({
    ...lane,
    series: lane.series.filter(({ key }) => !hidden.includes(key)),
  }));
  return { ...data, lanes };
}
