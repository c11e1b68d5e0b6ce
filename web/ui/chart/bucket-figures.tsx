import type { CSSProperties } from 'react';
import { short } from '../../lib/numbers.ts';
import { Captured } from '../captured.tsx';
import { SeriesSign } from './legend.tsx';
import { type ChartData, type ChartSeries, type Lane, type Row, valueKey } from './model.ts';

interface LaneFigures {
  readonly lane: Lane;
  /** Sum of its bars; null if it has only one bar series, or none. */
  readonly sum: number | null;
  readonly figures: readonly { readonly series: ChartSeries; readonly value: number }[];
}

/** The figures of a bucket, lane by lane in the order of the legend; empty ones are omitted. */
export function figuresOf(data: ChartData, row: Row): LaneFigures[] {
  return data.lanes.flatMap((lane) => {
    const figures = lane.series.flatMap((series) => {
      const value = row.values.get(valueKey(lane, series));
      return value !== undefined && (value !== 0 || lane.series.length === 1) ? [{ series, value }] : [];
    });
    const bars = figures.filter(({ series }) => series.kind === 'bar');
    const several = lane.series.filter(({ kind }) => kind === 'bar').length > 1;
    const sum = several ? bars.reduce((all, { value }) => all + value, 0) : null;
    return figures.length === 0 ? [] : [{ lane, sum, figures }];
  });
}

/** The figures in words, for screen readers. */
export function figuresWords(lanes: readonly LaneFigures[]): string {
  const words = lanes.flatMap(({ lane, sum, figures }) => [
    ...(sum === null ? [] : [`${lane.title ?? 'Total'} ${short(sum)}`]),
    ...figures.map(({ series, value }) => `${series.label} ${short(value)}`),
  ]);
  return words.join(', ') || 'nothing';
}

/** The figures of the bucket pointed at, under its time. */
export function BucketFigures({
  time,
  lanes,
  style,
}: {
  time: string;
  lanes: readonly LaneFigures[];
  style: CSSProperties;
}) {
  return (
    <div className="told" style={style}>
      <p className="sm muted">{time}</p>
      {lanes.length === 0 && <p>Nothing</p>}
      {lanes.map(({ lane, sum, figures }) => (
        <div key={lane.key}>
          {(lane.title !== undefined || sum !== null) && (
            <p className="row b">
              <span className="grow">{lane.title ?? 'Total'}</span>
              {sum !== null && <b className="num">{short(sum)}</b>}
            </p>
          )}
          {figures.map(({ series, value }) => (
            <p key={series.key} className="row">
              <SeriesSign series={series} />
              <span className="grow ell">
                <Captured text={series.label} />
              </span>
              <b className="num">{short(value)}</b>
            </p>
          ))}
        </div>
      ))}
    </div>
  );
}
