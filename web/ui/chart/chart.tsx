import { type CSSProperties, useEffect, useId, useMemo, useRef, useState } from 'react';
import { part } from '../../lib/part.ts';
import { useZone } from '../../lib/preferences.ts';
import { usePrinting } from '../../lib/printing.ts';
import { createStore, useStore } from '../../lib/store.ts';
import { Swatch } from '../swatch.tsx';
import './chart.css';
import { AXIS_WIDTH, markerPath, scaleOf, TICKS_HEIGHT, TITLE_HEIGHT, timeTicks } from './geometry.ts';
import { type ChartData, type Lane, rowsOf } from './model.ts';
import { Overlay } from './overlay.tsx';
import type { PlotProps } from './plot.tsx';

type Drawn = typeof import('./plot.tsx').Plot;

// The library loads with the page but runs after the first words are painted: running it takes as long.
const plot = createStore<{ readonly Plot: Drawn } | null>(null);
const loadPlot = () => void part(() => import('./plot.tsx')).then(({ Plot }) => plot.set({ Plot }));

/** Width of an element in whole px, kept up to date. */
function useWidth() {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return { element, width };
}

/** Styles of a chart's frame and of its content, drawn `width` px wide, that shrink it to a narrower sheet and keep it on one. */
function onPaper(width: number): readonly [CSSProperties, CSSProperties] {
  const shrunk = { zoom: `min(1, tan(atan2(100cqw, ${width}px)))` };
  return [{ containerType: 'inline-size', breakInside: 'avoid' }, shrunk];
}

/** Height of a chart, px, whatever its width. */
function chartHeight(data: Pick<ChartData, 'lanes'>): number {
  return data.lanes.reduce(
    (sum, lane) => sum + lane.height + (lane.title === undefined ? 0 : TITLE_HEIGHT),
    TICKS_HEIGHT,
  );
}

/** Width of a lane's title, next to which a marker's label must fit, and of a letter of that label, px. */
const TITLE_WIDTH = 128;
const LETTER_WIDTH = 6.4;
const MARKER_LINES = 3;

/** Truncates the words to the available width. */
function fitted(words: string, width: number): string {
  const letters = [...words];
  const most = Math.max(4, Math.floor(width / LETTER_WIDTH));
  return letters.length <= most ? words : `${letters.slice(0, most - 1).join('')}…`;
}

function PlotWhenThere(props: PlotProps) {
  const there = useStore(plot);
  useEffect(() => {
    if (plot.get() === null) loadPlot();
  }, []);
  if (there === null) return <div style={{ height: props.lane.height }} />;
  return <there.Plot {...props} />;
}

function LaneTitle({ lane }: { lane: Lane }) {
  return (
    <p className="lane row">
      {lane.title}
      {lane.keyed === true &&
        lane.series
          .filter(({ previous }) => previous !== true)
          .map(({ key, label, color }) => (
            <span key={key} className="row">
              <Swatch color={color} />
              {label}
            </span>
          ))}
    </p>
  );
}

/** Lanes on one time axis. Dragging, or Enter on a bucket, zooms the page's range; Back zooms out. */
export function Chart({ data }: { data: ChartData }) {
  const id = useId();
  const zone = useZone();
  const { element, width } = useWidth();
  // Nothing is measured anew on paper, whose sheets can be narrower than the window.
  const [frame, fit] = usePrinting() ? onPaper(width) : [];
  const rows = useMemo(() => rowsOf(data), [data]);
  const height = chartHeight(data);
  const scale = scaleOf(data, width);
  const titled = data.lanes[0]?.title === undefined ? 0 : AXIS_WIDTH + TITLE_WIDTH;
  return (
    <div className="chart" ref={element} style={{ height, ...frame }}>
      {width > 0 && (
        <div style={fit}>
          {data.lanes.map((lane) => (
            <div key={lane.key} aria-hidden="true">
              {lane.title !== undefined && <LaneTitle lane={lane} />}
              <PlotWhenThere data={data} lane={lane} rows={rows} width={width} id={`${id}-${lane.key}`} />
            </div>
          ))}
          <svg className="ticks" width={width} height={height} aria-hidden="true">
            {timeTicks(data, width, zone).map(({ at, label }) => (
              <text
                key={at}
                x={Math.min(scale.x(at), width - 24)}
                y={height - 6}
                textAnchor={scale.x(at) < AXIS_WIDTH + 16 ? 'start' : 'middle'}
              >
                {label}
              </text>
            ))}
            {(data.markers ?? []).map(({ at, label }, index) => {
              const x = scale.x(at);
              const left = x > width / 2;
              // Below each other, since those of one release are close together, and below the lane's title.
              const first = !left && x < titled ? 1 : 0;
              const line = first + (index % (MARKER_LINES - first));
              const told = fitted(label, left ? x - (line === 0 ? titled : AXIS_WIDTH) : width - x);
              return (
                <g key={`${at} ${label}`} className="marker">
                  <path d={markerPath(data, x, titled)} />
                  <text x={left ? x - 6 : x + 6} y={14 + line * 14} textAnchor={left ? 'end' : 'start'}>
                    {told}
                  </text>
                  {told !== label && <title>{label}</title>}
                </g>
              );
            })}
          </svg>
          <Overlay id={id} data={data} rows={rows} width={width} height={height} />
        </div>
      )}
    </div>
  );
}
