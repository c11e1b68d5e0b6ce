import { memo, type ReactNode } from 'react';
import { ComposedChart, Line, XAxis, YAxis, type YAxisTickContentProps } from 'recharts';
import { short } from '../../lib/numbers.ts';
import { type Bars, barsOf } from './bars.ts';
import { AXIS_WIDTH, heightScale, MARGIN_BOTTOM, MARGIN_RIGHT, MARGIN_TOP, valueTicks } from './geometry.ts';
import { type ChartData, type ChartSeries, type Lane, type Row, topOf, valueKey } from './model.ts';

export interface PlotProps {
  readonly data: ChartData;
  readonly lane: Lane;
  readonly rows: readonly Row[];
  readonly width: number;
  /** Makes the ids of the hatches unique on the page. */
  readonly id: string;
}

function hatchId(id: string, series: ChartSeries): string {
  return `${id}-${series.key}`.replace(/[^\w-]/g, '_');
}

function Hatch({ id, color }: { id: string; color: string }) {
  return (
    <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="5" height="5" fill={color} opacity="0.22" />
      <rect width="2.5" height="5" fill={color} />
    </pattern>
  );
}

function BarPaths({ bars, id }: { bars: readonly Bars[]; id: string }) {
  return bars.map(({ series, whole, cut }) => (
    <g key={series.key}>
      <path d={whole} fill={series.color} />
      {cut !== '' && (
        <>
          <defs>
            <Hatch id={hatchId(id, series)} color={series.color} />
          </defs>
          <path d={cut} fill={`url(#${hatchId(id, series)})`} />
        </>
      )}
    </g>
  ));
}

function line(series: ChartSeries, value: string): ReactNode {
  if (series.kind !== 'line') return null;
  return (
    <Line
      key={series.key}
      dataKey={(row: Row) => row.values.get(value)}
      name={series.label}
      isAnimationActive={false}
      type="linear"
      dot={false}
      activeDot={false}
      stroke={series.color}
      strokeWidth={series.previous === true ? 1.2 : 1.6}
      {...(series.previous === true ? { strokeDasharray: '4 3' } : {})}
    />
  );
}

/** Replaces the library's own grid, which measures a text for each bucket and so forces layout. */
function gridPath(heights: readonly number[], width: number): string {
  return heights.map((y) => `M${AXIS_WIDTH} ${y}H${width - MARGIN_RIGHT}`).join('');
}

/** Replaces the library's own tick, which measures each text and so forces layout. */
function ValueTick({ x, y, payload }: YAxisTickContentProps) {
  return (
    <text x={x} y={y} dy="0.355em" textAnchor="end" fill="var(--text-2)" fontSize={11}>
      {short(Number(payload.value))}
    </text>
  );
}

/** Draws one lane. The only importer of the chart library; what moves with the pointer is drawn over it. */
export const Plot = memo(function Plot({ data, lane, rows, width, id }: PlotProps) {
  const ticks = valueTicks(topOf(lane, rows), lane.height > 110 ? 3 : 2);
  const top = ticks.at(-1) ?? 1;
  return (
    <ComposedChart
      width={width}
      height={lane.height}
      data={[...rows]}
      margin={{ top: MARGIN_TOP, right: MARGIN_RIGHT, bottom: MARGIN_BOTTOM, left: 0 }}
      accessibilityLayer={false}
      style={{ pointerEvents: 'none' }}
    >
      <path d={gridPath(ticks.map(heightScale(lane.height, top)), width)} stroke="var(--chart-grid)" />
      <XAxis dataKey="t" scale="band" hide />
      <YAxis
        width={AXIS_WIDTH}
        domain={[0, top]}
        // Keeps the domain if there are only bars, which the library does not know about.
        allowDataOverflow
        ticks={ticks}
        interval={0}
        axisLine={false}
        tickLine={false}
        tick={ValueTick}
      />
      <BarPaths bars={barsOf(data, lane, rows, width, top)} id={id} />
      {lane.series.map((series) => line(series, valueKey(lane, series)))}
    </ComposedChart>
  );
});
