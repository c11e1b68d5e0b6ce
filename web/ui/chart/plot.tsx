import { memo, type ReactNode } from 'react';
import { Area, Bar, type BarShapeProps, CartesianGrid, ComposedChart, Line, XAxis, YAxis } from 'recharts';
import { short } from '../../lib/format.ts';
import { AXIS_WIDTH, MARGIN_BOTTOM, MARGIN_RIGHT, MARGIN_TOP, valueTicks } from './geometry.ts';
import {
  type ChartData,
  type ChartSeries,
  incomplete,
  type Lane,
  type Row,
  topOf,
  valueKey,
} from './model.ts';

export interface PlotProps {
  readonly data: ChartData;
  readonly lane: Lane;
  readonly rows: readonly Row[];
  readonly width: number;
  /** Makes the ids of hatches unique on the page. */
  readonly id: string;
}

const TICK = { fill: 'var(--text-2)', fontSize: 11 } as const;

function hatchId(id: string, series: ChartSeries): string {
  return `${id}-${series.key}`.replace(/[^\w-]/g, '_');
}

function Hatch({ id, color }: { id: string; color: string }) {
  return (
    <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="5" height="5" fill={color} opacity="0.22" />
      <rect width="2.500" height="5" fill={color} />
    </pattern>
  );
}

function barShape(last: number, hatched: boolean, fill: string, hatch: string) {
  return ({ x, y, width, height, index }: BarShapeProps): ReactNode => {
    if (height <= 0) return null;
    const gap = width > 5 ? 1 : width > 2 ? 0.5 : 0;
    const cut = height > 3 ? 0.5 : 0;
    return (
      <path
        d={`M${x + gap / 2} ${y + height}v${-height + cut}h${Math.max(0.75, width - gap)}v${height - cut}z`}
        fill={hatched && index === last ? `url(#${hatch})` : fill}
      />
    );
  };
}

function drawn(series: ChartSeries, value: string, shape: (bar: BarShapeProps) => ReactNode): ReactNode {
  const common = {
    dataKey: (row: Row) => row.values.get(value),
    name: series.label,
    isAnimationActive: false,
  } as const;
  const line = { type: 'linear', dot: false, activeDot: false } as const;
  switch (series.kind) {
    case 'bar':
      return <Bar key={series.key} {...common} stackId="bars" fill={series.color} shape={shape} />;
    case 'area':
      return (
        <Area
          key={series.key}
          {...common}
          {...line}
          stackId="areas"
          fill={series.color}
          fillOpacity={0.9}
          stroke="var(--surface)"
        />
      );
    case 'line':
      return (
        <Line
          key={series.key}
          {...common}
          {...line}
          stroke={series.color}
          strokeWidth={series.previous === true ? 1.2 : 1.6}
          {...(series.previous === true ? { strokeDasharray: '4 3' } : {})}
        />
      );
  }
}

/** One lane drawn. The only importer of the chart library; what moves with the pointer is drawn over it. */
export const Plot = memo(function Plot({ data, lane, rows, width, id }: PlotProps) {
  const last = rows.at(-1);
  const cut = last !== undefined && incomplete(last, data);
  const ticks = valueTicks(topOf(lane, rows), lane.height > 110 ? 3 : 2);
  const bars = lane.series.filter(({ kind }) => kind === 'bar');
  return (
    <ComposedChart
      width={width}
      height={lane.height}
      data={[...rows]}
      margin={{ top: MARGIN_TOP, right: MARGIN_RIGHT, bottom: MARGIN_BOTTOM, left: 0 }}
      barCategoryGap={0}
      accessibilityLayer={false}
      style={{ pointerEvents: 'none' }}
    >
      <defs>
        {bars.map((series) => (
          <Hatch key={series.key} id={hatchId(id, series)} color={series.color} />
        ))}
      </defs>
      <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
      <XAxis dataKey="t" scale="band" hide />
      <YAxis
        width={AXIS_WIDTH}
        domain={[0, ticks.at(-1) ?? 1]}
        ticks={ticks}
        interval={0}
        axisLine={false}
        tickLine={false}
        tick={TICK}
        tickFormatter={(value: number) => (data.format ?? short)(value)}
      />
      {lane.series.map((series) =>
        drawn(
          series,
          valueKey(lane, series),
          barShape(rows.length - 1, cut, series.color, hatchId(id, series)),
        ),
      )}
    </ComposedChart>
  );
});
